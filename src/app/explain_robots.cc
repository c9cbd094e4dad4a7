// `meguri explain robots`: may this crawler fetch this URL, by which line of robots.txt?
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "base/printable.h"
#include "base/result.h"
#include "robots/product_token.h"
#include "robots/robots_txt.h"
#include "url/url.h"

namespace meguri::app {
namespace {

struct ExplainRobotsOptions {
  std::string file;
  bool has_file = false;
  std::string agent;
  std::string url;
};

Result<url::Url> ParseUrl(const std::string& text) {
  url::Url url;
  if (!url.Assign(text)) {
    return Fail(ErrorCode::kInvalidArgument, "'" + Printable(text) + "' is no URL");
  }
  if (!url.is_http()) {
    return Fail(ErrorCode::kInvalidArgument,
                "'" + Printable(text) + "': robots.txt speaks of http and https URLs only");
  }
  return url;
}

double Seconds(std::chrono::milliseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

Result<Answer> AnswerRobots(const Question& question) {
  MEGURI_TRY(const std::string text, BytesField(question, "robots"));
  MEGURI_TRY(const std::string agent, StringField(question, "agent"));
  MEGURI_TRY(const std::string url_text, StringField(question, "url"));
  MEGURI_TRY(const url::Url url, ParseUrl(url_text));
  const robots::RobotsRules rules = robots::RobotsTxt::Parse(text).RulesFor(agent);
  const robots::Verdict verdict = rules.Check(url.path_and_query());
  Answer answer;
  answer["allowed"] = verdict.allowed;
  answer["rule"] = verdict.line == 0 ? Answer(nullptr) : Answer(verdict.rule);
  answer["line"] = verdict.line == 0 ? Answer(nullptr) : Answer(verdict.line);
  const auto delay = rules.crawl_delay();
  answer["crawl_delay"] = delay ? Answer(Seconds(*delay)) : Answer(nullptr);
  return answer;
}

std::string ReasonInWords(const robots::Verdict& verdict) {
  switch (verdict.reason) {
    case robots::VerdictReason::kNoRule:
      return "no rule matches";
    case robots::VerdictReason::kRule:
      return fmt::format("by line {}, \"{}\": of the rules that match, the longest", verdict.line,
                         Printable(verdict.rule));
    case robots::VerdictReason::kRobotsTxtItself:
      return "robots.txt itself always is";
    case robots::VerdictReason::kWholeSite:
      return "the whole site is closed";
    case robots::VerdictReason::kTooCostly:
      return "its rules are too many and too intricate to be checked in reasonable time";
  }
  return "";
}

Result<int> ExplainInWords(const ExplainRobotsOptions& options) {
  MEGURI_TRY(const url::Url url, ParseUrl(options.url));
  MEGURI_TRY(const std::string text, ReadInput(options.file, robots::RobotsTxt::kMaxBytes + 1));
  const robots::RobotsTxt robots_txt = robots::RobotsTxt::Parse(text);
  const robots::RobotsRules rules = robots_txt.RulesFor(options.agent);
  const robots::Verdict verdict = rules.Check(url.path_and_query());

  fmt::print("{:<12} {}\n", "URL", url.without_fragment());
  fmt::print("{:<12} {} (rules that hold for it: {})\n", "crawler",
             robots::ProductToken(options.agent), rules.rule_count());
  fmt::print("{:<12} {}: {}\n", "allowed", verdict.allowed ? "yes" : "no", ReasonInWords(verdict));
  if (const auto delay = rules.crawl_delay()) {
    fmt::print("{:<12} {} s between requests\n", "crawl delay", Seconds(*delay));
  }
  for (const std::string& sitemap : robots_txt.sitemaps()) {
    fmt::print("{:<12} {}\n", "sitemap", Printable(sitemap));
  }
  if (robots_txt.truncated()) {
    fmt::print("{:<12} robots.txt is longer than {} KiB; what lies beyond is not read\n", "note",
               robots::RobotsTxt::kMaxBytes / 1024);
  }
  return verdict.allowed ? kExitYes : kExitNo;
}

Result<int> Run(const ExplainRobotsOptions& options) {
  if (options.has_file) return ExplainInWords(options);
  return AnswerStdin("meguri explain robots", AnswerRobots);
}

}  // namespace

void AddExplainRobots(Command& explain) {
  auto options = std::make_shared<ExplainRobotsOptions>();
  Command& command = explain.AddCommand(
      "robots", "May this crawler fetch this URL, and which line of robots.txt says so");
  command.SetFooter(
      "\nJSON lines: {\"robots\" or \"robots_base64\",\"agent\",\"url\"} gives\n"
      "{\"allowed\",\"rule\",\"line\",\"crawl_delay\"}. Rule and line are null if no rule decided; "
      "the\n"
      "delay is in seconds. Exit code with arguments: 0 allowed, 1 not.");
  Option& file = command.AddOption("FILE", options->file, "robots.txt; - for stdin");
  Option& agent = command.AddOption("AGENT", options->agent, "the crawler's name");
  Option& url = command.AddOption("URL", options->url, "what it wants to fetch");
  file.Needs(agent);
  agent.Needs(url);
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
