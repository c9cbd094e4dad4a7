// `meguri simulate`: the engine on a virtual clock.
#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddSimulateCommand(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("simulate", "the same engine on a virtual web, clock, network and disk");
  command->require_subcommand(1);
  AddSimulateCrawl(*command, exit_code);
  AddSimulateOrder(*command, exit_code);
  AddSimulatePolite(*command, exit_code);
  AddSimulateRevisit(*command, exit_code);
  AddSimulateMoved(*command, exit_code);
  AddSimulatePaper(*command, exit_code);
}

}  // namespace meguri::app
