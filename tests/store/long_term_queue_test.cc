#include "store/queues/long_term_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "tests/store/made_queue.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_store::kShards;
using testing_store::kToday;
using testing_store::MadeDue;
using testing_store::MadeKey;
using testing_store::QueueUrl;

class LongTermQueueTest : public testing::Test {
 protected:
  void Open(DayNumber today = kToday) {
    queue_.reset();
    auto queue = LongTermQueue::Open(
        {.directory = "due", .split_bytes = split_bytes_, .horizon_days = 403}, files_, today);
    ASSERT_TRUE(queue) << ToString(queue.error());
    queue_ = *std::move(queue);
  }
  void Schedule(std::uint32_t number, DayNumber day) {
    const std::string url = QueueUrl(number);
    queue_->Schedule(MadeDue(number, url, day));
  }
  // Numbers of the pages that come out, sorted.
  std::vector<std::uint32_t> OpenDays(DayNumber today) {
    std::vector<std::uint32_t> out;
    const Status opened = queue_->OpenDays(today, [&](const DuePage& page) {
      const std::uint32_t number = page.key.id * kShards + page.key.shard;
      EXPECT_EQ(page.url, QueueUrl(number));
      EXPECT_EQ(page.interval, 60 + number % 100'000);
      EXPECT_EQ(page.is_new, number % 4 == 1);
      out.push_back(number);
    });
    EXPECT_TRUE(opened) << ToString(opened.error());
    std::ranges::sort(out);
    return out;
  }
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    const auto entries = files_.List("due");
    for (const DirectoryEntry& entry : *entries)
      names.push_back(entry.name);
    return names;
  }
  // XORs a byte of a file.
  void Damage(const std::string& path, std::uint64_t at) {
    std::string bytes = *ReadWholeFile(files_, path);
    bytes.at(at) = static_cast<char>(bytes.at(at) ^ 0x55);
    ASSERT_TRUE(ReplaceFile(files_, path, bytes));
  }

  MemFiles files_;
  std::uint64_t split_bytes_ = 3'000;
  std::unique_ptr<LongTermQueue> queue_;
};

TEST_F(LongTermQueueTest, PagesComeOnTheirDay) {
  Open();
  for (std::uint32_t i = 0; i < 300; ++i) {
    Schedule(i, static_cast<DayNumber>(kToday + i % 3));
    if (i % 20 == 0) {
      ASSERT_TRUE(queue_->Commit());
    }
  }
  ASSERT_TRUE(queue_->Commit());
  EXPECT_EQ(queue_->pages(), 300);
  EXPECT_EQ(queue_->pages_on(kToday), 100);
  EXPECT_EQ(OpenDays(kToday).size(), 100);
  EXPECT_THAT(OpenDays(kToday), IsEmpty());
  EXPECT_EQ(OpenDays(kToday + 2).size(), 200);  // a day was missed
  EXPECT_THAT(OpenDays(kToday - 30), IsEmpty());
}

TEST_F(LongTermQueueTest, OnlyTheLastEntryCounts) {
  Open();
  for (int again = 0; again < 4; ++again) {
    for (std::uint32_t i = 0; i < 40; ++i)
      Schedule(i, static_cast<DayNumber>(kToday + 9 - 3 * again));
    ASSERT_TRUE(queue_->Commit());
    if (again == 1) Open();
  }
  EXPECT_EQ(queue_->pages(), 40);
  EXPECT_EQ(OpenDays(kToday).size(), 40);
  for (std::uint32_t i = 0; i < 40; ++i)
    Schedule(i, kToday + 20);
  EXPECT_THAT(OpenDays(kToday + 19), IsEmpty());
  ASSERT_TRUE(queue_->Commit());
  Open(kToday + 20);
  EXPECT_EQ(OpenDays(kToday + 20).size(), 40);
}

TEST_F(LongTermQueueTest, AFileGoesWhenNothingCountsOnItDurably) {
  split_bytes_ = 1;
  Open();
  Schedule(1, kToday);
  Schedule(2, kToday);
  Schedule(3, kToday + 5);
  ASSERT_TRUE(queue_->Commit());
  EXPECT_EQ(OpenDays(kToday).size(), 2);
  ASSERT_TRUE(queue_->Commit());
  EXPECT_THAT(Names(),
              ElementsAre("2026-02-16.due", "2026-02-21.due", "journal.000002", "manifest"));
  Schedule(1, kToday + 5);
  ASSERT_TRUE(queue_->Commit());
  EXPECT_EQ(Names()[0], "2026-02-16.due");
  Schedule(2, kToday + 5);
  // The later entry is not durable: a crash now finds the page where it was.
  files_.DropUnsynced();
  Open();
  EXPECT_THAT(OpenDays(kToday), ElementsAre(2));
  Schedule(2, kToday + 5);
  ASSERT_TRUE(queue_->Commit());
  EXPECT_THAT(Names(), ElementsAre("2026-02-21.due", "journal.000004", "manifest"));
  EXPECT_THAT(OpenDays(kToday + 5), ElementsAre(1, 2, 3));
}

