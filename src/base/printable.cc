#include "base/printable.h"

#include <fmt/format.h>

#include <iterator>

#include "base/utf8.h"

namespace meguri {

bool IsUnprintable(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) ||  // C0, DEL, C1: terminal commands
         c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) ||  // bidi controls
         c == 0x2028 || c == 0x2029 ||    // line separators
         c == 0xFEFF;                     // unseen
}

void AppendPrintable(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    const std::string_view bytes = text.substr(at, step.length);
    at += step.length;
    if (!step.valid) {
      for (const char byte : bytes) {
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
      }
    } else if (step.code_point == '\n') {
      out += "\\n";
    } else if (step.code_point == '\t') {
      out += "\\t";
    } else if (IsUnprintable(step.code_point)) {
      // All of them are below U+10000: four digits do.
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(step.code_point));
    } else {
      out += bytes;
    }
  }
}

std::string Printable(std::string_view text) {
  std::string out;
  AppendPrintable(text, out);
  return out;
}

}  // namespace meguri
