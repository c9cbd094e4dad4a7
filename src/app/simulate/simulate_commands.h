// The parts of `meguri simulate`, one file each.
#pragma once

namespace meguri::app {

class Command;

void AddSimulateCrawl(Command& simulate);
void AddSimulateOrder(Command& simulate);
void AddSimulatePolite(Command& simulate);
void AddSimulateRevisit(Command& simulate);
void AddSimulateMoved(Command& simulate);
void AddSimulatePaper(Command& simulate);
// Of `paper`.
void AddPaperOrdering(Command& paper);
void AddPaperPoliteness(Command& paper);
void AddPaperRefresh(Command& paper);
void AddPaperMoved(Command& paper);

}  // namespace meguri::app
