// Windows drive letters, which file URLs treat apart:
// https://url.spec.whatwg.org/#windows-drive-letter
#pragma once

#include <string_view>

#include "base/ascii.h"
#include "url/char_class.h"

namespace meguri::url {

// "C:" or "C|".
inline bool IsDriveLetter(std::string_view text) {
  return text.size() == 2 && IsAsciiAlpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

// The same at the front of what is left of the input, followed by its end or a delimiter.
inline bool StartsWithDriveLetter(std::string_view text) {
  return IsDriveLetter(text.substr(0, 2)) && (text.size() == 2 || IsIn(text[2], kPathEndSpecial));
}

// The drive at the front of a serialised path: "/C:" of "/C:/x"; empty if there is none.
inline std::string_view DriveOf(std::string_view path) {
  const bool has_drive = path.size() >= 3 && path[0] == '/' && IsAsciiAlpha(path[1]) &&
                         path[2] == ':' && (path.size() == 3 || path[3] == '/');
  return has_drive ? path.substr(0, 3) : std::string_view();
}

}  // namespace meguri::url
