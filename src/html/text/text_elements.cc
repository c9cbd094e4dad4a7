// The stack of open elements: which tags close which, as the HTML Standard's tree construction
// has it, as far as it matters to what is visible where.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "html/text/text_extractor.h"

namespace meguri::html {
namespace {

using enum Tag;

constexpr std::size_t IndexOf(Tag tag) { return static_cast<std::size_t>(tag); }

}  // namespace

class OpenElements::TagSet {
 public:
  constexpr TagSet(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) {
      words_[IndexOf(tag) / 64] |= std::uint64_t{1} << IndexOf(tag) % 64;
    }
  }
  constexpr bool Has(Tag tag) const {
    return (words_[IndexOf(tag) / 64] >> IndexOf(tag) % 64 & 1U) != 0;
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

void OpenElements::Reset() {
  depth_ = 0;
  too_deep_ = 0;
  open_.fill(0);
}

void OpenElements::PopTo(std::size_t depth) {
  while (depth_ > depth) {
    --open_[Index(stack_[--depth_].tag)];
  }
}

// Takes one element out from below others, which stay: "<a><div></a>".
void OpenElements::Remove(std::size_t at) {
  --open_[Index(stack_[at].tag)];
  std::copy(stack_.begin() + at + 1, stack_.begin() + depth_, stack_.begin() + at);
  --depth_;
  std::uint16_t context = at == 0 ? std::uint16_t{0} : stack_[at - 1].context;
  for (; at < depth_; ++at) {
    context = static_cast<std::uint16_t>(context | stack_[at].own);
    stack_[at].context = context;
  }
}

// Closes the innermost element of `closed` with all that is in it, unless one of `barriers` is
// in between. The stack is as short as it is so that this may search it.
void OpenElements::CloseNearest(const TagSet& closed, const TagSet& barriers) {
  for (std::size_t at = depth_; at-- > 0;) {
    if (closed.Has(stack_[at].tag)) return PopTo(at);
    if (barriers.Has(stack_[at].tag)) return;
  }
}

// 13.2.6.4.7 and the table modes: start tags that end what is open.
void OpenElements::CloseImplied(Tag opening) {
  static constexpr TagSet kItem{kLi};
  static constexpr TagSet kLists{kUl, kOl, kMenu, kDir};
  static constexpr TagSet kTerms{kDd, kDt};
  static constexpr TagSet kTermLists{kDl};
  static constexpr TagSet kCells{kTd, kTh};
  static constexpr TagSet kRowBarriers{kTr, kTable};
  static constexpr TagSet kRows{kTr};
  static constexpr TagSet kTables{kTable};
  static constexpr TagSet kRowGroups{kTbody, kThead, kTfoot, kCaption, kColgroup};
  static constexpr TagSet kOptions{kOption};
  static constexpr TagSet kOptionBarriers{kSelect, kOptgroup};
  static constexpr TagSet kOptionGroups{kOptgroup, kOption};
  static constexpr TagSet kSelects{kSelect};
  static constexpr TagSet kParagraph{kP};
  static constexpr TagSet kScopes{kTd, kTh, kTable, kCaption, kButton, kObject, kTemplate, kApplet};
  static constexpr TagSet kHeads{kHead};
  static constexpr TagSet kNone{};

  if (is_open(kP) && (TraitsOf(opening) & kEndsParagraphTrait) != 0) {
    CloseNearest(kParagraph, kScopes);
  }
  switch (opening) {
    case kLi:
      return CloseNearest(kItem, kLists);
    case kDd:
    case kDt:
      return CloseNearest(kTerms, kTermLists);
    case kTd:
    case kTh:
      return CloseNearest(kCells, kRowBarriers);
    case kTr:
      return CloseNearest(kRows, kTables);
    case kTbody:
    case kThead:
    case kTfoot:
    case kCaption:
    case kColgroup:
      return CloseNearest(kRowGroups, kTables);
    case kOption:
      return CloseNearest(kOptions, kOptionBarriers);
    case kOptgroup:
      return CloseNearest(kOptionGroups, kSelects);
    case kA:
      if (is_open(kA)) Close(kA);
      return;
    case kH1:
    case kH2:
    case kH3:
    case kH4:
    case kH5:
    case kH6:
      if (depth_ > 0 && stack_[depth_ - 1].tag >= kH1 && stack_[depth_ - 1].tag <= kH6) {
        PopTo(depth_ - 1);
      }
      return;
    case kBody:
      return CloseNearest(kHeads, kNone);
    default:
      return;
  }
}

// 13.2.6.5: HTML that can't stand in <svg> or <math> ends them, unless something in them is open
// that holds HTML.
void OpenElements::LeaveForeign(Tag opening) {
  if ((TraitsOf(opening) & kEndsForeignTrait) == 0) return;
  for (const Tag holder :
       {kForeignObject, kDesc, kTitle, kMi, kMn, kMo, kMs, kMtext, kAnnotationXml}) {
    if (is_open(holder)) return;
  }
  while ((context() & kForeign) != 0) {
    PopTo(depth_ - 1);
  }
}

void OpenElements::Open(Tag tag, unsigned own) {
  if ((tag == kHtml || tag == kBody) && is_open(tag)) return;  // only adds attributes
  if (too_deep_ == 0) {
    if ((context() & kForeign) != 0) LeaveForeign(tag);
    if ((context() & kForeign) == 0) CloseImplied(tag);
  }
  if (depth_ == kMaxDepth) {
    ++too_deep_;
    return;
  }
  const auto inside = static_cast<std::uint16_t>(context() | own);
  stack_[depth_++] = {tag, static_cast<std::uint16_t>(own), inside};
  ++open_[Index(tag)];
}

void OpenElements::Close(Tag tag) {
  static constexpr TagSet kScopes{kTd, kTh, kCaption, kTable, kTemplate, kObject, kButton};
  static constexpr TagSet kTableParts{kTable, kTbody,   kThead,    kTfoot,  kTr,    kTd,
                                      kTh,    kCaption, kTemplate, kObject, kButton};
  static constexpr TagSet kHeadings{kH1, kH2, kH3, kH4, kH5, kH6};
  if (tag == kHtml || tag == kBody) return;  // what follows still belongs to the body
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  if (!is_open(tag)) {
    if (tag >= kH1 && tag <= kH6) CloseNearest(kHeadings, kScopes);  // any ends any
    return;
  }
  const bool inline_element =
      (TraitsOf(tag) & (kBlockTrait | kCellTrait | kSkipTrait)) == 0 && tag != kHead;
  bool blocks_inside = false;
  for (std::size_t at = depth_; at-- > 0;) {
    const Tag open = stack_[at].tag;
    if (open == tag) return inline_element && blocks_inside ? Remove(at) : PopTo(at);
    if (kScopes.Has(open) && !kTableParts.Has(tag)) return;
    blocks_inside = blocks_inside || (TraitsOf(open) & kBlockTrait) != 0;
  }
}

}  // namespace meguri::html
