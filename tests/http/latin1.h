// Unicode text of test data as the bytes of a header.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace meguri::testing_support {

// Each code point as one byte. Those above U+00FF no header can hold: they become DEL, which is
// as invalid in the places where they are tested.
inline std::string ToLatin1(std::string_view utf8) {
  std::string bytes;
  for (std::size_t at = 0; at < utf8.size();) {
    const Utf8Step step = DecodeUtf8(utf8, at);
    bytes += step.code_point <= 0xFF ? static_cast<char>(step.code_point) : '\x7F';
    at += step.length;
  }
  return bytes;
}

}  // namespace meguri::testing_support
