#include "xml/references.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/character_reference.h"
#include "html/entities.h"
#include "xml/doctype.h"

namespace meguri::xml {
namespace {

// "&#60;", "&#x3C;": its length, or 0.
std::size_t AppendNumeric(std::string_view text, std::string& out) {
  std::size_t at = 2;
  const bool hex = at < text.size() && AsciiToLower(text[at]) == 'x';
  if (hex) ++at;
  const std::size_t first = at;
  std::uint32_t number = 0;
  while (at < text.size()) {
    const int digit = HexDigitValue(text[at]);
    if (digit < 0 || (!hex && digit > 9)) break;
    number = number * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
    if (number > kMaxCodePoint) number = kMaxCodePoint + 1;  // stays out of range
    ++at;
  }
  if (at == first || at == text.size() || text[at] != ';') return 0;
  AppendUtf8(html::CharacterOfNumber(number), out);
  return at + 1;
}

struct Predefined {
  std::string_view name;
  char character;
};
constexpr std::array kPredefined = {Predefined{"amp", '&'}, Predefined{"lt", '<'},
                                    Predefined{"gt", '>'}, Predefined{"quot", '"'},
                                    Predefined{"apos", '\''}};

// `text` begins with a name and the semicolon after it.
bool AppendHtmlNamed(std::string_view text, std::size_t length, std::string& out) {
  const std::optional<html::EntityMatch> match = html::MatchEntity(text);
  if (!match || match->length != length + 1) return false;
  for (const char32_t code_point : match->code_points) {
    if (code_point != 0) AppendUtf8(code_point, out);
  }
  return true;
}

bool AppendNamed(std::string_view text, std::size_t length, const Doctype* doctype,
                 std::string& out) {
  const std::string_view name = text.substr(0, length);
  for (const Predefined& row : kPredefined) {
    if (row.name == name) {
      out += row.character;
      return true;
    }
  }
  if (doctype != nullptr) {
    if (const std::string_view* value = doctype->FindEntity(name)) {
      AppendText(*value, nullptr, out);
      return true;
    }
  }
  return AppendHtmlNamed(text, length, out);
}

}  // namespace

std::size_t AppendReference(std::string_view text, const Doctype* doctype, std::string& out) {
  text = text.substr(0, kMaxReference);
  if (text.size() < 3) return 0;
  if (text[1] == '#') return AppendNumeric(text, out);
  std::size_t end = 1;
  while (end < text.size() && text[end] != ';' && text[end] != '&' && text[end] != '<' &&
         !IsAsciiSpace(text[end])) {
    ++end;
  }
  if (end == 1 || end == text.size() || text[end] != ';') return 0;
  return AppendNamed(text.substr(1), end - 1, doctype, out) ? end + 1 : 0;
}

bool AppendPlain(std::string_view raw, std::string& out, std::size_t max_size) {
  if (out.size() <= max_size) {
    // One byte too many tells whether a character begins there.
    out += raw.substr(0, max_size - out.size() + 1);
    if (out.size() <= max_size) return true;
  }
  while (max_size > 0 && IsUtf8Continuation(out[max_size])) {
    --max_size;
  }
  out.resize(max_size);
  return false;
}

bool AppendText(std::string_view raw, const Doctype* doctype, std::string& out,
                std::size_t max_size) {
  while (!raw.empty() && out.size() <= max_size) {
    const std::size_t plain = raw.find_first_of("&\r");
    if (!AppendPlain(raw.substr(0, plain), out, max_size)) return false;
    if (plain == std::string_view::npos) return true;
    raw.remove_prefix(plain);
    if (raw.front() == '\r') {
      out += '\n';
      raw.remove_prefix(raw.starts_with("\r\n") ? 2 : 1);
      continue;
    }
    const std::size_t length = AppendReference(raw, doctype, out);
    if (length == 0) out += '&';
    raw.remove_prefix(length == 0 ? 1 : length);
  }
  return AppendPlain({}, out, max_size);
}

}  // namespace meguri::xml
