// `meguri simulate paper`: the figures of papers.
#include <CLI/CLI.hpp>

#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddSimulatePaper(CLI::App& simulate, int& exit_code) {
  CLI::App* paper = simulate.add_subcommand("paper", "the figures of a paper, on any data");
  paper->require_subcommand(1);
  AddPaperOrdering(*paper, exit_code);
  AddPaperPoliteness(*paper, exit_code);
  AddPaperRefresh(*paper, exit_code);
  AddPaperMoved(*paper, exit_code);
}

}  // namespace meguri::app
