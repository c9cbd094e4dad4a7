// `meguri archive`: what can be done with archives, ours and others'.
#include <CLI/CLI.hpp>

#include "app/archive/archive_commands.h"
#include "app/commands.h"

namespace meguri::app {

void AddArchiveCommand(CLI::App& app, int& exit_code) {
  CLI::App* archive =
      app.add_subcommand("archive", "List, read, check, repair, index and export web archives");
  archive->footer(
      "\nArchives are WARC files, plain, gzip or zstd, and old ARC files; folders of them; or - "
      "for "
      "stdin.\nExit code 1 means that something in them is damaged, or was not found.");
  archive->require_subcommand(1);
  AddArchiveLs(*archive, exit_code);
  AddArchiveCat(*archive, exit_code);
  AddArchiveGet(*archive, exit_code);
  AddArchiveCheck(*archive, exit_code);
  AddArchiveRepair(*archive, exit_code);
  AddArchiveIndex(*archive, exit_code);
  AddArchiveExport(*archive, exit_code);
}

}  // namespace meguri::app
