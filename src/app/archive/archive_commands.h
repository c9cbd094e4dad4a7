// The commands of `meguri archive`, one file each; app/commands.h says what a command does.
#pragma once

namespace meguri::app {

class Command;

void AddArchiveLs(Command& archive);
void AddArchiveCat(Command& archive);
void AddArchiveGet(Command& archive);
void AddArchiveCheck(Command& archive);
void AddArchiveRepair(Command& archive);
void AddArchiveIndex(Command& archive);
void AddArchiveExport(Command& archive);

}  // namespace meguri::app
