#include "store/crawl_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "store/log/url_log.h"
#include "store/scores_file.h"
#include "tests/store/made_store.h"
#include "tests/store/store_contents.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace testing_store;  // NOLINT(google-build-using-namespace): made for these tests

class CrawlStoreTest : public testing::Test {
 protected:
  std::unique_ptr<CrawlStore> Open() { return OpenStore(OptionsFor(folder_), files_, clock_); }

  // The error that Open() gives.
  Error OpenError(const CrawlStoreOptions& options) {
    const auto store = CrawlStore::Open(options, files_, clock_, [] {});
    EXPECT_FALSE(store);
    return store ? Error{} : store.error();
  }

  // Pages [from, to) are added and submitted.
  static void Crawl(CrawlStore& store, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
      const std::string url = MadeUrl(i);
      store.AddUrl(MadeStoredUrl(i, url));
      store.Submit(MadeCapture(i));
    }
  }

  static std::set<std::uint32_t> Numbers(std::uint32_t count) {
    std::set<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < count; ++i)
      numbers.insert(i);
    return numbers;
  }

  std::string Text(const std::string& name) { return *ReadWholeFile(files_, folder_ + "/" + name); }
  void SetText(const std::string& name, const std::string& text) {
    ASSERT_TRUE(ReplaceFile(files_, folder_ + "/" + name, text));
  }

  const testing_support::TemporaryDirectory temporary_;
  const std::string folder_ = temporary_.path() + "/crawl";
  RealFiles files_;
  const RealClock clock_{};
};

// However many links a page has.
TEST_F(CrawlStoreTest, TheDatabaseIsAskedPerPageNotPerLink) {
  constexpr std::uint32_t kPages = 50;
  constexpr std::uint32_t kLinks = 200;
  const auto store = Open();
  ASSERT_TRUE(store);
  for (std::uint32_t i = 0; i < kPages; ++i) {
    const std::string url = MadeUrl(i);
    store->AddUrl(MadeStoredUrl(i, url));
    Capture capture = MadeCapture(i);
    capture.first_visit = i % 2 == 0;
    for (std::uint32_t link = 0; link < kLinks; ++link) {
      const std::uint32_t target = kPages + i * kLinks + link;
      const std::string target_url = MadeUrl(target);
      store->AddUrl(MadeStoredUrl(target, target_url));
      capture.links->links.push_back({.scored = true, .url = target_url});
      capture.links->targets.push_back({0, target});
    }
    store->Submit(std::move(capture));
  }
  EXPECT_EQ(WaitDurable(*store, kPages).size(), kPages);
  const TableUse use = store->state().table;
  EXPECT_GE(use.writes, kPages);
  EXPECT_EQ(use.reads, kPages / 2) << "the page's last visit, if there may be one";
  // Besides the pages: how far the logs go, and names of files.
  EXPECT_LE(use.writes, kPages + 10 * use.batches);
  EXPECT_LE(use.batches, kPages);
  EXPECT_LT(use.reads + use.writes, kPages * kLinks / 10);
  EXPECT_TRUE(store->Close());
}

TEST_F(CrawlStoreTest, SaysWhichArchivesAreLost) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 0, 5);
    EXPECT_TRUE(store->Close());
  }
  std::string archive;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/archive")) {
    if (entry.path().extension() == ".gz") archive = entry.path();
  }
  ASSERT_NE(archive, "");
  const auto lost = [&] {
    const auto store = Open();
    EXPECT_TRUE(store->ReplayPages([](UrlKey, const PageRecord&) {}));
    std::vector<std::string> lines = store->LostArchives();
    EXPECT_TRUE(store->Close());
    return lines;
  };
  const std::string name = archive.substr(folder_.size() + 1);
  EXPECT_THAT(lost(), testing::IsEmpty());
  std::filesystem::resize_file(archive, std::filesystem::file_size(archive) / 2);
  EXPECT_THAT(lost(), ElementsAre(testing::StartsWith(name + " ends at ")));
  std::filesystem::remove(archive);
  EXPECT_THAT(lost(), ElementsAre(name + " is gone, in which 5 pages are"));
}

