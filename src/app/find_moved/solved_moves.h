// Moves that are already solved, in a text file, for `find-moved --learn`: how a site renamed other
// pages says where this one may be.
//
//   # a comment
//   https://example.org/docs/a.html   https://example.org/manual/a/
//
// A move a line: the old and the new URL, white space between.
#pragma once

#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"
#include "moved/rename_rules.h"

namespace meguri::app {

// Makes the file if it isn't there, so that who can't write to it hears of that before anything
// is asked. Fails with kInvalidArgument, "FILE:3: what", if a line is no move.
Result<moved::RenameRules> ReadSolvedMoves(Files& files, const std::string& path);

// At the end of the file; nothing is done if it has the move.
Status AddSolvedMove(Files& files, const std::string& path, std::string_view old_url,
                     std::string_view new_url);

}  // namespace meguri::app
