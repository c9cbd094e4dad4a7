#include "html/charset_prescan.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/content_model.h"
#include "html/tokenizer.h"

namespace meguri::html {
namespace {

using encoding::Encoding;
using encoding::FindEncoding;
using std::string_view_literals::operator""sv;

// In a <meta>, what can't be true: the page was read as ASCII so far.
std::optional<Encoding> AsDeclared(std::optional<Encoding> declared) {
  if (declared == Encoding::kUtf16Be || declared == Encoding::kUtf16Le) return Encoding::kUtf8;
  if (declared == Encoding::kXUserDefined) return Encoding::kWindows1252;
  return declared;
}

struct ScannedAttribute {
  std::string_view name;
  std::string_view value;
};

// Walks over a page's bytes. `at` may run to the end: done().
class Scanner {
 public:
  explicit Scanner(std::string_view bytes) : bytes_(bytes) {}

  bool done() const { return at_ >= bytes_.size(); }
  char here() const { return bytes_[at_]; }
  std::string_view rest() const { return bytes_.substr(at_); }
  void Advance(std::size_t count = 1) { at_ = std::min(at_ + count, bytes_.size()); }

  // To the next '<'; false if there is none.
  bool FindMarkup() { return MoveTo(bytes_.find('<', at_)); }
  bool MoveTo(std::size_t position) {
    at_ = std::min(position, bytes_.size());
    return !done();
  }

  bool StartsWithIgnoringCase(std::string_view lower) const {
    return EqualsIgnoringAsciiCase(rest().substr(0, lower.size()), lower);
  }
  // REQUIRES: here() is '<'.
  bool IsTag() const {
    const std::size_t name = at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '/' ? 2 : 1;
    return at_ + name < bytes_.size() && IsAsciiAlpha(bytes_[at_ + name]);
  }
  bool IsMeta() const {
    constexpr std::string_view kMeta = "<meta";
    return StartsWithIgnoringCase(kMeta) && at_ + kMeta.size() < bytes_.size() &&
           IsSpaceOrSlash(bytes_[at_ + kMeta.size()]);
  }

  // To the '>' that ends `<!…>`, `</…>`, `<?…>`.
  void SkipToBracket() { MoveTo(bytes_.find('>', at_)); }
  // To the '>' of the first "-->", whose dashes may be those of "<!--".
  void SkipComment() {
    const std::size_t end = bytes_.find("-->", at_ + 2);
    MoveTo(end == std::string_view::npos ? end : end + 2);
  }
  // From "<name" or "</name" to what follows the name.
  void SkipTagName() { MoveTo(bytes_.find_first_of("\t\n\f\r >", at_)); }
  // "get an attribute"; nullopt at the '>', and at the end of the bytes.
  std::optional<ScannedAttribute> NextAttribute();

 private:
  static bool IsSpaceOrSlash(char c) { return IsAsciiSpace(c) || c == '/'; }
  void SkipSpace() {
    while (!done() && IsAsciiSpace(here())) {
      ++at_;
    }
  }
  std::string_view From(std::size_t start) const { return bytes_.substr(start, at_ - start); }
  std::optional<std::string_view> Value();

  std::string_view bytes_;
  std::size_t at_ = 0;
};

std::optional<ScannedAttribute> Scanner::NextAttribute() {
  while (!done() && IsSpaceOrSlash(here())) {
    ++at_;
  }
  if (done() || here() == '>') return std::nullopt;
  const std::size_t start = at_;
  // The first byte may be a '=', then it belongs to the name.
  do {
    ++at_;
  } while (!done() && here() != '=' && here() != '>' && !IsSpaceOrSlash(here()));
  ScannedAttribute attribute{From(start), {}};
  if (done()) return std::nullopt;
  if (here() == '/' || here() == '>') return attribute;
  SkipSpace();
  if (done()) return std::nullopt;
  if (here() != '=') return attribute;
  ++at_;
  const auto value = Value();
  if (!value) return std::nullopt;
  attribute.value = *value;
  return attribute;
}

// Behind the '='; nullopt if the bytes end in it: then the attribute doesn't count.
std::optional<std::string_view> Scanner::Value() {
  SkipSpace();
  if (done()) return std::nullopt;
  if (here() == '>') return "";
  if (here() == '"' || here() == '\'') {
    const std::size_t start = at_ + 1;
    if (!MoveTo(bytes_.find(here(), start))) return std::nullopt;
    const std::string_view value = From(start);
    ++at_;
    return value;
  }
  const std::size_t start = at_;
  if (!MoveTo(bytes_.find_first_of("\t\n\f\r >", at_))) return std::nullopt;
  return From(start);
}

// What the attributes of a <meta> declare together; of each name the first counts.
class MetaDeclaration {
 public:
  void Add(std::string_view name, std::string_view value) {
    if (IsFirst(name, "http-equiv", kHttpEquiv)) {
      got_pragma_ = EqualsIgnoringAsciiCase(value, "content-type");
    } else if (IsFirst(name, "content", kContent)) {
      from_content_ = CharsetOfMetaContent(value);
    } else if (IsFirst(name, "charset", kCharset)) {
      from_charset_ = FindEncoding(value);
    }
  }

