// The srcset attribute: "a.jpg 1x, b.jpg 640w".
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {

// Calls take(url) for each candidate, unresolved, by HTML's rules of splitting: a URL ends at
// white space, commas at its end are separators, commas in parentheses of a descriptor are not.
// Descriptors are not judged: an archive wants every candidate. Linear.
template <class Take>
void ForEachSrcsetUrl(std::string_view srcset, Take&& take) {
  std::size_t at = 0;
  const auto skip_while = [&](auto&& matches) {
    while (at < srcset.size() && matches(srcset[at])) {
      ++at;
    }
  };
  for (;;) {
    skip_while([](char c) { return IsAsciiSpace(c) || c == ','; });
    if (at == srcset.size()) return;
    const std::size_t begin = at;
    skip_while([](char c) { return !IsAsciiSpace(c); });
    std::string_view url = srcset.substr(begin, at - begin);
    const bool separated = url.ends_with(',');
    while (url.ends_with(',')) {
      url.remove_suffix(1);
    }
    take(url);
    if (separated) continue;
    // Descriptors, up to a comma outside of parentheses.
    bool in_parentheses = false;
    skip_while([&](char c) {
      if (c == '(') in_parentheses = true;
      if (c == ')') in_parentheses = false;
      return c != ',' || in_parentheses;
    });
  }
}

}  // namespace meguri::html
