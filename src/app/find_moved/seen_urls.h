// Which URLs of a site an archive saw while a page was there, and which only since.
//
// An archive may go on after a page was gone, and so know the very URL that it went to: to have
// seen that speaks against it only if both were there at once. The page was there until it, or a
// link to it, was last seen; what else that visit of the site saw was there as well. A visit ends
// where the archive saw nothing of the site for a day, and when the page was found gone.
//
// A URL is one by its key, whoever makes that. Some 100 bytes a URL. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"

namespace meguri::app {

class SeenUrls {
 public:
  // A URL was there, or linked to.
  void Add(std::string_view key, WallTime date);
  // Of the page in question: there it was, so it was linked to, it wasn't there any more.
  void SeePage(WallTime date);
  void SeeLinkToPage(WallTime date);
  void MissPage(WallTime date);

  std::size_t size() const { return first_.size(); }
  // Constant after the first call.
  bool WasThereWithPage(const std::string& key) const;
  // True if there is any that wasn't.
  bool HasLater() const;

 private:
  void See(WallTime date);
  WallTime End() const;
  WallTime EndOfVisit(WallTime from) const;

  std::unordered_map<std::string, WallTime> first_;  // when each was first seen
  std::set<std::int64_t> hours_;                     // in which something was seen, since 1970
  std::optional<WallTime> page_;                     // seen last
  std::optional<WallTime> link_;                     // likewise
  std::vector<WallTime> missed_;
  mutable std::optional<WallTime> end_;  // until when the page was there
};

}  // namespace meguri::app
