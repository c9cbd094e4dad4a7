#include "url/idna/idna.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/idna/idna_data.h"
#include "url/idna/punycode.h"

namespace meguri::url {
namespace {

constexpr std::string_view kAcePrefix = "xn--";
constexpr std::u32string_view kAcePrefix32 = U"xn--";
constexpr char32_t kZeroWidthNonJoiner = 0x200C;
constexpr char32_t kZeroWidthJoiner = 0x200D;
constexpr char32_t kFirstRightToLeft = 0x590;  // no code point below is R, AL or AN

bool IsAsciiLabel(std::u32string_view label) {
  return std::ranges::all_of(label, [](char32_t c) { return c < 0x80; });
}

template <class Char, class Visit>
bool AllLabels(std::basic_string_view<Char> domain, Visit visit) {
  for (;;) {
    const std::size_t dot = domain.find(Char{'.'});
    if (!visit(domain.substr(0, dot))) return false;
    if (dot == domain.npos) return true;
    domain.remove_prefix(dot + 1);
  }
}

// RFC 5892, A.1: (L|D) T* ZWNJ T* (R|D). `at` is the ZWNJ. Runs of T end at any ZWNJ, so
// a label of many costs no more than two walks over it.
bool JoinsAround(std::u32string_view label, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && JoiningTypeOf(label[before - 1]) == U_JT_TRANSPARENT) {
    --before;
  }
  std::size_t after = at + 1;
  while (after < label.size() && JoiningTypeOf(label[after]) == U_JT_TRANSPARENT) {
    ++after;
  }
  if (before == 0 || after == label.size()) return false;
  const UJoiningType left = JoiningTypeOf(label[before - 1]);
  const UJoiningType right = JoiningTypeOf(label[after]);
  return (left == U_JT_LEFT_JOINING || left == U_JT_DUAL_JOINING) &&
         (right == U_JT_RIGHT_JOINING || right == U_JT_DUAL_JOINING);
}

// CheckJoiners, by RFC 5892, A.1 and A.2.
bool JoinersAreInContext(std::u32string_view label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] != kZeroWidthNonJoiner && label[i] != kZeroWidthJoiner) continue;
    if (i > 0 && IsVirama(label[i - 1])) continue;
    if (label[i] == kZeroWidthJoiner || !JoinsAround(label, i)) return false;
  }
  return true;
}

// UTS #46, 4.1 "Validity Criteria", without the bidi rule, which needs the whole domain.
// Criterion 1 is the caller's: what comes from mapping is in NFC already.
bool IsValidLabel(std::u32string_view label) {
  if (label.starts_with(kAcePrefix32) || IsMark(label.front())) return false;
  return std::ranges::all_of(label,
                             [](char32_t c) { return IdnaStatusOf(c) == IdnaStatus::kValid; }) &&
         JoinersAreInContext(label);
}

constexpr std::uint32_t Bit(UCharDirection bidi) { return std::uint32_t{1} << bidi; }
constexpr std::uint32_t kRightToLeft = Bit(U_RIGHT_TO_LEFT) | Bit(U_RIGHT_TO_LEFT_ARABIC);
constexpr std::uint32_t kLeftToRight = Bit(U_LEFT_TO_RIGHT);
constexpr std::uint32_t kMark = Bit(U_DIR_NON_SPACING_MARK);
constexpr std::uint32_t kBothNumbers = Bit(U_EUROPEAN_NUMBER) | Bit(U_ARABIC_NUMBER);
constexpr std::uint32_t kEitherWay =
    Bit(U_EUROPEAN_NUMBER) | Bit(U_EUROPEAN_NUMBER_SEPARATOR) | Bit(U_COMMON_NUMBER_SEPARATOR) |
    Bit(U_EUROPEAN_NUMBER_TERMINATOR) | Bit(U_OTHER_NEUTRAL) | Bit(U_BOUNDARY_NEUTRAL) | kMark;

// RFC 5893, section 2; an empty label satisfies it.
bool SatisfiesBidiRule(std::u32string_view label) {
  if (label.empty()) return true;
  std::uint32_t seen = 0;
  std::uint32_t last = 0;  // the last that is no mark
  for (const char32_t c : label) {
    const std::uint32_t bit = Bit(BidiClassOf(c));
    seen |= bit;
    if (bit != kMark) last = bit;
  }
  const std::uint32_t first = Bit(BidiClassOf(label.front()));
  if ((first & kRightToLeft) != 0) {
    return (seen & ~(kRightToLeft | Bit(U_ARABIC_NUMBER) | kEitherWay)) == 0 &&
           (last & (kRightToLeft | kBothNumbers)) != 0 && (seen & kBothNumbers) != kBothNumbers;
  }
  return first == kLeftToRight && (seen & ~(kLeftToRight | kEitherWay)) == 0 &&
         (last & (kLeftToRight | Bit(U_EUROPEAN_NUMBER))) != 0;
}

