#include "xml/xml_reader.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/ascii.h"
#include "xml/references.h"

namespace meguri::xml {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// What may follow '<' in a tag. Digits and '-' can't begin a name, "<3" is text.
bool IsNameStart(char c) {
  return IsAsciiAlpha(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

bool EndsName(char c) { return IsAsciiSpace(c) || c == '/' || c == '>' || c == '<' || c == '='; }

bool EndsAttributeName(char c) { return EndsName(c) || c == '"' || c == '\''; }

struct QualifiedName {
  std::string_view prefix;
  std::string_view local_name;
};

QualifiedName Split(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == kNone || colon == 0 || colon + 1 == name.size()) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

bool StartsWithIgnoringCase(std::string_view text, std::string_view prefix) {
  return EqualsIgnoringAsciiCase(text.substr(0, prefix.size()), prefix);
}

constexpr std::array<std::string_view, 5> kTerminators = {"\"", "'", "-->", "]]>", "?>"};

}  // namespace

XmlEvent XmlReader::Next() {
  if (close_current_) {
    close_current_ = false;
    return CloseElement();
  }
  if (close_to_ != kNothingToClose) {
    if (open_.size() > close_to_) return CloseElement();
    close_to_ = kNothingToClose;
  }
  while (at_ < text_.size()) {
    XmlEvent event = XmlEvent::kText;
    if (IsMarkupAt(at_)) {
      if (ReadMarkup(event)) return event;
      continue;
    }
    const std::size_t end = TextEnd();
    raw_text_ = text_.substr(at_, end - at_);
    at_ = end;
    is_cdata_ = false;
    depth_ = open_.size();
    return XmlEvent::kText;
  }
  if (!open_.empty()) {
    is_cut_ = true;
    return CloseElement();
  }
  return XmlEvent::kEndOfDocument;
}

const XmlAttribute* XmlReader::FindAttribute(std::string_view name) const {
  return FindAttribute(Vocabulary::kNone, name);
}

const XmlAttribute* XmlReader::FindAttribute(Vocabulary vocabulary, std::string_view name) const {
  const auto found = std::ranges::find_if(attributes_, [&](const XmlAttribute& attribute) {
    return attribute.vocabulary == vocabulary &&
           EqualsIgnoringAsciiCase(attribute.local_name, name);
  });
  return found == attributes_.end() ? nullptr : &*found;
}

std::string XmlReader::AttributeText(std::string_view name) const {
  const XmlAttribute* attribute = FindAttribute(name);
  return attribute == nullptr ? std::string() : TextOf(*attribute);
}

std::string XmlReader::TextOf(const XmlAttribute& attribute) const {
  std::string text;
  AppendText(attribute.raw_value, &doctype_, text);
  const std::string_view trimmed = TrimAsciiSpace(text);
  return trimmed.size() == text.size() ? text : std::string(trimmed);
}

bool XmlReader::AppendTextTo(std::string& out, std::size_t max_size) const {
  if (is_cdata_) return AppendPlain(raw_text_, out, max_size);
  return AppendText(raw_text_, &doctype_, out, max_size);
}

bool XmlReader::IsMarkupAt(std::size_t at) const {
  if (text_[at] != '<' || at + 1 == text_.size()) return false;
  const char next = text_[at + 1];
  if (next == '/') return at + 2 < text_.size() && IsNameStart(text_[at + 2]);
  return IsNameStart(next) || next == '!' || next == '?';
}

std::size_t XmlReader::TextEnd() const {
  std::size_t end = text_.find('<', at_);
  while (end != kNone && !IsMarkupAt(end)) {
    end = text_.find('<', end + 1);
  }
  return end == kNone ? text_.size() : end;
}

// At a '<' that begins markup. True if it gives an event; at_ is behind it in any case.
bool XmlReader::ReadMarkup(XmlEvent& event) {
  const std::string_view rest = text_.substr(at_);
  if (rest[1] == '/') return ReadEndTag(event);
  if (rest[1] == '?') {
    // "<?php" without an end: as far as a tag would go.
    if (!SkipTo(Terminator::kInstruction)) SkipDeclaration();
    return false;
  }
  if (rest[1] != '!') return ReadStartTag(event);
  if (rest.starts_with("<!--")) {
    at_ += 4;
    if (rest.starts_with("<!-->")) {  // whole, as in HTML
      ++at_;
    } else if (!SkipTo(Terminator::kComment)) {
      at_ = text_.size();
    }
    return false;
  }
  if (rest.starts_with("<![CDATA[")) {
    at_ += std::string_view("<![CDATA[").size();
    const std::size_t found = Find(Terminator::kCdata, at_);
    const std::size_t end = found == kNone ? text_.size() : found;
    raw_text_ = text_.substr(at_, end - at_);
    at_ = found == kNone ? end
                         : end + kTerminators[static_cast<std::size_t>(Terminator::kCdata)].size();
    is_cdata_ = true;
    depth_ = open_.size();
    event = XmlEvent::kText;
    return true;
  }
  SkipDeclaration();
  return false;
}

void XmlReader::SkipDeclaration() {
  const std::string_view rest = text_.substr(at_);
  // Only the first DOCTYPE is looked into: one without an end costs a look at all of the rest.
  if (!doctype_seen_ && StartsWithIgnoringCase(rest, "<!DOCTYPE")) {
    doctype_seen_ = true;
    if (const std::size_t length = doctype_.Read(rest)) {
      at_ += length;
      return;
    }
  }
  const std::size_t end = text_.find('>', at_);
  at_ = end == kNone ? text_.size() : end + 1;
}

bool XmlReader::SkipTo(Terminator terminator) {
  const std::size_t found = Find(terminator, at_);
  if (found == kNone) return false;
  at_ = found + kTerminators[static_cast<std::size_t>(terminator)].size();
  return true;
}

std::size_t XmlReader::Find(Terminator terminator, std::size_t from) {
  const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(terminator));
  if ((absent_ & bit) != 0) return kNone;
  const std::size_t found = text_.find(kTerminators[static_cast<std::size_t>(terminator)], from);
  if (found == kNone) absent_ |= bit;
  return found;
}

bool XmlReader::ReadStartTag(XmlEvent& event) {
  const auto name_end =
      std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, text_.end(), EndsName);
  const auto end = static_cast<std::size_t>(name_end - text_.begin());
  const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end;
  bool is_empty = false;
  if (!ReadAttributes(is_empty)) return false;
  if (open_.size() == kMaxDepth) {
    if (!is_empty) ++too_deep_;
    return false;
  }
  OpenElement(name);
  close_current_ = is_empty;
  event = XmlEvent::kStart;
  return true;
}

