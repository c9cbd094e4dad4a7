// The indexes of the Encoding Standard: pointer to code point, and back.
//
// They come from ICU's converters and, where these differ from the standard, from a generated
// list (encoding_delta.inc; docs/design/encoding.md). Each is built when it is first asked for,
// in a few milliseconds, once per process, and then only read: any thread may call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "encoding/encoding.h"

namespace meguri::encoding {

// By pointer; 0 where the standard has no code point.
using Jis0208Index = std::array<char16_t, 11280>;
using Jis0212Index = std::array<char16_t, 8836>;
using Gb18030Index = std::array<char16_t, 23940>;
using EucKrIndex = std::array<char16_t, 23940>;
using Big5Index = std::array<char32_t, 19782>;
using SingleByteIndex = std::array<char16_t, 128>;

const Jis0208Index& Jis0208();
const Jis0212Index& Jis0212();
const Gb18030Index& Gb18030();
const EucKrIndex& EucKr();
const Big5Index& Big5();
// REQUIRES: IsSingleByte(encoding). ISO-8859-8-I is ISO-8859-8.
const SingleByteIndex& SingleByte(Encoding encoding);
constexpr bool IsSingleByte(Encoding encoding) {
  return encoding >= Encoding::kIbm866 && encoding <= Encoding::kXMacCyrillic;
}

// "index gb18030 ranges code point": of a sequence of four bytes; 0 if there is none.
char32_t Gb18030RangesCodePoint(std::uint32_t pointer);
// "index gb18030 ranges pointer". REQUIRES: `code_point` is not in Gb18030(), nor ASCII.
std::uint32_t Gb18030RangesPointer(char32_t code_point);

// The other direction. An array over the whole plane: 128 KiB, and one look-up.
class PointerTable {
 public:
  static constexpr int kNone = -1;

  static const PointerTable& Jis0208();   // "index pointer": EUC-JP, ISO-2022-JP
  static const PointerTable& ShiftJis();  // "index Shift_JIS pointer"
  static const PointerTable& Gb18030();
  static const PointerTable& EucKr();
  static const PointerTable& Big5();  // "index Big5 pointer"

  // kNone if the index has no such code point.
  int Find(char32_t code_point) const {
    const std::uint32_t plane = static_cast<std::uint32_t>(code_point) >> 16;
    const std::unique_ptr<Plane>& table = plane == 0 ? basic_ : ideographic_;
    if ((plane != 0 && plane != 2) || table == nullptr) return kNone;
    return static_cast<int>((*table)[code_point & 0xFFFF]) - 1;
  }

 private:
  using Plane = std::array<std::uint16_t, 0x10000>;  // pointer + 1; 0: none

  enum class Keep { kFirst, kLast };
  PointerTable() = default;
  void Add(char32_t code_point, std::size_t pointer, Keep keep);
  template <class Index>
  static PointerTable FirstOf(const Index& index);

  std::unique_ptr<Plane> basic_;        // U+0000 to U+FFFF
  std::unique_ptr<Plane> ideographic_;  // U+20000 to U+2FFFF: Big5 only
};

}  // namespace meguri::encoding
