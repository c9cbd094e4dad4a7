#include "store/log/url_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "tests/store/made_store.h"

namespace meguri {
namespace {

using testing_store::MadeStoredUrl;
using testing_store::MadeUrl;

bool operator==(const StoredUrl& a, const StoredUrl& b) {
  return a.key == b.key && a.fingerprint == b.fingerprint && a.url == b.url && a.depth == b.depth &&
         a.hops == b.hops && a.seed == b.seed && a.requisite == b.requisite &&
         a.found_on == b.found_on;
}

std::uint64_t Add(UrlLog& log, std::uint32_t number) {
  const std::string url = MadeUrl(number);
  return log.Append(MadeStoredUrl(number, url));
}

// That urls 0 … count-1 are there, in order; gives their places.
std::vector<std::uint64_t> ExpectReplay(const UrlLog& log, std::uint32_t count) {
  std::vector<std::uint64_t> places;
  std::uint32_t number = 0;
  const Status status = log.Replay([&](const StoredUrl& url, std::uint64_t place) {
    const std::string text = MadeUrl(number);
    EXPECT_TRUE(url == MadeStoredUrl(number, text)) << number;
    ++number;
    places.push_back(place);
  });
  EXPECT_TRUE(status) << ToString(status.error());
  EXPECT_EQ(number, count);
  return places;
}

void ExpectRead(const UrlLog& log, std::uint64_t place, std::uint32_t number) {
  std::string text;
  StoredUrl url;
  const Status status = log.Read(place, text, url);
  ASSERT_TRUE(status) << ToString(status.error());
  const std::string expected = MadeUrl(number);
  EXPECT_TRUE(url == MadeStoredUrl(number, expected)) << number;
}

TEST(UrlLogTest, IsReadAtOnceWhereverItIs) {
  MemFiles files;
  auto log = *UrlLog::Open(files, "urls.log", 0);
  std::vector<std::uint64_t> places;
  for (std::uint32_t i = 0; i < 300; ++i) {
    places.push_back(Add(*log, i));
    if (i % 100 == 50) {
      ASSERT_TRUE(log->Flush());
    }
  }
  for (std::uint32_t i = 0; i < 300; ++i) {
    ExpectRead(*log, places[i], i);
  }
  ASSERT_TRUE(log->Flush());
  const auto again = *UrlLog::Open(files, "urls.log", log->durable_end());
  EXPECT_EQ(ExpectReplay(*again, 300), places);
}

TEST(UrlLogTest, AnEntryIsTheUrlAndLittleMore) {
  std::string bytes;
  const std::string url = MadeUrl(123'456);
  AppendUrlEntry(MadeStoredUrl(123'456, url), bytes);
  EXPECT_LE(bytes.size(), url.size() + 27);
}

TEST(UrlLogTest, LongUrlsAndLargeLogsAreReadInPieces) {
  MemFiles files;
  auto log = *UrlLog::Open(files, "urls.log", 0);
  std::vector<std::string> urls;
  for (const std::size_t size : {std::size_t{0}, std::size_t{600}, kMaxStoredUrlBytes,
                                 std::size_t{10}, kMaxStoredUrlBytes - 1, std::size_t{1}}) {
    urls.emplace_back(size, 'u');
  }
  std::vector<std::uint64_t> places;
  for (const std::string& url : urls) {
    places.push_back(log->Append({.url = url}));
  }
  ASSERT_TRUE(log->Flush());
  std::string text;
  StoredUrl url;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    ASSERT_TRUE(log->Read(places[i], text, url));
    EXPECT_EQ(url.url, urls[i]);
  }
  const auto again = *UrlLog::Open(files, "urls.log", 0);
  std::size_t count = 0;
  ASSERT_TRUE(again->Replay([&](const StoredUrl& found, std::uint64_t) {
    EXPECT_EQ(found.url, urls[count]);
    ++count;
  }));
  EXPECT_EQ(count, urls.size());
}

TEST(UrlLogTest, ATornEndIsCutAtWhateverByte) {
  std::string whole;
  std::vector<std::size_t> ends;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::string url = MadeUrl(i);
    AppendUrlEntry(MadeStoredUrl(i, url), whole);
    ends.push_back(whole.size());
  }
  for (std::size_t size = ends[1]; size <= whole.size(); ++size) {
    for (const bool zeros : {false, true}) {
      MemFiles files;
      std::string bytes = whole.substr(0, size);
      if (zeros) bytes.append(40, '\0');
      ASSERT_TRUE((*files.OpenToWrite("urls.log", OpenMode::kCreate))->Append(bytes));
      const auto log = *UrlLog::Open(files, "urls.log", ends[1]);
      std::uint32_t count = 0;
      while (count < ends.size() && ends[count] <= size)
        ++count;
      ExpectReplay(*log, count);
      Add(*log, count);
      ASSERT_TRUE(log->Flush());
      ExpectReplay(**UrlLog::Open(files, "urls.log", 0), count + 1);
    }
  }
}

TEST(UrlLogTest, DamageInsideIsAnError) {
  std::string whole;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::string url = MadeUrl(i);
    AppendUrlEntry(MadeStoredUrl(i, url), whole);
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    MemFiles files;
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    ASSERT_TRUE((*files.OpenToWrite("urls.log", OpenMode::kCreate))->Append(bytes));
    const auto log = *UrlLog::Open(files, "urls.log", whole.size());
    const Status status = log->Replay([](const StoredUrl&, std::uint64_t) {});
    ASSERT_FALSE(status) << at;
    EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(status.error().context, testing::HasSubstr("urls.log: damaged at byte"));
  }
}

TEST(UrlLogTest, WhatWasCommittedMustBeThere) {
  MemFiles files;
  const auto log = UrlLog::Open(files, "urls.log", 10);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(log.error().context, testing::HasSubstr("0 bytes long, but 10 were"));
}

TEST(UrlLogTest, NoEntryThereIsAnError) {
  MemFiles files;
  const auto log = *UrlLog::Open(files, "urls.log", 0);
  Add(*log, 0);
  std::string text;
  StoredUrl url;
  for (const std::uint64_t place : {1, 20, 1000}) {
    const Status status = log->Read(place, text, url);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
  }
}

TEST(UrlLogTest, AFullDiskLosesNothing) {
  MemFiles files;
  auto log = *UrlLog::Open(files, "urls.log", 0);
  std::vector<std::uint64_t> places;
  std::uint32_t number = 0;
  for (std::uint64_t capacity = 0; capacity < 3'000; capacity += 111) {
    files.SetCapacity(capacity);
    for (int i = 0; i < 2; ++i)
      places.push_back(Add(*log, number++));
    const Status status = log->Flush();
    if (!status) {
      EXPECT_EQ(status.error().code, ErrorCode::kDiskFull);
    }
    for (std::uint32_t i = 0; i < number; ++i) {
      ExpectRead(*log, places[i], i);
    }
  }
  files.SetCapacity(MemFiles::kUnlimited);
  ASSERT_TRUE(log->Flush());
  EXPECT_EQ(ExpectReplay(**UrlLog::Open(files, "urls.log", log->durable_end()), number), places);
}

TEST(UrlLogTest, WhatWasFlushedSurvivesCrashes) {
  Random random(7);
  for (int life = 0; life < 200; ++life) {
    MemFiles files;
    std::uint32_t written = 0;
    std::uint64_t committed = 0;
    for (int crash = 0; crash < 4; ++crash) {
      auto log = UrlLog::Open(files, "urls.log", committed);
      ASSERT_TRUE(log) << ToString(log.error());
      ASSERT_TRUE(files.SyncDirectory("."));
      std::uint32_t there = 0;
      ASSERT_TRUE((*log)->Replay([&](const StoredUrl&, std::uint64_t) { ++there; }));
      ASSERT_GE(there, written);
      ExpectReplay(**log, there);
      std::uint32_t number = there;
      for (std::uint64_t i = random.Uniform(20); i > 0; --i) {
        Add(**log, number++);
        if (random.Chance(0.3)) {
          ASSERT_TRUE((*log)->Flush());
          committed = (*log)->durable_end();
          written = number;
        }
      }
      files.CrashAndRecover(random);
    }
  }
}

}  // namespace
}  // namespace meguri
