#include "report/escape.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "base/printable.h"
#include "base/utf8.h"

namespace meguri::report {
namespace {

// Calls `take` with each character's bytes, after what can't stay was replaced.
template <class Take>
void ForEachCharacter(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    const char32_t c = step.code_point;
    const bool stays = step.valid && (c == '\t' || c == '\n' || c == '\r' ||
                                      (!IsUnprintable(c) && c != 0xFFFE && c != 0xFFFF));
    take(stays ? text.substr(at, step.length) : std::string_view("\uFFFD"));
    at += step.length;
  }
}

}  // namespace

void AppendMarkup(std::string_view text, std::string& out) {
  ForEachCharacter(text, [&out](std::string_view c) {
    switch (c.front()) {
      case '&':
        out += "&amp;";
        return;
      case '<':
        out += "&lt;";
        return;
      case '>':
        out += "&gt;";
        return;
      case '"':
        out += "&quot;";
        return;
      case '\'':
        out += "&#39;";
        return;
      default:
        out += c;
    }
  });
}

std::string Markup(std::string_view text) {
  std::string out;
  AppendMarkup(text, out);
  return out;
}

void AppendJsonString(std::string_view text, std::string& out) {
  out += '"';
  ForEachCharacter(text, [&out](std::string_view c) {
    const char first = c.front();
    if (first == '"' || first == '\\') {
      out += '\\';
      out += first;
    } else if (first == '<' || first == '>' || first == '&' ||
               static_cast<unsigned char>(first) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(first));
    } else {
      out += c;
    }
  });
  out += '"';
}

void AppendCsvField(std::string_view text, std::string& out) {
  const bool quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (quoted) out += '"';
  ForEachCharacter(text, [&out](std::string_view c) {
    if (c.front() == '"') out += '"';
    out += c;
  });
  if (quoted) out += '"';
}

void AppendDouble(double number, std::string& out) {
  constexpr double kWholeBelow = 1e15;
  constexpr double kRoundedBelow = 1e300;  // above, rounding could give an infinity
  constexpr int kDigits = 10;
  std::array<char, 64> text;  // NOLINT(cppcoreguidelines-pro-type-member-init): written below
  char* const begin = text.data();
  char* const end = begin + text.size();
  const double size = std::abs(number);
  std::to_chars_result written{};
  if (size < kWholeBelow && number == std::trunc(number)) {
    written = std::to_chars(begin, end, static_cast<std::int64_t>(number));
  } else if (size < kRoundedBelow) {
    written = std::to_chars(begin, end, number, std::chars_format::general, kDigits);
  } else {
    written = std::to_chars(begin, end, number);
  }
  out.append(begin, written.ptr);
}

}  // namespace meguri::report
