// The commands of `meguri`, one file each. A command adds its own sub-command, options and
// help to the parser; its callback does the work and sets the exit code.
//
// Exit codes, in all commands: 0 it went well, 1 the answer is "no", 2 an error, said in one
// line on stderr.
#pragma once

#include <string_view>

#include "base/result.h"

namespace CLI {
class App;
}

namespace meguri::app {

inline constexpr int kExitYes = 0;
inline constexpr int kExitNo = 1;
inline constexpr int kExitError = 2;

// What a command came to: its exit code, or an error, which is said on stderr.
int ExitCodeOf(std::string_view command, const Result<int>& result);

// Each adds one sub-command to `app`. `exit_code` must outlive the parsing.
void AddExplainCommand(CLI::App& app, int& exit_code);
void AddCrawlCommand(CLI::App& app, int& exit_code);
void AddParseCommand(CLI::App& app, int& exit_code);
void AddArchiveCommand(CLI::App& app, int& exit_code);
void AddLabCommand(CLI::App& app, int& exit_code);
void AddSimulateCommand(CLI::App& app, int& exit_code);
void AddAuditCommand(CLI::App& app, int& exit_code);
void AddUrlCommand(CLI::App& app, int& exit_code);
void AddGraphCommand(CLI::App& app, int& exit_code);
void AddBlockCommand(CLI::App& app, int& exit_code);
void AddExplainUrl(CLI::App& explain, int& exit_code);
void AddExplainRobots(CLI::App& explain, int& exit_code);
void AddExplainHttp(CLI::App& explain, int& exit_code);
void AddExplainCharset(CLI::App& explain, int& exit_code);
void AddExplainTokens(CLI::App& explain, int& exit_code);
void AddExplainPage(CLI::App& explain, int& exit_code);
void AddExplainSitemap(CLI::App& explain, int& exit_code);
void AddExplainFeed(CLI::App& explain, int& exit_code);

}  // namespace meguri::app
