// Captures and stores for tests: page n has its own URL, body, links and targets.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "store/crawl_store.h"

namespace meguri::testing_store {

inline constexpr std::uint32_t kShards = 4;

inline CrawlStoreOptions OptionsFor(const std::string& folder) {
  CrawlStoreOptions options;
  options.directory = folder;
  options.identity.shards = kShards;
  options.public_suffix_list = "com\n";
  options.commit_after = std::chrono::milliseconds(10);
  options.archive.max_file_bytes = 200'000;
  options.archive.buffer_bytes = 20'000;
  return options;
}

inline UrlKey MadeKey(std::uint32_t number) { return {number % kShards, number / kShards}; }

inline std::string MadeUrl(std::uint32_t number) {
  return "http://h" + std::to_string(number % 7) + ".example/page/" + std::to_string(number);
}

inline StoredUrl MadeStoredUrl(std::uint32_t number, const std::string& url) {
  StoredUrl stored;
  stored.key = MadeKey(number);
  stored.fingerprint = number * 0x9E3779B97F4A7C15ULL;
  stored.url = url;
  stored.depth = static_cast<std::uint16_t>(number % 300);
  stored.seed = number == 0;
  stored.requisite = number % 5 == 1;
  stored.hops = number % 9 == 2 ? 3 : 0;
  if (number > 0) stored.found_on = MadeKey(number - 1);
  return stored;
}

inline std::string MadeBody(std::uint32_t number) {
  std::string body = "<p>page " + std::to_string(number) + "</p>";
  for (std::uint32_t i = 0; i < number % 200; ++i) {
    body += std::to_string(i * 7919 + number);
  }
  return body;
}

inline LoggedPage MadeLinks(std::uint32_t number) {
  LoggedPage page;
  page.page = MadeKey(number);
  page.url = MadeUrl(number);
  page.date = ManualClock::kDefaultStart + std::chrono::seconds(number);
  page.share = 1.0 / (number + 1);
  page.depth = static_cast<std::uint16_t>(number % 10);
  for (std::uint32_t i = 0; i < number % 6; ++i) {
    LoggedLink& link = page.links.emplace_back();
    link.kind = i % 2 == 0 ? html::LinkKind::kAnchor : html::LinkKind::kCss;
    link.nofollow = i == 1;
    link.redirect = i == 2;
    link.scored = i % 2 == 0;
    link.url = MadeUrl(number + i);
    link.text = i == 3 ? "" : "link " + std::to_string(i);
    if (link.scored) page.targets.push_back({i % kShards, number * 100 + i});
  }
  page.nofollow = number % 4 == 3 && !page.links.empty();
  return page;
}

inline constexpr std::string_view kMadeHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"1\"\r\n\r\n";

inline Capture MadeCapture(std::uint32_t number) {
  Capture capture;
  capture.key = MadeKey(number);
  capture.url = MadeUrl(number);
  capture.record.status = 200;
  capture.record.visited = ManualClock::kDefaultStart + std::chrono::seconds(number);
  capture.record.simhash = number + 1;
  capture.request = "GET /page/" + std::to_string(number) + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
  capture.head = kMadeHead;
  capture.body = MadeBody(number);
  capture.ip = "192.0.2.1";
  capture.date = ManualClock::kDefaultStart + std::chrono::seconds(number);
  capture.metadata = {{"fetchTimeMs", std::to_string(number)}};
  capture.links = MadeLinks(number);
  return capture;
}

// Waits until `count` are durable, for ten seconds at most.
inline std::vector<CrawlStore::Durable> WaitDurable(CrawlStore& store, std::size_t count) {
  std::vector<CrawlStore::Durable> all;
  for (int i = 0; i < 10'000 && all.size() < count && !store.state().failure; ++i) {
    for (CrawlStore::Durable& one : store.TakeDurable()) {
      all.push_back(std::move(one));
    }
    if (all.size() < count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return all;
}

inline bool WaitUntil(const std::function<bool()>& holds) {
  for (int i = 0; i < 10'000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

inline std::unique_ptr<CrawlStore> OpenStore(const CrawlStoreOptions& options, Files& files,
                                             const Clock& clock) {
  auto store = CrawlStore::Open(options, files, clock, [] {});
  EXPECT_TRUE(store) << ToString(store.error());
  return store ? *std::move(store) : nullptr;
}

}  // namespace meguri::testing_store
