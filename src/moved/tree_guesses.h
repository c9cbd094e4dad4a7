// Where a whole tree of pages seems to have moved, guessed from links alone.
//
// Three signs, each counted in links that show it:
// - The old path's first directory turns up elsewhere: /v1/os/intro/ for a page that was
//   /os/tutorial/x/ says that it may be /v1/os/tutorial/x/. Two links must say so.
// - A new URL would be a known old one, were a directory taken out, put in or named as before:
//   /docs/reference/a.html is new, /docs/a.html was known; so /docs/b.html may be
//   /docs/reference/b.html. One link will do, if the archive knows old URLs.
// - URLs end in another way: /docs/a/ is new, /docs/a.html was known; so /docs/b.html may be
//   /docs/b/. Where no old URLs are known, five links that end so and none that ends as before.
//
// A guess costs a request and can miss: the search makes few of them. Linear in the links' depth;
// at most kMaxGuesses are kept. Not thread-safe: one search's own.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moved/likeness/url_likeness.h"
#include "moved/search_weights.h"

namespace meguri::moved {

class TreeGuesses {
 public:
  static constexpr std::size_t kMaxGuesses = 10'000;

  struct Guess {
    std::string url;
    double priority = 0;  // comparable with LinkFrontier's
  };

  TreeGuesses(std::string_view old_url, const SearchWeights& weights,
              std::function<bool(std::string_view)> is_known);

  // A link's URL, seen for the first time.
  void Learn(const std::string& url);
  // It is no guess any more: it is linked to, or was asked for.
  void Remove(const std::string& url);

  // The one that most speaks for; nullopt if there is none. O(guesses).
  std::optional<Guess> Best() const;

 private:
  using Segments = std::span<const std::string>;
  struct Votes {
    int shifted = 0;
    int renamed = 0;
    int restyled = 0;
  };

  void LearnEnding(const PathParts& link, bool is_new);
  void LearnShift(const PathParts& link);
  void LearnRename(const PathParts& link, std::size_t at);
  void Vote(const std::vector<std::string>& segments, const PathParts& like, int Votes::*count);
  bool WasKnown(const std::vector<std::string>& segments) const;

  const SearchWeights weights_;
  PathParts old_;
  std::string old_url_;
  std::function<bool(std::string_view)> is_known_;
  bool ends_as_before_ = false;  // some link
  std::unordered_map<std::string, Votes> votes_;
  std::unordered_set<std::string> removed_;
};

}  // namespace meguri::moved
