#include "tests/store/store_contents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "store/archive/archive_index.h"
#include "tests/store/made_store.h"
#include "tests/warc/index_archive.h"
#include "tests/warc/strict_reader.h"

namespace meguri::testing_store {
namespace {

// As long as it is written, or after a crash, a file has ".open" behind; a living writer may take
// it away between two looks, and never puts it back.
std::string ReadPlace(Files& files, const std::string& path, const ArchivePlace& place) {
  auto file = files.OpenToRead(path + ".open");
  if (!file) file = files.OpenToRead(path);
  EXPECT_TRUE(file) << path;
  if (!file) return {};
  std::string bytes(place.length, '\0');
  const auto got = (*file)->ReadAt(place.offset, std::span(bytes.data(), bytes.size()));
  EXPECT_TRUE(got);
  bytes.resize(got.value_or(0));
  return bytes;
}

void ExpectArchived(CrawlStore& store, Files& files, const std::string& folder,
                    std::uint32_t number, const PageRecord& record) {
  ASSERT_TRUE(record.place) << number;
  const std::string name = store.archive_file_name(record.place->file);
  const std::string member = ReadPlace(files, folder + "/archive/" + name, *record.place);
  const auto found = warc::ReadStrictly(member, true);
  ASSERT_EQ(found.why, "") << number;
  ASSERT_EQ(found.records.size(), 1) << number;
  EXPECT_EQ(found.records[0].Get("WARC-Target-URI"), MadeUrl(number));
  EXPECT_EQ("<" + record.record_id + ">", found.records[0].Get("WARC-Record-ID"));
  EXPECT_EQ(found.records[0].block, std::string(kMadeHead) + MadeBody(number));
}

void ExpectLinks(CrawlStore& store, std::uint32_t number) {
  const LoggedPage made = MadeLinks(number);
  const auto page = store.LinksOf(MadeKey(number));
  ASSERT_TRUE(page) << ToString(page.error());
  EXPECT_EQ(page->url, made.url);
  EXPECT_EQ(page->links.size(), made.links.size());
  EXPECT_EQ(page->targets, made.targets);
  const auto targets = store.ReadTargets(MadeKey(number));
  if (made.targets.empty()) {
    ASSERT_FALSE(targets);
    EXPECT_EQ(targets.error().code, ErrorCode::kNotFound);
  } else {
    ASSERT_TRUE(targets) << ToString(targets.error());
    EXPECT_EQ(*targets, made.targets);
  }
}

}  // namespace

void ExpectDurable(CrawlStore& store, Files& files, const std::string& folder,
                   const std::set<std::uint32_t>& pages) {
  std::uint32_t urls = 0;
  std::vector<std::uint64_t> places;
  const Status replayed = store.ReplayUrls([&](const StoredUrl& url, std::uint64_t place) {
    EXPECT_EQ(url.url, MadeUrl(urls));
    EXPECT_EQ(url.key, MadeKey(urls));
    ++urls;
    places.push_back(place);
  });
  ASSERT_TRUE(replayed) << ToString(replayed.error());
  if (!pages.empty()) {
    ASSERT_GT(urls, *pages.rbegin());
  }

  std::map<std::uint32_t, PageRecord> records;
  ASSERT_TRUE(store.ReplayPages([&](UrlKey key, const PageRecord& record) {
    records.emplace(key.id * kShards + key.shard, record);
  }));
  std::map<std::uint32_t, int> logged;
  const Status links = store.ReplayLinks(0, [&](const LoggedPage& page) {
    const std::uint32_t number = page.page.id * kShards + page.page.shard;
    ++logged[number];
    EXPECT_EQ(page.targets, MadeLinks(number).targets);
  });
  ASSERT_TRUE(links) << ToString(links.error());
  EXPECT_EQ(logged.size(), records.size());
  for (const std::uint32_t number : pages) {
    ASSERT_TRUE(records.contains(number)) << number;
  }
  for (const auto& [number, record] : records) {
    EXPECT_EQ(record.visits, 1);
    EXPECT_EQ(logged[number], 1) << number;
    if (number % 7 != 0 && pages.size() > 100) continue;  // a share of them, for the time
    ExpectArchived(store, files, folder, number, record);
    ExpectLinks(store, number);
    std::string text;
    StoredUrl url;
    ASSERT_TRUE(store.ReadUrl(places[number], text, url));
    EXPECT_EQ(url.url, MadeUrl(number));
  }
}

void ExpectIndexed(Files& files, const std::string& archive) {
  const auto entries = files.List(archive);
  ASSERT_TRUE(entries);
  int found = 0;
  for (const DirectoryEntry& entry : *entries) {
    EXPECT_TRUE(entry.name.ends_with(".cdxj") || entry.name.ends_with(".warc.gz")) << entry.name;
    if (!entry.name.ends_with(".warc.gz")) continue;
    ++found;
    const std::string bytes = *ReadWholeFile(files, archive + "/" + entry.name);
    EXPECT_EQ(warc::ReadStrictly(bytes, true).why, "") << entry.name;
    auto lines = warc::IndexArchive(bytes, entry.name).lines;
    std::ranges::sort(lines);
    std::string expected;
    for (const std::string& line : lines)
      expected += line + "\n";
    EXPECT_EQ(*ReadWholeFile(files, archive + "/" + IndexNameOf(entry.name)), expected);
  }
  EXPECT_GT(found, 0);
}

}  // namespace meguri::testing_store
