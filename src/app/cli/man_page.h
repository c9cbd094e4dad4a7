// Man pages, one for each command, made from what the commands say of themselves:
// meguri.1, meguri-archive.1, meguri-archive-ls.1. They bear no date, so that the same program
// writes the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "app/cli/command.h"

namespace meguri::app {

// "meguri-archive-ls"
std::string ManPageName(const Command& command);

// The page in roff. `version` stands in its footer: "meguri 0.2.0".
std::string ManPage(const Command& command, std::string_view version);

// Plain text as roff shows it unchanged: no character of it is a command, a hyphen stays one that
// can be copied, and a quote a straight one. Of one line or several.
std::string RoffText(std::string_view text);

}  // namespace meguri::app
