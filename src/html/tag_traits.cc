// What each element is: one table, for all who ask.
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "html/tag.h"

namespace meguri::html {
namespace {

using enum Tag;

constexpr std::size_t IndexOf(Tag tag) { return static_cast<std::size_t>(tag); }

using TraitTable = std::array<std::uint8_t, 256>;

constexpr void SetTrait(TraitTable& table, unsigned traits, std::initializer_list<Tag> tags) {
  for (const Tag tag : tags) {
    table[IndexOf(tag)] = static_cast<std::uint8_t>(table[IndexOf(tag)] | traits);
  }
}

constexpr TraitTable kTraits = [] {
  TraitTable table{};
  SetTrait(table, kBlockTrait,
           {kAddress,   kArticle, kAside,  kBlockquote, kBody,    kCaption,  kCenter,   kDd,
            kDetails,   kDialog,  kDir,    kDiv,        kDl,      kDt,       kFieldset, kFigcaption,
            kFigure,    kFooter,  kForm,   kFrameset,   kH1,      kH2,       kH3,       kH4,
            kH5,        kH6,      kHeader, kHgroup,     kHr,      kHtml,     kLegend,   kLi,
            kListing,   kMain,    kMenu,   kNav,        kOl,      kOptgroup, kOption,   kP,
            kPlaintext, kPre,     kSearch, kSection,    kSummary, kTable,    kTbody,    kTfoot,
            kThead,     kTr,      kUl,     kXmp});
  SetTrait(table, kCellTrait, {kTd, kTh});
  SetTrait(table, kVoidTrait,
           {kArea, kBase, kBgsound, kBr, kCol, kCommand, kEmbed, kFrame, kHr, kImage, kImg, kInput,
            kLink, kMeta, kParam, kSource, kTrack, kWbr});
  SetTrait(table, kSkipTrait,
           {kApplet,   kAudio,  kCanvas,   kIframe,   kMath,  kNoembed, kNoframes,
            kNoscript, kObject, kOptgroup, kOption,   kRp,    kScript,  kSelect,
            kStyle,    kSvg,    kTemplate, kTextarea, kTitle, kVideo});
  SetTrait(table, kPreTrait, {kListing, kPlaintext, kPre, kXmp});
  SetTrait(table, kAsideTrait, {kAside, kDialog, kFooter, kMenu, kNav, kSearch});
  SetTrait(
      table, kEndsParagraphTrait,
      {kAddress, kArticle, kAside, kBlockquote, kCenter,     kDd,     kDetails,   kDialog, kDir,
       kDiv,     kDl,      kDt,    kFieldset,   kFigcaption, kFigure, kFooter,    kForm,   kH1,
       kH2,      kH3,      kH4,    kH5,         kH6,         kHeader, kHgroup,    kHr,     kLi,
       kListing, kMain,    kMenu,  kNav,        kOl,         kP,      kPlaintext, kPre,    kSearch,
       kSection, kSummary, kTable, kUl,         kXmp});
  SetTrait(table, kEndsForeignTrait,
           {kB,     kBig,   kBlockquote, kBody,   kBr,   kCenter, kCode,  kDd, kDiv,  kDl,   kDt,
            kEm,    kEmbed, kH1,         kH2,     kH3,   kH4,     kH5,    kH6, kHead, kHr,   kI,
            kImg,   kLi,    kListing,    kMenu,   kMeta, kNobr,   kOl,    kP,  kPre,  kRuby, kS,
            kSmall, kSpan,  kStrong,     kStrike, kSub,  kSup,    kTable, kTt, kU,    kUl,   kVar});
  return table;
}();

}  // namespace

unsigned TraitsOf(Tag tag) { return kTraits[IndexOf(tag)]; }

}  // namespace meguri::html