bool IsBidiDomain(std::u32string_view domain) {
  return std::ranges::any_of(domain, [](char32_t c) {
    return c >= kFirstRightToLeft &&
           (Bit(BidiClassOf(c)) & (kRightToLeft | Bit(U_ARABIC_NUMBER))) != 0;
  });
}

// The label behind an "xn--" one, or nullopt if it is not valid.
std::optional<std::u32string> DecodeLabel(std::u32string_view label) {
  if (!IsAsciiLabel(label)) return std::nullopt;
  label.remove_prefix(kAcePrefix32.size());
  std::u32string decoded;
  if (!DecodePunycode(std::string(label.begin(), label.end()), decoded)) return std::nullopt;
  if (IsAsciiLabel(decoded)) return std::nullopt;  // empty, or should not have been encoded
  std::u32string normalised = decoded;
  ToNfc(normalised);
  if (normalised != decoded || !IsValidLabel(decoded)) return std::nullopt;
  return decoded;
}

struct BothForms {
  std::string ascii;
  std::u32string unicode;
};

bool AppendLabel(std::u32string_view label, BothForms& domain) {
  if (label.starts_with(kAcePrefix32)) {
    const std::optional<std::u32string> decoded = DecodeLabel(label);
    if (!decoded) return false;
    // Punycode has one form for each label, so encoding again would give this one.
    domain.ascii.append(label.begin(), label.end());
    domain.unicode += *decoded;
  } else if (IsAsciiLabel(label)) {
    domain.ascii.append(label.begin(), label.end());
    domain.unicode += label;
  } else {
    if (!IsValidLabel(label)) return false;
    domain.ascii += kAcePrefix;
    EncodePunycode(label, domain.ascii);
    domain.unicode += label;
  }
  domain.ascii += '.';
  domain.unicode += U'.';
  return true;
}

// UTS #46, 4 "Processing" and 4.2 "ToASCII"; nullopt if any step records an error.
std::optional<BothForms> Process(std::string_view domain) {
  std::u32string mapped;
  mapped.reserve(domain.size());
  for (std::size_t at = 0; at < domain.size();) {
    const Utf8Step step = DecodeUtf8(domain, at);
    if (!step.valid || !AppendIdnaMapping(step.code_point, mapped)) return std::nullopt;
    at += step.length;
  }
  ToNfc(mapped);

  BothForms forms;
  const auto append = [&forms](std::u32string_view label) { return AppendLabel(label, forms); };
  if (!AllLabels(std::u32string_view(mapped), append)) return std::nullopt;
  forms.ascii.pop_back();  // the dot that AppendLabel() puts behind the last label too
  forms.unicode.pop_back();
  if (IsBidiDomain(forms.unicode) &&
      !AllLabels(std::u32string_view(forms.unicode), SatisfiesBidiRule)) {
    return std::nullopt;
  }
  return forms;
}

bool HasEncodedLabel(std::string_view ascii) {
  return !AllLabels(ascii, [](std::string_view label) {
    return !EqualsIgnoringAsciiCase(label.substr(0, kAcePrefix.size()), kAcePrefix);
  });
}

}  // namespace

bool DomainToAscii(std::string_view domain, std::string& out) {
  if (IsAscii(domain)) {
    std::ranges::transform(domain, std::back_inserter(out), AsciiToLower);
    return !domain.empty();
  }
  const std::optional<BothForms> forms = Process(domain);
  if (!forms || forms->ascii.empty()) return false;
  out += forms->ascii;
  return true;
}

std::string DomainToUnicode(std::string_view domain) {
  if (IsAscii(domain) && !HasEncodedLabel(domain)) return AsciiLowered(domain);
  const std::optional<BothForms> forms = Process(domain);
  if (!forms) return IsAscii(domain) ? AsciiLowered(domain) : std::string(domain);
  std::string result;
  for (const char32_t c : forms->unicode) {
    AppendUtf8(c, result);
  }
  return result;
}

}  // namespace meguri::url
