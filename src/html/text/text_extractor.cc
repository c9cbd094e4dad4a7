#include "html/text/text_extractor.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/character_reference.h"

namespace meguri::html {
namespace {

using std::string_view_literals::operator""sv;

// A page of ordinary size leaves its buffers to the next one, a huge one doesn't.
constexpr std::size_t kKeptBytes = std::size_t{1} << 22U;
constexpr std::size_t kMaxLanguageBytes = 64;
// Of a title or description: how much of the source is looked at.
constexpr std::size_t kMaxRawBytes = 65'536;

constexpr std::array kAsideRoles = {
    "alert"sv,   "alertdialog"sv, "banner"sv,  "complementary"sv, "contentinfo"sv,
    "dialog"sv,  "menu"sv,        "menubar"sv, "navigation"sv,    "search"sv,
    "tablist"sv, "toolbar"sv,     "tooltip"sv};
constexpr std::array kMainRoles = {"article"sv, "main"sv};

// "display: none" or "visibility:hidden" somewhere in a style attribute.
bool StyleHides(std::string_view style) {
  constexpr std::array kHiding = {std::pair{"display"sv, "none"sv},
                                  std::pair{"visibility"sv, "hidden"sv}};
  while (!style.empty()) {
    const std::size_t length = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, length);
    style.remove_prefix(std::min(length + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = TrimAsciiSpace(declaration.substr(0, colon));
    std::string_view value = TrimAsciiSpace(declaration.substr(colon + 1));
    value = TrimAsciiSpace(value.substr(0, value.find('!')));
    for (const auto& [property, hiding] : kHiding) {
      if (EqualsIgnoringAsciiCase(name, property) && EqualsIgnoringAsciiCase(value, hiding))
        return true;
    }
  }
  return false;
}

template <class Roles>
bool HasRole(std::string_view value, const Roles& roles) {
  const std::string_view role = TrimAsciiSpace(value);
  return std::ranges::any_of(
      roles, [role](std::string_view known) { return EqualsIgnoringAsciiCase(role, known); });
}

bool Is(const Attribute& attribute, std::string_view lower) {
  return EqualsIgnoringAsciiCase(attribute.raw_name, lower);
}

// What an attribute adds. Values are compared undecoded: nobody writes "n&#97;v".
unsigned ContextOf(const Attribute& attribute, Tag tag, unsigned traits) {
  switch (attribute.raw_name.size()) {
    case 2:
    case 5:
      // Spans and custom elements are too small or too large to be told by their class.
      if ((traits & (kBlockTrait | kCellTrait)) != 0 && tag != Tag::kMain && tag != Tag::kArticle &&
          (Is(attribute, "id") || Is(attribute, "class")) &&
          NamesBoilerplate(attribute.raw_value)) {
        return kInHinted;
      }
      return Is(attribute, "style") && StyleHides(attribute.raw_value) ? kHidden : 0U;
    case 4:
      if (!Is(attribute, "role")) return 0;
      if (HasRole(attribute.raw_value, kAsideRoles)) return kInBoilerplate;
      return HasRole(attribute.raw_value, kMainRoles) ? kInMain : 0U;
    case 6:
      return Is(attribute, "hidden") && !EqualsIgnoringAsciiCase(attribute.raw_value, "until-found")
                 ? kHidden
                 : 0U;
    default:
      return 0;
  }
}

// What an element adds to what holds around it.
unsigned OwnContext(const Token& token, unsigned around) {
  const Tag tag = token.tag;
  const unsigned traits = TraitsOf(tag);
  if (tag == Tag::kHtml || tag == Tag::kBody) return 0;  // pages that hide until a script shows
  unsigned own = 0;
  if ((traits & kSkipTrait) != 0) own |= kHidden;
  if ((traits & kPreTrait) != 0) own |= kInPre;
  if ((traits & kAsideTrait) != 0) own |= kInBoilerplate;
  if (tag == Tag::kSvg || tag == Tag::kMath) own |= kForeign;
  if (tag == Tag::kMain || tag == Tag::kArticle) own |= kInMain;
  if (tag == Tag::kHeader && (around & kInMain) == 0) own |= kInBoilerplate;
  if (tag >= Tag::kH1 && tag <= Tag::kH6) own |= kInHeading;
  if (tag == Tag::kButton) own |= kInLink;
  if (tag == Tag::kA && token.Find("href") != nullptr) own |= kInLink;
  if (tag == Tag::kDialog && token.Find("open") == nullptr) own |= kHidden;
  for (const Attribute& attribute : token.attributes) {
    own |= ContextOf(attribute, tag, traits);
  }
  return own;
}

// Appends with white space collapsed and ill-formed bytes as U+FFFD, until `limit` is reached.
void AppendLine(std::string_view text, std::size_t limit, std::string& out) {
  for (std::size_t at = 0; at < text.size() && out.size() < limit;) {
    const Utf8Step step = DecodeUtf8(text, at);
    const auto c = static_cast<char>(step.code_point);
    if (step.code_point < 0x80 && (IsAsciiSpace(c) || IsAsciiControl(c))) {
      if (IsAsciiSpace(c) && !out.empty() && out.back() != ' ') out += ' ';
    } else {
      const std::size_t before = out.size();
      AppendUtf8(step.code_point, out);
      if (out.size() > limit) {
        out.resize(before);
        break;
      }
    }
    at += step.length;
  }
}

void TrimEnd(std::string& text) {
  while (!text.empty() && text.back() == ' ') {
    text.pop_back();
  }
}

void Release(std::string& buffer) {
  if (buffer.capacity() > kKeptBytes) std::string().swap(buffer);
}

}  // namespace

void TextExtractor::Reset() {
  open_elements_.Reset();
  raw_text_of_ = Tag::kOther;
  title_seen_ = skip_newline_ = truncated_ = in_block_ = finishing_ = all_is_main_ = false;
  description_rank_ = language_rank_ = 0;
  Release(text_);
  Release(scratch_);
  used_ = 0;
  wanted_ = Separator::kNone;
  blocks_.clear();
  heading_serial_ = 0;
  heading_places_.clear();
  heading_text_.clear();
  headings_.clear();
  title_.clear();
  description_.clear();
  language_.clear();
  main_.clear();
}

void TextExtractor::OnToken(const Token& token) {
  switch (token.kind) {
    case TokenKind::kText:
      return OnText(token);
    case TokenKind::kStartTag:
      return OnStartTag(token);
    case TokenKind::kEndTag:
      return OnEndTag(token.tag);
    case TokenKind::kComment:
    case TokenKind::kDoctype:
    case TokenKind::kEnd:
      return;
  }
}

void TextExtractor::OnStartTag(const Token& token) {
  const Tag tag = token.tag;
  const unsigned traits = TraitsOf(tag);
  raw_text_of_ = tag;
  if ((traits & kVoidTrait) != 0) {
    if (tag == Tag::kMeta) OnMeta(token);
    if (tag == Tag::kBr) Want(Separator::kNewline);
    if (tag == Tag::kHr) OnBorder(traits);
    return;
  }
  if (tag == Tag::kHtml) OnHtml(token);
  const unsigned around = open_elements_.context();
  // "<circle/>" has no inside; "<div/>" has one.
  const bool foreign = (around & kForeign) != 0 || tag == Tag::kSvg || tag == Tag::kMath;
  if (foreign && token.self_closing) return;
  OnBorder(traits);
  open_elements_.Open(tag, OwnContext(token, around));
  if (tag >= Tag::kH1 && tag <= Tag::kH6) {
    heading_level_ = 1 + static_cast<int>(tag) - static_cast<int>(Tag::kH1);
    ++heading_serial_;
  }
  skip_newline_ = tag == Tag::kPre || tag == Tag::kListing;
}

void TextExtractor::OnEndTag(Tag tag) {
  raw_text_of_ = Tag::kOther;
  if (tag == Tag::kBr) return Want(Separator::kNewline);  // as "<br>"
  open_elements_.Close(tag);
  OnBorder(TraitsOf(tag));
}

// Where an element begins or ends, seen from outside.
void TextExtractor::OnBorder(unsigned traits) {
  if ((traits & (kBlockTrait | kCellTrait)) == 0 || (open_elements_.context() & kHidden) != 0)
    return;
  EndBlock();
  Want((traits & kBlockTrait) != 0 ? Separator::kNewline : Separator::kTab);
}

void TextExtractor::OnText(const Token& token) {
  if (token.text_mode == TextMode::kRcdata) {
    if (raw_text_of_ == Tag::kTitle) OnTitle(token);
    return;
  }
  // Scripts and styles are known by their raw text too, however deep they are.
  if (token.text_mode == TextMode::kRaw && raw_text_of_ != Tag::kXmp &&
      raw_text_of_ != Tag::kPlaintext) {
    return;
  }
  const unsigned context = open_elements_.context();
  if ((context & kHidden) != 0 || truncated_) return;
  std::string_view text = token.raw;
  if ((context & kInPre) != 0 || text.find('&') != std::string_view::npos) {
    scratch_.clear();
    token.AppendText(scratch_);
    text = scratch_;
  }
  if ((context & kInPre) != 0) return AppendPreserved(text);
  AppendCollapsed(text);
}

void TextExtractor::OnTitle(const Token& token) {
  if (title_seen_) return;
  title_seen_ = true;
  scratch_.clear();
  AppendDecoded(token.raw.substr(0, kMaxRawBytes), ReferencePlace::kText, NulRule::kReplace,
                scratch_);
  AppendLine(scratch_, kMaxTitleBytes, title_);
  TrimEnd(title_);
}

void TextExtractor::OnMeta(const Token& token) {
  const Attribute* content = token.Find("content");
  if (content == nullptr) return;
  const auto says = [&token](std::string_view attribute, std::string_view value) {
    const Attribute* found = token.Find(attribute);
    return found != nullptr && EqualsIgnoringAsciiCase(TrimAsciiSpace(found->raw_value), value);
  };
  if (says("http-equiv", "content-language")) {
    const std::string_view value = TrimAsciiSpace(content->raw_value);
    // The pragma is void if it lists several; it ends at white space (HTML, 4.2.5.3).
    if (value.find(',') != std::string_view::npos) return;
    return TakeLanguage(value.substr(0, value.find_first_of(" \t\n\f\r")), 1);
  }
  const int rank = says("name", "description") ? 2 : says("property", "og:description") ? 1 : 0;
  if (rank <= description_rank_) return;
  Attribute start = *content;
  start.raw_value = start.raw_value.substr(0, kMaxRawBytes);
  const std::string_view value = start.Value(scratch_);
  if (TrimAsciiSpace(value).empty()) return;
  description_rank_ = rank;
  description_.clear();
  AppendLine(value, kMaxDescriptionBytes, description_);
  TrimEnd(description_);
}

void TextExtractor::OnHtml(const Token& token) {
  if (const Attribute* lang = token.Find("lang")) TakeLanguage(lang->raw_value, 3);
  if (const Attribute* lang = token.Find("xml:lang")) TakeLanguage(lang->raw_value, 2);
}

void TextExtractor::TakeLanguage(std::string_view language, int rank) {
  language = TrimAsciiSpace(language).substr(0, kMaxLanguageBytes);
  if (language.empty() || rank <= language_rank_) return;
  language_rank_ = rank;
  language_.clear();
  AppendLine(language, kMaxLanguageBytes, language_);
  TrimEnd(language_);
}

void TextExtractor::EndBlock() {
  if (!in_block_) return;
  if (blocks_.size() + 1 >= kMaxBlocks && !finishing_) return;
  in_block_ = false;
  block_.end = static_cast<std::uint32_t>(used_);
  if (block_.size() == 0) return;
  blocks_.push_back(block_);
  if ((block_.context & kInHeading) != 0) AddToHeading();
}

// A heading with blocks inside is still one heading.
void TextExtractor::AddToHeading() {
  const bool same = !heading_places_.empty() && heading_places_.back().serial == heading_serial_;
  if (!same) {
    if (heading_places_.size() == kMaxHeadings) return;
    const auto end = static_cast<std::uint32_t>(heading_text_.size());
    heading_places_.push_back({heading_level_, heading_serial_, end, end});
  }
  HeadingPlace& place = heading_places_.back();
  const std::size_t limit = place.begin + kMaxHeadingBytes;
  if (same && heading_text_.size() < limit) heading_text_ += ' ';
  AppendLine(text().substr(block_.begin, block_.size()), limit, heading_text_);
  TrimEnd(heading_text_);
  place.end = static_cast<std::uint32_t>(heading_text_.size());
}

void TextExtractor::Finish() {
  finishing_ = true;
  EndBlock();
  while (used_ > 0 &&
         (text_[used_ - 1] == '\n' || text_[used_ - 1] == ' ' || text_[used_ - 1] == '\t')) {
    --used_;
  }
  for (const HeadingPlace& place : heading_places_) {
    std::string_view text(heading_text_);
    text = TrimAsciiSpace(text.substr(place.begin, place.end - place.begin));
    headings_.push_back({place.level, text});
  }
  ChooseMainText();
}

void TextExtractor::ChooseMainText() {
  ClassifyBlocks(blocks_);
  main_.clear();
  for (const TextBlock& block : blocks_) {
    if (!block.is_content || block.begin >= used_) continue;
    if (!main_.empty()) main_ += '\n';
    // The last block may end with white space that text() has cut off.
    main_.append(text_, block.begin, std::min<std::size_t>(block.end, used_) - block.begin);
  }
  all_is_main_ = main_.size() < kMinMainBytes;
}

std::string_view TextExtractor::main_text() const { return all_is_main_ ? text() : main_; }

std::string_view TextExtractor::declared_language() const { return language_; }

}  // namespace meguri::html
