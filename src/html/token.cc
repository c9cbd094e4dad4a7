#include "html/token.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/character_reference.h"

namespace meguri::html {
namespace {

void AppendLowerName(std::string_view raw, std::string& out) {
  for (const char c : raw) {
    if (c == '\0') {
      AppendUtf8(kReplacementCharacter, out);
    } else {
      out += AsciiToLower(c);
    }
  }
}

}  // namespace

std::string_view Attribute::Value(std::string& scratch) const {
  if (!NeedsDecoding(raw_value)) return raw_value;
  scratch.clear();
  AppendValue(scratch);
  return scratch;
}

void Attribute::AppendName(std::string& out) const { AppendLowerName(raw_name, out); }

void Attribute::AppendValue(std::string& out) const {
  AppendDecoded(raw_value, ReferencePlace::kAttribute, NulRule::kReplace, out);
}

const Attribute* Token::Find(std::string_view lower) const {
  const auto at = std::ranges::find_if(
      attributes, [lower](const Attribute& attribute) { return attribute.Is(lower); });
  return at == attributes.end() ? nullptr : &*at;
}

std::string_view Token::Text(std::string& scratch) const {
  if (!NeedsDecoding(raw)) return raw;
  scratch.clear();
  AppendText(scratch);
  return scratch;
}

void Token::AppendText(std::string& out) const {
  switch (kind) {
    case TokenKind::kStartTag:
    case TokenKind::kEndTag:
      return AppendLowerName(raw, out);
    case TokenKind::kComment:
      return AppendNormalised(raw, NulRule::kReplace, out);
    case TokenKind::kText:
      break;
    case TokenKind::kDoctype:
    case TokenKind::kEnd:
      return;
  }
  switch (text_mode) {
    case TextMode::kData:
      return AppendDecoded(raw, ReferencePlace::kText, NulRule::kKeep, out);
    case TextMode::kRcdata:
      return AppendDecoded(raw, ReferencePlace::kText, NulRule::kReplace, out);
    case TextMode::kRaw:
      return AppendNormalised(raw, NulRule::kReplace, out);
    case TextMode::kCdata:
      return AppendNormalised(raw, NulRule::kKeep, out);
  }
}

}  // namespace meguri::html
