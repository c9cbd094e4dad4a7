// `meguri simulate paper`: the figures of papers.

#include "app/cli/command.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddSimulatePaper(Command& simulate) {
  Command& paper = simulate.AddCommand("paper", "The figures of a paper, on any data");
  AddPaperOrdering(paper);
  AddPaperPoliteness(paper);
  AddPaperRefresh(paper);
  AddPaperMoved(paper);
}

}  // namespace meguri::app