// Up to and over the '>'. False if the document ends before.
bool XmlReader::ReadAttributes(bool& is_empty) {
  attributes_.clear();
  is_empty = false;
  while (true) {
    SkipBlanks();
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '<') return true;  // the '>' was forgotten
    if (c == '>') {
      ++at_;
      return true;
    }
    if (c == '/') {
      ++at_;
      is_empty = at_ < text_.size() && text_[at_] == '>';
      continue;
    }
    ReadAttribute();
  }
}

void XmlReader::ReadAttribute() {
  const std::size_t begin = at_;
  ++at_;  // whatever it is: a stray quote or '=' must not stop us
  while (at_ < text_.size() && !EndsAttributeName(text_[at_]))
    ++at_;
  const std::string_view name = text_.substr(begin, at_ - begin);
  SkipBlanks();
  std::string_view value;
  if (at_ < text_.size() && text_[at_] == '=') {
    ++at_;
    SkipBlanks();
    value = ReadValue();
  }
  if (attributes_.size() < kMaxAttributes) {
    attributes_.push_back({.local_name = name, .raw_value = value});
  }
}

std::string_view XmlReader::ReadValue() {
  if (at_ == text_.size()) return {};
  const char quote = text_[at_];
  if (quote == '"' || quote == '\'') {
    ++at_;
    const std::size_t begin = at_;
    if (SkipTo(quote == '"' ? Terminator::kQuote : Terminator::kApostrophe)) {
      return text_.substr(begin, at_ - 1 - begin);
    }
  }
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != '>' && !IsAsciiSpace(text_[at_]))
    ++at_;
  return text_.substr(begin, at_ - begin);
}

