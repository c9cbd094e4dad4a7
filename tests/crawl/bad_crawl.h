// A crawl of a web with hosts that misbehave, and what came of it: from the store what became of
// each URL, from the servers' log what was asked of whom, and when.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/audit/audit.h"
#include "store/crawl_store.h"
#include "tests/crawl/bad_web.h"
#include "tests/crawl/crawlable_lab.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_directory.h"

namespace meguri::testing_crawl {

inline constexpr std::chrono::milliseconds kInterval{50};
inline constexpr std::chrono::milliseconds kMaxIdle{1000};

// Does memory that is freed go back, and is there nothing beside it?
#if defined(MEGURI_ASAN) || defined(MEGURI_TSAN)
inline constexpr bool kMemoryTells = false;
#else
inline constexpr bool kMemoryTells = true;
#endif

// The most that the process ever had resident since ForgetPeak().
inline std::uint64_t PeakBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}
inline std::uint64_t ForgetPeak() {
  // Large bodies go back to the system when they are freed, as they do with the program's jemalloc;
  // else glibc keeps what one thread took and another gave back.
  constexpr int kLarge = 128 << 10;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  std::ofstream("/proc/self/clear_refs") << "5";
  return PeakBytes();
}

class BadCrawl {
 public:
  explicit BadCrawl(std::vector<BadHost> hosts, double speed = 1)
      : lab(BadWeb(hosts), speed), settings(SettingsFor(lab, folder_.path() + "/crawl")) {
    settings.manners.interval = kInterval;
    settings.manners.max_retry_after = std::chrono::milliseconds(1500);
    settings.allow_addresses = {"127.1.0.0/16"};  // the web's, not the forbidden one
    settings.fetch.max_idle = kMaxIdle;
    settings.fetch.max_connect = kMaxIdle;
    settings.max_attempts = 2;
    settings.seeds = {lab.UrlOf(kGood)};
    for (const BadHost& host : hosts)
      settings.seeds.push_back(lab.UrlOf(host.name));
  }

  void Run() {
    const std::uint64_t before = ForgetPeak();
    const auto watch = [this](const CrawlStatus& now) {
      most_counted = std::max(most_counted, now.counted_bytes);
      return false;
    };
    status = RunCrawl(settings, watch, std::chrono::seconds(40), fetcher_allows);
    peak_growth = PeakBytes() - std::min(before, PeakBytes());
    EXPECT_EQ(status.end, CrawlEnd::kFinished);
    requests = lab.Requests();
    ReadStore();
  }

  // What became of the URL; a record of its own if nothing did.
  const PageRecord& RecordOf(std::string_view url) {
    const auto found = records.find(std::string(url));
    if (found != records.end()) return found->second;
    ADD_FAILURE() << url << " has no record; there are: " << testing::PrintToString(Urls());
    static const PageRecord kNone{.end = PageEnd::kBlocked};
    return kNone;
  }
  const PageRecord& RecordOf(std::string_view host, std::string_view target) {
    return RecordOf(lab.UrlOf(host, target));
  }
  std::string EndOf(std::string_view host = "bad.test", std::string_view target = "/") {
    return std::string(PageEndName(RecordOf(host, target).end));
  }
  std::vector<std::string> Urls() const {
    std::vector<std::string> urls;
    for (const auto& [url, record] : records)
      urls.push_back(url + ": " + std::string(PageEndName(record.end)) + " " + record.detail);
    return urls;
  }
  std::vector<testing_lab::SeenRequest> RequestsTo(std::string_view host) const {
    std::vector<testing_lab::SeenRequest> found;
    std::ranges::copy_if(requests, std::back_inserter(found),
                         [host](const auto& request) { return request.host == host; });
    return found;
  }
  // When the last request to the host was over.
  std::chrono::microseconds LastEnd(std::string_view host) const {
    std::chrono::microseconds last{0};
    for (const auto& request : RequestsTo(host))
      last = std::max(last, request.end);
    return last;
  }

  // All of the good host's pages, each once, politely; nobody was asked too soon, nor where nobody
  // may be asked; and our own log says the same.
  void ExpectNeighbourWell() {
    for (int page = 0; page < kGoodPages; ++page) {
      const std::string target = page == 0 ? "/" : fmt::format("/{}", page);
      EXPECT_EQ(EndOf(kGood, target), "fetched") << target;
      EXPECT_EQ(RecordOf(kGood, target).status, 200) << target;
      EXPECT_EQ(RecordOf(kGood, target).attempts, 1) << target;
    }
    EXPECT_EQ(EndOf(kGood, "/private/x"), "robots");
    EXPECT_EQ(RequestsTo(kGood).size(), kGoodPages + 1U);
    const Judgement judgement = lab.Judge(kInterval);
    EXPECT_EQ(judgement.hosts.too_soon, 0U);
    EXPECT_EQ(judgement.servers.too_soon, 0U);
    EXPECT_EQ(judgement.forbidden_address.count, 0U);
    RealFiles files;
    const auto audit = AuditRequests(files, settings.directory);
    ASSERT_TRUE(audit) << ToString(audit.error());
    EXPECT_TRUE(audit->clean()) << audit->breach_count() << " breaches";
  }
  // And it was done before `host` was, though that was asked from the beginning on.
  void ExpectNeighbourFirst(std::string_view host = "bad.test") {
    ExpectNeighbourWell();
    EXPECT_LT(LastEnd(kGood).count(), LastEnd(host).count());
  }

  testing_lab::ServedWeb lab;

 private:
  testing_support::TemporaryDirectory folder_;

 public:
  CrawlSettings settings;
  std::vector<std::string> fetcher_allows;  // instead of what the settings allow
  CrawlStatus status;
  std::uint64_t peak_growth = 0;              // of the process, with the lab in it
  std::uint64_t most_counted = 0;             // by the crawl, against its cap
  std::map<std::string, PageRecord> records;  // by URL
  std::vector<testing_lab::SeenRequest> requests;

 private:
  void ReadStore() {
    RealFiles files;
    RealClock clock;
    CrawlStoreOptions options;
    options.directory = settings.directory;
    options.read_only = true;
    auto store = CrawlStore::Open(options, files, clock, [] {});
    ASSERT_TRUE(store) << ToString(store.error());
    std::map<UrlKey, std::string> urls;
    ASSERT_TRUE((*store)->ReplayUrls([&](const StoredUrl& url, std::uint64_t /*place*/) {
      urls[url.key] = std::string(url.url);
    }));
    ASSERT_TRUE((*store)->ReplayPages(
        [&](UrlKey key, const PageRecord& record) { records[urls[key]] = record; }));
    if (settings.limits.pages_per_host) return;
    EXPECT_EQ(records.size(), urls.size()) << "each known URL is done with";
  }
};

}  // namespace meguri::testing_crawl
