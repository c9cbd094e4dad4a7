// `meguri find-moved URL`: where a page went.
#pragma once

namespace meguri::app {

class Command;

// As those of commands.h.
void AddFindMovedCommand(Command& app);

}  // namespace meguri::app
