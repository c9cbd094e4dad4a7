// The commands of `meguri archive`, one file each; app/commands.h says what a command does.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

void AddArchiveLs(CLI::App& archive, int& exit_code);
void AddArchiveCat(CLI::App& archive, int& exit_code);
void AddArchiveGet(CLI::App& archive, int& exit_code);
void AddArchiveCheck(CLI::App& archive, int& exit_code);
void AddArchiveRepair(CLI::App& archive, int& exit_code);
void AddArchiveIndex(CLI::App& archive, int& exit_code);
void AddArchiveExport(CLI::App& archive, int& exit_code);

}  // namespace meguri::app
