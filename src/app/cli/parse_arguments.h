// Reads a command line by what the commands say of themselves.
//
// Options may stand anywhere behind their command: "--out x", "--out=x", "-o x", "-ox"; those of a
// command above, before the name of the one below. What begins with "-" is an option, but for "-"
// itself (stdin) and a negative number; behind "--" nothing is. An option that wants a value takes
// the next argument, unless that is an option of the command.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "base/result.h"

namespace meguri::app {

struct ParsedArguments {
  const Command* command = nullptr;  // the one that was named last
  bool help = false;                 // its help was asked for; nothing else was looked at
};

// Stores what options were given. On failure the error is a whole line: the command's name, what is
// wrong, what might have been meant, and where its help is.
Result<ParsedArguments> ParseArguments(Command& program, const std::vector<std::string>& arguments);

}  // namespace meguri::app