TEST_F(CrawlStoreTest, ANewFolderHasWhatItWasGiven) {
  CrawlStoreOptions options = OptionsFor(folder_);
  std::uint64_t seed = 0;
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->is_new());
    seed = store->identity().seed;
    EXPECT_NE(seed, 0);
    EXPECT_EQ(store->identity().shards, kShards);
    EXPECT_EQ(*ReadWholeFile(files_, store->public_suffix_list_path()), "com\n");
    EXPECT_TRUE(store->Close());
  }
  options.public_suffix_list = "other\n";
  const auto store = OpenStore(options, files_, clock_);
  ASSERT_TRUE(store);
  EXPECT_FALSE(store->is_new());
  EXPECT_EQ(store->identity().seed, seed);
  EXPECT_EQ(*ReadWholeFile(files_, store->public_suffix_list_path()), "com\n");
}

TEST_F(CrawlStoreTest, WhatIsDurableIsToldInOrderAndThereAfterwards) {
  std::atomic<int> woken = 0;
  {
    auto opened =
        CrawlStore::Open(OptionsFor(folder_), files_, clock_, [&] { woken.fetch_add(1); });
    ASSERT_TRUE(opened);
    CrawlStore& store = **opened;
    Crawl(store, 0, 300);
    const auto durable = WaitDurable(store, 300);
    ASSERT_EQ(durable.size(), 300);
    for (std::uint32_t i = 0; i < 300; ++i) {
      EXPECT_EQ(durable[i].key, MadeKey(i));
      EXPECT_TRUE(durable[i].record.place);
    }
    // Pages are told first and the waker called after it, so it may still be on its way.
    EXPECT_TRUE(WaitUntil([&] { return woken > 0; }));
    EXPECT_TRUE(WaitUntil([&] { return store.state().bytes_waiting == 0; }));
    EXPECT_GT(store.state().archive_bytes, 0);
    EXPECT_TRUE(store.Close());
  }
  const auto store = Open();
  ASSERT_TRUE(store);
  ExpectDurable(*store, files_, folder_, Numbers(300));
  ExpectIndexed(files_, folder_ + "/archive");
}

TEST_F(CrawlStoreTest, ARestartGoesOn) {
  for (std::uint32_t run = 0; run < 4; ++run) {
    const auto store = Open();
    ASSERT_TRUE(store);
    ExpectDurable(*store, files_, folder_, Numbers(run * 50));
    Crawl(*store, run * 50, run * 50 + 50);
    ASSERT_TRUE(store->Close());
  }
  const auto store = Open();
  ASSERT_TRUE(store);
  ExpectDurable(*store, files_, folder_, Numbers(200));
}

TEST_F(CrawlStoreTest, SubmittedPagesAreFoundAtOnce) {
  CrawlStoreOptions options = OptionsFor(folder_);
  options.commit_after = std::chrono::hours(1);
  const auto store = OpenStore(options, files_, clock_);
  ASSERT_TRUE(store);
  EXPECT_EQ(*store->ReadPage(MadeKey(3)), std::nullopt);
  EXPECT_EQ(store->ReadTargets(MadeKey(3)).error().code, ErrorCode::kNotFound);
  const std::string url = MadeUrl(3);
  const std::uint64_t place = store->AddUrl(MadeStoredUrl(3, url));
  store->Submit(MadeCapture(3));
  const auto record = store->ReadPage(MadeKey(3));
  ASSERT_TRUE(record && *record);
  EXPECT_EQ((*record)->status, 200);
  EXPECT_EQ(*store->ReadTargets(MadeKey(3)), MadeLinks(3).targets);
  std::string text;
  StoredUrl read;
  ASSERT_TRUE(store->ReadUrl(place, text, read));
  EXPECT_EQ(read.url, url);
  EXPECT_THAT(store->TakeDurable(), ElementsAre());
}

TEST_F(CrawlStoreTest, ManyBytesAreCommittedAtOnce) {
  CrawlStoreOptions options = OptionsFor(folder_);
  options.commit_after = std::chrono::hours(1);
  options.commit_after_bytes = 300'000;
  const auto store = OpenStore(options, files_, clock_);
  ASSERT_TRUE(store);
  Crawl(*store, 0, 400);
  EXPECT_GT(WaitDurable(*store, 200).size(), 199);
}

