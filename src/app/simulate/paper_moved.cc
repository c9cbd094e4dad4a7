// `meguri simulate paper moved`: the figures of the paper on moved pages.
#include <memory>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/moved_charts.h"
#include "app/simulate/moved_command.h"
#include "app/simulate/moved_flags.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {

void AddPaperMoved(Command& paper) {
  const auto flags = std::make_shared<MovedFlags>();
  flags->methods = PaperMovedMethods();
  Command& command =
      paper.AddCommand("moved", "Finding moved pages by link paths: figures 9 to 14 of its paper");
  command.SetFooter(
      "Finding moved pages by link paths: figures 9 to 14 of its paper: capture rates, lengths of\n"
      "URLs, bytes kept for a watched page, link paths found for max = d, d + 5, d + 10, and\n"
      "capture rates for these, without and with the preparation.\n"
      "\n"
      "  meguri simulate paper moved ../shared/moved --figures figures");
  flags->AddTo(command, "report/paper_moved.html");
  command.Does([flags] { return RunMovedCommand(*flags, MovedReportKind::kPaper); });
}

}  // namespace meguri::app
