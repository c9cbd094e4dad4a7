#include "url/idna/idna_data.h"

#include <unicode/normalizer2.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "base/utf8.h"

namespace meguri::url {
namespace {

struct IdnaDelta {
  char32_t first;
  char32_t last;
  IdnaStatus status;
  std::int32_t shift;
};

struct PropertyDelta {
  char32_t first;
  char32_t last;
  UCharDirection bidi;
  UJoiningType joining;
  std::uint8_t combining_class;
  bool mark;
};

struct CanonicalDelta {
  char32_t composed;
  char32_t first;
  char32_t second;
};

#include "url/idna/idna_delta.inc"

constexpr char32_t kFirstIdnaDelta = std::begin(kIdnaDelta)->first;
constexpr char32_t kFirstPropertyDelta = std::begin(kPropertyDelta)->first;
constexpr char32_t kFirstDecomposingDelta = std::begin(kCanonicalDelta)->composed;
constexpr char32_t kFirstComposingDelta =
    std::ranges::min(kCanonicalDelta, {}, &CanonicalDelta::first).first;

// Below U+0300 nothing reorders, and whatever decomposes composes again.
constexpr char32_t kFirstNotAlwaysNfc = 0x300;

constexpr std::uint8_t kViramaClass = 9;

// The row of `table` that `c` is in, or null.
template <class Row, std::size_t kSize>
const Row* FindRow(const Row (&table)[kSize], char32_t c) {
  const Row* row = std::ranges::lower_bound(table, c, {}, &Row::last);
  return row != std::end(table) && row->first <= c ? row : nullptr;
}

const IdnaDelta* FindIdnaDelta(char32_t c) {
  return c < kFirstIdnaDelta ? nullptr : FindRow(kIdnaDelta, c);
}

const PropertyDelta* FindPropertyDelta(char32_t c) {
  return c < kFirstPropertyDelta ? nullptr : FindRow(kPropertyDelta, c);
}

struct IcuData {
  const icu::Normalizer2* uts46;
  const icu::Normalizer2* nfc;
};

const IcuData& Icu() {
  static const IcuData kData = [] {
    UErrorCode error = U_ZERO_ERROR;
    const IcuData data = {
        .uts46 = icu::Normalizer2::getInstance(nullptr, "uts46", UNORM2_COMPOSE, error),
        .nfc = icu::Normalizer2::getNFCInstance(error)};
    if (U_FAILURE(error)) {
      // Only an incomplete installation gets here, and nothing can be crawled without it.
      std::fprintf(stderr, "ICU has no IDNA data: %s\n", u_errorName(error));
      std::abort();
    }
    return data;
  }();
  return kData;
}

UChar32 ToIcu(char32_t c) { return static_cast<UChar32>(c); }

void Append(const icu::UnicodeString& text, std::u32string& out) {
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    out += static_cast<char32_t>(text.char32At(i));
  }
}

std::uint8_t CombiningClassOf(char32_t c) {
  if (c < kFirstNotAlwaysNfc) return 0;
  if (const PropertyDelta* row = FindPropertyDelta(c)) return row->combining_class;
  return Icu().nfc->getCombiningClass(ToIcu(c));
}

// A character of decomposed text: its combining class above its code point.
using Classed = std::uint32_t;
constexpr int kClassShift = 24;
constexpr Classed kCodePointMask = (Classed{1} << kClassShift) - 1;

void AppendClassed(char32_t c, std::vector<Classed>& out) {
  out.push_back(Classed{CombiningClassOf(c)} << kClassShift | static_cast<Classed>(c));
}

void AppendDecomposition(char32_t c, std::vector<Classed>& out) {
  if (c < 0x80) {
    out.push_back(static_cast<Classed>(c));
    return;
  }
  if (c >= kFirstDecomposingDelta) {
    const auto* row = std::ranges::lower_bound(kCanonicalDelta, c, {}, &CanonicalDelta::composed);
    if (row != std::end(kCanonicalDelta) && row->composed == c) {
      AppendDecomposition(row->first, out);  // at most two levels deep
      AppendDecomposition(row->second, out);
      return;
    }
  }
  icu::UnicodeString decomposition;
  if (!Icu().nfc->getDecomposition(ToIcu(c), decomposition)) return AppendClassed(c, out);
  for (std::int32_t i = 0; i < decomposition.length(); i = decomposition.moveIndex32(i, 1)) {
    AppendClassed(static_cast<char32_t>(decomposition.char32At(i)), out);
  }
}

// Canonical decomposition and ordering (Unicode, D108, D109).
std::vector<Classed> Decompose(const std::u32string& text) {
  std::vector<Classed> result;
  result.reserve(text.size());
  for (const char32_t c : text) {
    AppendDecomposition(c, result);
  }
  const auto is_starter = [](Classed c) { return c <= kCodePointMask; };
  for (auto run = result.begin(); run != result.end();) {
    run = std::find_if_not(run, result.end(), is_starter);
    const auto run_end = std::find_if(run, result.end(), is_starter);
    if (run_end - run > 1) {
      std::stable_sort(run, run_end,
                       [](Classed a, Classed b) { return a >> kClassShift < b >> kClassShift; });
    }
    run = run_end;
  }
  return result;
}

// What `first` and `second` compose to, or 0.
char32_t Compose(char32_t first, char32_t second) {
  if (second < kFirstNotAlwaysNfc) return 0;
  if (first >= kFirstComposingDelta) {
    const auto* row = std::ranges::find_if(kCanonicalDelta, [=](const CanonicalDelta& delta) {
      return delta.first == first && delta.second == second;
    });
    if (row != std::end(kCanonicalDelta)) return row->composed;
  }
  const UChar32 composed = Icu().nfc->composePair(ToIcu(first), ToIcu(second));
  return composed < 0 ? 0 : static_cast<char32_t>(composed);
}

// False if text with `c` in it, and nothing else of this kind, is in NFC for sure. What is
// new in the delta gets no such promise: only its rows know what composes.
bool MayChangeInNfc(char32_t c) {
  if (c < kFirstNotAlwaysNfc) return false;
  return FindPropertyDelta(c) != nullptr ||
         u_getIntPropertyValue(ToIcu(c), UCHAR_NFC_QUICK_CHECK) != UNORM_YES ||
         Icu().nfc->getCombiningClass(ToIcu(c)) != 0;
}

}  // namespace

