// The commands of `meguri lab`, one file each; app/commands.h says what a command does.
#pragma once

namespace meguri::app {

class Command;

void AddLabJudge(Command& lab);

}  // namespace meguri::app
