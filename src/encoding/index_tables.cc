#include "encoding/index_tables.h"

#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace meguri::encoding {
namespace {

struct IndexSource {
  std::string_view index;  // as indexes.json names it
  const char* converter;
};

struct IndexDelta {
  std::string_view index;
  std::uint16_t pointer;
  std::uint16_t count;
  char32_t code_point;
};

#include "encoding/encoding_delta.inc"

constexpr char32_t kNoCodePoint = 0;

// The bytes that stand for one pointer.
struct Bytes {
  std::array<unsigned char, 4> data;
  std::uint8_t size;
};

constexpr Bytes Pair(std::size_t lead, std::size_t trail) {
  return {{static_cast<unsigned char>(lead), static_cast<unsigned char>(trail)}, 2};
}

Bytes BytesOf(std::string_view index, std::size_t pointer) {
  if (index == "jis0208") {  // in Shift_JIS, which reaches all of its rows
    const std::size_t lead = pointer / 188;
    const std::size_t trail = pointer % 188;
    return Pair(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
  }
  if (index == "jis0212") {
    return {{0x8F, static_cast<unsigned char>(pointer / 94 + 0xA1),
             static_cast<unsigned char>(pointer % 94 + 0xA1)},
            3};
  }
  if (index == "gb18030") {
    const std::size_t trail = pointer % 190;
    return Pair(pointer / 190 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41));
  }
  if (index == "euc-kr") return Pair(pointer / 190 + 0x81, pointer % 190 + 0x41);
  if (index == "big5") {
    const std::size_t trail = pointer % 157;
    return Pair(pointer / 157 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62));
  }
  return {{static_cast<unsigned char>(pointer + 0x80)}, 1};
}

[[noreturn]] void NoConverter(const char* name) {
  // Only an incomplete installation gets here, and nothing can be crawled without it.
  std::fprintf(stderr, "ICU has no converter %s\n", name);
  std::abort();
}

