// Finding the encoding takes linear time on the worst pages, and bounded time on most.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/charset.h"
#include "html/charset_prescan.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

constexpr std::string_view kHostile[] = {"<",
                                         "<!--",
                                         "<!-- --!",
                                         "<!",
                                         "</",
                                         "<?",
                                         ">",
                                         "<!-- >",
                                         "<meta",
                                         "<meta ",
                                         "<meta>",
                                         "<meta x='",
                                         "<meta x=\"'",
                                         "<meta x=",
                                         "<a ",
                                         "<a b",
                                         "<a '",
                                         "<script>",
                                         "<script></",
                                         "</script",
                                         "<title>",
                                         "<meta charset=x>",
                                         "<meta content='charset charset charset'>",
                                         "<meta content=charset",
                                         "charset=",
                                         "\x1B",
                                         "\x1B$",
                                         "\x81",
                                         "\xA4\xA4",
                                         "\xFE",
                                         "\x93\xFA",
                                         "\xE3\x81",
                                         "\x81<",
                                         "<script>\xE9",
                                         "a\xE9",
                                         "<!---"};

TEST(CharsetCostTest, FindingIsLinear) {
  // What goes at memory's speed grows more than tenfold where the larger page leaves the cache.
  constexpr double kSecondsAtMemorySpeed = 10e-9 * kWorstCaseBytes;
  for (const std::string_view piece : kHostile) {
    const auto make = [&](std::size_t size) { return Repeated(piece, size); };
    const auto find = [](const std::string& page) { FindCharset(page); };
    const double growth = GrowthAtTenfold(kWorstCaseBytes, make, find);
    if (growth < kLinearGrowth) continue;
    const std::string large = make(10 * kWorstCaseBytes);
    EXPECT_LT(testing_support::CpuSeconds([&] { find(large); }), kSecondsAtMemorySpeed) << piece;
  }
}

// Without the bounds that FindCharset() puts on them.
TEST(CharsetCostTest, ScansAreLinearThemselves) {
  for (const std::string_view piece : kHostile) {
    const auto make = [&](std::size_t size) { return "<?xml" + Repeated(piece, size); };
    const double prescan =
        GrowthAtTenfold(kWorstCaseBytes / 4, make, [](const auto& page) { PrescanCharset(page); });
    EXPECT_LT(prescan, kLinearGrowth) << piece;
    const double late =
        GrowthAtTenfold(kWorstCaseBytes / 4, make, [](const auto& page) { FindMetaCharset(page); });
    EXPECT_LT(late, kLinearGrowth) << piece;
    const double content = GrowthAtTenfold(kWorstCaseBytes / 4, make,
                                           [](const auto& page) { CharsetOfMetaContent(page); });
    EXPECT_LT(content, kLinearGrowth) << piece;
  }
}

TEST(CharsetCostTest, WhatIsDeclaredCostsNoHeap) {
  const std::string early = "<meta charset=euc-jp>" + std::string(2000, ' ');
  const std::string late = Repeated("<p class=x>", 20'000) + "<meta charset=euc-jp>";
  const std::size_t before = testing_support::AllocationCount();
  FindCharset(early);
  FindCharset(early, {.http_charset = "utf-8"});
  EXPECT_EQ(testing_support::AllocationCount(), before);
  // A late one is the tokenizer's: once for the attributes of all the tags before it.
  EXPECT_EQ(FindCharset(late).source, CharsetSource::kLateMeta);
  EXPECT_LE(testing_support::AllocationCount(), before + 1);
}

}  // namespace
}  // namespace meguri::html
