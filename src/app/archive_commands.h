// The sub-commands of `meguri archive`, one file each.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

// Each adds one sub-command to `archive`. `exit_code` must outlive the parsing.
void AddArchiveIndex(CLI::App& archive, int& exit_code);

}  // namespace meguri::app
