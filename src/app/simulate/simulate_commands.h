// The parts of `meguri simulate`, one file each.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

void AddSimulateCrawl(CLI::App& simulate, int& exit_code);
void AddSimulateOrder(CLI::App& simulate, int& exit_code);
void AddSimulatePolite(CLI::App& simulate, int& exit_code);
void AddSimulateRevisit(CLI::App& simulate, int& exit_code);
void AddSimulateMoved(CLI::App& simulate, int& exit_code);
void AddSimulatePaper(CLI::App& simulate, int& exit_code);
// Of `paper`.
void AddPaperOrdering(CLI::App& paper, int& exit_code);
void AddPaperPoliteness(CLI::App& paper, int& exit_code);
void AddPaperRefresh(CLI::App& paper, int& exit_code);
void AddPaperMoved(CLI::App& paper, int& exit_code);

}  // namespace meguri::app