TEST_F(CrawlStoreTest, UrlsAndHostsAloneAreCommitted) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    const std::string url = MadeUrl(0);
    store->AddUrl(MadeStoredUrl(0, url));
    store->PutHost("a.example", "old");
    store->PutHost("b.example", std::string("\0x", 2));
    store->PutHost("a.example", "new");
    EXPECT_TRUE(WaitUntil([&] { return store->state().bytes_waiting == 0; }));
    EXPECT_TRUE(WaitUntil([&] { return !Text("urls.log").empty(); }));
  }  // not closed
  const auto store = Open();
  ASSERT_TRUE(store);
  std::vector<std::string> hosts;
  ASSERT_TRUE(store->ReplayHosts([&](std::string_view host, std::string_view bytes) {
    hosts.push_back(std::string(host) + "=" + std::string(bytes));
  }));
  EXPECT_THAT(hosts, ElementsAre("a.example=new", std::string("b.example=\0x", 12)));
  ExpectDurable(*store, files_, folder_, {});
}

TEST_F(CrawlStoreTest, ScoresGoUpToWhereTheirLinksEnd) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->LoadScores()->shards.empty());
    Crawl(*store, 0, 20);
    store->SaveScores({"a", "b", "c", "d"});
    Crawl(*store, 20, 30);
    ASSERT_TRUE(store->Close());
  }
  const auto store = Open();
  ASSERT_TRUE(store);
  const auto scores = store->LoadScores();
  ASSERT_TRUE(scores);
  EXPECT_THAT(scores->shards, ElementsAre("a", "b", "c", "d"));
  std::set<std::string> later;
  ASSERT_TRUE(store->ReplayLinks(scores->links_end,
                                 [&](const LoggedPage& page) { later.insert(page.url); }));
  EXPECT_EQ(later.size(), 10);
  EXPECT_TRUE(later.contains(MadeUrl(20)));
  EXPECT_FALSE(later.contains(MadeUrl(19)));
}

TEST_F(CrawlStoreTest, ScoresThatFitNothingAreNone) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 0, 5);
    store->SaveScores({"a", "b", "c", "d"});
    ASSERT_TRUE(store->Close());
  }
  const auto shards = [&] { return Open()->LoadScores()->shards.size(); };
  EXPECT_EQ(shards(), 4);
  const std::string good = Text("scores");
  SetText("scores", good + "x");
  EXPECT_EQ(shards(), 0);
  ASSERT_TRUE(WriteScores(files_, folder_ + "/scores", {1 << 20, {"a", "b", "c", "d"}}));
  EXPECT_EQ(shards(), 0);
  ASSERT_TRUE(WriteScores(files_, folder_ + "/scores", {0, {"a"}}));
  EXPECT_EQ(shards(), 0);
  SetText("scores", good);
  EXPECT_EQ(shards(), 4);
}