bool XmlReader::ReadEndTag(XmlEvent& event) {
  const std::size_t begin = at_ + 2;
  const auto name_end =
      std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.end(), EndsName);
  const auto end = static_cast<std::size_t>(name_end - text_.begin());
  const std::string_view name = text_.substr(begin, end - begin);
  const std::size_t close = text_.find_first_of("<>", end);
  if (close == kNone) {  // cut: as if it were not there
    at_ = text_.size();
    return false;
  }
  at_ = text_[close] == '>' ? close + 1 : close;
  if (too_deep_ > 0) {
    --too_deep_;
    return false;
  }
  const std::uint32_t hash = HashIgnoringAsciiCase(name);
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].name_hash != hash || !EqualsIgnoringAsciiCase(open_[i].name, name)) continue;
    close_to_ = i;
    event = CloseElement();
    return true;
  }
  return false;
}

void XmlReader::OpenElement(std::string_view name) {
  const auto [prefix, local_name] = Split(name);
  Element element{.name = name,
                  .local_name = local_name,
                  .name_hash = HashIgnoringAsciiCase(name),
                  .namespaces_before = static_cast<std::uint32_t>(bindings_.size())};
  BindNamespaces();
  ResolveAttributes();
  element.vocabulary = Resolve(prefix);
  depth_ = open_.size();
  open_.push_back(element);
  current_ = element;
}

void XmlReader::EndParent() {
  assert(open_.size() > 1);  // by contract
  Element& parent = open_[open_.size() - 2];
  const std::uint32_t namespaces_before = parent.namespaces_before;
  parent = open_.back();
  parent.namespaces_before = namespaces_before;  // those of both end with the element
  open_.pop_back();
  depth_ = open_.size() - 1;
}

XmlEvent XmlReader::CloseElement() {
  current_ = open_.back();
  open_.pop_back();
  bindings_.resize(current_.namespaces_before);
  depth_ = open_.size();
  return XmlEvent::kEnd;
}

void XmlReader::BindNamespaces() {
  for (const XmlAttribute& attribute : attributes_) {
    const auto [prefix, local_name] = Split(attribute.local_name);
    const bool is_default = prefix.empty() && EqualsIgnoringAsciiCase(local_name, "xmlns");
    if (!is_default && !EqualsIgnoringAsciiCase(prefix, "xmlns")) continue;
    if (bindings_.size() == kMaxNamespaces) return;
    Vocabulary vocabulary = VocabularyOfUri(attribute.raw_value);
    if (is_default && vocabulary == Vocabulary::kOther) vocabulary = Vocabulary::kNone;
    bindings_.push_back({is_default ? std::string_view() : local_name, vocabulary});
  }
}

void XmlReader::ResolveAttributes() {
  for (XmlAttribute& attribute : attributes_) {
    const auto [prefix, local_name] = Split(attribute.local_name);
    if (prefix.empty()) {
      // An attribute without a prefix has no namespace, whatever the default one is.
      const bool declares = EqualsIgnoringAsciiCase(local_name, "xmlns");
      attribute.vocabulary = declares ? Vocabulary::kXmlns : Vocabulary::kNone;
      if (declares) attribute.local_name = {};
    } else {
      attribute.vocabulary =
          EqualsIgnoringAsciiCase(prefix, "xmlns") ? Vocabulary::kXmlns : Resolve(prefix);
      attribute.local_name = local_name;
    }
  }
}

Vocabulary XmlReader::Resolve(std::string_view prefix) const {
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    if (bindings_[i].prefix == prefix) return bindings_[i].vocabulary;
  }
  return prefix.empty() ? Vocabulary::kNone : VocabularyOfPrefix(prefix);
}

void XmlReader::SkipBlanks() {
  while (at_ < text_.size() && IsAsciiSpace(text_[at_]))
    ++at_;
}

}  // namespace meguri::xml
