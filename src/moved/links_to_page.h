// The links that led to a page before it was gone, as far as a search needs them.
//
// Words count by how many links had them; of the pages that linked to it those nearest to it in the
// tree of folders come first, in which links to its new place are likeliest. Not thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "moved/moved_search.h"

namespace meguri::moved {

class LinksToPage {
 public:
  // Pages of a site that all link to it say no more than some of them.
  static constexpr std::size_t kMostLinking = 1000;

  // From another page; `anchor` may be empty.
  void Add(std::string_view from, std::string_view anchor);
  bool has_words() const { return !anchors_.empty(); }

  // Into old.anchors and old.linked_from, by old.url.
  void Take(OldPage& old) const;

 private:
  std::map<std::string, std::size_t, std::less<>> anchors_;  // how often
  std::map<std::string, std::size_t, std::less<>> from_;     // in which order they came
};

}  // namespace meguri::moved
