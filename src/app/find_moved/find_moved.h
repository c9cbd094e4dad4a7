// `meguri find-moved URL`: where a page went.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

// As those of commands.h.
void AddFindMovedCommand(CLI::App& app, int& exit_code);

}  // namespace meguri::app
