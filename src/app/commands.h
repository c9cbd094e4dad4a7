// The commands of `meguri`, one file each. A command adds its own sub-command, options and
// help to the parser, and what it does.
//
// Exit codes, in all commands: 0 it went well, 1 the answer is "no", 2 an error, said in one
// line on stderr.
#pragma once

namespace meguri::app {

class Command;

inline constexpr int kExitYes = 0;
inline constexpr int kExitNo = 1;
inline constexpr int kExitError = 2;

// Each adds one command to `app`.
void AddExplainCommand(Command& app);
void AddCrawlCommand(Command& app);
void AddParseCommand(Command& app);
void AddArchiveCommand(Command& app);
void AddLabCommand(Command& app);
void AddSimulateCommand(Command& app);
void AddAuditCommand(Command& app);
void AddDoctorCommand(Command& app);
void AddUrlCommand(Command& app);
void AddGraphCommand(Command& app);
void AddBlockCommand(Command& app);
// Both write down what `app` has got until it runs.
void AddManCommand(Command& app);
void AddCompletionsCommand(Command& app);
void AddExplainUrl(Command& explain);
void AddExplainRobots(Command& explain);
void AddExplainHttp(Command& explain);
void AddExplainCharset(Command& explain);
void AddExplainTokens(Command& explain);
void AddExplainPage(Command& explain);
void AddExplainSitemap(Command& explain);
void AddExplainFeed(Command& explain);

}  // namespace meguri::app