TEST_F(CrawlStoreTest, ASecondVisitIsComparedWithTheFirst) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 7, 8);
    store->Submit(MadeCapture(7));  // in the same group, or the next
    ASSERT_EQ(WaitDurable(*store, 2).size(), 2);
    store->Submit(MadeCapture(7));
    const auto third = WaitDurable(*store, 1);
    ASSERT_EQ(third.size(), 1);
    EXPECT_EQ(third[0].record.visits, 3);
    EXPECT_EQ(third[0].record.first_seen, MadeCapture(7).date);
    Capture failed = MadeCapture(7);
    failed.head.clear();
    failed.links.reset();
    failed.record = {.end = PageEnd::kTimedOut};
    store->Submit(failed);
    const auto fourth = WaitDurable(*store, 1);
    ASSERT_EQ(fourth.size(), 1);
    EXPECT_EQ(fourth[0].record.end, PageEnd::kTimedOut);
    EXPECT_EQ(fourth[0].record.visits, 3);
    EXPECT_EQ(fourth[0].record.place, third[0].record.place);
    EXPECT_EQ(fourth[0].record.links_at, third[0].record.links_at);
    EXPECT_EQ(fourth[0].record.targets_at, third[0].record.targets_at);
    EXPECT_EQ(*store->ReadTargets(MadeKey(7)), MadeLinks(7).targets);
    ASSERT_TRUE(store->Close());
  }
  const auto store = Open();
  ASSERT_TRUE(store);
  int lines = 0;
  int revisits = 0;
  const auto entries = files_.List(folder_ + "/archive");
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.ends_with(".cdxj")) continue;
    const std::string index = Text("archive/" + entry.name);
    lines += static_cast<int>(std::ranges::count(index, '\n'));
    for (std::size_t at = index.find("warc/revisit"); at != std::string::npos;
         at = index.find("warc/revisit", at + 1)) {
      ++revisits;
    }
  }
  EXPECT_EQ(lines, 3);
  EXPECT_EQ(revisits, 2);
  EXPECT_EQ(store->LinksTo(MadeUrl(8))->size(), 0);
}

// It has no checksum: whoever reads it must not be led astray.
TEST_F(CrawlStoreTest, TargetsOfNoShardAreDamage) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 7, 8);
    ASSERT_EQ(WaitDurable(*store, 1).size(), 1);
    ASSERT_TRUE(store->Close());
  }
  std::string bytes = Text("targets.log");
  ASSERT_GT(bytes.size(), 6U);
  bytes[4] = bytes[5] = '\xFF';  // the first target's shard
  ASSERT_TRUE(files_.Remove(folder_ + "/targets.log"));
  auto file = files_.OpenToWrite(folder_ + "/targets.log", OpenMode::kCreate);
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->Append(bytes));
  const auto store = Open();
  ASSERT_TRUE(store);
  const auto targets = store->ReadTargets(MadeKey(7));
  ASSERT_FALSE(targets);
  EXPECT_EQ(targets.error().code, ErrorCode::kCorrupt);
}

// A gigabyte takes long, and a start waits for nothing that it doesn't need.
TEST_F(CrawlStoreTest, WhatACrashLeavesIsIndexedWhileTheCrawlRuns) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 0, 20);
    EXPECT_EQ(WaitDurable(*store, 20).size(), 20U);
  }
  const auto indexes = [this] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/archive"))
      if (entry.path().extension() == ".cdxj") names.push_back(entry.path());
    return names;
  };
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    EXPECT_EQ(indexes().size(), 0U) << "not at its start";
    ASSERT_TRUE(store->ReplayPages([](UrlKey, const PageRecord&) {}));
    store->TakeDurable();
    EXPECT_TRUE(WaitUntil([&] { return indexes().size() == 1; }));
  }
  ASSERT_EQ(indexes().size(), 1U);
  std::filesystem::remove(indexes().front());
  const auto store = Open();
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->Close());
  ExpectIndexed(files_, folder_ + "/archive");
}

TEST_F(CrawlStoreTest, WhatIsOnlyArchivedHasNoRecord) {
  const auto store = Open();
  ASSERT_TRUE(store);
  Capture robots = MadeCapture(0);
  robots.has_record = false;
  robots.links.reset();
  store->Submit(robots);
  store->Submit(DnsCapture{"a.example", clock_.WallNow(), "a.example. 1 IN A 192.0.2.1\n", "::1"});
  const auto durable = WaitDurable(*store, 1);
  ASSERT_EQ(durable.size(), 1);
  EXPECT_FALSE(durable[0].has_record);
  EXPECT_TRUE(durable[0].record.place);
  EXPECT_EQ(*store->ReadPage(MadeKey(0)), std::nullopt);
}

