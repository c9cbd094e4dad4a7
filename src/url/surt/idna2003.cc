#include "url/surt/idna2003.h"

#include <unicode/uchar.h>
#include <unicode/usprep.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "url/idna/punycode.h"

namespace meguri::url {
namespace {

constexpr std::size_t kMaxAsciiLabel = 63;
constexpr std::u32string_view kAcePrefix = U"xn--";

// Stands for every code point younger than Unicode 3.2 while ICU looks at a label: it is one
// of them (4.0) and neutral, whereas ICU would ask today's tables for their direction.
constexpr char16_t kStandIn = 0x2614;

// Normalising takes quadratic time on a label of hostile combining marks, so a label may not
// be of any length. Those with an ASCII form of 63 bytes need far less than this.
constexpr std::size_t kMaxUnits = 512;

bool IsAscii(char32_t c) { return c < 0x80; }

// RFC 3490, 3.1.
bool IsSeparator(UChar32 c) { return c == '.' || c == 0x3002 || c == 0xff0e || c == 0xff61; }

bool IsYoungerThanNameprep(UChar32 c) {
  UVersionInfo age;
  u_charAge(c, age);
  return age[0] == 0 || age[0] > 3 || (age[0] == 3 && age[1] > 2);
}

// Nameprep knows the capitals of 3.2. Later came new ones, and small letters for some that had
// none: palochka, turned F, reversed C, Georgian Asomtavruli, Cherokee.
UChar32 LowerIfYoung(UChar32 c) {
  const bool became_capital = c == 0x4c0 || c == 0x2132 || c == 0x2183 ||
                              (c >= 0x10a0 && c <= 0x10c5) || (c >= 0x13a0 && c <= 0x13f4);
  return became_capital || IsYoungerThanNameprep(c) ? u_tolower(c) : c;
}

bool Nameprep(std::u32string& label) {
  std::array<char16_t, kMaxUnits> in;
  std::array<char16_t, 4 * kMaxUnits> out;
  std::u32string younger;
  std::size_t in_size = 0;
  for (const char32_t original : label) {
    const UChar32 c = LowerIfYoung(static_cast<UChar32>(original));
    if (in_size + 2 > in.size()) return false;
    if (IsYoungerThanNameprep(c)) {
      younger += static_cast<char32_t>(c);
      in[in_size++] = kStandIn;
    } else {
      U16_APPEND_UNSAFE(in, in_size, c);
    }
  }
  UErrorCode status = U_ZERO_ERROR;
  // ICU keeps the profile once it is loaded; opening and closing only count references.
  UStringPrepProfile* const profile = usprep_openByType(USPREP_RFC3491_NAMEPREP, &status);
  if (U_FAILURE(status)) return false;
  const std::int32_t out_size = usprep_prepare(
      profile, in.data(), static_cast<std::int32_t>(in_size), out.data(),
      static_cast<std::int32_t>(out.size()), USPREP_ALLOW_UNASSIGNED, nullptr, &status);
  usprep_close(profile);
  if (U_FAILURE(status)) return false;

  label.clear();
  auto next_younger = younger.begin();
  for (std::int32_t i = 0; i < out_size;) {
    UChar32 c = 0;
    U16_NEXT(out, i, out_size, c);
    const bool stands_in = c == kStandIn && next_younger != younger.end();
    label += stands_in ? *next_younger++ : static_cast<char32_t>(c);
  }
  return true;
}

// ToASCII of RFC 3490, 4.1, without the STD3 rules and with unassigned code points.
bool AppendLabel(std::u32string& label, std::string& out) {
  const std::size_t before = out.size();
  if (!std::all_of(label.begin(), label.end(), IsAscii) && !Nameprep(label)) return false;
  if (label.empty() || label.size() > kMaxAsciiLabel) return false;
  if (std::all_of(label.begin(), label.end(), IsAscii)) {
    std::transform(label.begin(), label.end(), std::back_inserter(out),
                   [](char32_t c) { return static_cast<char>(c); });
  } else {
    if (label.starts_with(kAcePrefix)) return false;
    out += "xn--";
    EncodePunycode(label, out);
  }
  return out.size() - before <= kMaxAsciiLabel;
}

}  // namespace

bool HostToAsciiIdna2003(std::string& host) {
  std::string ascii;
  std::u32string label;
  const auto length = static_cast<std::ptrdiff_t>(host.size());
  for (std::ptrdiff_t i = 0; i < length;) {
    UChar32 c = 0;
    U8_NEXT(host.data(), i, length, c);
    if (c < 0) continue;
    if (IsSeparator(c)) {
      if (!AppendLabel(label, ascii)) return false;
      ascii += '.';
      label.clear();
    } else {
      if (label.size() == kMaxUnits) return false;
      label += static_cast<char32_t>(c);
    }
  }
  if (!label.empty() && !AppendLabel(label, ascii)) return false;
  host = std::move(ascii);
  return true;
}

}  // namespace meguri::url
