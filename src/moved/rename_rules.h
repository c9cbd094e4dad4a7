// How a site renames its pages, learnt from moves that are already solved: of /docs/a.html →
// /manual/a/ and /docs/b.html → /manual/b/ it guesses where /docs/c.html went.
//
// A move is taken apart into what happened to the directories (some put in, taken out or replaced,
// counted from the front), to the file's name (words put in, taken out or replaced at its
// beginning or before its end), and to its ending. Both are applied to the URL asked for, where
// they fit; what several moves agree on comes first, then what was learnt in the same directory.
//
//   /docs/x-guide_123.html → /manual/x-guide/   docs → manual; a number off the name's end;
//                                               ".html" → "/"
//
// Where the URL itself is known to have gone comes first. Moves of other hosts, and URLs with a
// query, teach nothing else; http or https and www. don't count.
// Guess() is linear in the moves learnt. Thread-compatible.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::moved {

class RenameRules {
 public:
  void Learn(std::string_view old_url, std::string_view new_url);

  // Where the rules put `old_url`, likeliest first, at most `most` of them.
  std::vector<std::string> Guess(std::string_view old_url, std::size_t most = 3) const;

  // That very move was learnt: no guess.
  bool HasMove(std::string_view old_url, std::string_view new_url) const;

  bool empty() const { return moves_.empty(); }

 private:
  struct Move {
    std::string old_url;
    std::string new_url;
  };
  std::vector<Move> moves_;
};

}  // namespace meguri::moved
