#include "url/log_field.h"

#include <algorithm>

#include "url/percent.h"

namespace meguri::url {
namespace {

bool NeedsEscape(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte > 0x7E;
}

}  // namespace

void AppendLogField(std::string_view text, std::string& out) {
  if (text.empty()) {
    out += '-';
  } else if (std::ranges::none_of(text, NeedsEscape)) {
    out += text;
  } else {
    for (const char c : text) {
      if (NeedsEscape(c)) {
        AppendEscaped(static_cast<unsigned char>(c), out);
      } else {
        out += c;
      }
    }
  }
}

}  // namespace meguri::url
