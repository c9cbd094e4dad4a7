#include "html/text/language.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::html {
namespace {

using std::string_view_literals::operator""sv;

// ISO 639-1, the two-letter codes in use, one after the other.
constexpr std::string_view kTwoLetterCodes =
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy "
    "da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu "
    "hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb "
    "lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om "
    "or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv "
    "sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";

// What is written for another code: sorted.
constexpr std::array kAliases = {
    std::pair{"ara"sv, "ar"sv}, std::pair{"ces"sv, "cs"sv}, std::pair{"chi"sv, "zh"sv},
    std::pair{"cmn"sv, "zh"sv}, std::pair{"cn"sv, "zh"sv},  std::pair{"cz"sv, "cs"sv},
    std::pair{"cze"sv, "cs"sv}, std::pair{"dan"sv, "da"sv}, std::pair{"deu"sv, "de"sv},
    std::pair{"dk"sv, "da"sv},  std::pair{"dut"sv, "nl"sv}, std::pair{"ell"sv, "el"sv},
    std::pair{"eng"sv, "en"sv}, std::pair{"fas"sv, "fa"sv}, std::pair{"fin"sv, "fi"sv},
    std::pair{"fra"sv, "fr"sv}, std::pair{"fre"sv, "fr"sv}, std::pair{"ger"sv, "de"sv},
    std::pair{"gr"sv, "el"sv},  std::pair{"gre"sv, "el"sv}, std::pair{"heb"sv, "he"sv},
    std::pair{"hin"sv, "hi"sv}, std::pair{"hun"sv, "hu"sv}, std::pair{"in"sv, "id"sv},
    std::pair{"ind"sv, "id"sv}, std::pair{"ita"sv, "it"sv}, std::pair{"iw"sv, "he"sv},
    std::pair{"ji"sv, "yi"sv},  std::pair{"jp"sv, "ja"sv},  std::pair{"jpn"sv, "ja"sv},
    std::pair{"jw"sv, "jv"sv},  std::pair{"kor"sv, "ko"sv}, std::pair{"mo"sv, "ro"sv},
    std::pair{"nld"sv, "nl"sv}, std::pair{"nor"sv, "no"sv}, std::pair{"per"sv, "fa"sv},
    std::pair{"pol"sv, "pl"sv}, std::pair{"por"sv, "pt"sv}, std::pair{"ron"sv, "ro"sv},
    std::pair{"rum"sv, "ro"sv}, std::pair{"rus"sv, "ru"sv}, std::pair{"spa"sv, "es"sv},
    std::pair{"swe"sv, "sv"sv}, std::pair{"tha"sv, "th"sv}, std::pair{"tur"sv, "tr"sv},
    std::pair{"ua"sv, "uk"sv},  std::pair{"ukr"sv, "uk"sv}, std::pair{"vie"sv, "vi"sv},
    std::pair{"vn"sv, "vi"sv},  std::pair{"zho"sv, "zh"sv},
};
static_assert(std::ranges::is_sorted(kAliases, {}, [](const auto& alias) { return alias.first; }));

// Not a language: undetermined, several, none, missing; ISO 639-2's own use.
constexpr std::array kNoLanguage = {"mis"sv, "mul"sv, "und"sv, "zxx"sv};

// Languages that are written in Latin letters by nearly everybody.
constexpr std::string_view kLatinLanguages =
    "af az br ca co cs cy da de en eo es et eu fi fo fr fy ga gd gl ha hr hu ht id ig is it jv la "
    "lb lt lv mg mi ms mt nb nl nn no oc om pl pt qu rm ro rw sk sl sm sn so sq st su sv sw tl tn "
    "to tr uz vi wa wo xh yo zu ";

bool IsListed(std::string_view code, std::string_view list) {
  for (std::size_t at = 0; code.size() == 2 && at < list.size(); at += 3) {
    if (list.substr(at, 2) == code) return true;
  }
  return false;
}

// CLD2 wants text that is valid for interchange: no control characters, no noncharacters.
bool IsInterchangeValid(const Utf8Step& step) {
  const char32_t c = step.code_point;
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  return step.valid && !control && !noncharacter;
}

// What CLD2 gets: a copy that is valid and followed by zeros. Of a long text two pieces from its
// middle, since a page may begin with names and other words of no language.
class Sample {
 public:
  // REQUIRES: size <= kLargeSampleBytes.
  Sample(std::string_view text, std::size_t size) {
    if (text.size() <= size) {
      Append(text, size);
    } else {
      Append(text.substr(text.size() / 4), size / 2);
      Append(text.substr(text.size() / 2), size - length_);
    }
  }
  const char* data() const { return bytes_.data(); }
  int length() const { return static_cast<int>(length_); }