class Converter {
 public:
  explicit Converter(const char* name) {
    UErrorCode status = U_ZERO_ERROR;
    icu_.reset(ucnv_open(name, &status));
    ucnv_setToUCallBack(icu_.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    if (U_FAILURE(status)) NoConverter(name);
  }

  // The one code point that `bytes` stand for, else kNoCodePoint.
  char32_t Decode(const Bytes& bytes) const {
    UErrorCode status = U_ZERO_ERROR;
    std::array<UChar, 8> units{};
    const int32_t length =
        ucnv_toUChars(icu_.get(), units.data(), units.size(),
                      reinterpret_cast<const char*>(bytes.data.data()), bytes.size, &status);
    if (U_FAILURE(status) || length == 0) return kNoCodePoint;
    if (length == 1) return units[0];
    if (length != 2 || !U16_IS_SURROGATE(units[0])) return kNoCodePoint;
    return static_cast<char32_t>(U16_GET_SUPPLEMENTARY(units[0], units[1]));
  }

 private:
  struct Close {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
  };
  std::unique_ptr<UConverter, Close> icu_;
};

const char* ConverterFor(std::string_view index) {
  const auto* source = std::ranges::find(kIndexSources, index, &IndexSource::index);
  return source == std::end(kIndexSources) ? "" : source->converter;
}

template <class Index>
Index Build(std::string_view index) {
  const Converter converter(ConverterFor(index));
  Index result{};
  // Characters of companies and users are in ICU's tables, but only gb18030's in the standard.
  const bool keeps_private_use = index == "gb18030";
  for (std::size_t pointer = 0; pointer < result.size(); ++pointer) {
    const char32_t c = converter.Decode(BytesOf(index, pointer));
    const bool is_private = c >= 0xE000 && c <= 0xF8FF;
    if (!is_private || keeps_private_use) {
      result[pointer] = static_cast<typename Index::value_type>(c);
    }
  }
  for (const IndexDelta& delta : kIndexDeltas) {
    if (delta.index != index) continue;
    for (std::uint16_t i = 0; i < delta.count; ++i) {
      const char32_t c = delta.code_point == kNoCodePoint ? kNoCodePoint : delta.code_point + i;
      result[delta.pointer + i] = static_cast<typename Index::value_type>(c);
    }
  }
  return result;
}

// From kIbm866 on, in the order of Encoding.
constexpr std::array<std::string_view, 28> kSingleByteIndexes = {
    "ibm866",       "iso-8859-2",   "iso-8859-3",   "iso-8859-4",    "iso-8859-5",   "iso-8859-6",
    "iso-8859-7",   "iso-8859-8",   "iso-8859-8",   "iso-8859-10",   "iso-8859-13",  "iso-8859-14",
    "iso-8859-15",  "iso-8859-16",  "koi8-r",       "koi8-u",        "macintosh",    "windows-874",
    "windows-1250", "windows-1251", "windows-1252", "windows-1253",  "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic"};
constexpr int kFirstSingleByte = static_cast<int>(Encoding::kIbm866);
static_assert(static_cast<int>(Encoding::kXMacCyrillic) - kFirstSingleByte + 1 ==
              kSingleByteIndexes.size());

// Four bytes of gb18030, below U+10000: neighbouring pointers with neighbouring code points.
struct Range {
  std::uint16_t pointer;
  char16_t code_point;
};
constexpr std::uint32_t kRangesEnd = 39420;  // behind the last pointer below U+10000
constexpr std::uint32_t kSupplementary = 189000;
constexpr std::uint32_t kLastPointer = 1237575;
// One code point out of order: its place was given away after the pointers were counted.
constexpr std::uint32_t kOddPointer = 7457;
constexpr char32_t kOddCodePoint = 0xE7C7;

Bytes FourBytes(std::uint32_t pointer) {
  const auto byte = [](std::uint32_t value) { return static_cast<unsigned char>(value); };
  return {{byte(pointer / 12600 + 0x81), byte(pointer / 1260 % 10 + 0x30),
           byte(pointer / 10 % 126 + 0x81), byte(pointer % 10 + 0x30)},
          4};
}

std::vector<Range> BuildRanges() {
  const Converter converter(ConverterFor("gb18030"));
  std::vector<Range> ranges;
  for (std::uint32_t pointer = 0; pointer < kRangesEnd; ++pointer) {
    if (pointer == kOddPointer) continue;
    const char32_t c = converter.Decode(FourBytes(pointer));
    if (c == kNoCodePoint) continue;
    const bool continues =
        !ranges.empty() && c - ranges.back().code_point == pointer - ranges.back().pointer;
    if (!continues) {
      ranges.push_back({static_cast<std::uint16_t>(pointer), static_cast<char16_t>(c)});
    }
  }
  return ranges;
}

const std::vector<Range>& Ranges() {
  static const std::vector<Range> kRanges = BuildRanges();
  return kRanges;
}

}  // namespace

const Jis0208Index& Jis0208() {
  static const Jis0208Index kIndex = Build<Jis0208Index>("jis0208");
  return kIndex;
}

const Jis0212Index& Jis0212() {
  static const Jis0212Index kIndex = Build<Jis0212Index>("jis0212");
  return kIndex;
}

const Gb18030Index& Gb18030() {
  static const Gb18030Index kIndex = Build<Gb18030Index>("gb18030");
  return kIndex;
}

const EucKrIndex& EucKr() {
  static const EucKrIndex kIndex = Build<EucKrIndex>("euc-kr");
  return kIndex;
}

const Big5Index& Big5() {
  static const Big5Index kIndex = Build<Big5Index>("big5");
  return kIndex;
}

const SingleByteIndex& SingleByte(Encoding encoding) {
  using All = std::array<SingleByteIndex, kSingleByteIndexes.size()>;
  static const All kIndexes = [] {  // 28 small ones: all at once
    All all;
    std::ranges::transform(kSingleByteIndexes, all.begin(), Build<SingleByteIndex>);
    return all;
  }();
  return kIndexes[static_cast<std::size_t>(static_cast<int>(encoding) - kFirstSingleByte)];
}

