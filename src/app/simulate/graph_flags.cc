#include "app/simulate/graph_flags.h"

#include <fmt/format.h>

#include "app/cli/command.h"

namespace meguri::app {
namespace {

constexpr unsigned kMostThreads = 1024;

}  // namespace

void GraphFlags::AddTo(Command& command, const std::string& line_of) {
  command.AddOption("GRAPH", graph, "a web graph in any form; see meguri graph --help")
      .Type("NAME");
  command.AddOption("--generate", generate,
                    fmt::format("without GRAPH: pages of the web ({})", kDemoPages));
  command.AddOption("--seed", seed, "of all that is drawn (1)");
  command.AddOption("--threads", threads, "crawls at a time (one for each core)");
  command.AddOption("--report", report, "the report's file, or its folder").Type("FILE");
  command.AddOption("--figures", figures, "a folder for each chart as SVG and CSV").Type("DIR");
  command.AddFlag("--json", json, "a line per " + line_of);
}

Status GraphFlags::Check() const {
  if (threads <= kMostThreads) return {};
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("--threads: {} is not within 1 to {}", threads, kMostThreads));
}

std::string GraphFlags::CommandText(const std::string& command) const {
  std::string text = command;
  if (!graph.empty()) text += " " + GraphName(choice());
  if (generate != 0) text += fmt::format(" --generate {}", generate);
  return text;
}

Status CheckPoints(const std::vector<double>& at) {
  for (const double point : at) {
    if (!(point >= 0 && point <= 100)) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--at: {} is not within 0 to 100 per cent", point));
    }
  }
  return {};
}

}  // namespace meguri::app
