#include "store/queues/long_term_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "tests/store/failing_files.h"
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
  EXPECT_EQ(queue_->problems()[1].context,
            "due/2026-02-17.due: 7 bytes long, but " + std::to_string(size) +
                " were safely written: put back a copy of it; all else goes on");
  EXPECT_THAT(queue_->problems()[0].context, HasSubstr("due/2026-02-16.due: gone, with"));
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

// A disk that fails while a day is handed out: the next attempt has the rest, and none twice.
TEST_F(LongTermQueueTest, AnOpeningThatFailedGoesOnWhereItWas) {
  split_bytes_ = 1'000'000'000;
  Open();
  const auto schedule = [&](std::uint32_t number, DayNumber day, std::size_t bytes) {
    const std::string url = QueueUrl(number) + std::string(bytes, 'x');
    queue_->Schedule(MadeDue(number, url, day));
  };
  for (std::uint32_t i = 0; i < 3; ++i)
    schedule(i, kToday, 500'000);  // a block each
  ASSERT_TRUE(queue_->Commit());
  std::map<std::uint32_t, int> out;
  const auto sink = [&](const DuePage& page) {
    ++out[page.key.id * kShards + page.key.shard];
    if (out.size() > 1) return;
    for (std::uint32_t i = 10; i < 20; ++i)
      schedule(i, kToday + 1, 1'000'000);  // more than is kept in memory
    files_.FailSyncs(1);
  };
  const Status failed = queue_->OpenDays(kToday, sink);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
  EXPECT_EQ(out.size(), 1);
  ASSERT_TRUE(queue_->OpenDays(kToday, sink));
  EXPECT_THAT(out, ElementsAre(testing::Pair(0, 1), testing::Pair(1, 1), testing::Pair(2, 1)));
}

TEST_F(LongTermQueueTest, AJournalThatIsGoneIsAnError) {
  const LongTermOptions options{.directory = "due"};
  // A start that was cut short: nothing was ever scheduled.
  ASSERT_TRUE(files_.MakeDirectories("due"));
  ASSERT_TRUE(files_.OpenToWrite("due/journal.000001", OpenMode::kCreate));
  Open();
  Schedule(1, kToday);
  ASSERT_TRUE(queue_->Commit());
  const std::string journal = *ReadWholeFile(files_, "due/journal.000001");
  ASSERT_TRUE(files_.Remove("due/journal.000001"));
  const auto before = Names();
  const auto gone = LongTermQueue::Open(options, files_, kToday);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error(), (Error{ErrorCode::kCorrupt,
                                 "due/journal.000001: gone, with what was scheduled last: put back "
                                 "a copy of the folder"}));
  EXPECT_EQ(Names(), before);
  // A manifest of another day.
  ASSERT_TRUE(ReplaceFile(files_, "due/journal.000001", ""));
  ASSERT_TRUE(ReplaceFile(files_, "due/journal.000002", journal));
  const auto older = LongTermQueue::Open(options, files_, kToday);
  ASSERT_FALSE(older);
  EXPECT_EQ(older.error().context,
            "due/manifest: older than journal.000002: put back a copy of the folder");
  ASSERT_TRUE(files_.Remove("due/journal.000002"));
  ASSERT_TRUE(ReplaceFile(files_, "due/journal.000001", journal));
  Open();
  EXPECT_THAT(OpenDays(kToday), ElementsAre(1));
}

TEST_F(LongTermQueueTest, WhatIsNotItsOwnStays) {
  Open();
  for (const std::string name : {"journal.old", "journal.7", "notes.due", "2026-02-30.due"})
    ASSERT_TRUE(ReplaceFile(files_, "due/" + name, "mine"));
  ASSERT_TRUE(ReplaceFile(files_, "due/2026-02-20.due", "of a split that failed"));
  Open();
  EXPECT_THAT(Names(), ElementsAre("2026-02-30.due", "journal.000001", "journal.7", "journal.old",
                                   "manifest", "notes.due"));
}

