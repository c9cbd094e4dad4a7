#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/help_text.h"
#include "app/cli/parse_arguments.h"
#include "app/commands.h"
#include "app/find_moved/find_moved.h"
#include "app/version.h"

namespace meguri::app {
namespace {

constexpr const char* kAbout =
    "A web crawler and archive engine.\n"
    "Try: meguri explain url https://example.org/\n"
    "     curl -s https://example.org/ | meguri parse - --url https://example.org/";

std::size_t HelpWidth() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    return kHelpWidth;
  return std::clamp<std::size_t>(size.ws_col, 60, kHelpWidth);
}

int RunCommand(const Command& command) {
  const Result<int> result = command.action()();
  if (result) return *result;
  fmt::print(stderr, "{}: {}\n", command.FullName(), result.error().context);
  return kExitError;
}

int Main(int argc, char** argv) {
  // A reader that goes away (`meguri … | head`) is seen as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on a file's size is told as a full disk is
  bool version = false;
  Command program("meguri", kAbout);
  program.AddFlag("--version", version,
                  "show which version this is, and the libraries that it runs with");
  program.Does([&]() -> Result<int> {
    fmt::print(
        "{}", version ? VersionText(MEGURI_VERSION, CommitName()) : HelpText(program, HelpWidth()));
    return kExitYes;
  });
  AddCrawlCommand(program);
  AddDoctorCommand(program);
  AddParseCommand(program);
  AddArchiveCommand(program);
  AddAuditCommand(program);
  AddUrlCommand(program);
  AddFindMovedCommand(program);
  AddGraphCommand(program);
  AddBlockCommand(program);
  AddLabCommand(program);
  AddSimulateCommand(program);
  AddExplainCommand(program);
  AddManCommand(program);
  AddCompletionsCommand(program);
  const auto parsed = ParseArguments(program, {argv + 1, argv + argc});
  if (!parsed) {
    fmt::print(stderr, "{}\n", parsed.error().context);
    return kExitError;
  }
  if (!parsed->help) return RunCommand(*parsed->command);
  fmt::print("{}", HelpText(*parsed->command, HelpWidth()));
  return kExitYes;
}

// What was printed may still sit in a buffer, and the disk be full. A reader that has gone
// away wanted no more; and an error that was said is not said twice.
int WithOutputWritten(int exit_code) {
  errno = 0;
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || errno == EPIPE || exit_code == kExitError) return exit_code;
  std::fprintf(stderr, "meguri: can't write to stdout: %s\n",
               errno == 0 ? "an earlier write failed; is the disk full?" : std::strerror(errno));
  return kExitError;
}

}  // namespace

int RunProgram(int argc, char** argv) {
  try {
    return WithOutputWritten(Main(argc, argv));
  } catch (const std::system_error& error) {
    if (error.code().value() == EPIPE) return kExitYes;  // as above
    std::fprintf(stderr, "meguri: %s\n", error.what());
    return kExitError;
  } catch (const std::exception& error) {  // the libraries'; ours throw none
    std::fprintf(stderr, "meguri: %s\n", error.what());
    return kExitError;
  }
}

}  // namespace meguri::app

int main(int argc, char** argv) { return meguri::app::RunProgram(argc, argv); }