TEST_F(CrawlStoreTest, SaysWhoLinksToAPage) {
  const auto store = Open();
  ASSERT_TRUE(store);
  Crawl(*store, 0, 40);
  ASSERT_EQ(WaitDurable(*store, 40).size(), 40);
  // Page n links to n, n + 1, …, n + n % 6 - 1.
  const auto pages = store->LinksTo(MadeUrl(30));
  ASSERT_TRUE(pages) << ToString(pages.error());
  std::vector<std::string> urls;
  for (const LoggedPage& page : *pages) {
    urls.push_back(page.url);
    ASSERT_EQ(page.links.size(), 1);
    EXPECT_EQ(page.links[0].url, MadeUrl(30));
  }
  EXPECT_THAT(urls, ElementsAre(MadeUrl(28), MadeUrl(29)));
  EXPECT_EQ(store->LinksTo("http://h1.example/")->size(), 0);
  EXPECT_EQ(store->LinksOf(MadeKey(99)).error().code, ErrorCode::kNotFound);
}

TEST_F(CrawlStoreTest, AnotherCrawlsFolderIsRefused) {
  ASSERT_TRUE(Open()->Close());
  CrawlStoreOptions options = OptionsFor(folder_);
  options.identity.shards = 9;
  const Error error = OpenError(options);
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(error.context, HasSubstr("(4 shards there, 9 wanted)"));
  options.read_only = true;  // one who looks takes what is there
  EXPECT_EQ(OpenStore(options, files_, clock_)->identity().shards, kShards);
}

TEST_F(CrawlStoreTest, AFolderIsOpenOnce) {
  const auto store = Open();
  EXPECT_EQ(OpenError(OptionsFor(folder_)).code, ErrorCode::kAlreadyExists);
}

TEST_F(CrawlStoreTest, DamageIsALineThatNamesTheFile) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 0, 50);
    ASSERT_TRUE(store->Close());
  }
  const std::string urls = Text("urls.log");
  SetText("urls.log", urls.substr(0, urls.size() / 2));
  EXPECT_THAT(ToString(OpenError(OptionsFor(folder_))),
              testing::AllOf(HasSubstr("corrupt: "), HasSubstr("/urls.log: ")));
  SetText("urls.log", urls);
  const std::string links = Text("links.log");
  SetText("links.log", links.substr(0, links.size() - 1));
  EXPECT_THAT(ToString(OpenError(OptionsFor(folder_))),
              testing::AllOf(HasSubstr("corrupt: "), HasSubstr("/links.log: ")));
  SetText("links.log", links);
  const std::string json = Text("crawl.json");
  SetText("crawl.json", json.substr(1));
  EXPECT_THAT(ToString(OpenError(OptionsFor(folder_))), HasSubstr("/crawl.json: is damaged"));
  ASSERT_TRUE(files_.Remove(folder_ + "/crawl.json"));
  EXPECT_THAT(ToString(OpenError(OptionsFor(folder_))), HasSubstr("no crawl.json"));
  SetText("crawl.json", json);
  const std::string current = Text("store/CURRENT");
  SetText("store/CURRENT", "MANIFEST-999999\n");
  EXPECT_THAT(ToString(OpenError(OptionsFor(folder_))), HasSubstr("/store: can't open: "));
  SetText("store/CURRENT", current);
  EXPECT_TRUE(Open());
}

TEST_F(CrawlStoreTest, WithoutACrawlThereIsNothingToLookAt) {
  CrawlStoreOptions options = OptionsFor(folder_);
  options.read_only = true;
  EXPECT_EQ(OpenError(options).code, ErrorCode::kNotFound);
}

TEST_F(CrawlStoreTest, AnEntryBehindTheCommitIsRolledForwardIfItIsWhole) {
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    Crawl(*store, 0, 10);
    ASSERT_TRUE(store->Close());
  }
  std::string more;
  const std::string url = MadeUrl(10);
  AppendUrlEntry(MadeStoredUrl(10, url), more);
  SetText("urls.log", Text("urls.log") + more + more.substr(0, more.size() - 1));
  SetText("links.log", Text("links.log") + "torn");
  const auto store = Open();
  ASSERT_TRUE(store);
  std::uint32_t count = 0;
  ASSERT_TRUE(store->ReplayUrls([&](const StoredUrl&, std::uint64_t) { ++count; }));
  EXPECT_EQ(count, 11);
  ExpectDurable(*store, files_, folder_, Numbers(10));
}

}  // namespace
}  // namespace meguri
