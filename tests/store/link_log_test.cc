#include "store/link_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "store/log/target_log.h"
#include "tests/store/made_store.h"

namespace meguri {
namespace {

using testing_store::MadeLinks;

// As it was logged, but for its targets, which are elsewhere.
void ExpectPage(const LoggedPage& page, std::uint32_t number) {
  const LoggedPage made = MadeLinks(number);
  EXPECT_EQ(page.page, made.page);
  EXPECT_EQ(page.url, made.url);
  EXPECT_EQ(page.date, made.date);
  EXPECT_EQ(page.share, made.share);
  EXPECT_EQ(page.depth, made.depth);
  EXPECT_EQ(page.nofollow, made.nofollow);
  ASSERT_EQ(page.links.size(), made.links.size());
  for (std::size_t i = 0; i < made.links.size(); ++i) {
    EXPECT_EQ(page.links[i].kind, made.links[i].kind);
    EXPECT_EQ(page.links[i].nofollow, made.links[i].nofollow);
    EXPECT_EQ(page.links[i].redirect, made.links[i].redirect);
    EXPECT_EQ(page.links[i].scored, made.links[i].scored);
    EXPECT_EQ(page.links[i].url, made.links[i].url);
    EXPECT_EQ(page.links[i].text, made.links[i].text);
  }
}

std::uint32_t CountReplayed(const LinkLog& log, std::uint64_t from, std::uint32_t first) {
  std::uint32_t number = first;
  const Status status = log.Replay(from, [&](LoggedPage& page, std::uint64_t targets_at) {
    ExpectPage(page, number);
    EXPECT_EQ(targets_at, number * 3);
    ++number;
    return Status();
  });
  EXPECT_TRUE(status) << ToString(status.error());
  return number - first;
}

TEST(LinkLogTest, IsReplayedAndReadByPlace) {
  MemFiles files;
  auto log = *LinkLog::Open(files, "links.log", 0);
  std::vector<LinkPlace> places;
  std::uint64_t middle = 0;
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    if (i == 2'000) middle = log->EndBlock();
    places.push_back(log->Append(MadeLinks(i), i * 3));
    if (i % 1'000 == 900) {
      ASSERT_TRUE(log->Flush());
    }
  }
  ASSERT_TRUE(log->Flush());
  log = *LinkLog::Open(files, "links.log", log->durable_end());
  EXPECT_EQ(CountReplayed(*log, 0, 0), 5'000);
  EXPECT_EQ(CountReplayed(*log, middle, 2'000), 3'000);
  EXPECT_GT(places.back().block, places.front().block);
  LoggedPage page;
  for (std::uint32_t i = 0; i < places.size(); i += 77) {
    std::uint64_t targets_at = 0;
    const LinkPlace place = UnpackLinkPlace(PackLinkPlace(places[i]));
    EXPECT_EQ(place, places[i]);
    ASSERT_TRUE(log->Read(place, page, targets_at));
    ExpectPage(page, i);
    EXPECT_EQ(targets_at, i * 3);
  }
}

TEST(LinkLogTest, BlocksAreLargeAndPacked) {
  MemFiles files;
  auto log = *LinkLog::Open(files, "links.log", 0);
  std::uint64_t raw = 0;
  std::string entry;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    entry.clear();
    AppendLinkEntry(MadeLinks(i), 0, entry);
    raw += entry.size();
    log->Append(MadeLinks(i), 0);
  }
  ASSERT_TRUE(log->Flush());
  EXPECT_LT(log->durable_end(), raw * 2 / 3);
}

TEST(LinkLogTest, APageOfManyLinksHasABlockOfItsOwn) {
  MemFiles files;
  auto log = *LinkLog::Open(files, "links.log", 0);
  LoggedPage large = MadeLinks(1);
  large.links.clear();
  for (int i = 0; i < 100'000; ++i) {
    large.links.push_back({.url = large.url + "/" + std::to_string(i)});
  }
  log->Append(MadeLinks(0), 0);
  const LinkPlace place = log->Append(large, 0);
  log->Append(MadeLinks(2), 6);
  ASSERT_TRUE(log->Flush());
  EXPECT_EQ(place.entry, 0);
  LoggedPage page;
  std::uint64_t targets_at = 0;
  ASSERT_TRUE(log->Read(place, page, targets_at));
  ASSERT_EQ(page.links.size(), large.links.size());
  EXPECT_EQ(page.links.back().url, large.links.back().url);
}

TEST(LinkLogTest, TrapsAreCutAtABound) {
  LoggedPage trap = MadeLinks(1);
  trap.links.clear();
  for (int i = 0; i < 80; ++i) {
    trap.links.push_back({.url = std::string(1 << 20, 'u')});
  }
  std::string entry;
  AppendLinkEntry(trap, 0, entry);
  LoggedPage page;
  std::uint64_t targets_at = 0;
  ASSERT_TRUE(ParseLinkEntry(entry, page, targets_at));
  EXPECT_EQ(page.links.size(), 64);
}

TEST(LinkLogTest, WhatIsBehindTheCommitIsCutAtWhateverByte) {
  std::string whole;
  std::uint64_t committed = 0;
  {
    MemFiles files;
    auto log = *LinkLog::Open(files, "links.log", 0);
    for (std::uint32_t i = 0; i < 9; ++i) {
      log->Append(MadeLinks(i), i * 3);
      if (i % 3 == 2) {
        ASSERT_TRUE(log->Flush());
      }
      if (i == 5) committed = log->durable_end();
    }
    whole = *ReadWholeFile(files, "links.log");
  }
  for (std::size_t size = committed; size <= whole.size(); ++size) {
    MemFiles files;
    ASSERT_TRUE((*files.OpenToWrite("links.log", OpenMode::kCreate))
                    ->Append(std::string_view(whole).substr(0, size)));
    auto log = *LinkLog::Open(files, "links.log", committed);
    EXPECT_EQ(CountReplayed(*log, 0, 0), 6);
    log->Append(MadeLinks(6), 18);
    ASSERT_TRUE(log->Flush());
    EXPECT_EQ(CountReplayed(*log, 0, 0), 7);
  }
}

TEST(LinkLogTest, DamageIsAnErrorThatNamesThePlace) {
  std::string whole;
  {
    MemFiles files;
    auto log = *LinkLog::Open(files, "links.log", 0);
    for (std::uint32_t i = 0; i < 9; ++i)
      log->Append(MadeLinks(i), 0);
    ASSERT_TRUE(log->Flush());
    whole = *ReadWholeFile(files, "links.log");
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    MemFiles files;
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 16);
    ASSERT_TRUE((*files.OpenToWrite("links.log", OpenMode::kCreate))->Append(bytes));
    const auto log = *LinkLog::Open(files, "links.log", whole.size());
    const Status status = log->Replay(0, [](LoggedPage&, std::uint64_t) { return Status(); });
    ASSERT_FALSE(status) << at;
    EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(status.error().context, testing::HasSubstr("links.log: damaged in the block at"));
  }
}

TEST(LinkLogTest, EntriesThatAreNoneAreRefused) {
  std::string entry;
  AppendLinkEntry(MadeLinks(5), 9, entry);
  LoggedPage page;
  std::uint64_t targets_at = 0;
  for (std::size_t size = 0; size < entry.size(); ++size) {
    EXPECT_FALSE(ParseLinkEntry(std::string_view(entry).substr(0, size), page, targets_at));
  }
  EXPECT_FALSE(ParseLinkEntry(entry + "x", page, targets_at));
  ASSERT_TRUE(ParseLinkEntry(entry, page, targets_at));
  EXPECT_EQ(targets_at, 9);
}

TEST(LinkLogTest, AFullDiskLosesNothing) {
  MemFiles files;
  auto log = *LinkLog::Open(files, "links.log", 0);
  std::uint32_t number = 0;
  int full = 0;
  for (std::uint64_t capacity = 0; capacity < 4'000; capacity += 173) {
    files.SetCapacity(capacity);
    for (int i = 0; i < 3; ++i, ++number) {
      log->Append(MadeLinks(number), number * 3);
    }
    if (!log->Flush()) ++full;
  }
  EXPECT_GT(full, 3);
  files.SetCapacity(MemFiles::kUnlimited);
  ASSERT_TRUE(log->Flush());
  EXPECT_EQ(CountReplayed(*log, 0, 0), number);
}

TEST(TargetLogTest, IsReadAtOnceAndAfterwards) {
  MemFiles files;
  auto log = *TargetLog::Open(files, "targets.log", 0);
  std::vector<std::uint64_t> places;
  std::vector<std::vector<LinkTarget>> all;
  for (std::uint32_t i = 0; i < 300; ++i) {
    std::vector<LinkTarget>& targets = all.emplace_back();
    for (std::uint32_t k = 0; k < i; ++k)
      targets.push_back({k * 217 % 65'536, i * ~0ULL + k});
    places.push_back(log->Append(targets));
    if (i == 100 || i == 200) {
      ASSERT_TRUE(log->Flush());
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(*log->Read(places[i]), all[i]);
  }
  ASSERT_TRUE(log->Flush());
  const std::uint64_t end = log->durable_end();
  log->Append(all[5]);
  ASSERT_TRUE(log->Flush());
  log = *TargetLog::Open(files, "targets.log", end);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(*log->Read(places[i]), all[i]);
  }
  EXPECT_EQ(log->Read(end).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(TargetLog::Open(files, "targets.log", end + 1).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace meguri
