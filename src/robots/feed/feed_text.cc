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

void AppendEscaped(std::string_view text, bool in_attribute, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += in_attribute ? "&quot;" : "\"";
        break;
      default:
        out += c;
    }
  }
}

bool IsVoid(std::string_view name) {
  return (html::TraitsOf(html::FindTag(name)) & html::kVoidTrait) != 0;
}

}  // namespace

FeedText::FeedText(const xml::XmlReader& reader, std::string_view default_type)
    : type_(FullType(reader.AttributeText("type"))), src_(reader.AttributeText("src")) {
  if (reader.FindAttribute("type") == nullptr) type_ = default_type;
  const bool is_text = type_.starts_with("text/") || IsXmlType(type_);
  base64_ = !is_text || reader.AttributeText("mode") == "base64";
  if (type_.empty()) type_ = default_type;
}

bool FeedText::IsInline() const { return type_ == kXhtmlType; }

void FeedText::AddText(const xml::XmlReader& reader) {
  if (!IsInline()) {
    reader.AppendTextTo(text_);
    return;
  }
  std::string plain;
  reader.AppendTextTo(plain);
  if (markup_depth_ == 0 && !TrimAsciiSpace(plain).empty()) text_outside_ = true;
  AppendEscaped(plain, false, text_);
}

void FeedText::AddStartTag(const xml::XmlReader& reader) {
  const std::string name = AsciiLowered(reader.local_name());
  if (!IsXmlType(type_)) {
    if (name == "div") return;  // around escaped markup: somebody was careful twice
    type_ = kXhtmlType;
    text_outside_ = text_outside_ || !TrimAsciiSpace(text_).empty();
  }
  text_ += '<';
  text_ += name;
  for (const xml::XmlAttribute& attribute : reader.attributes()) {
    if (attribute.vocabulary == xml::Vocabulary::kXmlns) continue;
    text_ += ' ';
    text_ += AsciiLowered(attribute.local_name);
    text_ += "=\"";
    AppendEscaped(reader.TextOf(attribute), true, text_);
    text_ += '"';
  }
  text_ += IsVoid(name) ? " />" : ">";
  if (markup_depth_ == 0 && ++roots_ == 1) {
    root_is_div_ = name == "div";
    inner_begin_ = text_.size();
  }
  ++markup_depth_;
}

void FeedText::AddEndTag(const xml::XmlReader& reader) {
  const std::string name = AsciiLowered(reader.local_name());
  if (markup_depth_ == 0) return;  // of a <div> that was left out
  --markup_depth_;
  if (markup_depth_ == 0 && roots_ == 1) inner_end_ = text_.size();
  if (IsVoid(name)) return;
  text_ += "</";
  text_ += name;
  text_ += '>';
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
