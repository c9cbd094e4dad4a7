#include "html/script_data.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {
namespace {

constexpr std::string_view kScript = "script";
constexpr std::string_view kEscape = "<!--";

bool EndsName(char c) { return IsAsciiSpace(c) || c == '/' || c == '>'; }

// "script" in any case at text[at], with a character after it that ends a name.
bool IsScriptNameAt(std::string_view text, std::size_t at) {
  return at + kScript.size() < text.size() && EndsName(text[at + kScript.size()]) &&
         EqualsIgnoringAsciiCase(text.substr(at, kScript.size()), kScript);
}

enum class Escape : std::uint8_t {
  kEscaped,        // after "<!--"
  kDoubleEscaped,  // after "<!-- … <script"
};

struct EscapedEnd {
  std::size_t at;
  bool closed;  // by the script's end tag, which begins at `at`; else "-->" ended the escape
};

// At a '<' within an escape: where to go on. An inner <script> or </script> changes `escape`.
std::size_t SkipInnerTag(std::string_view text, std::size_t at, Escape& escape) {
  const bool end_tag = at + 1 < text.size() && text[at + 1] == '/';
  const std::size_t name = at + (end_tag ? 2 : 1);
  // <script> counts in an escape, </script> in a double one.
  if (end_tag != (escape == Escape::kDoubleEscaped) || !IsScriptNameAt(text, name)) return at + 1;
  escape = end_tag ? Escape::kEscaped : Escape::kDoubleEscaped;
  return name + kScript.size() + 1;
}

// `at` is after "<!--": goes to where the escape ends.
EscapedEnd SkipEscaped(std::string_view text, std::size_t at, std::string_view name) {
  Escape escape = Escape::kEscaped;
  std::size_t dashes = 2;  // just before `at`: those of "<!--" count, so "<!-->" is over at once
  while (at < text.size()) {
    const char c = text[at];
    if (c == '-') {
      ++dashes;
      ++at;
      continue;
    }
    if (c == '>' && dashes >= 2) return {at + 1, false};
    dashes = 0;
    if (c != '<') {
      ++at;
      continue;
    }
    if (escape == Escape::kEscaped && StartsWithEndTag(text.substr(at), name)) return {at, true};
    at = SkipInnerTag(text, at, escape);
  }
  return {at, false};
}

}  // namespace

bool StartsWithEndTag(std::string_view text, std::string_view name) {
  return !name.empty() && text.size() > name.size() + 2 && text[0] == '<' && text[1] == '/' &&
         EndsName(text[name.size() + 2]) &&
         EqualsIgnoringAsciiCase(text.substr(2, name.size()), name);
}

std::size_t ScriptDataLength(std::string_view text, std::string_view name) {
  std::size_t at = 0;
  for (;;) {
    at = text.find('<', at);
    if (at == std::string_view::npos) return text.size();
    const std::string_view rest = text.substr(at);
    if (StartsWithEndTag(rest, name)) return at;
    if (!rest.starts_with(kEscape)) {
      ++at;
      continue;
    }
    const EscapedEnd end = SkipEscaped(text, at + kEscape.size(), name);
    at = end.at;
    if (end.closed || at == text.size()) return at;
  }
}

}  // namespace meguri::html
