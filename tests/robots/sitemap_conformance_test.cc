// The public cases of crawler-commons (shared/conformance/sitemaps).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "robots/sitemap/sitemap.h"
#include "tests/support/shared_data.h"

namespace meguri::robots {
namespace {

constexpr std::string_view kFolder = "conformance/sitemaps/";

struct Case {
  std::string file;
  std::string content_type;
  std::string url;
  nlohmann::json expected;
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.file; }

std::vector<Case> LoadCases() {
  std::vector<Case> cases;
  for (const nlohmann::json& entry :
       testing_support::SharedJson(std::string(kFolder) + "cases.json")) {
    const nlohmann::json& type = entry["content_type"];
    cases.push_back({.file = entry["file"].get<std::string>(),
                     .content_type = type.is_string() ? type.get<std::string>() : "",
                     .url = entry["sitemap_url"].get<std::string>(),
                     .expected = entry});
  }
  return cases;
}

nlohmann::json DateOf(const std::optional<FeedTime>& time) {
  if (!time) return nullptr;
  const auto day = std::chrono::floor<std::chrono::days>(*time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(*time - day);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text;
}

class SitemapConformanceTest : public testing::TestWithParam<Case> {};

TEST_P(SitemapConformanceTest, IsReadAsPublished) {
  const Case& test = GetParam();
  const std::optional<std::string> bytes =
      testing_support::SharedText(std::string(kFolder) + test.file);
  ASSERT_TRUE(bytes);
  const Sitemap sitemap = ReadSitemap(*bytes, {.url = test.url, .content_type = test.content_type});
  EXPECT_EQ(SitemapKindName(sitemap.kind), test.expected["kind"].get<std::string>());
  EXPECT_EQ(sitemap.urls.size(), test.expected["count"].get<std::size_t>());
  EXPECT_FALSE(sitemap.truncated);

  nlohmann::json urls = nlohmann::json::array();
  nlohmann::json dates = nlohmann::json::array();
  nlohmann::json images = nlohmann::json::array();
  for (const SitemapUrl& url : sitemap.urls) {
    urls.push_back(url.loc);
    dates.push_back(DateOf(url.lastmod));
    for (const std::string& image : url.images)
      images.push_back(image);
    if (!test.expected.contains("alternate_links_per_url")) continue;
    nlohmann::json alternates = nlohmann::json::array();
    for (const SitemapAlternate& alternate : url.alternates)
      alternates.push_back(alternate.url);
    EXPECT_EQ(alternates, test.expected["alternate_links_per_url"]);
  }
  EXPECT_EQ(urls, test.expected["expected_urls"]);
  if (test.expected.contains("lastmod")) {
    EXPECT_EQ(dates, test.expected["lastmod"]);
  }
  if (test.expected.contains("image_urls")) {
    EXPECT_EQ(images, test.expected["image_urls"]);
  }
  if (test.expected.contains("feed_lastmod")) {
    EXPECT_EQ(DateOf(sitemap.lastmod), test.expected["feed_lastmod"]);
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SitemapConformanceTest);
INSTANTIATE_TEST_SUITE_P(CrawlerCommons, SitemapConformanceTest, testing::ValuesIn(LoadCases()),
                         [](const testing::TestParamInfo<Case>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.file);
                         });

TEST(SitemapConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/sitemaps");
  EXPECT_GE(LoadCases().size(), 19U);
}

}  // namespace
}  // namespace meguri::robots
