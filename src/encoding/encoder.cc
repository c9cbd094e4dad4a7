#include "encoding/encoder.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {
namespace {

using Lacking = std::optional<char32_t>;
constexpr Lacking kWritten = std::nullopt;

void AppendBytes(std::initializer_list<unsigned> bytes, std::string& out) {
  for (const unsigned byte : bytes) {
    out += static_cast<char>(byte);
  }
}

constexpr bool IsHalfWidthKatakana(char32_t c) { return c >= 0xFF61 && c <= 0xFF9F; }

// ISO-2022-JP writes U+FF61 to U+FF9F full width: "index ISO-2022-JP katakana".
constexpr std::u32string_view kFullWidthKatakana =
    U"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト"
    U"ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
static_assert(kFullWidthKatakana.size() == 0xFF9F - 0xFF61 + 1);

// Private characters of GB18030-2005 whose places are others' since 2022; still written there.
struct Gb18030Former {
  char32_t code_point;
  std::uint8_t lead;
  std::uint8_t trail;
};
constexpr std::array<Gb18030Former, 18> kGb18030Former = {{
    {0xE78D, 0xA6, 0xD9},
    {0xE78E, 0xA6, 0xDA},
    {0xE78F, 0xA6, 0xDB},
    {0xE790, 0xA6, 0xDC},
    {0xE791, 0xA6, 0xDD},
    {0xE792, 0xA6, 0xDE},
    {0xE793, 0xA6, 0xDF},
    {0xE794, 0xA6, 0xEC},
    {0xE795, 0xA6, 0xED},
    {0xE796, 0xA6, 0xF3},
    {0xE81E, 0xFE, 0x59},
    {0xE826, 0xFE, 0x61},
    {0xE82B, 0xFE, 0x66},
    {0xE82C, 0xFE, 0x67},
    {0xE832, 0xFE, 0x6D},
    {0xE843, 0xFE, 0x7E},
    {0xE854, 0xFE, 0x90},
    {0xE864, 0xFE, 0xA0},
}};

Lacking AppendSingleByte(Encoding encoding, char32_t c, std::string& out) {
  const SingleByteIndex& index = SingleByte(encoding);
  const auto* found = std::ranges::find(index, c);
  if (found == index.end()) return c;
  AppendBytes({static_cast<unsigned>(found - index.begin()) + 0x80}, out);
  return kWritten;
}

Lacking AppendXUserDefined(char32_t c, std::string& out) {
  if (c < 0xF780 || c > 0xF7FF) return c;
  AppendBytes({static_cast<unsigned>(c - 0xF780 + 0x80)}, out);
  return kWritten;
}

Lacking AppendGb18030(bool is_gbk, char32_t c, std::string& out) {
  if (c == 0xE5E5) return c;  // A3 A0 is read as U+3000
  if (is_gbk && c == 0x20AC) {
    out += '\x80';
    return kWritten;
  }
  const auto* former = std::ranges::find(kGb18030Former, c, &Gb18030Former::code_point);
  if (former != kGb18030Former.end()) {
    AppendBytes({former->lead, former->trail}, out);
    return kWritten;
  }
  const int found = PointerTable::Gb18030().Find(c);
  if (found != PointerTable::kNone) {
    const unsigned pointer = static_cast<unsigned>(found);
    const unsigned trail = pointer % 190;
    AppendBytes({pointer / 190 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41)}, out);
    return kWritten;
  }
  if (is_gbk) return c;
  const std::uint32_t pointer = Gb18030RangesPointer(c);
  AppendBytes({pointer / 12600 + 0x81, pointer / 1260 % 10 + 0x30, pointer / 10 % 126 + 0x81,
               pointer % 10 + 0x30},
              out);
  return kWritten;
}

Lacking AppendBig5(char32_t c, std::string& out) {
  const int found = PointerTable::Big5().Find(c);
  if (found == PointerTable::kNone) return c;
  const unsigned pointer = static_cast<unsigned>(found);
  const unsigned trail = pointer % 157;
  AppendBytes({pointer / 157 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62)}, out);
  return kWritten;
}

Lacking AppendEucKr(char32_t c, std::string& out) {
  const int found = PointerTable::EucKr().Find(c);
  if (found == PointerTable::kNone) return c;
  const unsigned pointer = static_cast<unsigned>(found);
  AppendBytes({pointer / 190 + 0x81, pointer % 190 + 0x41}, out);
  return kWritten;
}

// Where JIS X 0201 has other signs than ASCII, ASCII's byte is written.
bool AppendYenOrOverline(char32_t c, std::string& out) {
  if (c != 0xA5 && c != 0x203E) return false;
  out += c == 0xA5 ? '\\' : '~';
  return true;
}

