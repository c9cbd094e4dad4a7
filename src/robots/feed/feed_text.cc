#include "robots/feed/feed_text.h"

#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/tag.h"
#include "http/base64.h"

namespace meguri::robots {
namespace {

constexpr std::string_view kXhtmlType = "application/xhtml+xml";

std::string FullType(std::string type) {
  AsciiLowerInPlace(type);
  if (type == "text" || type == "plain") return "text/plain";
  if (type == "html") return "text/html";
  if (type == "xhtml") return std::string(kXhtmlType);
  return type;
}

bool IsXmlType(std::string_view type) { return type.ends_with("xml"); }

std::string_view Escaped(char c, bool in_attribute) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return in_attribute ? "&quot;" : "";
    default:
      return "";
  }
}

// False if not all of it, since `out` would have become longer than `max_size`: an escaped
// character is up to six times as long. Only whole characters are appended.
bool AppendEscaped(std::string_view text, bool in_attribute, std::size_t max_size,
                   std::string& out) {
  constexpr std::size_t kLongest = 6;  // "&quot;"
  for (const char c : text) {
    if (out.size() + kLongest > max_size && !IsUtf8Continuation(c)) return false;
    const std::string_view escaped = Escaped(c, in_attribute);
    if (escaped.empty()) {
      out += c;
    } else {
      out += escaped;
    }
  }
  return true;
}

bool IsVoid(std::string_view name) {
  return (html::TraitsOf(html::FindTag(name)) & html::kVoidTrait) != 0;
}

}  // namespace

std::string_view CutAtCharacter(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  // No character has more bytes than four; what is in another encoding need not be searched.
  for (std::size_t back = 0; back < 3 && max_bytes > 0 && IsUtf8Continuation(text[max_bytes]);
       ++back) {
    --max_bytes;
  }
  return text.substr(0, max_bytes);
}

FeedText::FeedText(const xml::XmlReader& reader, std::string_view default_type)
    : type_(FullType(reader.AttributeText("type"))), src_(reader.AttributeText("src")) {
  if (reader.FindAttribute("type") == nullptr) type_ = default_type;
  const bool is_text = type_.starts_with("text/") || IsXmlType(type_);
  base64_ = !is_text || reader.AttributeText("mode") == "base64";
  if (type_.empty()) type_ = default_type;
}

bool FeedText::IsInline() const { return type_ == kXhtmlType; }

void FeedText::AddText(const xml::XmlReader& reader, std::size_t max_bytes) {
  if (is_full_) return;
  if (!IsInline()) {
    is_full_ = !reader.AppendTextTo(text_, max_bytes);
    return;
  }
  std::string plain;
  is_full_ = !reader.AppendTextTo(plain, max_bytes);
  if (markup_depth_ == 0 && !TrimAsciiSpace(plain).empty()) text_outside_ = true;
  is_full_ |= !AppendEscaped(plain, false, max_bytes, text_);
}

void FeedText::AddStartTag(const xml::XmlReader& reader, std::size_t max_bytes) {
  const std::string name = AsciiLowered(reader.local_name());
  if (!IsXmlType(type_)) {
    if (name == "div") return;  // around escaped markup: somebody was careful twice
    type_ = kXhtmlType;
    text_outside_ = text_outside_ || !TrimAsciiSpace(text_).empty();
  }
  if (!is_full_) AppendTag(reader, name, max_bytes);
  if (markup_depth_ == 0 && ++roots_ == 1) {
    root_is_div_ = name == "div";
    inner_begin_ = text_.size();
  }
  ++markup_depth_;
}

// All of it or nothing.
void FeedText::AppendTag(const xml::XmlReader& reader, std::string_view name,
                         std::size_t max_bytes) {
  const std::size_t begin = text_.size();
  text_ += '<';
  text_ += name;
  for (const xml::XmlAttribute& attribute : reader.attributes()) {
    if (attribute.vocabulary == xml::Vocabulary::kXmlns) continue;
    text_ += ' ';
    text_ += AsciiLowered(attribute.local_name);
    text_ += "=\"";
    is_full_ = !AppendEscaped(reader.TextOf(attribute), true, max_bytes, text_);
    if (is_full_) break;
    text_ += '"';
  }
  text_ += IsVoid(name) ? " />" : ">";
  is_full_ |= text_.size() > max_bytes;
  if (is_full_) text_.resize(begin);
}

void FeedText::AddEndTag(const xml::XmlReader& reader, std::size_t max_bytes) {
  const std::string name = AsciiLowered(reader.local_name());
  if (markup_depth_ == 0) return;  // of a <div> that was left out
  --markup_depth_;
  if (markup_depth_ == 0 && roots_ == 1) inner_end_ = text_.size();
  if (IsVoid(name) || is_full_) return;
  const std::string tag = "</" + name + ">";
  is_full_ = text_.size() + tag.size() > max_bytes;
  if (!is_full_) text_ += tag;
}

std::string FeedText::Take(bool unwrap) {
  std::string_view text = text_;
  if (unwrap && roots_ == 1 && root_is_div_ && !text_outside_ && inner_begin_ <= inner_end_) {
    text = text.substr(inner_begin_, inner_end_ - inner_begin_);
  }
  text = TrimAsciiSpace(text);
  if (base64_) {
    std::optional<std::string> decoded = http::DecodeBase64(text);
    if (decoded && IsValidUtf8(*decoded)) return *std::move(decoded);
  }
  if (text.size() == text_.size()) return std::move(text_);
  return std::string(text);
}

}  // namespace meguri::robots
