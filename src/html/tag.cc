#include "html/tag.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "html/byte_search.h"

namespace meguri::html {
namespace {

struct Row {
  std::string_view name;
  Tag tag;
};

constexpr std::array kRows = {
    Row{"a", Tag::kA},
    Row{"abbr", Tag::kAbbr},
    Row{"address", Tag::kAddress},
    Row{"annotation-xml", Tag::kAnnotationXml},
    Row{"applet", Tag::kApplet},
    Row{"area", Tag::kArea},
    Row{"article", Tag::kArticle},
    Row{"aside", Tag::kAside},
    Row{"audio", Tag::kAudio},
    Row{"b", Tag::kB},
    Row{"base", Tag::kBase},
    Row{"bgsound", Tag::kBgsound},
    Row{"big", Tag::kBig},
    Row{"blockquote", Tag::kBlockquote},
    Row{"body", Tag::kBody},
    Row{"br", Tag::kBr},
    Row{"button", Tag::kButton},
    Row{"canvas", Tag::kCanvas},
    Row{"caption", Tag::kCaption},
    Row{"center", Tag::kCenter},
    Row{"code", Tag::kCode},
    Row{"col", Tag::kCol},
    Row{"colgroup", Tag::kColgroup},
    Row{"command", Tag::kCommand},
    Row{"dd", Tag::kDd},
    Row{"del", Tag::kDel},
    Row{"desc", Tag::kDesc},
    Row{"details", Tag::kDetails},
    Row{"dialog", Tag::kDialog},
    Row{"dir", Tag::kDir},
    Row{"div", Tag::kDiv},
    Row{"dl", Tag::kDl},
    Row{"dt", Tag::kDt},
    Row{"em", Tag::kEm},
    Row{"embed", Tag::kEmbed},
    Row{"fieldset", Tag::kFieldset},
    Row{"figcaption", Tag::kFigcaption},
    Row{"figure", Tag::kFigure},
    Row{"font", Tag::kFont},
    Row{"footer", Tag::kFooter},
    Row{"foreignobject", Tag::kForeignObject},
    Row{"form", Tag::kForm},
    Row{"frame", Tag::kFrame},
    Row{"frameset", Tag::kFrameset},
    Row{"h1", Tag::kH1},
    Row{"h2", Tag::kH2},
    Row{"h3", Tag::kH3},
    Row{"h4", Tag::kH4},
    Row{"h5", Tag::kH5},
    Row{"h6", Tag::kH6},
    Row{"head", Tag::kHead},
    Row{"header", Tag::kHeader},
    Row{"hgroup", Tag::kHgroup},
    Row{"hr", Tag::kHr},
    Row{"html", Tag::kHtml},
    Row{"i", Tag::kI},
    Row{"iframe", Tag::kIframe},
    Row{"image", Tag::kImage},
    Row{"img", Tag::kImg},
    Row{"input", Tag::kInput},
    Row{"ins", Tag::kIns},
    Row{"legend", Tag::kLegend},
    Row{"li", Tag::kLi},
    Row{"link", Tag::kLink},
    Row{"listing", Tag::kListing},
    Row{"main", Tag::kMain},
    Row{"map", Tag::kMap},
    Row{"math", Tag::kMath},
    Row{"menu", Tag::kMenu},
    Row{"meta", Tag::kMeta},
    Row{"mi", Tag::kMi},
    Row{"mn", Tag::kMn},
    Row{"mo", Tag::kMo},
    Row{"ms", Tag::kMs},
    Row{"mtext", Tag::kMtext},
    Row{"nav", Tag::kNav},
    Row{"nobr", Tag::kNobr},
    Row{"noembed", Tag::kNoembed},
    Row{"noframes", Tag::kNoframes},
    Row{"noscript", Tag::kNoscript},
    Row{"object", Tag::kObject},
    Row{"ol", Tag::kOl},
    Row{"optgroup", Tag::kOptgroup},
    Row{"option", Tag::kOption},
    Row{"p", Tag::kP},
    Row{"param", Tag::kParam},
    Row{"picture", Tag::kPicture},
    Row{"plaintext", Tag::kPlaintext},
    Row{"pre", Tag::kPre},
    Row{"q", Tag::kQ},
    Row{"rp", Tag::kRp},
    Row{"rt", Tag::kRt},
    Row{"ruby", Tag::kRuby},
    Row{"s", Tag::kS},
    Row{"script", Tag::kScript},
    Row{"search", Tag::kSearch},
    Row{"section", Tag::kSection},
    Row{"select", Tag::kSelect},
    Row{"small", Tag::kSmall},
    Row{"source", Tag::kSource},
    Row{"span", Tag::kSpan},
    Row{"strike", Tag::kStrike},
    Row{"strong", Tag::kStrong},
    Row{"style", Tag::kStyle},
    Row{"sub", Tag::kSub},
    Row{"summary", Tag::kSummary},
    Row{"sup", Tag::kSup},
    Row{"svg", Tag::kSvg},
    Row{"table", Tag::kTable},
    Row{"tbody", Tag::kTbody},
    Row{"td", Tag::kTd},
    Row{"template", Tag::kTemplate},
    Row{"textarea", Tag::kTextarea},
    Row{"tfoot", Tag::kTfoot},
    Row{"th", Tag::kTh},
    Row{"thead", Tag::kThead},
    Row{"time", Tag::kTime},
    Row{"title", Tag::kTitle},
    Row{"tr", Tag::kTr},
    Row{"track", Tag::kTrack},
    Row{"tt", Tag::kTt},
    Row{"u", Tag::kU},
    Row{"ul", Tag::kUl},
    Row{"use", Tag::kUse},
    Row{"var", Tag::kVar},
    Row{"video", Tag::kVideo},
    Row{"wbr", Tag::kWbr},
    Row{"xmp", Tag::kXmp},
};

// A name of up to eight bytes as a number, the first byte lowest, whatever the case of its
// letters: bit 5, which tells it, is set in all bytes. Digits and hyphens have it anyway.
constexpr std::size_t kKeyBytes = 8;
constexpr std::uint64_t kCaseBits = kByteOnes * 0x20;
constexpr std::uint64_t KeyOf(std::string_view name) {
  std::uint64_t key = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    key = (key << 8U) | (static_cast<unsigned char>(name[i]) | 0x20U);
  }
  return key;
}

// An open table of four times as many places as names, so that one look is enough for most.
struct Place {
  std::uint64_t key = 0;  // 0: free
  Tag tag = Tag::kOther;
};
constexpr unsigned kPlaceBits = 9;
constexpr std::size_t kPlaces = std::size_t{1} << kPlaceBits;

constexpr std::size_t PlaceOf(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> (64U - kPlaceBits));
}

