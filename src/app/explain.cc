#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "app/commands.h"

namespace meguri::app {

void AddExplainCommand(CLI::App& app, int& exit_code) {
  CLI::App* explain =
      app.add_subcommand("explain", "Say what Meguri makes of what the web hands it, and why");
  explain->footer(
      "\nWith arguments, one is explained in words. Without, JSON lines are read from stdin and "
      "each\n"
      "is answered with one JSON line, in order; a line that can't be read gives {\"error\"}.");
  explain->require_subcommand(0, 1);
  AddExplainUrl(*explain, exit_code);
  AddExplainRobots(*explain, exit_code);
  AddExplainHttp(*explain, exit_code);
  AddExplainCharset(*explain, exit_code);
  AddExplainTokens(*explain, exit_code);
  AddExplainPage(*explain, exit_code);
  AddExplainSitemap(*explain, exit_code);
  AddExplainFeed(*explain, exit_code);
  explain->callback([explain, &exit_code] {
    if (!explain->get_subcommands().empty()) return;
    std::string kinds;
    for (const CLI::App* kind : explain->get_subcommands(nullptr)) {
      kinds += (kinds.empty() ? "" : ", ") + kind->get_name();
    }
    fmt::print(stderr, "meguri explain: want one of {}; see meguri explain --help\n", kinds);
    exit_code = kExitError;
  });
}

}  // namespace meguri::app
