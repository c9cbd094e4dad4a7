#include "html/charset_detect.h"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::html {
namespace {

using encoding::Encoding;

// uchardet reads 10 to 60 MB a second: this is at most 2 ms.
constexpr std::size_t kSampleBytes = std::size_t{16} * 1024;

// The beginning of what is not ASCII, with up to 64 bytes of ASCII on both sides of it: pages
// begin with long scripts and styles that say nothing.
std::string SampleOf(std::string_view bytes) {
  constexpr std::size_t kKept = 64;
  std::string sample;
  while (!bytes.empty() && sample.size() < kSampleBytes) {
    const std::string_view ascii = bytes.substr(0, AsciiPrefixLength(bytes));
    bytes.remove_prefix(ascii.size());
    if (bytes.empty() && sample.empty()) break;
    if (ascii.size() <= 2 * kKept) {
      sample += ascii;
    } else {
      // The first byte may be the second half of a character.
      sample += ascii.substr(0, kKept);
      sample += ascii.substr(ascii.size() - kKept);
    }
    const auto* const end =
        std::ranges::find_if(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const auto run = static_cast<std::size_t>(end - bytes.begin());
    sample += bytes.substr(0, std::min(run, kSampleBytes));
    bytes.remove_prefix(run);
  }
  return sample;
}

// Text with this many good sequences for a bad one is UTF-8 with a few accidents: titles cut
// in the middle of a character are common.
constexpr std::size_t kGoodForABadOne = 20;

bool LooksLikeUtf8(std::string_view sample) {
  std::size_t good = 0;
  std::size_t bad = 0;
  for (std::size_t at = 0; at < sample.size();) {
    const Utf8Step step = DecodeUtf8(sample, at);
    at += step.length;
    if (step.valid) {
      good += step.length > 1 ? 1 : 0;
    } else {
      bad += at < sample.size() ? 1 : 0;  // the sample may end in the middle of a character
    }
  }
  return good > bad * kGoodForABadOne;
}

// Seven bits, and an escape to JIS X 0208.
bool LooksLikeIso2022Jp(std::string_view bytes) {
  for (std::size_t at = bytes.find('\x1B'); at != std::string_view::npos;
       at = bytes.find('\x1B', at + 1)) {
    const std::string_view escape = bytes.substr(at + 1, 2);
    if (escape == "$B" || escape == "$@") return true;
  }
  return false;
}

// What the sample would be as text of two-byte characters.
struct Pairs {
  bool broken = false;         // some bytes are no character
  std::size_t characters = 0;  // that are not ASCII
  std::size_t kana = 0;        // of two bytes
  std::size_t kanji = 0;       // of the common rows, 16 to 47
  std::size_t joined = 0;      // right behind another, or right before
  std::size_t odd = 0;         // rare ones; half-width katakana
};

constexpr bool IsBetween(unsigned byte, unsigned first, unsigned last) {
  return byte >= first && byte <= last;
}

// Counts the pairs that `classify(lead, trail, pairs)` knows the length of: 1 or 2, 0 if none.
template <class Classify>
Pairs CountPairs(std::string_view sample, Classify classify) {
  Pairs pairs;
  std::size_t run = 0;  // characters without ASCII between them
  for (std::size_t at = 0; at < sample.size();) {
    const auto lead = static_cast<unsigned char>(sample[at]);
    if (lead < 0x80) {
      run = 0;
      ++at;
      continue;
    }
    const bool last = at + 1 == sample.size();
    const unsigned trail = last ? 0 : static_cast<unsigned char>(sample[at + 1]);
    const std::size_t length = classify(lead, trail, pairs);
    if (length == 0) {
      pairs.broken = pairs.broken || !last;
      return pairs;
    }
    ++pairs.characters;
    if (++run > 1) pairs.joined += run == 2 ? 2 : 1;
    at += length;
  }
  return pairs;
}

Pairs CountEucJp(std::string_view sample) {
  return CountPairs(sample, [](unsigned lead, unsigned trail, Pairs& pairs) -> std::size_t {
    if (lead == 0x8E && IsBetween(trail, 0xA1, 0xDF)) return ++pairs.odd, 2;
    // Row 9 to 15 are empty but for NEC's 13; above 116 (0xF4) there is nothing but IBM's.
    const bool is_assigned = IsBetween(lead, 0xA1, 0xA8) || lead == 0xAD ||
                             IsBetween(lead, 0xB0, 0xF4) || IsBetween(lead, 0xF9, 0xFC);
    if (!is_assigned || !IsBetween(trail, 0xA1, 0xFE)) return 0;
    pairs.kana += lead == 0xA4 || lead == 0xA5 ? 1 : 0;
    pairs.kanji += IsBetween(lead, 0xB0, 0xCF) ? 1 : 0;
    pairs.odd += lead > 0xCF ? 1 : 0;
    return 2;
  });
}

Pairs CountShiftJis(std::string_view sample) {
  return CountPairs(sample, [](unsigned lead, unsigned trail, Pairs& pairs) -> std::size_t {
    if (IsBetween(lead, 0xA1, 0xDF)) return ++pairs.odd, 1;
    const bool is_assigned = IsBetween(lead, 0x81, 0x84) || IsBetween(lead, 0x87, 0x9F) ||
                             IsBetween(lead, 0xE0, 0xEA) || IsBetween(lead, 0xED, 0xEE) ||
                             IsBetween(lead, 0xFA, 0xFC);
    if (!is_assigned || !IsBetween(trail, 0x40, 0xFC) || trail == 0x7F) return 0;
    const bool hiragana = lead == 0x82 && IsBetween(trail, 0x9F, 0xF1);
    const bool katakana = lead == 0x83 && IsBetween(trail, 0x40, 0x96);
    pairs.kana += hiragana || katakana ? 1 : 0;
    pairs.kanji += IsBetween(lead, 0x88, 0x98) ? 1 : 0;
    pairs.odd += lead > 0x98 ? 1 : 0;
    return 2;
  });
}

// A quarter of kana: nearly all Japanese, and nothing else that is written.
bool HasManyKana(const Pairs& pairs) { return !pairs.broken && pairs.kana * 4 > pairs.characters; }

// Common kanji, one after the other: a title of a few words.
bool IsKanjiOnly(const Pairs& pairs) {
  return !pairs.broken && pairs.kanji > 1 && pairs.odd * 8 <= pairs.characters &&
         pairs.joined * 4 >= pairs.characters * 3;
}

// Traditional Chinese. uchardet says GBK of long texts; but a GBK text has hardly any second
// byte below 0x80 unless it has first bytes below 0xA1 too.
bool LooksLikeBig5(std::string_view sample) {
  std::size_t low = 0;
  const Pairs pairs =
      CountPairs(sample, [&low](unsigned lead, unsigned trail, Pairs&) -> std::size_t {
        const bool low_trail = IsBetween(trail, 0x40, 0x7E);
        if (!IsBetween(lead, 0xA1, 0xF9)) return 0;
        if (!low_trail && !IsBetween(trail, 0xA1, 0xFE)) return 0;
        low += low_trail ? 1 : 0;
        return 2;
      });
  return !pairs.broken && low * 8 > pairs.characters;
}

// uchardet knows kanji by the kana among them; without, it says Greek or Arabic or nothing.
// Thai and KOI8 are the two that fill the same bytes, and are known by their letters.
bool IsUnlikelyForKanji(std::optional<Encoding> guess) {
  if (!guess) return true;
  const bool is_single_byte = *guess >= Encoding::kIbm866 && *guess <= Encoding::kXMacCyrillic;
  const bool is_trusted =
      guess == Encoding::kWindows874 || guess == Encoding::kKoi8R || guess == Encoding::kKoi8U;
  return is_single_byte && !is_trusted;
}

// Few accents are the same letters in most of these, and a guess is a throw of dice.
constexpr std::ptrdiff_t kMinLatinLetters = 4;

bool IsLatin(Encoding encoding) {
  constexpr std::array kLatin = {
      Encoding::kIso8859_2,  Encoding::kIso8859_3,   Encoding::kIso8859_4,   Encoding::kIso8859_10,
      Encoding::kIso8859_13, Encoding::kIso8859_14,  Encoding::kIso8859_15,  Encoding::kIso8859_16,
      Encoding::kMacintosh,  Encoding::kWindows1250, Encoding::kWindows1254, Encoding::kWindows1257,
      Encoding::kWindows1258};
  return std::ranges::find(kLatin, encoding) != kLatin.end();
}

std::ptrdiff_t CountHighBytes(std::string_view sample) {
  return std::ranges::count_if(sample,
                               [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

struct CloseDetector {
  void operator()(uchardet_t detector) const { uchardet_delete(detector); }
};

std::optional<Encoding> AskUchardet(std::string_view sample) {
  const std::unique_ptr<uchardet, CloseDetector> detector(uchardet_new());
  if (uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return std::nullopt;
  uchardet_data_end(detector.get());
  const std::string_view name = uchardet_get_charset(detector.get());
  if (name == "UHC") return Encoding::kEucKr;
  if (name == "MAC-CYRILLIC") return Encoding::kXMacCyrillic;
  if (name == "GB18030") return Encoding::kGbk;  // read alike; GBK is what such pages mean
  const auto found = encoding::FindEncoding(name);
  const bool unlikely = found == Encoding::kUtf16Be || found == Encoding::kUtf16Le ||
                        found == Encoding::kReplacement || found == Encoding::kXUserDefined;
  return unlikely ? std::nullopt : found;
}

}  // namespace

std::optional<Encoding> DetectCharset(std::string_view bytes) {
  const std::string sample = SampleOf(bytes);
  if (sample.empty()) {
    return LooksLikeIso2022Jp(bytes) ? std::optional(Encoding::kIso2022Jp) : std::nullopt;
  }
  if (LooksLikeUtf8(sample)) return Encoding::kUtf8;
  const Pairs euc_jp = CountEucJp(sample);
  if (HasManyKana(euc_jp)) return Encoding::kEucJp;
  const Pairs shift_jis = CountShiftJis(sample);
  if (HasManyKana(shift_jis) || IsKanjiOnly(shift_jis)) return Encoding::kShiftJis;

  const std::optional<Encoding> guess = AskUchardet(sample);
  if (guess == Encoding::kGbk && LooksLikeBig5(sample)) return Encoding::kBig5;
  if (IsKanjiOnly(euc_jp) && IsUnlikelyForKanji(guess)) return Encoding::kEucJp;
  if (guess && IsLatin(*guess) && CountHighBytes(sample) < kMinLatinLetters) return std::nullopt;
  return guess;
}

}  // namespace meguri::html
