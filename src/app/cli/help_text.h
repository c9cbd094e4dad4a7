// What `--help` prints of a command.
#pragma once

#include <cstddef>
#include <string>

#include "app/cli/command.h"

namespace meguri::app {

inline constexpr std::size_t kHelpWidth = 100;  // columns, where nothing says otherwise

// "meguri archive ls [OPTIONS] PATH..."
std::string UsageLine(const Command& command);
// "-o, --out FILE"; "    --include RULE..." of one that may be repeated
std::string SpellingsText(const OptionFacts& option);
// The option's description, and what is known of its values: "of a page [10] (1 to 100)".
std::string AboutText(const OptionFacts& option);

std::string HelpText(const Command& command, std::size_t width = kHelpWidth);

}  // namespace meguri::app
