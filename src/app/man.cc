// `meguri man`: the man pages of all commands.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

#include "app/cli/command.h"
#include "app/cli/completions.h"
#include "app/cli/man_page.h"
#include "app/commands.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

Result<int> WriteManPages(const Command& program, const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    return Fail(ErrorCode::kIo,
                fmt::format("can't make {}: {}", Printable(folder), failed.message()));
  }
  for (const Command* command : AllCommands(program)) {
    const std::string path = fmt::format("{}/{}.1", folder, ManPageName(*command));
    std::ofstream file(path, std::ios::binary);
    file << ManPage(*command, "meguri " MEGURI_VERSION);
    file.close();
    if (!file) return Fail(ErrorCode::kIo, fmt::format("can't write {}", Printable(path)));
  }
  return kExitYes;
}

}  // namespace

void AddManCommand(Command& app) {
  auto folder = std::make_shared<std::string>();
  Command& command = app.AddCommand("man", "Write a man page for each command");
  command.AddOption("DIR", *folder, "the folder for meguri.1, meguri-crawl.1 and the others")
      .Required();
  command.SetFooter(
      "\nExample: meguri man ~/.local/share/man/man1 && man meguri-crawl\n"
      "The same version writes the same pages, byte by byte.");
  command.Does([&app, folder] { return WriteManPages(app, *folder); });
}

}  // namespace meguri::app