char32_t Gb18030RangesCodePoint(std::uint32_t pointer) {
  if (pointer >= kRangesEnd && pointer < kSupplementary) return kNoCodePoint;
  if (pointer > kLastPointer) return kNoCodePoint;
  if (pointer >= kSupplementary) return 0x10000 + pointer - kSupplementary;
  if (pointer == kOddPointer) return kOddCodePoint;
  const std::vector<Range>& ranges = Ranges();
  const auto above = std::ranges::upper_bound(ranges, pointer, {}, &Range::pointer);
  const Range& range = *(above - 1);  // the first one starts at 0
  return range.code_point + pointer - range.pointer;
}

std::uint32_t Gb18030RangesPointer(char32_t code_point) {
  if (code_point == kOddCodePoint) return kOddPointer;
  if (code_point >= 0x10000)
    return kSupplementary + static_cast<std::uint32_t>(code_point) - 0x10000;
  const std::vector<Range>& ranges = Ranges();
  const auto above = std::ranges::upper_bound(ranges, code_point, {}, &Range::code_point);
  const Range& range = *(above - 1);  // the first one starts at U+0080
  return range.pointer + static_cast<std::uint32_t>(code_point) - range.code_point;
}

void PointerTable::Add(char32_t code_point, std::size_t pointer, Keep keep) {
  if (code_point == kNoCodePoint) return;
  std::unique_ptr<Plane>& plane = code_point < 0x10000 ? basic_ : ideographic_;
  if (plane == nullptr) plane = std::make_unique<Plane>();
  std::uint16_t& entry = (*plane)[code_point & 0xFFFF];
  if (entry == 0 || keep == Keep::kLast) entry = static_cast<std::uint16_t>(pointer + 1);
}

template <class Index>
PointerTable PointerTable::FirstOf(const Index& index) {
  PointerTable table;
  for (std::size_t pointer = 0; pointer < index.size(); ++pointer) {
    table.Add(index[pointer], pointer, Keep::kFirst);
  }
  return table;
}

const PointerTable& PointerTable::Jis0208() {
  static const PointerTable kTable = FirstOf(encoding::Jis0208());
  return kTable;
}

const PointerTable& PointerTable::Gb18030() {
  static const PointerTable kTable = FirstOf(encoding::Gb18030());
  return kTable;
}

const PointerTable& PointerTable::EucKr() {
  static const PointerTable kTable = FirstOf(encoding::EucKr());
  return kTable;
}

const PointerTable& PointerTable::ShiftJis() {
  static const PointerTable kTable = [] {
    const Jis0208Index& index = encoding::Jis0208();
    PointerTable table;
    for (std::size_t pointer = 0; pointer < index.size(); ++pointer) {
      // NEC's selection of IBM's characters: read, but written as IBM's own.
      const bool excluded = pointer >= 8272 && pointer <= 8835;
      if (!excluded) table.Add(index[pointer], pointer, Keep::kFirst);
    }
    return table;
  }();
  return kTable;
}

const PointerTable& PointerTable::Big5() {
  static const PointerTable kTable = [] {
    const Big5Index& index = encoding::Big5();
    constexpr std::size_t kFirstWritten =
        std::size_t{0xA1 - 0x81} * 157;  // below: Hong Kong's, only read
    constexpr std::u32string_view kLastCounts = U"\u2550\u255E\u2561\u256A\u5341\u5345";
    PointerTable table;
    for (std::size_t pointer = kFirstWritten; pointer < index.size(); ++pointer) {
      const bool last = kLastCounts.find(index[pointer]) != std::u32string_view::npos;
      table.Add(index[pointer], pointer, last ? Keep::kLast : Keep::kFirst);
    }
    return table;
  }();
  return kTable;
}

}  // namespace meguri::encoding
