// The form in which a URL's path and a rule's pattern are compared, octet by octet
// (RFC 9309 section 2.2.2): different spellings of one path become one spelling.
//
//   octet                                          becomes
//   %-escape of a letter, digit, '-' '.' '_' '~'   the character itself
//   any other %-escape                             the same, hex digits in upper case
//   ':' '/' '?' '#' '[' ']' '@' '!' '&' '(' ')'    itself, and so differs from its escape:
//     '+' ',' ';' '='                              /a%2Fb is not /a/b (RFC 3986, 2.2)
//   '*' '$' '\''                                   its escape
//   non-ASCII, control, blank, '"' '<' '|' '\\'…   its escape
//   '%' without two hex digits                     itself
//
// '*' and '$' are reserved characters too, but RFC 9309 section 2.2.3 has the rule
// /a-%2A.html meet the URL /a-*.html. '\'' is escaped by the WHATWG serialiser in queries
// and nowhere else, so a rule could not otherwise name it. A lone '%' stays, so that the
// rule /*% means what it seems to say.
//
// One pass, linear; the form is at most three times as long.
#pragma once

#include <string>
#include <string_view>

#include "base/lifetime.h"

namespace meguri::robots {

// The form of a path with its query. Most serialised URLs are in it already: then `path`
// itself is returned and nothing is copied; else the form is written to `scratch`, whose
// capacity is kept, and a view of it returned. A path that doesn't begin with '/' is read as
// if it did.
// REQUIRES: `path` doesn't lie within `scratch`.
std::string_view PathForm(std::string_view path MEGURI_LIFETIME_BOUND,
                          std::string& scratch MEGURI_LIFETIME_BOUND);

// True if a '%' in `text` is not followed by two hex digits.
bool HasBrokenEscape(std::string_view text);

// Appends the form of a rule's pattern, in which every '*' is the wildcard. The caller has
// taken off a '$' at the end; any other is an ordinary character.
void AppendPatternForm(std::string_view pattern, std::string& out);

}  // namespace meguri::robots
