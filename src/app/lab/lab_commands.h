// The commands of `meguri lab`, one file each; app/commands.h says what a command does.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

void AddLabJudge(CLI::App& lab, int& exit_code);

}  // namespace meguri::app