IdnaStatus IdnaStatusOf(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? IdnaStatus::kMapped : IdnaStatus::kValid;
  if (const IdnaDelta* row = FindIdnaDelta(c)) return row->status;
  // ICU maps what is disallowed to U+FFFD; that itself and surrogates it lets through.
  if (c == kReplacementCharacter || IsSurrogate(c)) return IdnaStatus::kDisallowed;
  icu::UnicodeString mapping;
  if (!Icu().uts46->getDecomposition(ToIcu(c), mapping)) return IdnaStatus::kValid;
  if (mapping.isEmpty()) return IdnaStatus::kIgnored;
  if (mapping.char32At(0) == ToIcu(kReplacementCharacter)) return IdnaStatus::kDisallowed;
  // "é" decomposes, and composes to itself again; "É" becomes something else.
  UErrorCode error = U_ZERO_ERROR;
  const bool itself = Icu().uts46->isNormalized(icu::UnicodeString(ToIcu(c)), error) != 0;
  return U_SUCCESS(error) && itself ? IdnaStatus::kValid : IdnaStatus::kMapped;
}

bool AppendIdnaMapping(char32_t c, std::u32string& out) {
  if (c < 0x80) {
    out += c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    return true;
  }
  if (const IdnaDelta* row = FindIdnaDelta(c)) {
    if (row->status == IdnaStatus::kDisallowed) return false;
    if (row->status != IdnaStatus::kIgnored) out += c + static_cast<char32_t>(row->shift);
    return true;
  }
  if (c == kReplacementCharacter || IsSurrogate(c)) return false;
  icu::UnicodeString mapping;
  if (!Icu().uts46->getDecomposition(ToIcu(c), mapping)) {
    out += c;
    return true;
  }
  if (!mapping.isEmpty() && mapping.char32At(0) == ToIcu(kReplacementCharacter)) return false;
  Append(mapping, out);
  return true;
}

void ToNfc(std::u32string& text) {
  if (std::ranges::none_of(text, MayChangeInNfc)) return;
  const std::vector<Classed> decomposed = Decompose(text);
  text.clear();
  // Canonical composition (D117): a mark joins the last starter unless something between
  // them, of the same or a higher class, is in the way.
  std::size_t starter = std::u32string::npos;
  Classed last_class = 0;
  for (const Classed classed : decomposed) {
    const char32_t c = classed & kCodePointMask;
    const Classed combining_class = classed >> kClassShift;
    const bool reaches = starter != std::u32string::npos &&
                         (starter + 1 == text.size() || last_class < combining_class);
    const char32_t composed = reaches ? Compose(text[starter], c) : 0;
    if (composed != 0) {
      text[starter] = composed;
      continue;
    }
    if (combining_class == 0) starter = text.size();
    last_class = combining_class;
    text += c;
  }
}

UCharDirection BidiClassOf(char32_t c) {
  if (const PropertyDelta* row = FindPropertyDelta(c)) return row->bidi;
  return u_charDirection(ToIcu(c));
}

UJoiningType JoiningTypeOf(char32_t c) {
  if (const PropertyDelta* row = FindPropertyDelta(c)) return row->joining;
  return static_cast<UJoiningType>(u_getIntPropertyValue(ToIcu(c), UCHAR_JOINING_TYPE));
}

bool IsMark(char32_t c) {
  if (const PropertyDelta* row = FindPropertyDelta(c)) return row->mark;
  return (U_GET_GC_MASK(ToIcu(c)) & U_GC_M_MASK) != 0;
}

bool IsVirama(char32_t c) { return CombiningClassOf(c) == kViramaClass; }

}  // namespace meguri::url
