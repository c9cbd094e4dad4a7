#include "html/content_model.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/tag.h"
#include "html/token.h"
#include "html/tokenizer.h"

namespace meguri::html {
namespace {

constexpr std::size_t kMaxDepth = 512;

TokenizerState StateInHtml(Tag tag) {
  switch (tag) {
    case Tag::kTitle:
    case Tag::kTextarea:
      return TokenizerState::kRcdata;
    case Tag::kStyle:
    case Tag::kXmp:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes:
      return TokenizerState::kRawtext;
    case Tag::kScript:
      return TokenizerState::kScriptData;
    case Tag::kPlaintext:
      return TokenizerState::kPlaintext;
    default:
      return TokenizerState::kData;
  }
}

// 13.2.6.5: start tags that end foreign content.
bool BreaksOut(const Token& token) {
  switch (token.tag) {
    case Tag::kB:
    case Tag::kBig:
    case Tag::kBlockquote:
    case Tag::kBody:
    case Tag::kBr:
    case Tag::kCenter:
    case Tag::kCode:
    case Tag::kDd:
    case Tag::kDiv:
    case Tag::kDl:
    case Tag::kDt:
    case Tag::kEm:
    case Tag::kEmbed:
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
    case Tag::kHead:
    case Tag::kHr:
    case Tag::kI:
    case Tag::kImg:
    case Tag::kLi:
    case Tag::kListing:
    case Tag::kMenu:
    case Tag::kMeta:
    case Tag::kNobr:
    case Tag::kOl:
    case Tag::kP:
    case Tag::kPre:
    case Tag::kRuby:
    case Tag::kS:
    case Tag::kSmall:
    case Tag::kSpan:
    case Tag::kStrong:
    case Tag::kStrike:
    case Tag::kSub:
    case Tag::kSup:
    case Tag::kTable:
    case Tag::kTt:
    case Tag::kU:
    case Tag::kUl:
    case Tag::kVar:
      return true;
    case Tag::kFont:
      return token.Find("color") != nullptr || token.Find("face") != nullptr ||
             token.Find("size") != nullptr;
    default:
      return false;
  }
}

bool HoldsHtml(const Token& token, bool math) {
  switch (token.tag) {
    case Tag::kForeignObject:
    case Tag::kDesc:
    case Tag::kTitle:
      return !math;
    case Tag::kMi:
    case Tag::kMn:
    case Tag::kMo:
    case Tag::kMs:
    case Tag::kMtext:
      return math;
    case Tag::kAnnotationXml: {
      const Attribute* encoding = token.Find("encoding");
      std::string scratch;
      const std::string_view value = encoding == nullptr ? "" : encoding->Value(scratch);
      return math && (EqualsIgnoringAsciiCase(value, "text/html") ||
                      EqualsIgnoringAsciiCase(value, "application/xhtml+xml"));
    }
    default:
      return false;
  }
}

}  // namespace

TokenizerState ContentModel::OnTag(const Token& token) {
  if (xml_ && token.self_closing) return TokenizerState::kData;
  if (open_.empty() && token.tag != Tag::kSvg && token.tag != Tag::kMath) [[likely]] {
    return token.kind == TokenKind::kStartTag ? StateInHtml(token.tag) : TokenizerState::kData;
  }
  if (token.kind == TokenKind::kStartTag) return OnStart(token);
  OnEnd(token);
  return TokenizerState::kData;
}

TokenizerState ContentModel::OnStart(const Token& token) {
  if (in_foreign() && BreaksOut(token)) BreakOut();
  if (in_foreign()) {
    // <annotation-xml> is the one place of MathML where <svg> is SVG's.
    const bool svg =
        token.tag == Tag::kSvg && FindTag(open_.back().raw_name) == Tag::kAnnotationXml;
    Push(token, open_.back().math && !svg);
    return TokenizerState::kData;
  }
  if (token.tag == Tag::kSvg || token.tag == Tag::kMath) {
    Push(token, token.tag == Tag::kMath);
    return TokenizerState::kData;
  }
  if (!open_.empty() && (TraitsOf(token.tag) & kVoidTrait) == 0) ++open_.back().html_depth;
  return StateInHtml(token.tag);
}

void ContentModel::OnEnd(const Token& token) {
  if (in_foreign() && (token.tag == Tag::kP || token.tag == Tag::kBr)) BreakOut();
  bool holds_html = false;
  for (std::size_t at = open_.size(); at-- > 0;) {
    if (EqualsIgnoringAsciiCase(open_[at].raw_name, token.raw)) {
      open_.resize(at);
      return;
    }
    holds_html = holds_html || open_[at].integration;
  }
  if (open_.empty()) return;
  if (open_.back().html_depth > 0) --open_.back().html_depth;
  if (!holds_html && token.tag != Tag::kOther) open_.clear();
}

void ContentModel::Push(const Token& token, bool math) {
  if (token.self_closing || open_.size() >= kMaxDepth) return;
  open_.push_back({.raw_name = token.raw,
                   .math = math,
                   .integration = HoldsHtml(token, math),
                   .html_depth = 0});
}

void ContentModel::BreakOut() {
  while (in_foreign()) {
    open_.pop_back();
  }
}

}  // namespace meguri::html
