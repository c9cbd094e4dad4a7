// `meguri lab judge`: was the crawler that made this access log polite?
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/lab/judge_report.h"
#include "app/lab/lab_commands.h"
#include "app/lab/lab_plan.h"
#include "app/progress.h"
#include "base/files.h"
#include "lab/judge/judge.h"
#include "lab/judge/log_reader.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"

namespace meguri::app {
namespace {

struct JudgeFlags {
  std::string log;
  std::string interval = "200ms";
  std::uint64_t max_fetches = 0;
  std::size_t list = 20;
  bool no_web = false;
  bool json = false;
};

Result<int> Run(const JudgeFlags& flags) {
  JudgeOptions options{.max_fetches = flags.max_fetches, .max_listed = flags.list};
  MEGURI_TRY(options.interval, ParseDurationFlag("--interval", flags.interval));
  RealFiles files;
  MEGURI_TRY(const std::unique_ptr<ReadableFile> file, files.OpenToRead(flags.log));
  MEGURI_TRY(LogReader log, LogReader::Open(*file, flags.log));
  std::optional<VirtualWeb> web;
  if (!flags.no_web && !log.head().spec.empty()) {
    MEGURI_TRY(const WebSpec spec, ParseWebSpec(log.head().spec, flags.log + " #spec"));
    auto built = BuildWeb(spec, files);
    if (!built) {
      return Fail(built.error().code,
                  fmt::format("{}: can't make its web again: {}; --no-web judges without it",
                              flags.log, built.error().context));
    }
    web.emplace(*std::move(built));
  }
  Progress progress("read");
  options.progress = [&progress](std::uint64_t lines, std::uint64_t bytes) {
    progress.Update(lines, bytes);
  };
  MEGURI_TRY(const Judgement judgement, JudgeLog(log, options, web ? &*web : nullptr));
  progress.Clear();
  fmt::print("{}", flags.json ? JudgementAsJson(judgement, options.interval)
                              : JudgementInWords(judgement, options.interval));
  return judgement.clean() ? kExitYes : kExitNo;
}

}  // namespace

void AddLabJudge(Command& lab) {
  auto flags = std::make_shared<JudgeFlags>();
  Command& command = lab.AddCommand(
      "judge", "Was the crawler that made this access log polite? Exit code 1 if not");
  command.SetFooter(
      "\nExample: meguri lab judge meguri-lab/access.log --interval 200ms\n"
      "A breach is a request sooner than the interval after the end of the last one to the same "
      "host\nor server, or while one was in flight; a connection to the forbidden address; a page "
      "that\nrobots.txt forbids, or asked for before robots.txt; a URL fetched too often. Lines "
      "are those of\nthe log, from 1. What was found of the web is said, but is no breach.");
  command.AddOption("LOG", flags->log, "an access log of meguri lab").Required();
  command.AddOption("--interval", flags->interval, "200ms, 1s, …").Type("TIME").ShowDefault();
  command.AddOption("--max-fetches", flags->max_fetches,
                    "more fetches of one URL are a breach (0: as many as it likes)");
  command.AddOption("--list", flags->list, "how many breaches of each kind are listed")
      .ShowDefault();
  command.AddFlag("--no-web", flags->no_web, "without robots.txt and coverage: don't make the web");
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