 private:
  static constexpr std::size_t kPadding = 64;

  void Append(std::string_view text, std::size_t limit) {
    std::size_t at = 0;
    while (at < text.size() && at < 4 && IsUtf8Continuation(text[at])) {
      ++at;  // the rest of a character
    }
    limit += length_;
    while (at < text.size()) {
      const Utf8Step step = DecodeUtf8(text, at);
      if (length_ + step.length > limit) break;
      if (IsInterchangeValid(step)) {
        std::memcpy(bytes_.data() + length_, text.data() + at, step.length);
        length_ += step.length;
      } else {
        bytes_[length_++] = ' ';
      }
      at += step.length;
    }
  }

  std::array<char, kLargeSampleBytes + kPadding> bytes_{};
  std::size_t length_ = 0;
};

// True if most letters at the start of `text` are from elsewhere than Latin script (below
// U+0250, and U+1E00 to U+1EFF); text without many letters contradicts nothing.
bool IsMostlyNotLatin(std::string_view text) {
  constexpr std::size_t kLookedAt = 512;
  constexpr int kEnough = 32;
  int latin = 0;
  int other = 0;
  for (std::size_t at = 0; at < std::min(text.size(), kLookedAt);) {
    const Utf8Step step = DecodeUtf8(text, at);
    const char32_t c = step.code_point;
    if (c < 0x80 ? IsAsciiAlpha(static_cast<char>(c)) : (c >= 0xC0 && c < 0x250)) ++latin;
    if (c >= 0x1E00 && c < 0x1F00) ++latin;
    if ((c >= 0x250 && c < 0x1E00) || (c >= 0x3040 && c < 0xE000)) ++other;
    at += step.length;
  }
  return other >= kEnough && other > latin;
}

PageLanguage Said(std::string_view tag, LanguageSource source, std::string_view text) {
  std::string code = NormaliseLanguage(tag);
  if (code.empty()) return {};
  const bool contradicted = IsListed(code, kLatinLanguages) && IsMostlyNotLatin(text);
  return {.code = std::move(code), .source = source, .reliable = !contradicted};
}

PageLanguage DetectIn(const Sample& sample) {
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  int text_bytes = 0;
  int valid_bytes = 0;
  bool reliable = false;
  const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  const CLD2::Language language = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      sample.data(), sample.length(), true, &hints, 0, languages.data(), percents.data(),
      scores.data(), nullptr, &text_bytes, &reliable, &valid_bytes);
  if (language == CLD2::UNKNOWN_LANGUAGE) return {};
  std::string code = NormaliseLanguage(CLD2::LanguageCode(language));
  if (code.empty()) return {};
  return {.code = std::move(code), .source = LanguageSource::kDetected, .reliable = reliable};
}

}  // namespace

std::string NormaliseLanguage(std::string_view tag) {
  constexpr std::size_t kMaxPrimary = 3;
  tag = TrimAsciiSpace(tag);
  const std::string_view primary = tag.substr(0, tag.find_first_of("-_"));
  if (primary.size() < 2 || primary.size() > kMaxPrimary ||
      !std::ranges::all_of(primary, IsAsciiAlpha)) {
    return "";
  }
  std::string code = AsciiLowered(primary);
  const auto alias = std::ranges::lower_bound(kAliases, std::string_view(code), {},
                                              [](const auto& entry) { return entry.first; });
  if (alias != kAliases.end() && alias->first == code) return std::string(alias->second);
  const bool known = code.size() == 2 ? IsListed(code, kTwoLetterCodes)
                                      : std::ranges::find(kNoLanguage, code) == kNoLanguage.end();
  return known ? code : "";
}

PageLanguage DetectLanguage(std::string_view text) {
  PageLanguage found = DetectIn(Sample(text, kSampleBytes));
  if (found.reliable || text.size() <= kSampleBytes) return found;
  return DetectIn(Sample(text, kLargeSampleBytes));
}

PageLanguage DecideLanguage(std::string_view declared, std::string_view header,
                            std::string_view text) {
  if (PageLanguage said = Said(declared, LanguageSource::kDeclared, text); !said.code.empty()) {
    return said;
  }
  // A list of languages says who the page is for.
  if (header.find(',') == std::string_view::npos) {
    if (PageLanguage said = Said(header, LanguageSource::kHeader, text); !said.code.empty()) {
      return said;
    }
  }
  return DetectLanguage(text);
}

}  // namespace meguri::html
