#include "app/find_moved/find_moved_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace meguri::app {
namespace {

using moved::Verdict;
using testing::HasSubstr;
using testing::Not;

FindMovedReport SampleReport(Verdict verdict) {
  FindMovedReport report{.url = "http://a.test/old", .old_status = 404, .threshold = 0.7};
  report.result.verdict = verdict;
  report.result.requests = 12;
  report.result.explanation = "Nothing is like it.";
  report.result.candidates = {
      {"http://a.test/new", 0.97, {"same title", "text 97 % alike"}, 5},
      {"http://a.test/other", 0.2, {"some words of the title"}, 9},
  };
  return report;
}

TEST(FindMovedReportTest, TheAnswerFirstAndTheOthersBelow) {
  EXPECT_EQ(FindMovedInWords(SampleReport(Verdict::kFound)),
            "Found: where http://a.test/old went.\n"
            "  0.97  http://a.test/new\n"
            "        same title; text 97 % alike\n"
            "Less likely:\n"
            "  0.20  http://a.test/other\n"
            "        some words of the title\n"
            "12 requests\n");
}

TEST(FindMovedReportTest, WhatWasNotFoundIsNoAnswer) {
  FindMovedReport report = SampleReport(Verdict::kNotFound);
  report.stopped = true;
  EXPECT_EQ(FindMovedInWords(report),
            "Not found: where http://a.test/old went.\n"
            "Nothing is like it.\n"
            "Candidates, none of them likely enough, or not read (--threshold 0.7):\n"
            "  0.97  http://a.test/new\n"
            "        same title; text 97 % alike\n"
            "  0.20  http://a.test/other\n"
            "        some words of the title\n"
            "12 requests; stopped before the search was at its end\n");
}

TEST(FindMovedReportTest, EveryVerdictIsSaidAndHasItsExitCode) {
  for (const auto& [verdict, name, words, exit_code] :
       {std::tuple(Verdict::kFound, "found", "Found: ", 0),
        std::tuple(Verdict::kNotGone, "not-gone", "still has the page", 0),
        std::tuple(Verdict::kNotFound, "not-found", "Not found: ", 1),
        std::tuple(Verdict::kDown, "down", "doesn't answer", 1),
        std::tuple(Verdict::kRefused, "refused", "doesn't want to be asked", 1)}) {
    FindMovedReport report = SampleReport(verdict);
    report.trouble = "the server said 503";
    EXPECT_THAT(FindMovedInWords(report), HasSubstr(words));
    EXPECT_EQ(nlohmann::json::parse(FindMovedAsJson(report))["verdict"], name);
    EXPECT_EQ(FindMovedExitCode(verdict), exit_code) << name;
    const bool asks_why = verdict == Verdict::kDown || verdict == Verdict::kRefused;
    EXPECT_EQ(FindMovedInWords(report).find("Why: the server said 503") != std::string::npos,
              asks_why)
        << name;
  }
}

TEST(FindMovedReportTest, NothingThatASiteSaysReachesTheTerminalAsItIs) {
  FindMovedReport report = SampleReport(Verdict::kFound);
  report.result.candidates[0].reasons = {"linked under \x1b[2J\x07\xff"};
  report.result.candidates[1].url = "http://a.test/\x1b[1m";
  const std::string words = FindMovedInWords(report);
  EXPECT_THAT(words, Not(HasSubstr("\x1b")));
  EXPECT_THAT(words, Not(HasSubstr("\x07")));
  EXPECT_THAT(words, HasSubstr("\\u001b[2J"));
  EXPECT_TRUE(nlohmann::json::accept(FindMovedAsJson(report)));
}

TEST(FindMovedReportTest, FewAreShownAndAllAreInTheJson) {
  FindMovedReport report = SampleReport(Verdict::kNotFound);
  report.result.candidates.resize(8);
  EXPECT_THAT(FindMovedInWords(report), HasSubstr("… and 6 less likely (--json has all)\n"));
  EXPECT_EQ(nlohmann::json::parse(FindMovedAsJson(report))["candidates"].size(), 8U);
}

}  // namespace
}  // namespace meguri::app
