#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>

#include "app/commands.h"
#include "app/find_moved/find_moved.h"

namespace {

constexpr const char* kAbout =
    "A web crawler and archive engine.\n"
    "Try: meguri explain url https://example.org/\n"
    "     curl -s https://example.org/ | meguri parse - --url https://example.org/";

// CLI11's messages, in one line that says where to look.
int ReportUsageError(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    return app.exit(error);  // --help, --version
  }
  const CLI::App* command = &app;
  std::string name = "meguri";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  std::string kinds;
  // One that does something by itself has options of its own, besides --help.
  const bool wants_kind = command->get_parent() == nullptr || command->get_options().size() <= 1;
  for (const CLI::App* kind : command->get_subcommands(nullptr)) {
    if (!wants_kind) break;
    kinds += (kinds.empty() ? "; want one of " : ", ") + kind->get_name();
  }
  fmt::print(stderr, "{}: {}{}; see {} --help\n", name, error.what(), kinds, name);
  return meguri::app::kExitError;
}

int Main(int argc, char** argv) {
  // A reader that goes away (`meguri … | head`) is seen as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on a file's size is told as a full disk is
  CLI::App app(kAbout, "meguri");
  int exit_code = meguri::app::kExitYes;
  app.set_version_flag("--version", "meguri " MEGURI_VERSION);
  app.require_subcommand(0, 1);
  meguri::app::AddCrawlCommand(app, exit_code);
  meguri::app::AddParseCommand(app, exit_code);
  meguri::app::AddArchiveCommand(app, exit_code);
  meguri::app::AddAuditCommand(app, exit_code);
  meguri::app::AddUrlCommand(app, exit_code);
  meguri::app::AddFindMovedCommand(app, exit_code);
  meguri::app::AddGraphCommand(app, exit_code);
  meguri::app::AddBlockCommand(app, exit_code);
  meguri::app::AddLabCommand(app, exit_code);
  meguri::app::AddSimulateCommand(app, exit_code);
  meguri::app::AddExplainCommand(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return ReportUsageError(app, error);
  }
  if (app.get_subcommands().empty()) fmt::print("{}", app.help());
  return exit_code;
}

// What was printed may still sit in a buffer, and the disk be full. A reader that has gone
// away wanted no more; and an error that was said is not said twice.
int WithOutputWritten(int exit_code) {
  errno = 0;
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || errno == EPIPE || exit_code == meguri::app::kExitError) return exit_code;
  std::fprintf(stderr, "meguri: can't write to stdout: %s\n",
               errno == 0 ? "an earlier write failed; is the disk full?" : std::strerror(errno));
  return meguri::app::kExitError;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return WithOutputWritten(Main(argc, argv));
  } catch (const std::system_error& error) {
    if (error.code().value() == EPIPE) return meguri::app::kExitYes;  // as above
    std::fprintf(stderr, "meguri: %s\n", error.what());
    return meguri::app::kExitError;
  } catch (const std::exception& error) {  // the libraries'; ours throw none
    std::fprintf(stderr, "meguri: %s\n", error.what());
    return meguri::app::kExitError;
  }
}
