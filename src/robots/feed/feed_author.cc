#include "robots/feed/feed_author.h"

#include <cstddef>
#include <string>

#include "base/ascii.h"

namespace meguri::robots {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool IsLocalPart(char c) {
  return IsAsciiAlphanumeric(c) || c == '_' || c == '.' || c == '+' || c == '-';
}
bool IsDomain(char c) { return IsAsciiAlphanumeric(c) || c == '.' || c == '-'; }

struct Slice {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The first e-mail address in `text`; empty if there is none.
Slice FindAddress(std::string_view text) {
  for (std::size_t at = text.find('@'); at != kNone; at = text.find('@', at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && IsLocalPart(text[begin - 1]))
      --begin;
    std::size_t end = at + 1;
    while (end < text.size() && IsDomain(text[end]))
      ++end;
    while (end > at + 1 && !IsAsciiAlphanumeric(text[end - 1]))
      --end;
    const std::string_view domain = text.substr(at + 1, end - at - 1);
    if (begin == at || domain.find('.') == kNone || domain.starts_with('.')) continue;
    // "?subject=…" belongs to it.
    constexpr std::string_view kSubject = "?subject=";
    if (text.substr(end).starts_with(kSubject)) {
      end += kSubject.size();
      while (end < text.size() && !IsAsciiSpace(text[end]) && text[end] != ')')
        ++end;
    }
    return {begin, end};
  }
  return {};
}

void Remove(std::string_view what, std::string& text) {
  const std::size_t at = text.find(what);
  if (at != kNone) text.erase(at, what.size());
}

}  // namespace

FeedPerson SplitAuthor(std::string_view author) {
  constexpr std::size_t kMaxLine = 1024;  // longer ones are something else
  const Slice address = author.size() > kMaxLine ? Slice() : FindAddress(author);
  if (address.end == 0) return {.name = std::string(TrimAsciiSpace(author))};
  FeedPerson person{.email =
                        std::string(author.substr(address.begin, address.end - address.begin))};
  std::string rest(author.substr(0, address.begin));
  rest += author.substr(address.end);
  for (const std::string_view brackets : {"()", "<>", "&lt;&gt;", "mailto:"}) {
    Remove(brackets, rest);
  }
  std::string_view name = TrimAsciiSpace(rest);
  if (name.starts_with('(')) name.remove_prefix(1);
  if (name.ends_with(')')) name.remove_suffix(1);
  person.name = TrimAsciiSpace(name);
  return person;
}

std::string AuthorLine(const FeedPerson& person) {
  if (person.email.empty()) return person.name;
  if (person.name.empty()) return person.email;
  return person.name + " (" + person.email + ")";
}

}  // namespace meguri::robots
