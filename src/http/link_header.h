// The Link header (RFC 8288): canonical and alternate pages can be named there as well as in HTML.
//
// Total and linear: what is no link is passed over up to the next comma. No state: any thread may
// call these functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meguri::http {

// Of repeated parameters the first counts.
struct Link {
  std::string target;  // between < and >; a URL reference, not resolved
  std::string rel;     // one or several, with spaces between them, as written
  std::string hreflang;
  std::string type;
  std::string media;
  bool has_anchor = false;  // says something about another page than the one it came with

  // True if `name` is among the relations, in any case.
  bool HasRel(std::string_view name) const;

  bool operator==(const Link&) const = default;
};

// All links of one value; of several headers, give the combined one.
std::vector<Link> ParseLinkHeader(std::string_view value);

}  // namespace meguri::http
