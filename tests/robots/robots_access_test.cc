#include "robots/robots_access.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace meguri::robots {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using enum RobotsAction;

struct Row {
  std::string name;
  RobotsFetch fetch;
  RobotsAccess access;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

constexpr seconds kDays29 = hours(24 * 29);
constexpr seconds kDays30 = hours(24 * 30);

// The server has said what there is.
std::vector<Row> Answers() {
  return {
      {"Ok", {.status = 200}, {kUseBody, hours(24)}},
      {"OkAfterFiveHops", {.status = 200, .redirects_followed = 5}, {kUseBody, hours(24)}},
      {"NoContent", {.status = 204}, {kUseBody, hours(24)}},
      {"OkAfterFailures", {.status = 200, .failing_for = kDays30}, {kUseBody, hours(24)}},
      {"MaxAge", {.status = 200, .max_age = hours(3)}, {kUseBody, hours(3)}},
      {"MaxAgeTooLong", {.status = 200, .max_age = hours(999)}, {kUseBody, hours(24)}},
      {"MaxAgeZero", {.status = 200, .max_age = seconds(0)}, {kUseBody, hours(1)}},
      {"MaxAgeNegative", {.status = 200, .max_age = seconds(-5)}, {kUseBody, hours(1)}},

      {"Moved", {.status = 301, .has_usable_location = true}, {kFollowRedirect, seconds(0)}},
      {"Found", {.status = 302, .has_usable_location = true}, {kFollowRedirect, seconds(0)}},
      {"SeeOther", {.status = 303, .has_usable_location = true}, {kFollowRedirect, seconds(0)}},
      {"Temporary", {.status = 307, .has_usable_location = true}, {kFollowRedirect, seconds(0)}},
      {"Permanent", {.status = 308, .has_usable_location = true}, {kFollowRedirect, seconds(0)}},
      {"FifthHop",
       {.status = 301, .redirects_followed = 4, .has_usable_location = true},
       {kFollowRedirect, seconds(0)}},
      {"SixthHop",
       {.status = 301, .redirects_followed = 5, .has_usable_location = true},
       {kAllowAll, hours(24)}},
      {"NoLocation", {.status = 302}, {kAllowAll, hours(24)}},
      {"MultipleChoices", {.status = 300, .has_usable_location = true}, {kAllowAll, hours(24)}},
      {"NotModified",
       {.status = 304, .has_old_copy = true, .max_age = hours(2)},
       {kUseOldCopy, hours(2)}},
      {"NotModifiedWithoutCopy", {.status = 304}, {kDisallowAll, minutes(15)}},

      {"BadRequest", {.status = 400}, {kAllowAll, hours(24)}},
      {"Unauthorized", {.status = 401}, {kAllowAll, hours(24)}},
      {"Forbidden", {.status = 403}, {kAllowAll, hours(24)}},
      {"NotFound", {.status = 404}, {kAllowAll, hours(24)}},
      {"NotFoundMaxAge", {.status = 404, .max_age = hours(5)}, {kAllowAll, hours(5)}},
      {"NotFoundDespiteCopy", {.status = 404, .has_old_copy = true}, {kAllowAll, hours(24)}},
      {"Gone", {.status = 410}, {kAllowAll, hours(24)}},
      {"Status499", {.status = 499}, {kAllowAll, hours(24)}},
  };
}

// It has not, or asks to be left alone.
std::vector<Row> Failures() {
  return {
      {"AskLess", {.status = 429}, {kDisallowAll, minutes(15)}},
      {"AskLessDespiteCopy", {.status = 429, .has_old_copy = true}, {kDisallowAll, minutes(15)}},
      {"AskLessRetryAfter",
       {.status = 429, .retry_after = minutes(50)},
       {kDisallowAll, minutes(50)}},
      {"AskLessRetryAfterTooLong",
       {.status = 429, .retry_after = hours(9999)},
       {kDisallowAll, hours(24)}},
      {"AskLessForAMonth",
       {.status = 429, .has_old_copy = true, .failing_for = kDays30},
       {kDisallowAll, hours(24)}},

      {"ServerError", {.status = 500}, {kDisallowAll, minutes(15)}},
      {"Overloaded", {.status = 503, .retry_after = seconds(5)}, {kDisallowAll, minutes(15)}},
      {"OverloadedRetryAfter", {.status = 503, .retry_after = hours(2)}, {kDisallowAll, hours(2)}},
      {"ServerErrorDespiteCopy",
       {.status = 500, .has_old_copy = true},
       {kDisallowAll, minutes(15)}},
      {"ServerErrorAfterHops",
       {.status = 502, .redirects_followed = 2},
       {kDisallowAll, minutes(15)}},
      {"ServerErrorForHours", {.status = 500, .failing_for = hours(3)}, {kDisallowAll, hours(3)}},
      {"ServerErrorFor29Days", {.status = 500, .failing_for = kDays29}, {kDisallowAll, hours(24)}},
      {"ServerErrorFor30Days", {.status = 500, .failing_for = kDays30}, {kAllowAll, hours(24)}},
      {"ServerErrorFor30DaysWithCopy",
       {.status = 599, .has_old_copy = true, .failing_for = kDays30},
       {kUseOldCopy, hours(24)}},

      {"NoAnswer", {.status = std::nullopt}, {kDisallowAll, minutes(15)}},
      {"NoAnswerDespiteCopy", {.has_old_copy = true}, {kDisallowAll, minutes(15)}},
      {"NoAnswerFor29Days", {.failing_for = kDays29}, {kDisallowAll, hours(24)}},
      {"NoAnswerFor30Days", {.failing_for = kDays30}, {kAllowAll, hours(24)}},
      {"NoAnswerFor30DaysWithCopy",
       {.has_old_copy = true, .failing_for = kDays30},
       {kUseOldCopy, hours(24)}},

      {"Informational", {.status = 100}, {kDisallowAll, minutes(15)}},
      {"StatusZero", {.status = 0}, {kDisallowAll, minutes(15)}},
      {"StatusNegative", {.status = -200}, {kDisallowAll, minutes(15)}},
      {"Status999", {.status = 999}, {kDisallowAll, minutes(15)}},
  };
}

class RobotsAccessTest : public testing::TestWithParam<Row> {};

TEST_P(RobotsAccessTest, Row) {
  const RobotsAccess access = DecideRobotsAccess(GetParam().fetch);
  EXPECT_EQ(access.action, GetParam().access.action);
  EXPECT_EQ(access.valid_for, GetParam().access.valid_for);
}

std::string NameOf(const testing::TestParamInfo<Row>& row) { return row.param.name; }

INSTANTIATE_TEST_SUITE_P(Answers, RobotsAccessTest, testing::ValuesIn(Answers()), NameOf);
INSTANTIATE_TEST_SUITE_P(Failures, RobotsAccessTest, testing::ValuesIn(Failures()), NameOf);

TEST(RobotsAccessTableTest, EveryStatusHasAnAnswerThatIsNeverHeldForLong) {
  for (int status = -1; status < 1000; ++status) {
    const RobotsAccess access = DecideRobotsAccess({.status = status});
    EXPECT_LE(access.valid_for, kMaxValidity) << status;
    const bool keep_out = status == 429 || status == 304 || status < 200 || status >= 500;
    EXPECT_EQ(access.action == kDisallowAll, keep_out) << status;
  }
}

}  // namespace
}  // namespace meguri::robots
