#include "robots/feed/feed_date.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <ostream>
#include <string_view>

namespace meguri::robots {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;

FeedTime At(int year, unsigned month, unsigned day, int hour = 0, int minute = 0, int second = 0) {
  return sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day)) +
         std::chrono::hours(hour) + std::chrono::minutes(minute) + std::chrono::seconds(second);
}

struct Row {
  std::string_view text;
  std::optional<FeedTime> time;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.text; }

class FeedDateTest : public testing::TestWithParam<Row> {};

TEST_P(FeedDateTest, IsRead) { EXPECT_EQ(ParseFeedDate(GetParam().text), GetParam().time); }

INSTANTIATE_TEST_SUITE_P(
    W3c, FeedDateTest,
    testing::Values(Row{"2019-07-04T08:30:15Z", At(2019, 7, 4, 8, 30, 15)},
                    Row{"2019-07-04T08:30:15+09:00", At(2019, 7, 3, 23, 30, 15)},
                    Row{"2019-07-04T08:30:15.25-03:30", At(2019, 7, 4, 12, 0, 15)},
                    Row{"2019-07-04T08:30Z", At(2019, 7, 4, 8, 30)},
                    Row{"2019-07-04t08:30:15z", At(2019, 7, 4, 8, 30, 15)},
                    Row{"2019-07-04T08:30:15+0900", At(2019, 7, 3, 23, 30, 15)},
                    Row{"2019-07-04", At(2019, 7, 4)}, Row{"2019-07", At(2019, 7, 1)},
                    Row{"2019", At(2019, 1, 1)}, Row{"\t2019-7-4 ", At(2019, 7, 4)},
                    Row{"2020-02-28T23:00:00-02:00", At(2020, 2, 29, 1)},
                    Row{"2019-07-04 08:30:15", At(2019, 7, 4, 8, 30, 15)},
                    Row{"2019-02-29", std::nullopt}, Row{"2019-13-01", std::nullopt}));

INSTANTIATE_TEST_SUITE_P(
    Rfc822, FeedDateTest,
    testing::Values(Row{"Thu, 04 Jul 2019 08:30:15 GMT", At(2019, 7, 4, 8, 30, 15)},
                    Row{"Thu, 04 Jul 19 08:30:15 GMT", At(2019, 7, 4, 8, 30, 15)},
                    Row{"Sun, 04 Jul 93 08:30:15 GMT", At(1993, 7, 4, 8, 30, 15)},
                    Row{"Thu,  4 Jul 2019 08:30:15 GMT", At(2019, 7, 4, 8, 30, 15)},
                    Row{"Thu,4 Jul 2019 08:30:15 +0100", At(2019, 7, 4, 7, 30, 15)},
                    Row{"Thu, 04 Jul 2019 08:30 EST", At(2019, 7, 4, 13, 30)},
                    Row{"Thu, 04 Jul 2019", At(2019, 7, 4)}, Row{"04 Jul 2019", At(2019, 7, 4)},
                    Row{"Thu, 04 July 2019 08:30:15 PDT", At(2019, 7, 4, 15, 30, 15)},
                    Row{"Sat, 31 Dec 2016 23:59:60 GMT", At(2016, 12, 31, 23, 59, 59)},
                    Row{"Thu, 04 xyz 2019 08:30:15 GMT", std::nullopt},
                    Row{"Thu, 44 Jul 2019 08:30:15 GMT", std::nullopt}));

INSTANTIATE_TEST_SUITE_P(
    Others, FeedDateTest,
    testing::Values(Row{"20190704", At(2019, 7, 4)}, Row{"2019-185", At(2019, 7, 4)},
                    Row{"2019/07/04", At(2019, 7, 4)},
                    Row{"2019/7/4 08:30:15", At(2019, 7, 4, 8, 30, 15)},
                    Row{"Thu, 2019/07/04 08:30:15 GMT", At(2019, 7, 4, 8, 30, 15)},
                    Row{"2019년 07월 04일  08:30:15", At(2019, 7, 3, 23, 30, 15)},
                    Row{"", std::nullopt}, Row{"tomorrow", std::nullopt},
                    Row{"88888888888888888888", std::nullopt}, Row{":", std::nullopt},
                    Row{"-", std::nullopt}, Row{"+", std::nullopt}));

TEST(FeedDateZoneTest, LacksZone) {
  EXPECT_TRUE(LacksZone("04 Jul 19 08:30:15"));
  EXPECT_FALSE(LacksZone("04 Jul 19 08:30:15 GMT"));
  EXPECT_FALSE(LacksZone("Thu, 04 Jul 2019"));
  EXPECT_FALSE(LacksZone("Thu, 04 Jul 2019 08:30:15 -02:00"));
  EXPECT_FALSE(LacksZone("2019-07-04T08:30:15"));
}

}  // namespace
}  // namespace meguri::robots
