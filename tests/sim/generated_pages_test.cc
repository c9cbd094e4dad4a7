#include "sim/generated/generated_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "tests/sim/source_browser.h"
#include "tests/support/allocation_counter.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using testing::IsEmpty;
using testing::SizeIs;

constexpr WallTime kStart = ManualClock::kDefaultStart;

std::unique_ptr<GeneratedPages> Make(const GeneratedPages::Options& options) {
  auto pages = GeneratedPages::Create(options);
  EXPECT_TRUE(pages);
  return *std::move(pages);
}

GeneratedPages::Options Small(std::uint32_t hosts, std::uint64_t pages) {
  GeneratedPages::Options options;
  options.spec.hosts = hosts;
  options.spec.pages = pages;
  options.spec.mean_bytes = 4'000;
  options.spec.encoded_paths = 0.1;
  options.ports = {.http = 8080, .https = 8443};
  return options;
}

std::set<std::string> AllPages(const PageSource& source, WallTime now) {
  std::set<std::string> urls;
  for (std::uint32_t host = 0; host < source.host_count(); ++host) {
    std::uint64_t count = 0;
    source.ForEachPage(host, now, [&](std::string_view url) {
      urls.emplace(url);
      ++count;
    });
    EXPECT_EQ(count, source.PageCount(host, now));
  }
  return urls;
}

std::set<std::string> KeysOf(const std::map<std::string, std::string>& map) {
  std::set<std::string> keys;
  for (const auto& [key, value] : map)
    keys.insert(key);
  return keys;
}