constexpr std::array<Place, kPlaces> MakePlaces() {
  std::array<Place, kPlaces> places{};
  for (const Row& row : kRows) {
    if (row.name.size() > kKeyBytes) continue;
    std::size_t at = PlaceOf(KeyOf(row.name));
    while (places[at].key != 0) {
      at = (at + 1) % kPlaces;
    }
    places[at] = {KeyOf(row.name), row.tag};
  }
  return places;
}

constexpr std::array<Place, kPlaces> kPlaceTable = MakePlaces();

Tag FindLongTag(std::string_view name) {
  constexpr std::size_t kLongestName = 14;  // annotation-xml
  if (name.size() > kLongestName) return Tag::kOther;
  for (const Row& row : kRows) {
    if (row.name.size() > kKeyBytes && EqualsIgnoringAsciiCase(row.name, name)) return row.tag;
  }
  return Tag::kOther;
}

Tag FindKey(std::uint64_t key, std::string_view name) {
  for (std::size_t at = PlaceOf(key); kPlaceTable[at].key != 0; at = (at + 1) % kPlaces) {
    if (kPlaceTable[at].key != key) continue;
    // A control character differs from a digit in bit 5 alone, too: "h\x11" is no h1.
    return (name.back() & 0x20) != 0 || IsAsciiAlpha(name.back()) ? kPlaceTable[at].tag
                                                                  : Tag::kOther;
  }
  return Tag::kOther;
}

}  // namespace

Tag FindTag(std::string_view name) {
  return name.size() > kKeyBytes ? FindLongTag(name) : FindKey(KeyOf(name), name);
}

Tag FindTagIn(std::string_view name, const char* text_end) {
  if (name.empty() || name.size() > kKeyBytes || text_end - name.data() < 8) return FindTag(name);
  const std::uint64_t kept = ~std::uint64_t{0} >> (64U - 8U * name.size());
  return FindKey((LoadWord(name.data()) | kCaseBits) & kept, name);
}

}  // namespace meguri::html
