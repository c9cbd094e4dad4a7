#include "xml/doctype.h"

#include <algorithm>

#include "base/ascii.h"

namespace meguri::xml {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Where the thing at `at` that may hold brackets in it (a comment, a processing instruction, a
// quoted string) ends; `at` + 1 for anything else, kNone if it has no end.
std::size_t EndOfPiece(std::string_view text, std::size_t at) {
  const auto after = [text](std::string_view end, std::size_t from) {
    const std::size_t found = text.find(end, from);
    return found == kNone ? kNone : found + end.size();
  };
  if (text[at] == '"') return after("\"", at + 1);
  if (text[at] == '\'') return after("'", at + 1);
  if (text.substr(at).starts_with("<!--")) return after("-->", at + 4);
  if (text.substr(at).starts_with("<?")) return after("?>", at + 2);
  return at + 1;
}

std::string_view TakeWord(std::string_view& rest) {
  while (!rest.empty() && IsAsciiSpace(rest.front()))
    rest.remove_prefix(1);
  const auto end = std::ranges::find_if(rest, IsAsciiSpace);
  const std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(word.size());
  return word;
}

bool IsHarmless(std::string_view value) {
  if (value.find_first_of("<%") != kNone) return false;
  const std::size_t ampersand = value.find('&');
  if (ampersand == kNone) return true;
  return ampersand == 0 && value.starts_with("&#") &&
         value.find_first_of("&;", 1) == value.size() - 1;
}

}  // namespace

std::size_t Doctype::Read(std::string_view text) {
  std::size_t at = std::string_view("<!DOCTYPE").size();
  const std::size_t begin = at;
  const std::size_t max_growth = text.size() <= kMaxGrowingBytes ? kMaxGrowth : 1;
  std::size_t subset = kNone;
  while (at < text.size()) {
    if (subset == kNone && text[at] == '>') {
      if (external_id_.empty()) external_id_ = text.substr(begin, at - begin);
      return at + 1;
    }
    if (subset == kNone && text[at] == '[') {
      subset = at;
      external_id_ = text.substr(begin, at - begin);
    } else if (text[at] == ']') {
      subset = kNone;
    }
    const bool declaration = text.substr(at).starts_with("<!ENTITY");
    const std::size_t declared_at = at;
    do {  // a declaration ends at its '>', which may also be in quotes
      at = EndOfPiece(text, at);
      if (at == kNone) return 0;
    } while (declaration && at < text.size() && text[at] != '>');
    if (declaration) AddEntity(text.substr(declared_at, at - declared_at), max_growth);
  }
  return 0;
}

void Doctype::AddEntity(std::string_view declaration, std::size_t max_growth) {
  declaration.remove_prefix(std::string_view("<!ENTITY").size());
  const std::string_view name = TakeWord(declaration);
  const std::string_view quoted = TrimAsciiSpace(declaration);
  if (name.empty() || quoted.size() < 2 || entities_.size() == kMaxEntities) return;
  // `<!ENTITY x SYSTEM "…">` and `<!ENTITY % x "…">` have something else here.
  if ((quoted.front() != '"' && quoted.front() != '\'') || quoted.back() != quoted.front()) return;
  const std::string_view value = quoted.substr(1, quoted.size() - 2);
  // The first declaration binds (XML 1.0, 4.2).
  const std::size_t reference_size = name.size() + 2;
  if (value.size() > max_growth * reference_size || !IsHarmless(value)) return;
  if (FindEntity(name) == nullptr) entities_.push_back({name, value});
}

const std::string_view* Doctype::FindEntity(std::string_view name) const {
  const auto found =
      std::ranges::find_if(entities_, [name](const Entity& entity) { return entity.name == name; });
  return found == entities_.end() ? nullptr : &found->value;
}

}  // namespace meguri::xml