TEST(GeneratedPagesTest, AllPagesAreReachedFromTheSeedAndNothingElse) {
  auto options = Small(40, 1'500);
  options.spec.languages = {Language::kJapanese};
  options.spec.dead_links = 0.01;
  const auto pages = Make(options);
  const auto all = AllPages(*pages, kStart);
  ASSERT_THAT(all, SizeIs(1'500));
  const CrawlResult crawl = CrawlAll(SourceBrowser(*pages), pages->SeedUrl(), kStart);
  EXPECT_EQ(KeysOf(crawl.pages), all);
  EXPECT_THAT(crawl.strange, IsEmpty());
  EXPECT_THAT(crawl.files, testing::Contains(testing::HasSubstr("/files/")));
  for (const std::string& url : crawl.missing) {
    EXPECT_THAT(url, testing::HasSubstr("/gone/"));
  }
  EXPECT_THAT(crawl.missing, Not(IsEmpty()));
  const double dead = static_cast<double>(crawl.missing.size()) / static_cast<double>(crawl.links);
  EXPECT_NEAR(dead, 0.008, 0.003);
  EXPECT_NEAR(static_cast<double>(crawl.links) / 1'500, 50, 8);
}

TEST(GeneratedPagesTest, AnchorTextsAreTheTitlesOfTheirTargets) {
  auto options = Small(10, 400);
  options.spec.languages = {Language::kEnglish};
  const auto pages = Make(options);
  const CrawlResult crawl =
      CrawlAll(SourceBrowser(*pages), pages->SeedUrl(), kStart, {.with_files = true});
  for (const char* file : {"/img/", "/style.css", "/app.js", "/feed.xml", "/atom.xml", "/files/"})
    EXPECT_THAT(crawl.files, testing::Contains(testing::HasSubstr(file)));
  EXPECT_THAT(crawl.missing, IsEmpty());
  std::size_t checked = 0;
  for (const auto& [url, title] : crawl.pages) {
    const auto texts = crawl.anchors.find(url);
    if (texts == crawl.anchors.end()) continue;
    ++checked;
    // The page adds the name of its site.
    ASSERT_THAT(texts->second, SizeIs(1)) << url;
    ASSERT_THAT(title, testing::StartsWith(*texts->second.begin() + " | ")) << url;
  }
  EXPECT_GT(checked, 350U);
}

TEST(GeneratedPagesTest, ManyLanguagesAndCharsetsAreReachedWithoutRedirectsToo) {
  auto options = Small(60, 600);
  options.spec.languages = {Language::kEnglish, Language::kJapanese, Language::kGerman,
                            Language::kFrench, Language::kSpanish};
  const auto pages = Make(options);
  const CrawlResult crawl =
      CrawlAll(SourceBrowser(*pages), pages->SeedUrl(), kStart, {.with_go = false});
  EXPECT_EQ(KeysOf(crawl.pages), AllPages(*pages, kStart));
}

TEST(GeneratedPagesTest, APathThatIsNoPagesIsNotFound) {
  const auto pages = Make(Small(30, 2'000));
  const SourceBrowser browser(*pages);
  std::size_t changed = 0;
  for (const std::string& url : AllPages(*pages, kStart)) {
    ASSERT_EQ(browser.Get(url, kStart).status, 200) << url;
    // One letter or digit too many, somewhere.
    const std::size_t slash = url.find('/', 8);
    if (slash + 2 > url.size()) continue;
    for (const std::size_t at : {slash + 2, (slash + url.size()) / 2 + 1, url.size()}) {
      std::string other = url;
      other.insert(at, "7");
      ++changed;
      const int status = browser.Get(other, kStart).status;
      ASSERT_EQ(status, 404) << other;
    }
  }
  EXPECT_GT(changed, 5'000U);
}

TEST(GeneratedPagesTest, SameBytesInAnyOrderAndByAnyInstance) {
  const auto first = Make(Small(20, 500));
  const auto second = Make(Small(20, 500));
  const auto all = AllPages(*first, kStart);
  std::vector<std::string> urls(all.begin(), all.end());
  std::map<std::string, std::string> bodies;
  for (const std::string& url : urls) {
    const WebAnswer answer = SourceBrowser(*first).Get(url, kStart);
    bodies[url] = answer.fields + answer.body;
  }
  Random(3).Shuffle(std::span(urls));
  const SourceBrowser browser(*second);
  for (const std::string& url : urls) {
    (void)browser.Get(url, kStart + days(400));  // leaves no trace
    const WebAnswer answer = browser.Get(url, kStart);
    ASSERT_EQ(answer.fields + answer.body, bodies[url]);
  }
}

TEST(GeneratedPagesTest, AnotherSeedIsAnotherWeb) {
  auto options = Small(20, 500);
  const auto one = Make(options);
  options.seed = 8;
  const auto other = Make(options);
  EXPECT_NE(one->HostName(0), other->HostName(0));
  EXPECT_NE(AllPages(*one, kStart), AllPages(*other, kStart));
}

TEST(GeneratedPagesTest, PagesAreOfTheSizeThatIsAskedFor) {
  auto options = Small(50, 1'500);
  options.spec.mean_bytes = 20'000;
  const auto pages = Make(options);
  const SourceBrowser browser(*pages);
  double bytes = 0;
  std::size_t largest = 0;
  for (const std::string& url : AllPages(*pages, kStart)) {
    const std::size_t size = browser.Get(url, kStart).body.size();
    bytes += static_cast<double>(size);
    largest = std::max(largest, size);
  }
  EXPECT_NEAR(bytes / 1'500, 20'000, 2'500);
  EXPECT_GT(largest, 100'000U);
}

TEST(GeneratedPagesTest, LinksHaveAHeavyTail) {
  auto options = Small(30, 2'000);
  options.spec.languages = {Language::kEnglish};
  const auto pages = Make(options);
  const SourceBrowser browser(*pages);
  html::PageReader reader({.agent = "meguri", .seed = 0, .want_text = false});
  std::map<std::string, std::size_t> in_degree;
  for (const std::string& url : AllPages(*pages, kStart)) {
    const WebAnswer answer = browser.Get(url, kStart);
    const std::string type = FieldOf(answer, "Content-Type");
    const auto parsed = url::Url::Parse(url);
    html::PageSource source;
    source.bytes = answer.body;
    source.url = &*parsed;
    source.content_type = type;
    reader.Read(source);
    for (std::size_t i = 0; i < reader.links().size(); ++i)
      ++in_degree[std::string(reader.links().at(i).url)];
  }
  std::vector<std::size_t> degrees;
  for (const std::string& url : AllPages(*pages, kStart))
    degrees.push_back(in_degree[url]);
  std::ranges::sort(degrees, std::greater<>());
  EXPECT_GT(degrees[0], 50 * degrees[1'000]);
  EXPECT_GE(degrees.back(), 1U);
}

TEST(GeneratedPagesTest, PagesChangeWithTime) {
  auto options = Small(10, 300);
  options.changes = {
      ChangeRule{.kind = ChangeRule::Kind::kNever, .weight = 1, .path = {}},
      ChangeRule{.kind = ChangeRule::Kind::kPoisson, .weight = 1, .every = hours(1), .path = {}}};
  const auto pages = Make(options);
  const SourceBrowser browser(*pages);
  int changed = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    pages->ForEachPage(host, kStart, [&](std::string_view url) {
      const auto target = std::string(url::Url::Parse(url)->path_and_query());
      const auto before = pages->StateOf(host, target, kStart);
      const auto after = pages->StateOf(host, target, kStart + days(2));
      ASSERT_TRUE(before && after);
      EXPECT_LT(before->since, kStart + std::chrono::microseconds(1));
      const bool differs = browser.Get(url, kStart).body != browser.Get(url, kStart + days(2)).body;
      EXPECT_EQ(differs, before->version != after->version);
      changed += differs ? 1 : 0;
    });
  }
  EXPECT_NEAR(changed, 150, 30);
}

TEST(GeneratedPagesTest, ReplayedPagesComeAndGo) {
  auto options = Small(5, 200);
  ChangeRule replay{.kind = ChangeRule::Kind::kReplay, .weight = 1, .path = "histories"};
  options.changes = {replay};
  EXPECT_EQ(GeneratedPages::Create(options).error().code, ErrorCode::kInvalidArgument);
  const WallTime then = kStart - days(4'000);
  options.histories["histories"] = {{{then, then + days(10)}, {1, 0}}, {{then}, {1}}};
  const auto pages = Make(options);
  EXPECT_THAT(AllPages(*pages, kStart + days(9)), SizeIs(200));
  const auto later = AllPages(*pages, kStart + days(11));
  EXPECT_NEAR(static_cast<double>(later.size()), 100, 25);
  const SourceBrowser browser(*pages);
  for (const std::string& url : AllPages(*pages, kStart)) {
    EXPECT_EQ(browser.Get(url, kStart + days(11)).status, later.contains(url) ? 200 : 404);
  }
}

TEST(GeneratedPagesTest, HostSizesFollowAPowerLaw) {
  const auto sizes = DrawHostSizes(1'000, 100'000, 5);
  std::uint64_t sum = 0;
  for (const std::uint32_t size : sizes)
    sum += size;
  EXPECT_EQ(sum, 100'000U);
  auto sorted = sizes;
  std::ranges::sort(sorted, std::greater<>());
  EXPECT_GE(sorted.back(), 1U);
  EXPECT_GT(sorted[0], 4'000U);
  EXPECT_NEAR(static_cast<double>(sorted[0]) / sorted[99], 33, 3);
  const auto cut = DrawHostSizes(1'000, 100'000, 5, 250);
  EXPECT_EQ(std::accumulate(cut.begin(), cut.end(), 0U), 100'000U);
  EXPECT_EQ(*std::ranges::max_element(cut), 250U);
  EXPECT_EQ(DrawHostSizes(4, 8, 1, 2), (std::vector<std::uint32_t>{2, 2, 2, 2}));
  EXPECT_EQ(DrawHostSizes(3, 3, 1), (std::vector<std::uint32_t>{1, 1, 1}));
}

TEST(GeneratedPagesTest, TenMillionPagesTakeLittleMemory) {
  auto options = Small(100'000, 10'000'000);
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;  // 0 with sanitizers
  const auto pages = Make(options);
  const std::size_t bytes = mallinfo2().uordblks + mallinfo2().hblkhd - before;
  EXPECT_LT(bytes, 50'000'000U);
  RecordProperty("megabytes", static_cast<int>(bytes / 1'000'000));
  EXPECT_EQ(pages->host_count(), 100'000U);
  std::uint64_t sum = 0;
  std::vector<std::string> names;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    sum += pages->PageCount(host, kStart);
    names.push_back(pages->HostName(host));
  }
  EXPECT_EQ(sum, 10'000'000U);
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(GeneratedPagesTest, APageCostsNoAllocation) {
  auto options = Small(10, 500);
  options.spec.https = 0;
  const auto pages = Make(options);
  std::vector<std::string> targets;
  pages->ForEachPage(0, kStart, [&](std::string_view url) {
    targets.emplace_back(url::Url::Parse(url)->path_and_query());
  });
  WebAnswer answer;
  std::size_t allocations = 0;
  for (int round = 0; round < 3; ++round) {
    allocations = testing_support::AllocationCount();
    for (const std::string& target : targets) {
      answer.Clear();
      WebRequest request;
      request.target = target;
      pages->Answer(0, request, kStart, answer);
      ASSERT_EQ(answer.status, 200);
    }
  }
  EXPECT_EQ(testing_support::AllocationCount() - allocations, 0U);
}

TEST(GeneratedPagesTest, OwnHostNames) {
  auto options = Small(100, 50);
  options.spec.host_names = {"a.example", "www.bb.example", "localhost"};
  const auto pages = Make(options);
  EXPECT_EQ(pages->host_count(), 3U);
  EXPECT_EQ(pages->HostName(1), "www.bb.example");
  EXPECT_THAT(AllPages(*pages, kStart), SizeIs(50));
}

TEST(GeneratedPagesTest, WhatCannotBeIsSaid) {
  const auto fails = [](auto change) {
    auto options = Small(10, 100);
    change(options);
    const auto made = GeneratedPages::Create(options);
    return !made && made.error().code == ErrorCode::kInvalidArgument;
  };
  using Options = GeneratedPages::Options;
  EXPECT_FALSE(fails([](Options&) {}));
  EXPECT_TRUE(fails([](Options& o) { o.spec.hosts = 0; }));
  EXPECT_TRUE(fails([](Options& o) { o.spec.pages = 9; }));
  EXPECT_TRUE(fails([](Options& o) { o.spec.languages.clear(); }));
  EXPECT_TRUE(fails([](Options& o) { o.spec.host_names = {"a.test", "a.test"}; }));
  EXPECT_TRUE(fails([](Options& o) { o.spec.host_names = {"A.test"}; }));
  EXPECT_TRUE(fails([](Options& o) { o.spec.mean_bytes = 0; }));
  EXPECT_TRUE(fails([](Options& o) {
    o.changes = {ChangeRule{.kind = ChangeRule::Kind::kPoisson, .path = {}}};
  }));
  EXPECT_TRUE(fails([](Options& o) { o.moves = {MoveRule{.host = "*", .after = -hours(1)}}; }));
}

}  // namespace
}  // namespace meguri
