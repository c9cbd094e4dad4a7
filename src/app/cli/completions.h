// Completion scripts for shells, made from what the commands say of themselves. They complete
// commands, options, the values of options that have choices, and names of files and folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/option.h"

namespace meguri::app {

enum class Completed {
  kNothing,  // any text: nothing can be offered
  kChoices,  // one of OptionFacts::choices
  kFiles,    // and folders
  kFolders,
};

// What the value of an option, or a positional argument, can be completed to.
Completed CompletedOf(const OptionFacts& option);

// `program` and all commands below it, those above before those below.
std::vector<const Command*> AllCommands(const Command& program);

// In one pair of quotes, as all three shells read it, if `text` has no backslash: 'it'\''s'.
std::string ShellQuoted(std::string_view text);
// The first line, and of that the first sentence or so: what fits beside a name in a list.
std::string ShortAbout(std::string_view about);

// Needs nothing but bash 4 or later.
std::string BashCompletions(const Command& program);
// For a file _PROGRAM in a folder of $fpath.
std::string ZshCompletions(const Command& program);
// fish 3.4 or later.
std::string FishCompletions(const Command& program);

}  // namespace meguri::app