  std::optional<Encoding> declared() const {
    if ((seen_ & kCharset) != 0) return AsDeclared(from_charset_);  // even if it is none
    return got_pragma_ ? AsDeclared(from_content_) : std::nullopt;
  }

 private:
  enum Seen : unsigned { kHttpEquiv = 1, kContent = 2, kCharset = 4 };

  bool IsFirst(std::string_view name, std::string_view wanted, Seen bit) {
    if ((seen_ & bit) != 0 || !EqualsIgnoringAsciiCase(name, wanted)) return false;
    seen_ |= bit;
    return true;
  }

  unsigned seen_ = 0;
  bool got_pragma_ = false;
  std::optional<Encoding> from_content_;
  std::optional<Encoding> from_charset_;
};

// Nothing also if the <meta> ends with the bytes, before its '>'. REQUIRES: scanner.IsMeta().
std::optional<Encoding> ReadMeta(Scanner& scanner) {
  constexpr std::string_view kMeta = "<meta";
  scanner.Advance(kMeta.size());
  MetaDeclaration meta;
  while (const auto attribute = scanner.NextAttribute()) {
    meta.Add(attribute->name, attribute->value);
  }
  return scanner.done() ? std::nullopt : meta.declared();
}

// "get an XML encoding".
std::optional<Encoding> XmlCharset(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return std::nullopt;
  constexpr std::string_view kEncoding = "encoding";
  const std::size_t found = bytes.substr(0, bytes.find('>')).find(kEncoding);
  if (bytes.find('>') == std::string_view::npos || found == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view rest = bytes.substr(found + kEncoding.size());
  const auto skip_controls = [&rest] {
    while (!rest.empty() && static_cast<unsigned char>(rest.front()) <= 0x20) {
      rest.remove_prefix(1);
    }
  };
  skip_controls();
  if (!rest.starts_with('=')) return std::nullopt;
  rest.remove_prefix(1);
  skip_controls();
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return std::nullopt;
  const std::size_t end = rest.find(rest.front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view label = rest.substr(1, end - 1);
  const bool has_control =
      std::ranges::any_of(label, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
  if (has_control) return std::nullopt;
  const auto declared = FindEncoding(label);
  return declared == Encoding::kXUserDefined ? declared : AsDeclared(declared);
}

}  // namespace

std::optional<Encoding> CharsetOfMetaContent(std::string_view content) {
  constexpr std::string_view kCharset = "charset";
  while (content.size() > kCharset.size()) {
    const auto* const found =
        std::search(content.begin(), content.end(), kCharset.begin(), kCharset.end(),
                    [](char c, char lower) { return AsciiToLower(c) == lower; });
    if (found == content.end()) return std::nullopt;
    content = {found + kCharset.size(), content.end()};
    while (!content.empty() && IsAsciiSpace(content.front())) {
      content.remove_prefix(1);
    }
    if (!content.starts_with('=')) continue;
    content.remove_prefix(1);
    content = TrimAsciiSpace(content);
    if (content.empty()) return std::nullopt;
    if (content.front() == '"' || content.front() == '\'') {
      const std::size_t end = content.find(content.front(), 1);
      if (end == std::string_view::npos) return std::nullopt;
      return FindEncoding(content.substr(1, end - 1));
    }
    return FindEncoding(content.substr(0, content.find_first_of("\t\n\f\r ;")));
  }
  return std::nullopt;
}

std::optional<Encoding> PrescanCharset(std::string_view bytes) {
  if (bytes.starts_with("<\0?\0x\0"sv)) return Encoding::kUtf16Le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return Encoding::kUtf16Be;
  Scanner scanner(bytes);
  for (; scanner.FindMarkup(); scanner.Advance()) {
    if (scanner.rest().starts_with("<!--")) {
      scanner.SkipComment();
    } else if (scanner.IsMeta()) {
      if (const auto found = ReadMeta(scanner)) return found;
    } else if (scanner.IsTag()) {
      scanner.SkipTagName();
      while (scanner.NextAttribute()) {
      }
    } else if (scanner.rest().size() > 1 &&
               "!/?"sv.find(scanner.rest()[1]) != std::string_view::npos) {
      scanner.SkipToBracket();
    }
  }
  return XmlCharset(bytes);
}

std::optional<Encoding> FindMetaCharset(std::string_view bytes) {
  Tokenizer tokenizer;
  ContentModel model;
  std::string scratch;
  tokenizer.Reset(bytes);
  for (;;) {
    const Token& token = tokenizer.Next();
    if (token.kind == TokenKind::kEnd) return std::nullopt;
    model.Steer(token, tokenizer);
    if (token.kind != TokenKind::kStartTag || token.tag != Tag::kMeta) continue;
    MetaDeclaration meta;
    for (const Attribute& attribute : token.attributes) {
      meta.Add(attribute.raw_name, attribute.Value(scratch));
    }
    if (const auto found = meta.declared()) return found;
  }
}

}  // namespace meguri::html
