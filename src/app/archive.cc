// `meguri archive`: work on archives.
#include <CLI/CLI.hpp>

#include "app/archive_commands.h"
#include "app/commands.h"

namespace meguri::app {

void AddArchiveCommand(CLI::App& app, int& exit_code) {
  CLI::App* archive = app.add_subcommand("archive", "Read and index WARC and ARC files");
  archive->require_subcommand(1);
  AddArchiveIndex(*archive, exit_code);
}

}  // namespace meguri::app
