// What `meguri doctor` makes of contact, config file and flags.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/doctor/findings.h"
#include "app/doctor/plan_check.h"

namespace meguri::app {
namespace {

using testing::ElementsAre;

constexpr FindingState kOk = FindingState::kOk;
constexpr FindingState kWarning = FindingState::kWarning;
constexpr FindingState kFails = FindingState::kFails;

std::vector<FindingState> StatesOf(const std::vector<Finding>& findings) {
  std::vector<FindingState> states;
  states.reserve(findings.size());
  for (const Finding& finding : findings)
    states.push_back(finding.state);
  return states;
}

TEST(DoctorPlanTest, AContactIsAnAddressOrAUrl) {
  EXPECT_EQ(JudgeContact("you@example.org", false).state, kOk);
  EXPECT_EQ(JudgeContact("https://example.org/crawler", false).state, kOk);
  for (const char* const wrong : {"", "you", "you@", "ftp://example.org/", "a b@example.org"})
    EXPECT_EQ(JudgeContact(wrong, true).state, kFails) << wrong;
  EXPECT_EQ(JudgeContact(std::nullopt, false).state, kWarning);
  EXPECT_EQ(JudgeContact(std::nullopt, true).state, kOk);
}

TEST(DoctorPlanTest, TheConfigIsReadAsACrawlReadsIt) {
  const auto findings = [](const std::string& toml, std::optional<std::string> contact = {}) {
    PlanQuestion question;
    question.flags.config = "c.toml";
    question.contact = std::move(contact);
    const auto checked = CheckPlan(question, [&](const std::string& path) -> Result<std::string> {
      if (path == "c.toml") return toml;
      return Fail(ErrorCode::kIo, path + " can't be read");
    });
    EXPECT_TRUE(checked);
    return StatesOf(checked->findings);
  };
  EXPECT_THAT(findings("contact = \"you@example.org\""), ElementsAre(kOk, kOk));
  EXPECT_THAT(findings(""), ElementsAre(kOk, kWarning));
  EXPECT_THAT(findings("", "you@example.org"), ElementsAre(kOk, kOk));
  EXPECT_THAT(findings("contact = \"you@example.org\"", "nobody"), ElementsAre(kOk, kFails));
  EXPECT_THAT(findings("contact = 5"), ElementsAre(kFails, kWarning));
  EXPECT_THAT(findings("\x01 garbage"), ElementsAre(kFails, kWarning));
  EXPECT_THAT(findings("url = [\"a.example\"]"), ElementsAre(kOk, kOk, kWarning));
  EXPECT_THAT(findings("seeds = \"gone.txt\""), ElementsAre(kOk, kFails, kWarning));
  EXPECT_THAT(findings("seeds = \"-\""), ElementsAre(kOk, kWarning));
  EXPECT_THAT(findings("interval = \"1ms\""), ElementsAre(kOk, kWarning, kFails));
  EXPECT_THAT(findings("allow-address = [\"0.0.0.0/0\"]"), ElementsAre(kOk, kOk, kFails));
}

TEST(DoctorPlanTest, AConfigThatIsGoneFailsAndFlagsThatAreWrongAreRefused) {
  PlanQuestion question;
  question.flags.config = "gone.toml";
  const FileReader gone = [](const std::string& path) -> Result<std::string> {
    return Fail(ErrorCode::kIo, path + " can't be read");
  };
  EXPECT_THAT(StatesOf(CheckPlan(question, gone)->findings), ElementsAre(kFails, kWarning));
  question.flags.values["resolver"] = {"nonsense"};
  EXPECT_EQ(CheckPlan(question, gone).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace meguri::app
