// `meguri explain`: what Meguri makes of a URL, a page, a message, and why.
#include "app/cli/command.h"
#include "app/commands.h"

namespace meguri::app {

void AddExplainCommand(Command& app) {
  Command& explain =
      app.AddCommand("explain", "Say what Meguri makes of what the web hands it, and why");
  explain.SetFooter(
      "\nWith arguments, one is explained in words. Without, JSON lines are read from stdin and "
      "each\n"
      "is answered with one JSON line, in order; a line that can't be read gives {\"error\"}.");
  AddExplainUrl(explain);
  AddExplainRobots(explain);
  AddExplainHttp(explain);
  AddExplainCharset(explain);
  AddExplainTokens(explain);
  AddExplainPage(explain);
  AddExplainSitemap(explain);
  AddExplainFeed(explain);
}

}  // namespace meguri::app
