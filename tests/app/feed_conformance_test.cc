// The public facts of feedparser's tests (shared/conformance/feeds), asked of `explain feed`'s
// answers.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/feed_json.h"
#include "http/base64.h"
#include "robots/feed/feed.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCases = "conformance/feeds/cases.json";

struct Fact {
  std::string file;
  std::string document;
  std::string content_type;
  std::string url;
  std::string language;
  nlohmann::json path;
  nlohmann::json expected;
  bool crawl;
};

void PrintTo(const Fact& fact, std::ostream* out) {
  *out << fact.file << ": " << fact.path.dump() << " = " << fact.expected.dump() << "\n"
       << fact.document.substr(0, 2000);
}

std::string Header(const nlohmann::json& entry, std::string_view name) {
  if (!entry.contains("http_headers")) return "";
  for (const auto& [key, value] : entry["http_headers"].items()) {
    std::string lower = key;
    for (char& c : lower)
      c = static_cast<char>(std::tolower(c));
    if (lower == name) return value.get<std::string>();
  }
  return "";
}

std::vector<Fact> LoadFacts() {
  std::vector<Fact> facts;
  for (const nlohmann::json& entry : testing_support::SharedJson(kCases)) {
    const std::string document =
        entry.contains("document")
            ? entry["document"].get<std::string>()
            : http::DecodeBase64(entry["document_base64"].get<std::string>()).value_or("");
    for (const nlohmann::json& fact : entry["facts"]) {
      facts.push_back({.file = entry["file"].get<std::string>(),
                       .document = document,
                       .content_type = Header(entry, "content-type"),
                       .url = Header(entry, "content-location"),
                       .language = Header(entry, "content-language"),
                       .path = fact["path"],
                       .expected = fact["equals"],
                       .crawl = fact["crawl"].get<bool>()});
    }
  }
  return facts;
}

// What `path` leads to in feedparser's result object; null where it leads nowhere.
nlohmann::json Lookup(const Answer& answer, const nlohmann::json& path) {
  const Answer* at = &answer;
  for (const nlohmann::json& step : path) {
    if (step == "feed" && at == &answer) continue;  // our feed's fields are at the top
    if (step == "#count") return at->size();
    if (step.is_number()) {
      if (!at->is_array() || step.get<std::size_t>() >= at->size()) return nullptr;
      at = &(*at)[step.get<std::size_t>()];
      continue;
    }
    const std::string name = step.get<std::string>();
    if (at->is_object() && name == "description" && !at->contains(name)) {
      // feedparser's other name for both; ours are left out if they are empty.
      if (at->contains("summary")) return at->at("summary");
      return at->contains("subtitle") ? nlohmann::json(at->at("subtitle")) : nlohmann::json("");
    }
    if (!at->is_object() || !at->contains(name)) return nullptr;
    at = &at->at(name);
  }
  return *at;
}

class FeedConformanceTest : public testing::TestWithParam<Fact> {};

TEST_P(FeedConformanceTest, Holds) {
  const Fact& fact = GetParam();
  const robots::Feed feed = robots::ReadFeed(
      fact.document,
      {.url = fact.url, .content_type = fact.content_type, .language = fact.language});
  EXPECT_EQ(Lookup(FeedAsJson(feed), fact.path), fact.expected) << FeedAsJson(feed).dump(1);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FeedConformanceTest);
INSTANTIATE_TEST_SUITE_P(Feedparser, FeedConformanceTest, testing::ValuesIn(LoadFacts()),
                         [](const testing::TestParamInfo<Fact>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.file);
                         });

TEST(FeedConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/feeds");
  std::size_t needed = 0;
  for (const Fact& fact : LoadFacts())
    needed += fact.crawl ? 1 : 0;
  EXPECT_GE(needed, 176U);
}

}  // namespace
}  // namespace meguri::app
