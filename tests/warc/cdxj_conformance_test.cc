// The indexes that pywb has of its sample archives (shared/conformance/warc).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/shared_data.h"
#include "tests/warc/index_archive.h"
#include "warc/index/cdxj.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kFolder = "conformance/warc/";

struct Case {
  std::string archive;
  std::string index;
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.archive; }

std::vector<Case> LoadCases() {
  std::vector<Case> cases;
  for (const nlohmann::json& entry :
       testing_support::SharedJson(std::string(kFolder) + "expected.json")) {
    if (!entry.contains("cdxj")) continue;
    cases.push_back({entry["file"].get<std::string>(), entry["cdxj"].get<std::string>()});
  }
  return cases;
}

std::string Shared(const std::string& path) {
  return testing_support::SharedText(std::string(kFolder) + path).value();
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Lines that were written without type and status, which the CDX file beside them has.
struct Departure {
  std::string_view index;
  std::string_view beginning;
  std::string_view ours;  // between URL and digest
};

constexpr std::array kDepartures = {
    Departure{"pywb/cdxj/example.cdxj", "com,example)/?example=1 20140103030321 ",
              R"("mime": "text/html", "status": "200", )"},
    Departure{"pywb/cdxj/example.cdxj", "org,iana)/domains/example 20140128051539 ",
              R"("mime": "text/html", "status": "302", )"},
};

// What we are to write for `line` of `index`.
std::string Ours(std::string_view index, std::string line) {
  for (const Departure& departure : kDepartures) {
    if (departure.index == index && line.starts_with(departure.beginning)) {
      line.insert(line.find(R"("digest")"), departure.ours);
    }
  }
  return line;
}

class CdxjConformanceTest : public testing::TestWithParam<Case> {};

TEST_P(CdxjConformanceTest, TheIndexIsThatOfPywb) {
  const Case& test = GetParam();
  const std::string filename = test.archive.substr(test.archive.rfind('/') + 1);
  std::vector<std::string> lines = IndexArchive(Shared(test.archive), filename).lines;
  std::ranges::sort(lines);
  std::vector<std::string> expected = LinesOf(Shared(test.index));
  for (std::string& line : expected) {
    line = Ours(test.index, line);
  }
  EXPECT_EQ(lines, expected);
}

TEST_P(CdxjConformanceTest, LinesAreReadAndWrittenAsTheyWere) {
  for (const std::string& line : LinesOf(Shared(GetParam().index))) {
    const std::optional<CdxjEntry> entry = ParseCdxjLine(line);
    ASSERT_TRUE(entry) << line;
    std::string again;
    AppendCdxjLine(*entry, again);
    EXPECT_EQ(again, line);
  }
}

// The same index in eleven columns, but for what the two lines lack.
TEST_P(CdxjConformanceTest, OlderColumnsSayTheSame) {
  const Case& test = GetParam();
  std::string cdx = test.index;
  cdx.replace(cdx.find("/cdxj/"), 6, "/cdx/").resize(cdx.size() - 1);
  const std::vector<std::string> columns = LinesOf(Shared(cdx));
  const std::vector<std::string> lines = LinesOf(Shared(test.index));
  ASSERT_EQ(columns.size(), lines.size() + 1);
  EXPECT_FALSE(ParseCdxjLine(columns[0]));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::optional<CdxjEntry> entry = ParseCdxjLine(columns[i + 1]);
    ASSERT_TRUE(entry) << columns[i + 1];
    EXPECT_EQ(*entry, ParseCdxjLine(Ours(test.index, lines[i])));
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CdxjConformanceTest);
INSTANTIATE_TEST_SUITE_P(Pywb, CdxjConformanceTest, testing::ValuesIn(LoadCases()),
                         [](const testing::TestParamInfo<Case>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.archive);
                         });

TEST(CdxjConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/warc");
  EXPECT_EQ(LoadCases().size(), 2U);
}

}  // namespace
}  // namespace meguri::warc
