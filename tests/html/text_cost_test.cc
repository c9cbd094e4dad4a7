// Hostile sizes: ten times the page may cost ten times the time, not a hundred times.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/text/language.h"
#include "html/text/text_fingerprint.h"
#include "tests/html/extracted.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

struct Hostile {
  std::string_view start;
  std::string_view piece;
  std::string_view end = "";
};

std::string PageOf(const Hostile& hostile, std::size_t size) {
  return std::string(hostile.start) + Repeated(hostile.piece, size) + std::string(hostile.end);
}

class TextCostTest : public testing::TestWithParam<Hostile> {};

TEST_P(TextCostTest, ExtractionIsLinear) {
  TextExtractor extractor;
  const auto page = [](std::size_t size) { return PageOf(GetParam(), size); };
  const auto extract = [&extractor](const std::string& bytes) { Extract(bytes, extractor); };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, page, extract), kLinearGrowth);
}

// Below the limit of the text, where nothing is cut off.
TEST_P(TextCostTest, ExtractionIsLinearBelowTheLimit) {
  TextExtractor extractor;
  const auto page = [](std::size_t size) { return PageOf(GetParam(), size); };
  const auto extract = [&extractor](const std::string& bytes) { Extract(bytes, extractor); };
  EXPECT_LT(GrowthAtTenfold(TextExtractor::kMaxTextBytes / 11, page, extract), kLinearGrowth);
}

TEST_P(TextCostTest, FingerprintsAreLinear) {
  TextFingerprinter fingerprinter;
  const auto text = [](std::size_t size) { return Repeated(GetParam().piece, size); };
  const auto work = [&fingerprinter](const std::string& bytes) {
    EXPECT_LT(fingerprinter.Of(bytes).word_count, bytes.size() + 1);
    EXPECT_LT(DetectLanguage(bytes).code.size(), 4U);
  };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, text, work), kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(
    Pages, TextCostTest,
    testing::Values(
        Hostile{"", "word"}, Hostile{"", "a "}, Hostile{"", "<p>"}, Hostile{"", "<div>"},
        Hostile{"", "7"}, Hostile{"<h1>", "x"}, Hostile{"", "\u3042"}, Hostile{"a", "\u0301"},
        Hostile{"", "</div>"}, Hostile{"<table><tr><td><div><div><b>", "</div>"},
        Hostile{"<div><td>", "<b></div>"}, Hostile{"", "<a><div>"}, Hostile{"", "<b><p></b>"},
        Hostile{"", "<li>"}, Hostile{"", "<table><tr><td>"}, Hostile{"", "<svg>"},
        Hostile{"", "<svg><p>"}, Hostile{"", " "}, Hostile{"", "\xFF"}, Hostile{"", "&amp;"},
        Hostile{"<pre>", "\n"}, Hostile{"<title>", "x "}, Hostile{"", "<h1>a</h1>"},
        Hostile{"", "<p>a"}, Hostile{"", "1 "}, Hostile{"", "1a"}, Hostile{"", "12:30 "},
        Hostile{"", "1,"}, Hostile{"", "2024年3月"}, Hostile{"", "\uFF11"}, Hostile{"", "views 1 "},
        Hostile{"", "a-1-"}, Hostile{"", "\u00AD"}, Hostile{"", "<div class='nav a-b-c'>"},
        Hostile{"<div class='", "navx-x ", "'>x"}, Hostile{"<p style='", "a:b;", "'>x"},
        Hostile{"", "<meta name=description content=x>"}, Hostile{"", "<nav><div hidden>"}));

}  // namespace
}  // namespace meguri::html
