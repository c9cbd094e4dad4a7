#include "app/byte_size.h"

#include <gtest/gtest.h>

#include <string_view>

namespace meguri::app {
namespace {

TEST(ByteSizeTest, TakesNumbersAndUnits) {
  EXPECT_EQ(ParseByteSize("--memory", "1").value(), 1U);
  EXPECT_EQ(ParseByteSize("--memory", "65536").value(), 65536U);
  EXPECT_EQ(ParseByteSize("--memory", "64K").value(), 64U << 10);
  EXPECT_EQ(ParseByteSize("--memory", "256m").value(), 256U << 20);
  EXPECT_EQ(ParseByteSize("--memory", "2G").value(), std::uint64_t{2} << 30);
  EXPECT_EQ(ParseByteSize("--memory", "3t").value(), std::uint64_t{3} << 40);
  EXPECT_EQ(ParseByteSize("--memory", "16777215T").value(), std::uint64_t{16777215} << 40);
}

TEST(ByteSizeTest, SaysWhatIsNone) {
  for (const std::string_view text : {"", "0", "0K", "K", "-1", "+1", " 1", "1 ", "1.5G", "1KB",
                                      "1X", "16777216T", "18446744073709551616"}) {
    const auto size = ParseByteSize("--memory", text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(ParseByteSize("--memory", "1\n").error().context,
            "--memory: '1\\n' is no size; want one such as 64K, 256M or 2G");
}

}  // namespace
}  // namespace meguri::app