// One life in which each sync of the folder in turn fails, and all that goes on then until the
// process ends: by itself, or with the machine.
class FolderSyncTest : public testing::TestWithParam<int> {
 protected:
  Result<std::unique_ptr<LongTermQueue>> Open() {
    // Splits by length, or those alone that come with a day.
    const std::uint64_t split_bytes = GetParam() % 2 == 0 ? 2'000 : 1'000'000;
    return LongTermQueue::Open({.directory = "due", .split_bytes = split_bytes}, files_, kToday);
  }
  void Schedule(LongTermQueue& queue, std::uint32_t number, DayNumber day) {
    const std::string url = QueueUrl(number);
    queue.Schedule(MadeDue(number, url, day));
    pending_[number] = day;
  }
  void Commit(LongTermQueue& queue) {
    if (!queue.Commit()) return;
    for (const auto& [number, day] : pending_)
      durable_[number] = day;
    pending_.clear();
  }
  void Live() {
    auto queue = Open();
    if (!queue) return;
    for (std::uint32_t round = 0; round < 6; ++round) {
      const auto day = static_cast<DayNumber>(kToday + round);
      // Kept to the end of the day's opening, as the caller's hand is.
      std::vector<std::uint32_t> out;
      (void)(*queue)->OpenDays(
          day, [&](const DuePage& page) { out.push_back(page.key.id * kShards + page.key.shard); });
      for (const std::uint32_t number : out)
        Schedule(**queue, number, static_cast<DayNumber>(day + 1 + number % 3));
      for (std::uint32_t i = 0; i < 20; ++i) {
        Schedule(**queue, 100 + round * 20 + i, static_cast<DayNumber>(day + 1 + i % 4));
        if (i % 5 == 0) Commit(**queue);
      }
      Commit(**queue);
    }
  }
  // What was said to be durable is there, and nothing is damaged.
  void ExpectAll() {
    const auto queue = Open();
    ASSERT_TRUE(queue) << ToString(queue.error());
    EXPECT_THAT((*queue)->problems(), IsEmpty());
    std::map<std::uint32_t, DayNumber> found;
    ASSERT_TRUE((*queue)->ForEachPage([&](std::string_view, const DuePage& page) {
      EXPECT_TRUE(found.emplace(page.key.id * kShards + page.key.shard, DayOf(page.due)).second);
    }));
    for (const auto& [number, day] : durable_) {
      ASSERT_TRUE(found.contains(number)) << number;
      EXPECT_TRUE(found[number] == day || perhaps_.contains(number)) << number;
    }
  }

  testing_store::FailingFiles files_;
  std::map<std::uint32_t, DayNumber> durable_;
  std::map<std::uint32_t, DayNumber> pending_;
  std::map<std::uint32_t, DayNumber> perhaps_;  // of the life before: may be there
};

TEST_P(FolderSyncTest, AnyThatFailsLosesNothing) {
  const int end = GetParam() / 2;  // 0: kill -9; 1: the machine, at the worst moment; else: another
  bool failed = true;
  int behind = 0;
  for (; failed && !HasFailure(); ++behind) {
    SCOPED_TRACE(behind);
    files_.memory().DropUnsynced();
    const auto entries = files_.List("due");
    if (entries) {
      for (const DirectoryEntry& entry : *entries)
        ASSERT_TRUE(files_.Remove("due/" + entry.name));
      ASSERT_TRUE(files_.SyncDirectory("due"));
    }
    durable_.clear();
    pending_.clear();
    files_.FailFolderSync(behind);
    Live();
    perhaps_ = std::exchange(pending_, {});
    failed = files_.failed();
    files_.FailFolderSync(-1);
    Random random(static_cast<std::uint64_t>(end * 1'000 + behind));
    if (end == 1) files_.memory().DropUnsynced();
    if (end > 1) files_.memory().CrashAndRecover(random);
    ExpectAll();
    // It goes on, and the machine fails later: what the second start found has to be what stays.
    {
      const auto queue = Open();
      ASSERT_TRUE(queue);
      Schedule(**queue, 7, kToday + 9);
      Commit(**queue);
    }
    files_.memory().DropUnsynced();
    ExpectAll();
    EXPECT_TRUE(durable_.contains(7));
  }
  EXPECT_GT(behind, 10);
}
INSTANTIATE_TEST_SUITE_P(Ends, FolderSyncTest, testing::Range(0, 16));

TEST_F(LongTermQueueTest, AfterAFailedSyncOfTheFolderItRefuses) {
  testing_store::FailingFiles files;
  const LongTermOptions options{.directory = "due"};
  auto queue = *LongTermQueue::Open(options, files, kToday);
  const std::string url = QueueUrl(1);
  queue->Schedule(MadeDue(1, url, kToday + 5));
  ASSERT_TRUE(queue->Commit());
  files.FailFolderSync(1);  // the manifest's: it was renamed before
  const Status opened = queue->OpenDays(kToday, [](const DuePage&) {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error(),
            (Error{ErrorCode::kIo,
                   "due: can't sync: Input/output error: nothing more is written "
                   "or removed, as a crash could leave either state: start again"}));
  const std::string other = QueueUrl(2);
  queue->Schedule(MadeDue(2, other, kToday + 5));
  EXPECT_EQ(queue->Commit().error(), opened.error());
  EXPECT_EQ(queue->OpenDays(kToday, [](const DuePage&) {}).error(), opened.error());
  queue = *LongTermQueue::Open(options, files, kToday);
  EXPECT_EQ(queue->pages(), 1);
  EXPECT_TRUE(queue->Commit());
}

}  // namespace
}  // namespace meguri
