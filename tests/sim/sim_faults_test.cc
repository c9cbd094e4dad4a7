#include "sim/crawl/sim_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meguri {
namespace {

using testing::HasSubstr;

TEST(SimFaultsTest, ReadsWhatItWrites) {
  for (const char* text :
       {"none", "kill=3,disk-error=1,full=1,resolver=1,server=4,standstill=2,jump=2,stop=1",
        "kill=1000", "full=2,stop=7"}) {
    const auto counts = ParseFaults(text);
    ASSERT_TRUE(counts) << text;
    EXPECT_EQ(FormatFaults(*counts), text);
  }
  EXPECT_EQ(FormatFaults(*ParseFaults("default")), FormatFaults(FaultCounts()));
  EXPECT_EQ(ParseFaults("kill")->kills, 1U);
}

TEST(SimFaultsTest, NamesWhatItCantRead) {
  for (const char* text :
       {"quake=1", "kill=", "kill=x", "kill=-1", "kill=1001", "kill=1,,full=1"}) {
    const auto counts = ParseFaults(text);
    ASSERT_FALSE(counts) << text;
    EXPECT_THAT(counts.error().context, HasSubstr("is none; want default, none, or some of"));
  }
}

}  // namespace
}  // namespace meguri
