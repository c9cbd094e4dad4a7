#include "http/link_header.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "http/header_value.h"

namespace meguri::http {
namespace {

class LinkReader {
 public:
  explicit LinkReader(std::string_view text) : text_(text) {}

  std::vector<Link> Read() {
    std::vector<Link> links;
    while (at_ < text_.size()) {
      SkipBlanks();
      if (Peek() == '<') {
        Link link;
        if (!ReadTarget(link)) break;
        ReadParameters(link);
        links.push_back(std::move(link));
      }
      SkipToComma();
    }
    return links;
  }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void SkipBlanks() {
    while (Peek() == ' ' || Peek() == '\t')
      ++at_;
  }

  void SkipToComma() {
    while (at_ < text_.size() && text_[at_] != ',') {
      if (text_[at_] == '"') {
        SkipQuotedString(text_, at_);
      } else {
        ++at_;
      }
    }
    ++at_;
  }

  // False if the '>' is missing: then there is no link behind it either.
  bool ReadTarget(Link& link) {
    const std::size_t end = text_.find('>', at_);
    if (end == std::string_view::npos) return false;
    link.target = TrimBlanks(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return true;
  }

  void ReadParameters(Link& link) {
    Seen seen;
    for (;;) {
      SkipBlanks();
      if (Peek() != ';') return;
      ++at_;
      SkipBlanks();
      const std::size_t end = std::min(text_.find_first_of("=;,", at_), text_.size());
      const std::string_view name = TrimBlanks(text_.substr(at_, end - at_));
      at_ = end;
      if (Peek() != '=') continue;
      ++at_;
      SkipBlanks();
      Assign(name, ReadValue(), link, seen);
    }
  }

  std::string ReadValue() {
    if (Peek() == '"') return TakeQuotedString(text_, at_);
    const std::size_t end = std::min(text_.find_first_of(";,", at_), text_.size());
    std::string value(TrimBlanks(text_.substr(at_, end - at_)));
    at_ = end;
    return value;
  }

  struct Seen {
    bool rel = false;
    bool hreflang = false;
    bool type = false;
    bool media = false;
  };

  static void Assign(std::string_view name, std::string value, Link& link, Seen& seen) {
    const auto take = [&](std::string_view wanted, std::string& field, bool& was_seen) {
      if (was_seen || !EqualsIgnoringAsciiCase(name, wanted)) return;
      was_seen = true;
      field = std::move(value);
    };
    if (EqualsIgnoringAsciiCase(name, "anchor")) link.has_anchor = true;
    take("rel", link.rel, seen.rel);
    take("hreflang", link.hreflang, seen.hreflang);
    take("type", link.type, seen.type);
    take("media", link.media, seen.media);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool Link::HasRel(std::string_view name) const {
  std::string_view rest = rel;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    if (EqualsIgnoringAsciiCase(rest.substr(0, end), name)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::vector<Link> ParseLinkHeader(std::string_view value) { return LinkReader(value).Read(); }

}  // namespace meguri::http