TEST_F(LongTermQueueTest, AnEndedPageStaysSo) {
  split_bytes_ = 1;
  Open();
  Schedule(1, kToday + 9);  // will be stale
  Schedule(2, kToday + 1);
  ASSERT_TRUE(queue_->Commit());
  Schedule(1, kToday);
  ASSERT_TRUE(queue_->Commit());
  EXPECT_THAT(OpenDays(kToday), ElementsAre(1));
  queue_->End(MadeKey(1));
  queue_->End(MadeKey(7));  // never heard of
  ASSERT_TRUE(queue_->Commit());
  EXPECT_FALSE(queue_->scheduled(MadeKey(1)));
  for (DayNumber day = kToday; day < kToday + 12; ++day) {
    Open(day);
    EXPECT_FALSE(queue_->scheduled(MadeKey(1))) << day;
    for (const std::uint32_t number : OpenDays(day)) {
      EXPECT_EQ(number, 2);
      Schedule(2, static_cast<DayNumber>(day + 1));
    }
    ASSERT_TRUE(queue_->Commit());
  }
  Schedule(1, kToday + 12);
  EXPECT_THAT(OpenDays(kToday + 12), ElementsAre(1, 2));
}

TEST_F(LongTermQueueTest, GenerationsGoRoundTheCircle) {
  split_bytes_ = 20'000;
  Open();
  for (int i = 0; i < 70'000; ++i) {
    Schedule(1, static_cast<DayNumber>(kToday + i % 7));
    if (i % 1'000 == 0) {
      ASSERT_TRUE(queue_->Commit());
    }
    if (i % 10'000 == 0) Open();
  }
  ASSERT_TRUE(queue_->Commit());
  Open();
  EXPECT_EQ(queue_->pages(), 1);
  EXPECT_EQ(queue_->pages_on(kToday + 69'999 % 7), 1);
}

TEST_F(LongTermQueueTest, AClockThatWasWrongHidesNothing) {
  Open(kToday + 20'000);  // 2080, says the machine
  Schedule(1, kToday + 20'300);
  ASSERT_TRUE(queue_->Commit());
  Open(kToday);
  EXPECT_THAT(OpenDays(kToday), ElementsAre(1));
  EXPECT_THAT(OpenDays(kToday + 1), IsEmpty());
  Schedule(1, 60'000);  // no visit is farther away than the horizon
  ASSERT_TRUE(queue_->Commit());
  EXPECT_EQ(queue_->pages_on(kToday + 1 + 403), 1);
  Open(0);
  EXPECT_THAT(OpenDays(0), ElementsAre(1));
}

TEST_F(LongTermQueueTest, LoadsCanBeAddedUpAtTheStart) {
  Open();
  std::map<std::string, std::uint64_t> wanted;
  for (std::uint32_t i = 0; i < 200; ++i) {
    Schedule(i, kToday + 1);
    if (i % 3 == 0) Schedule(i, kToday + 2);
    if (i % 10 == 0) {
      ASSERT_TRUE(queue_->Commit());
    }
    wanted[std::string(OriginOf(QueueUrl(i)))] += 60 + i % 100'000;
  }
  ASSERT_TRUE(queue_->Commit());
  std::map<std::string, std::uint64_t> found;
  ASSERT_TRUE(queue_->ForEachPage([&](std::string_view origin, const DuePage& page) {
    found[std::string(origin)] += page.interval;
  }));
  EXPECT_EQ(found, wanted);
}

// Each byte of a day file in turn: never a crash, one line, and all pages of other blocks.
TEST_F(LongTermQueueTest, DamageCostsItsBlockAlone) {
  split_bytes_ = 2'000;
  Open();
  for (std::uint32_t i = 0; i < 200; ++i) {
    Schedule(i, i % 2 == 0 ? kToday : kToday + 1);
    if (i % 10 == 9) {
      ASSERT_TRUE(queue_->Commit());
    }
  }
  ASSERT_TRUE(OpenDays(kToday).size() == 100);
  const std::string path = "due/2026-02-16.due";
  const std::string good = *ReadWholeFile(files_, path);
  for (std::uint64_t at = 0; at < good.size(); ++at) {
    ASSERT_TRUE(ReplaceFile(files_, path, good));
    Damage(path, at);
    Open();
    const std::size_t out = OpenDays(kToday).size();
    EXPECT_LT(out, 100) << at;
    EXPECT_GT(out, 60) << at;
    ASSERT_EQ(queue_->problems().size(), 1) << at;
    EXPECT_THAT(queue_->problems()[0].context,
                testing::MatchesRegex("due/2026-02-16.due: damaged at byte [0-9]+, up to byte "
                                      "[0-9]+: put back a copy of it; all else goes on"));
    EXPECT_EQ(OpenDays(kToday + 1).size(), 100);
    EXPECT_EQ(queue_->pages(), out + 100);
  }
}

TEST_F(LongTermQueueTest, ADamagedFileIsKeptAside) {
  split_bytes_ = 1;
  Open();
  Schedule(1, kToday);
  ASSERT_TRUE(queue_->Commit());
  Damage("due/2026-02-16.due", 60);
  Open();
  EXPECT_THAT(OpenDays(kToday), IsEmpty());
  ASSERT_TRUE(queue_->Commit());
  EXPECT_THAT(Names(), ElementsAre("2026-02-16.due.damaged", "journal.000002", "manifest"));
  EXPECT_FALSE(queue_->scheduled(MadeKey(1)));
  Schedule(1, kToday + 1);
  EXPECT_THAT(OpenDays(kToday + 1), ElementsAre(1));
}

TEST_F(LongTermQueueTest, AFileThatIsGoneOrGarbageIsSaid) {
  split_bytes_ = 1;
  Open();
  for (std::uint32_t i = 0; i < 3; ++i)
    Schedule(i, static_cast<DayNumber>(kToday + i));
  ASSERT_TRUE(queue_->Commit());
  const auto size = ReadWholeFile(files_, "due/2026-02-17.due")->size();
  ASSERT_TRUE(files_.Remove("due/2026-02-16.due"));
  ASSERT_TRUE(ReplaceFile(files_, "due/2026-02-17.due", "garbage"));
  Open();
  ASSERT_EQ(queue_->problems().size(), 3);
  EXPECT_EQ(queue_->problems()[0].context,
            "due/2026-02-17.due: 7 bytes long, but " + std::to_string(size) +
                " were safely written: put back a copy of it; all else goes on");
  EXPECT_THAT(queue_->problems()[1].context, HasSubstr("due/2026-02-16.due: gone, with"));
  Schedule(5, kToday);
  Schedule(6, kToday + 1);
  EXPECT_THAT(OpenDays(kToday + 2), ElementsAre(2, 5, 6));
}

TEST_F(LongTermQueueTest, ADamagedManifestOrJournalIsAnError) {
  split_bytes_ = 1'000'000;
  Open();
  for (std::uint32_t i = 0; i < 9; ++i) {
    Schedule(i, kToday);
    ASSERT_TRUE(queue_->Commit());
  }
  const std::string journal = *ReadWholeFile(files_, "due/journal.000001");
  Damage("due/journal.000001", 200);
  const LongTermOptions options{.directory = "due"};
  const auto damaged = LongTermQueue::Open(options, files_, kToday);
  ASSERT_FALSE(damaged);
  EXPECT_THAT(ToString(damaged.error()),
              testing::MatchesRegex("corrupt.*: due/journal.000001: damaged at byte [0-9]+ of "
                                    "[0-9]+: put back a copy of the folder"));
  ASSERT_TRUE(ReplaceFile(files_, "due/journal.000001", journal));
  Damage("due/manifest", 3);
  const auto manifest = LongTermQueue::Open(options, files_, kToday);
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.error().context,
            "due/manifest: damaged or missing: put back a copy of the folder");
  ASSERT_TRUE(files_.Remove("due/manifest"));
  EXPECT_EQ(LongTermQueue::Open(options, files_, kToday).error(), manifest.error());
}

// Cut at each byte: what remains is the groups before.
TEST_F(LongTermQueueTest, ATornJournalEndsWithItsLastWholeGroup) {
  Open();
  std::vector<std::size_t> ends;
  for (std::uint32_t i = 0; i < 4; ++i) {
    Schedule(i, kToday);
    ASSERT_TRUE(queue_->Commit());
    ends.push_back(ReadWholeFile(files_, "due/journal.000001")->size());
  }
  const std::string bytes = *ReadWholeFile(files_, "due/journal.000001");
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    for (const std::size_t zeros : {0, 12}) {  // a disk that knew of the length, not of the bytes
      ASSERT_TRUE(ReplaceFile(files_, "due/journal.000001",
                              bytes.substr(0, cut) + std::string(zeros, '\0')));
      Open();
      const auto whole = std::ranges::count_if(ends, [&](std::size_t end) { return end <= cut; });
      EXPECT_EQ(queue_->pages(), whole);
    }
  }
}

}  // namespace
}  // namespace meguri
