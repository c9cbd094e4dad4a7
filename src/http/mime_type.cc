#include "http/mime_type.h"

#include <algorithm>

#include "base/ascii.h"
#include "http/header_value.h"

namespace meguri::http {
namespace {

// "HTTP whitespace": not the form feed.
constexpr bool IsHttpSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view TrimHttpSpace(std::string_view text) {
  while (!text.empty() && IsHttpSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && IsHttpSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

// "HTTP quoted-string token code point"
bool IsQuotable(char c) { return c == '\t' || !IsAsciiControl(c); }

}  // namespace

std::optional<MimeType> MimeType::Parse(std::string_view text) {
  text = TrimHttpSpace(text);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view type = text.substr(0, slash);
  const std::size_t end = std::min(text.find(';', slash), text.size());
  std::string_view subtype = text.substr(slash + 1, end - slash - 1);
  while (!subtype.empty() && IsHttpSpace(subtype.back()))
    subtype.remove_suffix(1);
  if (!IsToken(type) || !IsToken(subtype)) return std::nullopt;

  MimeType result;
  result.essence_.reserve(slash + 1 + subtype.size());
  result.essence_ += type;
  result.essence_ += '/';
  result.essence_ += subtype;
  AsciiLowerInPlace(result.essence_);
  result.slash_ = slash;
  result.ReadParameters(text, end);
  return result;
}

void MimeType::ReadParameters(std::string_view text, std::size_t at) {
  while (at < text.size() && parameters_.size() < kMaxParameters) {
    ++at;  // the semicolon
    while (at < text.size() && IsHttpSpace(text[at]))
      ++at;
    const std::size_t name_end = std::min(text.find_first_of(";=", at), text.size());
    const std::string_view name = text.substr(at, name_end - at);
    at = name_end;
    if (at == text.size()) return;
    if (text[at] == ';') continue;
    ++at;  // the equals sign
    const bool quoted = at < text.size() && text[at] == '"';
    std::string value;
    if (quoted) {
      value = TakeQuotedString(text, at);
      at = std::min(text.find(';', at), text.size());
    } else {
      const std::size_t end = std::min(text.find(';', at), text.size());
      std::string_view bare = text.substr(at, end - at);
      while (!bare.empty() && IsHttpSpace(bare.back()))
        bare.remove_suffix(1);
      value = bare;
      at = end;
    }
    if (!IsToken(name) || !std::ranges::all_of(value, IsQuotable)) continue;
    if (value.empty() && !quoted) continue;
    std::string lowered = AsciiLowered(name);
    if (!Find(lowered)) parameters_.push_back({std::move(lowered), std::move(value)});
  }
}

std::optional<std::string_view> MimeType::Find(std::string_view name) const {
  for (const Parameter& parameter : parameters_) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

void MimeType::Set(std::string_view name, std::string_view value) {
  for (Parameter& parameter : parameters_) {
    if (parameter.name != name) continue;
    parameter.value = value;
    return;
  }
  parameters_.push_back({std::string(name), std::string(value)});
}

std::string MimeType::Serialise() const {
  std::string text = essence_;
  for (const Parameter& parameter : parameters_) {
    text += ';';
    text += parameter.name;
    text += '=';
    if (IsToken(parameter.value)) {
      text += parameter.value;
      continue;
    }
    text += '"';
    for (const char c : parameter.value) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text;
}

bool MimeType::IsXml() const {
  return essence_ == "text/xml" || essence_ == "application/xml" || subtype().ends_with("+xml");
}

std::optional<MimeType> ExtractMimeType(const HeaderList& headers) {
  std::string scratch;
  const auto combined = headers.Combined("Content-Type", scratch);
  if (!combined) return std::nullopt;
  std::optional<MimeType> result;
  std::string charset;
  bool has_charset = false;
  ValueSplitter splitter(*combined);
  while (const auto element = splitter.Next()) {
    std::optional<MimeType> type = MimeType::Parse(*element);
    if (!type || type->essence() == "*/*") continue;
    const bool same_essence = result && result->essence() == type->essence();
    const auto own = type->Find("charset");
    // The standard remembers the charset of the first of several of one essence.
    if (!same_essence) {
      has_charset = own.has_value();
      charset = own.value_or("");
    } else if (!own && has_charset) {
      type->Set("charset", charset);
    }
    result = std::move(type);
  }
  return result;
}

}  // namespace meguri::http
