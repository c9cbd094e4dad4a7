// Where a script ends: the standard's "script data" states with their escapes.
//
// A script may hold "<!-- <script> … </script> -->" as text: after "<!--" an inner <script>
// hides one </script>, until "-->". That is what old pages rely on.
#pragma once

#include <cstddef>
#include <string_view>

namespace meguri::html {

// How much of `text`, which begins inside a script, lies before the end tag `name` (lower case)
// that ends it; all of it if none does. Linear.
std::size_t ScriptDataLength(std::string_view text, std::string_view name);

// True if `text` begins with "</name" and a character that ends a name: white space, '/', '>'.
bool StartsWithEndTag(std::string_view text, std::string_view name);

}  // namespace meguri::html
