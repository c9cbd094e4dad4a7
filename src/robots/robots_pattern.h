// Does a rule's pattern match a path? Both in their comparison form (comparison_form.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace meguri::robots {

struct RobotsPattern {
  std::string_view octets;  // every '*' stands for any octets, or none
  bool to_end = false;      // the rule ended in '$': the match must reach the path's end

  // RFC 9309 section 2.2.2: the match with the most octets wins. As written in comparison
  // form, special characters included: /a$ is longer than /a.
  std::size_t length() const { return octets.size() + (to_end ? 1 : 0); }
};

// True if `pattern` matches a beginning of `path` (all of it, if to_end). Adds the number of
// octets in which wildcards made us search to `searched`.
//
// The pieces between wildcards are looked for from left to right, each one where it first
// occurs after the one before: if any placement matches, this one does, so nothing is ever
// tried twice. O(path + pattern), also for /*a*a*a*b.
bool Matches(const RobotsPattern& pattern, std::string_view path, std::size_t& searched);

}  // namespace meguri::robots
