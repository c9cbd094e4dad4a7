// `meguri simulate`: the engine on a virtual clock.

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddSimulateCommand(Command& app) {
  Command& command =
      app.AddCommand("simulate", "The same engine on a virtual web, clock, network and disk");
  AddSimulateCrawl(command);
  AddSimulateOrder(command);
  AddSimulatePolite(command);
  AddSimulateRevisit(command);
  AddSimulateMoved(command);
  AddSimulatePaper(command);
}

}  // namespace meguri::app
