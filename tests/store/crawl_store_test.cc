#include "store/crawl_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

CrawlStoreOptions OptionsFor(const std::string& folder) {
  CrawlStoreOptions options;
  options.directory = folder;
  options.public_suffix_list = "com\n";
  options.commit_after = std::chrono::milliseconds(20);
  return options;
}

Capture PageCapture(UrlKey key, const std::string& url) {
  Capture capture;
  capture.key = key;
  capture.url = url;
  capture.record.status = 200;
  capture.request = "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n";
  capture.head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  capture.body = "<p>" + url;
  capture.ip = "192.0.2.1";
  capture.date = ManualClock::kDefaultStart;
  capture.metadata = {{"fetchTimeMs", "12"}};
  LoggedPage page;
  page.page = key;
  page.url = url;
  page.links.push_back({.scored = true, .url = url + "/next", .text = "next"});
  page.targets.push_back({3, 77});
  capture.links = page;
  return capture;
}

TEST(CrawlStoreTest, WhatIsSubmittedIsThereAfterClose) {
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/crawl";
  RealFiles files;
  const RealClock clock;
  const UrlKey key{2, 0};
  std::uint64_t place = 0;
  {
    auto store = CrawlStore::Open(OptionsFor(folder), files, clock, [] {});
    ASSERT_TRUE(store) << ToString(store.error());
    EXPECT_TRUE((*store)->is_new());
    place = (*store)->AddUrl({.key = key, .fingerprint = 5, .url = "http://a.example/"});
    (*store)->Submit(PageCapture(key, "http://a.example/"));
    (*store)->PutHost("a.example", "bytes");
    EXPECT_THAT(*(*store)->ReadTargets(key), testing::ElementsAre(LinkTarget{3, 77}));
    (*store)->SaveScores(std::vector<std::string>(16, "s"));
    const Status closed = (*store)->Close();
    ASSERT_TRUE(closed) << ToString(closed.error());
  }
  auto store = CrawlStore::Open(OptionsFor(folder), files, clock, [] {});
  ASSERT_TRUE(store) << ToString(store.error());
  EXPECT_FALSE((*store)->is_new());
  int urls = 0;
  ASSERT_TRUE((*store)->ReplayUrls([&](const StoredUrl& url, std::uint64_t at) {
    EXPECT_EQ(url.url, "http://a.example/");
    EXPECT_EQ(at, place);
    ++urls;
  }));
  EXPECT_EQ(urls, 1);
  ASSERT_TRUE((*store)->ReplayPages([&](UrlKey k, const PageRecord& record) {
    EXPECT_EQ(k, key);
    EXPECT_EQ(record.visits, 1);
    EXPECT_EQ((*store)->archive_file_name(record.place->file).substr(0, 7), "meguri-");
  }));
  EXPECT_THAT(*(*store)->ReadTargets(key), testing::ElementsAre(LinkTarget{3, 77}));
  EXPECT_EQ((*store)->LoadScores()->shards.size(), 16);
  EXPECT_EQ((*store)->LinksTo("http://a.example//next")->size(), 1);
  EXPECT_EQ((*store)->LinksOf(key)->links.size(), 1);
}

}  // namespace
}  // namespace meguri
