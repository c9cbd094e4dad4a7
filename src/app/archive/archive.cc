// `meguri archive`: what can be done with archives, ours and others'.

#include "app/archive/archive_commands.h"
#include "app/cli/command.h"
#include "app/commands.h"

namespace meguri::app {

void AddArchiveCommand(Command& app) {
  Command& archive =
      app.AddCommand("archive", "List, read, check, repair, index and export web archives");
  archive.SetFooter(
      "\nArchives are WARC files, plain, gzip or zstd, and old ARC files; folders of them; or - "
      "for "
      "stdin.\nExit code 1 means that something in them is damaged, or was not found.");
  AddArchiveLs(archive);
  AddArchiveCat(archive);
  AddArchiveGet(archive);
  AddArchiveCheck(archive);
  AddArchiveRepair(archive);
  AddArchiveIndex(archive);
  AddArchiveExport(archive);
}

}  // namespace meguri::app
