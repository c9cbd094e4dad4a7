// `meguri simulate moved`: where did a page go, by every method, on sites whose pages really moved.
#include <memory>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/moved_command.h"
#include "app/simulate/moved_flags.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddSimulateMoved(Command& simulate) {
  const auto flags = std::make_shared<MovedFlags>();
  Command& command = simulate.AddCommand(
      "moved", "Where did it go? Searches sites for pages that really moved, by every method");
  command.SetFooter(
      "Where did it go? Searches sites for pages that really moved, by every method, and counts\n"
      "the requests until the new place is read. Writes a report with charts. Ctrl-C keeps what\n"
      "is done; exit 1 then.\n"
      "\n"
      "  meguri simulate moved ../shared/moved\n"
      "  meguri simulate moved DATA --method paper,meguri --learn --json\n"
      "  meguri simulate moved DATA --figures figures\n"
      "\n"
      "Methods: paper (link paths and anchors from before the move; paper+5: five calls more),\n"
      "directory (along the old URL's directories), bfs and dfs (from the root), meguri (what\n"
      "`meguri` itself does: best first, by all that is known of the page).");
  flags->AddTo(command, "report/moved.html");
  flags->AddMethodsTo(command);
  command.Does([flags] { return RunMovedCommand(*flags, MovedReportKind::kComparison); });
}

}  // namespace meguri::app
