// The elements that mean something to a crawler, as numbers: a name is looked up once.
#pragma once

#include <cstdint>
#include <string_view>

namespace meguri::html {

enum class Tag : std::uint8_t {
  kOther,  // any name not listed here
  kA,
  kAbbr,
  kAddress,
  kAnnotationXml,
  kApplet,
  kArea,
  kArticle,
  kAside,
  kAudio,
  kB,
  kBase,
  kBgsound,
  kBig,
  kBlockquote,
  kBody,
  kBr,
  kButton,
  kCanvas,
  kCaption,
  kCenter,
  kCode,
  kCol,
  kColgroup,
  kCommand,
  kDd,
  kDel,
  kDesc,
  kDetails,
  kDialog,
  kDir,
  kDiv,
  kDl,
  kDt,
  kEm,
  kEmbed,
  kFieldset,
  kFigcaption,
  kFigure,
  kFont,
  kFooter,
  kForeignObject,
  kForm,
  kFrame,
  kFrameset,
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kHead,
  kHeader,
  kHgroup,
  kHr,
  kHtml,
  kI,
  kIframe,
  kImage,
  kImg,
  kInput,
  kIns,
  kLegend,
  kLi,
  kLink,
  kListing,
  kMain,
  kMap,
  kMath,
  kMenu,
  kMeta,
  kMi,
  kMn,
  kMo,
  kMs,
  kMtext,
  kNav,
  kNobr,
  kNoembed,
  kNoframes,
  kNoscript,
  kObject,
  kOl,
  kOptgroup,
  kOption,
  kP,
  kParam,
  kPicture,
  kPlaintext,
  kPre,
  kQ,
  kRp,
  kRt,
  kRuby,
  kS,
  kScript,
  kSearch,
  kSection,
  kSelect,
  kSmall,
  kSource,
  kSpan,
  kStrike,
  kStrong,
  kStyle,
  kSub,
  kSummary,
  kSup,
  kSvg,
  kTable,
  kTbody,
  kTd,
  kTemplate,
  kTextarea,
  kTfoot,
  kTh,
  kThead,
  kTime,
  kTitle,
  kTr,
  kTrack,
  kTt,
  kU,
  kUl,
  kUse,
  kVar,
  kVideo,
  kWbr,
  kXmp,
};

// The tag of that name, in any case of letters; kOther if none of the above.
Tag FindTag(std::string_view name);

// The same for a name within a longer text that ends at `text_end`, whose next bytes may be
// looked at: a little faster.
Tag FindTagIn(std::string_view name, const char* text_end);

// What an element is, whatever its attributes: bits.
inline constexpr unsigned kBlockTrait = 1U << 0U;          // stands on lines of its own
inline constexpr unsigned kCellTrait = 1U << 1U;           // of a table: a tab before it
inline constexpr unsigned kVoidTrait = 1U << 2U;           // has no inside
inline constexpr unsigned kSkipTrait = 1U << 3U;           // what is inside is not shown as text
inline constexpr unsigned kPreTrait = 1U << 4U;            // white space counts inside
inline constexpr unsigned kAsideTrait = 1U << 5U;          // navigation, footers and the like
inline constexpr unsigned kEndsParagraphTrait = 1U << 6U;  // its start tag closes <p>
inline constexpr unsigned kEndsForeignTrait = 1U << 7U;    // its start tag closes <svg>, <math>
unsigned TraitsOf(Tag tag);

}  // namespace meguri::html
