// `meguri simulate paper refresh`: the figures of the refresh crawler's paper, on change histories.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/refresh_charts.h"
#include "app/simulate/refresh_text.h"
#include "app/simulate/simulate_commands.h"
#include "sim/revisit/download_times.h"

namespace meguri::app {
namespace {

struct Flags {
  std::string traces;
  std::string policy = "paper";
  std::string download_file;
  double connections = 0;  // 0: by servers_per_connection
  double servers_per_connection = 100;
  std::uint64_t seed = 1;
  std::string report;
  std::string figures;
  bool no_report = false;
  bool json = false;

  // Returns --connections.
  const Option& AddTo(Command& command);
  bool wants_report() const { return !no_report && (!json || !report.empty() || !figures.empty()); }
  std::string CommandText() const;
};

// A file's or folder's own name: what a report may tell.
std::string LastName(const std::string& text) {
  const std::filesystem::path path(text);
  return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

const Option& Flags::AddTo(Command& command) {
  command.AddOption("TRACES", traces, "change histories: traces.tsv, packed or not, or its folder")
      .Required()
      .Type("PATH");
  command.AddOption("--policy", policy,
                    "at its own pace: a stretch of 1 (paper); simulate revisit has the names");
  command
      .AddOption("--download-file", download_file,
                 "lines \"SITE MILLISECONDS\", one for each site (else drawn: log-normal, of a\n"
                 "mean of 0.845 s, the paper's)")
      .Type("PATH");
  Option& share =
      command.AddOption("--servers-per-connection", servers_per_connection,
                        "S/C: a server with R below it is overloaded (100, the paper's)");
  const Option& count = command
                            .AddOption("--connections", connections,
                                       "C, instead: S/C is then the number of sites / C")
                            .Excludes(share);
  command.AddOption("--seed", seed, "of all that is drawn (1)");
  command.AddOption("--report", report, "the report's file, or its folder (report/refresh.html)")
      .Type("FILE");
  command.AddOption("--figures", figures, "a folder for each chart as SVG and CSV").Type("DIR");
  command.AddFlag("--no-report", no_report, "write none");
  command.AddFlag("--json", json, "a line for each class of intervals, site and remedy");
  return count;
}

std::string Flags::CommandText() const {
  std::string text = fmt::format("meguri simulate paper refresh {} --policy {} --seed {}",
                                 LastName(traces), policy, seed);
  if (!download_file.empty()) text += " --download-file " + LastName(download_file);
  text += connections > 0 ? fmt::format(" --connections {}", connections)
                          : fmt::format(" --servers-per-connection {}", servers_per_connection);
  return text;
}

Status CheckNumber(std::string_view flag, double value, bool zero_is_none) {
  constexpr double kMost = 1e9;
  constexpr double kLeast = 1e-9;
  if ((value >= kLeast && value <= kMost) || (zero_is_none && value == 0)) return {};
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: {} is not within {} and {}", flag, value, kLeast, kMost));
}

Result<int> Run(const Flags& flags, bool has_connections) {
  RealFiles files;
  MEGURI_CHECK_STATUS(CheckNumber("--connections", flags.connections, !has_connections));
  MEGURI_CHECK_STATUS(CheckNumber("--servers-per-connection", flags.servers_per_connection, false));
  const auto policy = revisit::ParsePolicy(flags.policy);
  if (!policy) return Fail(ErrorCode::kInvalidArgument, "--policy: " + policy.error().context);
  MEGURI_TRY(const RevisitPages pages, ReadRevisitPages(files, flags.traces));
  RefreshSetup setup{.policy = &*policy,
                     .downloads = {},
                     .connections = flags.connections,
                     .share = flags.servers_per_connection,
                     .seed = flags.seed};
  RefreshResults results{.outcome = {}, .remedies = {}, .policy = flags.policy, .downloads = {}};
  if (flags.download_file.empty()) {
    setup.downloads = DrawDownloadTimes(pages.sites, flags.seed);
    results.downloads = fmt::format("drawn for each site, log-normal, mean {} s", kMeanDownload);
  } else {
    MEGURI_TRY(setup.downloads, ReadDownloadTimes(files, flags.download_file, pages.sites));
    results.downloads = "of " + LastName(flags.download_file);
  }
  results.outcome = RunRefresh(pages, setup);
  results.remedies = ReplayRemedies(pages, setup, results.outcome);
  const std::string source = LastName(flags.traces);
  if (flags.json) {
    fmt::print("{}", RefreshJson(pages, results));
  } else {
    fmt::print("{}: {} live pages of {} sites, {} new versions in 730 days\n{}", source,
               Grouped(pages.pages.size()), Grouped(pages.sites.size()),
               Grouped(pages.new_versions), FormatRefresh(pages, results));
  }
  if (!flags.wants_report()) return kExitYes;
  const std::string path = flags.report.empty() ? "report/refresh.html" : flags.report;
  MEGURI_CHECK_STATUS(report::WriteReport(
      files, path,
      RefreshReport(pages, results, {.source = source, .command = flags.CommandText()}),
      flags.figures));
  if (!flags.json) fmt::print("\nreport: {}\n", path);
  return kExitYes;
}

}  // namespace

void AddPaperRefresh(Command& paper) {
  const auto flags = std::make_shared<Flags>();
  Command& command = paper.AddCommand(
      "refresh", "The refresh crawler: figures 3 to 7 of its paper, and overloaded servers");
  command.SetFooter(
      "The refresh crawler: figures 3 to 7 of its paper, on change histories: revisit intervals,\n"
      "what visits at such intervals bring, how often servers must be visited for it, how long\n"
      "downloads take, and which servers are overloaded; and what each remedy does for these.\n"
      "\n"
      "  meguri simulate paper refresh traces.tsv.zst --figures figures\n"
      "  meguri simulate paper refresh DIR --download-file times.txt --connections 2 --json");
  const Option& connections = flags->AddTo(command);
  command.Does([flags, &connections] { return Run(*flags, connections.given()); });
}

}  // namespace meguri::app
