// Linear on the worst input, and no heap for each character.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "encoding/encoder.h"
#include "encoding/encoding.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::encoding {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

constexpr int kEncodings = static_cast<int>(Encoding::kXUserDefined) + 1;

TEST(EncodingCostTest, DecodingIsLinear) {
  for (const std::string_view piece : {"\x1B",
                                       "\x1B$B",
                                       "\x1B(B\x1B$B",
                                       "a\x1B(B",
                                       "\x1B$B!",
                                       "\x1B(J\\",
                                       "\x0E",
                                       "\x81",
                                       "\x81\x30",
                                       "\x81\x30\x81",
                                       "\x81\x30\x81\x30",
                                       "\x8F",
                                       "\x8F\xA1",
                                       "\x8E",
                                       "\xA4",
                                       "\xA4\xA4",
                                       "\xD8",
                                       "\xF0\x9F\x98",
                                       "\xFF",
                                       "a\x81",
                                       "abcdefgh\x80"}) {
    for (const Encoding encoding : {Encoding::kUtf8, Encoding::kWindows1252, Encoding::kGb18030,
                                    Encoding::kBig5, Encoding::kEucJp, Encoding::kIso2022Jp,
                                    Encoding::kShiftJis, Encoding::kEucKr, Encoding::kUtf16Le}) {
      std::string out;
      const double growth = GrowthAtTenfold(
          kWorstCaseBytes / 4, [&](std::size_t size) { return Repeated(piece, size); },
          [&](const std::string& bytes) {
            out.clear();
            Decode(encoding, bytes, out);
          });
      EXPECT_LT(growth, kLinearGrowth) << EncodingName(encoding) << " " << piece;
    }
  }
}

TEST(EncodingCostTest, EveryLeadByteAlone) {
  for (int i = 0; i < kEncodings; ++i) {
    std::string out;
    for (int byte = 0; byte < 0x100; ++byte) {
      const std::string bytes(kWorstCaseBytes / 100, static_cast<char>(byte));
      out.clear();
      Decode(static_cast<Encoding>(i), bytes, out);
      EXPECT_LE(out.size(), bytes.size() * 3);
    }
  }
}

TEST(EncodingCostTest, EncodingIsLinear) {
  for (const std::string_view piece : {"\u00A5日", "日é", "\x1B", "\xFF", "a", "😀"}) {
    for (const Encoding encoding : {Encoding::kIso2022Jp, Encoding::kGb18030, Encoding::kBig5}) {
      std::string out;
      const double growth = GrowthAtTenfold(
          kWorstCaseBytes / 20, [&](std::size_t size) { return Repeated(piece, size); },
          [&](const std::string& text) {
            out.clear();
            Encode(encoding, text, out);
          });
      EXPECT_LT(growth, kLinearGrowth) << EncodingName(encoding) << " " << piece;
    }
  }
}

TEST(EncodingCostTest, AWarmBufferIsEnough) {
  const std::string bytes = Repeated("<p>\x93\xFA\x96{\x8C\xEA\x81", 10'000);
  std::string out;
  for (int i = 0; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    DecodedView(encoding, bytes, out);
    const std::size_t before = testing_support::AllocationCount();
    DecodedView(encoding, bytes, out);
    EXPECT_EQ(testing_support::AllocationCount(), before) << EncodingName(encoding);
  }
}

}  // namespace
}  // namespace meguri::encoding