// Windows reads the minus sign's place as a full-width hyphen.
constexpr char32_t MinusAsHyphen(char32_t c) { return c == 0x2212 ? 0xFF0D : c; }

Lacking AppendEucJp(char32_t c, std::string& out) {
  if (AppendYenOrOverline(c, out)) return kWritten;
  if (IsHalfWidthKatakana(c)) {
    AppendBytes({0x8E, static_cast<unsigned>(c - 0xFF61 + 0xA1)}, out);
    return kWritten;
  }
  const int found = PointerTable::Jis0208().Find(MinusAsHyphen(c));
  if (found == PointerTable::kNone) return c;
  const unsigned pointer = static_cast<unsigned>(found);
  AppendBytes({pointer / 94 + 0xA1, pointer % 94 + 0xA1}, out);
  return kWritten;
}

Lacking AppendShiftJis(char32_t c, std::string& out) {
  if (AppendYenOrOverline(c, out)) return kWritten;
  if (c == 0x80) {
    out += '\x80';
    return kWritten;
  }
  if (IsHalfWidthKatakana(c)) {
    AppendBytes({static_cast<unsigned>(c - 0xFF61 + 0xA1)}, out);
    return kWritten;
  }
  const int found = PointerTable::ShiftJis().Find(MinusAsHyphen(c));
  if (found == PointerTable::kNone) return c;
  const unsigned pointer = static_cast<unsigned>(found);
  const unsigned lead = pointer / 188;
  const unsigned trail = pointer % 188;
  AppendBytes({lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41)}, out);
  return kWritten;
}

}  // namespace

Lacking Encoder::Append(char32_t code_point, std::string& out) {
  if (encoding_ == Encoding::kIso2022Jp) return AppendIso2022Jp(code_point, out);
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
    return kWritten;
  }
  if (IsSingleByte(encoding_)) return AppendSingleByte(encoding_, code_point, out);
  switch (encoding_) {
    case Encoding::kGbk:
    case Encoding::kGb18030:
      return AppendGb18030(encoding_ == Encoding::kGbk, code_point, out);
    case Encoding::kBig5:
      return AppendBig5(code_point, out);
    case Encoding::kEucJp:
      return AppendEucJp(code_point, out);
    case Encoding::kShiftJis:
      return AppendShiftJis(code_point, out);
    case Encoding::kEucKr:
      return AppendEucKr(code_point, out);
    case Encoding::kXUserDefined:
      return AppendXUserDefined(code_point, out);
    default:
      AppendUtf8(code_point, out);
      return kWritten;
  }
}

void Encoder::Finish(std::string& out) { SwitchTo(State::kAscii, out); }

void Encoder::SwitchTo(State state, std::string& out) {
  if (state == state_) return;
  state_ = state;
  out += state == State::kAscii ? "\x1B(B" : state == State::kRoman ? "\x1B(J" : "\x1B$B";
}

// The standard's handler, with each "restore" and its next turn in one.
Lacking Encoder::AppendIso2022Jp(char32_t c, std::string& out) {
  if (c < 0x80) {
    const bool same_in_roman = c != '\\' && c != '~';
    if (state_ != State::kRoman || !same_in_roman) SwitchTo(State::kAscii, out);
    if (c == 0x0E || c == 0x0F || c == 0x1B) return kReplacementCharacter;
    out += static_cast<char>(c);
    return kWritten;
  }
  if (c == 0xA5 || c == 0x203E) {
    SwitchTo(State::kRoman, out);
    AppendYenOrOverline(c, out);
    return kWritten;
  }
  const char32_t full = IsHalfWidthKatakana(c) ? kFullWidthKatakana[c - 0xFF61] : MinusAsHyphen(c);
  const int found = PointerTable::Jis0208().Find(full);
  if (found == PointerTable::kNone) {
    if (state_ == State::kJis0208) SwitchTo(State::kAscii, out);
    return c;
  }
  SwitchTo(State::kJis0208, out);
  const unsigned pointer = static_cast<unsigned>(found);
  AppendBytes({pointer / 94 + 0x21, pointer % 94 + 0x21}, out);
  return kWritten;
}

void Encode(Encoding encoding, std::string_view text, std::string& out) {
  Encoder encoder(encoding);
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    at += step.length;
    const Lacking lacking = encoder.Append(step.code_point, out);
    if (lacking) out += "&#" + std::to_string(static_cast<std::uint32_t>(*lacking)) + ";";
  }
  encoder.Finish(out);
}

}  // namespace meguri::encoding
