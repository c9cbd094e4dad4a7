#include "html/content_model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/tag.h"
#include "html/token.h"
#include "html/tokenizer.h"

namespace meguri::html {
namespace {

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
  if (token.tag == Tag::kFont) {
    return token.Find("color") != nullptr || token.Find("face") != nullptr ||
           token.Find("size") != nullptr;
  }
  return (TraitsOf(token.tag) & kEndsForeignTrait) != 0;
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

// False for elements that can't be open around <svg> or <math>: they hold text, nothing, or are
// themselves parts of these.
bool MayHoldForeign(Tag tag) {
  switch (tag) {
    case Tag::kOther:
    case Tag::kSvg:
    case Tag::kMath:
    case Tag::kForeignObject:
    case Tag::kDesc:
    case Tag::kMi:
    case Tag::kMn:
    case Tag::kMo:
    case Tag::kMs:
    case Tag::kMtext:
    case Tag::kAnnotationXml:
      return false;
    default:
      return StateInHtml(tag) == TokenizerState::kData && (TraitsOf(tag) & kVoidTrait) == 0;
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
  if (open_.empty()) return;
  if (const std::size_t at = FindOpen(token.raw); at != kNone) {
    open_.resize(at);
    return;
  }
  if (open_.back().html_depth > 0) --open_.back().html_depth;
  if (!open_.back().within_integration && MayHoldForeign(token.tag)) open_.clear();
}

// Most end tags that a hostile page has are of nothing that is open. So hashes lie side by side,
// and are compared a group at a time, which compilers make a few instructions of. Two names of
// the same hash are no accident: then the name is taken for one that is not open, or each end tag
// could cost as many comparisons of long names as there are elements.
std::size_t ContentModel::FindOpen(std::string_view name) const {
  constexpr std::size_t kGroup = 64;
  static_assert(kMaxDepth % kGroup == 0);
  const std::uint32_t hash = HashIgnoringAsciiCase(name);
  for (std::size_t end = (open_.size() + kGroup - 1) / kGroup * kGroup; end > 0; end -= kGroup) {
    const std::uint32_t* const group = &name_hashes_[end - kGroup];
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < kGroup; ++i) {
      found |= group[i] == hash ? 1U : 0U;
    }
    if (found == 0) continue;
    for (std::size_t at = std::min(end, open_.size()); at-- > end - kGroup;) {
      if (name_hashes_[at] != hash) continue;
      return EqualsIgnoringAsciiCase(open_[at].raw_name, name) ? at : kNone;
    }
  }
  return kNone;
}

void ContentModel::Push(const Token& token, bool math) {
  if (token.self_closing || open_.size() >= kMaxDepth) return;
  const bool integration = HoldsHtml(token, math);
  const bool within = integration || (!open_.empty() && open_.back().within_integration);
  name_hashes_[open_.size()] = HashIgnoringAsciiCase(token.raw);
  open_.push_back({.raw_name = token.raw,
                   .math = math,
                   .integration = integration,
                   .within_integration = within,
                   .html_depth = 0});
}

void ContentModel::BreakOut() {
  while (in_foreign()) {
    open_.pop_back();
  }
}

}  // namespace meguri::html
