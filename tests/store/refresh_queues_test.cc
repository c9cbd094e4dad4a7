#include "store/queues/refresh_queues.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "tests/store/made_queue.h"

namespace meguri {
namespace {

using testing_store::DayStart;
using testing_store::kShards;
using testing_store::kToday;
using testing_store::MadeDue;
using testing_store::MadeKey;
using testing_store::QueueUrl;

RefreshQueuesOptions OptionsWith(Duration interval, std::uint64_t split_bytes) {
  RefreshQueuesOptions options;
  options.long_term.directory = "due";
  options.long_term.split_bytes = split_bytes;
  options.short_term.interval = interval;
  return options;
}

DuePage PageOf(std::uint32_t id, const std::string& url, DayNumber day, bool is_new) {
  DuePage page;
  page.key = {0, id};
  page.url = url;
  page.due = day * kMinutesPerDay;
  page.is_new = is_new;
  return page;
}

TEST(RefreshQueuesTest, HalfOfAHostsRoomIsForNewOnes) {
  MemFiles files;
  // Room for 10 a day.
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(144), 1), files, DayStart(kToday));
  for (std::uint32_t i = 0; i < 40; ++i)
    queues->Schedule(PageOf(i, "http://a.test/" + std::to_string(i), kToday, i % 2 == 0));
  queues->Schedule(PageOf(40, "http://b.test/", kToday, false));
  ASSERT_TRUE(queues->Advance(DayStart(kToday)));
  EXPECT_EQ(queues->short_term().size(), 11);
  EXPECT_EQ(queues->short_term().busy_hosts(), 2);
  EXPECT_EQ(queues->pushed_back(), 30);
  EXPECT_EQ(queues->long_term().pages_on(kToday + 3), 30);
  std::string kinds;
  const std::uint32_t host = queues->short_term().HostOf("https://a.test:7/");
  while (const auto page = queues->Take(host, DayStart(kToday))) {
    kinds += page->is_new ? 'n' : 'k';
    queues->End(page->key);
  }
  EXPECT_EQ(kinds, "knknknknkn");
  ASSERT_TRUE(queues->Commit());
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 2)));
  EXPECT_EQ(queues->short_term().size(), 1);
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 3)));
  EXPECT_EQ(queues->short_term().size(), 11);
}

TEST(RefreshQueuesTest, WhoIsPushedBackHasItsTurn) {
  MemFiles files;
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(144), 1), files, DayStart(kToday));
  for (std::uint32_t i = 0; i < 100; ++i)
    queues->Schedule(PageOf(i, "http://a.test/" + std::to_string(i), kToday, false));
  std::map<std::uint32_t, int> visits;
  for (DayNumber day = kToday; day < kToday + 180; ++day) {
    ASSERT_TRUE(queues->Advance(DayStart(day)));
    const std::uint32_t host = queues->short_term().HostOf("http://a.test/");
    while (const auto page = queues->Take(host, DayStart(day))) {
      ++visits[page->key.id];
      queues->Schedule(PageOf(page->key.id, page->url, day + 1, false));
    }
    ASSERT_TRUE(queues->Commit());
  }
  // 5 a day: 900 visits in all, by 100 pages that each want 180.
  ASSERT_EQ(visits.size(), 100);
  for (const auto& [id, count] : visits) {
    EXPECT_GE(count, 4) << id;
    EXPECT_LE(count, 16) << id;
  }
}

TEST(RefreshQueuesTest, APageOfTodayWaitsForItsMinute) {
  MemFiles files;
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(1), 1), files, DayStart(kToday));
  ASSERT_TRUE(queues->Advance(DayStart(kToday)));
  const std::string url = "http://a.test/";
  DuePage page = PageOf(0, url, kToday, false);
  page.due += 60;
  queues->Schedule(page);
  EXPECT_FALSE(queues->Take(0, DayStart(kToday) + std::chrono::minutes(59)));
  EXPECT_EQ(queues->short_term().NextDue(0), page.due);
  EXPECT_TRUE(queues->Take(0, DayStart(kToday) + std::chrono::minutes(60)));
  EXPECT_EQ(queues->short_term().NextDue(0), std::nullopt);
  // It gets another minute while it waits here: the old one is dropped.
  queues->Schedule(page);
  page.due += 60;
  queues->Schedule(page);
  EXPECT_FALSE(queues->Take(0, DayStart(kToday) + std::chrono::minutes(119)));
  EXPECT_TRUE(queues->Take(0, DayStart(kToday) + std::chrono::minutes(120)));
}

TEST(RefreshQueuesTest, AClockThatComesBackBeginsAnew) {
  MemFiles files;
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(1), 1), files, DayStart(kToday));
  for (std::uint32_t i = 0; i < 10; ++i)
    queues->Schedule(PageOf(i, "http://a.test/" + std::to_string(i), kToday + i, false));
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 300)));
  EXPECT_EQ(queues->short_term().size(), 10);
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 1)));
  EXPECT_EQ(queues->short_term().size(), 2);
  ASSERT_TRUE(queues->Advance(DayStart(kToday)));
  EXPECT_EQ(queues->short_term().size(), 2);
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 9)));
  EXPECT_EQ(queues->short_term().size(), 10);
}

// A page that its host never takes, and one that was taken and is not heard of again: the files of
// later days go all the same, both are there at the end, and none is handed out twice.
TEST(RefreshQueuesTest, APageThatNobodyTakesHoldsNoFiles) {
  MemFiles files;
  const auto options = OptionsWith(std::chrono::minutes(1), 1'000'000);
  auto queues = *RefreshQueues::Open(options, files, DayStart(kToday));
  queues->Schedule(PageOf(1, "http://dead.test/", kToday, false));
  queues->Schedule(PageOf(2, "http://lost.test/", kToday, false));
  for (std::uint32_t i = 10; i < 40; ++i)
    queues->Schedule(PageOf(i, "http://a.test/" + std::to_string(i), kToday + i % 3, false));
  int lost = 0;
  for (DayNumber day = kToday; day < kToday + 90; ++day) {
    ASSERT_TRUE(queues->Advance(DayStart(day)));
    ShortTermQueue& held = queues->short_term();
    lost += queues->Take(held.HostOf("http://lost.test/"), DayStart(day)) ? 1 : 0;
    while (const auto page = queues->Take(held.HostOf("http://a.test/"), DayStart(day)))
      queues->Schedule(PageOf(page->key.id, page->url, day + 1 + page->key.id % 3, false));
    ASSERT_TRUE(queues->Commit());
    EXPECT_LE(queues->long_term().files(), 8) << day - kToday;
    EXPECT_EQ(queues->long_term().pages(), 32);
  }
  EXPECT_EQ(lost, 1);
  const auto dead =
      queues->Take(queues->short_term().HostOf("http://dead.test/"), DayStart(kToday + 90));
  ASSERT_TRUE(dead);
  EXPECT_EQ(dead->key.id, 1);
  // Another life has each once more.
  queues = *RefreshQueues::Open(options, files, DayStart(kToday + 90));
  EXPECT_EQ(queues->long_term().pages(), 32);
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 90)));
  for (const char* url : {"http://dead.test/", "http://lost.test/"}) {
    const std::uint32_t host = queues->short_term().HostOf(url);
    EXPECT_TRUE(queues->Take(host, DayStart(kToday + 90))) << url;
    EXPECT_FALSE(queues->Take(host, DayStart(kToday + 90))) << url;
  }
}

// A year ahead for a moment: what waits is not put off for a year.
TEST(RefreshQueuesTest, AClockThatLeapsCarriesNothingOn) {
  MemFiles files;
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(1), 1), files, DayStart(kToday));
  queues->Schedule(PageOf(1, "http://dead.test/", kToday, false));
  for (DayNumber day = kToday; day < kToday + 6; ++day) {
    ASSERT_TRUE(queues->Advance(DayStart(day)));
    ASSERT_TRUE(queues->Commit());
  }
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 365)));
  ASSERT_TRUE(queues->Commit());
  ASSERT_TRUE(queues->Advance(DayStart(kToday + 6)));
  EXPECT_TRUE(queues->Take(0, DayStart(kToday + 6)));
}

TEST(RefreshQueuesTest, WhatIsDueInThePastMakesNoOldFiles) {
  MemFiles files;
  auto queues =
      *RefreshQueues::Open(OptionsWith(std::chrono::minutes(1), 1), files, DayStart(kToday));
  ASSERT_TRUE(queues->Advance(DayStart(kToday)));
  queues->Schedule(PageOf(1, "http://a.test/", kToday - 100, true));
  EXPECT_EQ(queues->long_term().pages_on(kToday), 1);
  EXPECT_TRUE(queues->Take(0, DayStart(kToday)));
}

TEST(RefreshQueuesTest, AHostThatIsWokenOftenIsToldOnce) {
  ShortTermQueue held({});
  for (int i = 0; i < 100; ++i) {
    held.Add(PageOf(1, "http://a.test/", kToday, true));
    EXPECT_TRUE(held.Take(0, kToday * kMinutesPerDay));
  }
  EXPECT_EQ(held.TakeWoken().size(), 1);
  held.Add(PageOf(1, "http://a.test/", kToday, true));
  EXPECT_EQ(held.TakeWoken().size(), 1);
}

// A crawl with crashes, torn writes, full disks and failing syncs, beside a model of what must be
// there.
class RefreshLife {
 public:
  explicit RefreshLife(std::uint64_t seed)
      : random_(seed), split_bytes_(500 + random_.Uniform(20'000)) {}

  void Run(int crashes) {
    for (int i = 0; i < crashes && !testing::Test::HasFatalFailure(); ++i) {
      Start();
      if (testing::Test::HasFatalFailure()) return;
      for (std::uint64_t steps = random_.Uniform(80); steps > 0 && !refuses_; --steps)
        Step();
      queues_.reset();
      files_.SetCapacity(MemFiles::kUnlimited);
      files_.FailSyncs(0);
      const double end = random_.Double();  // above 0.85 the process alone dies
      if (end < 0.6) {
        files_.CrashAndRecover(random_);
      } else if (end < 0.85) {
        files_.DropUnsynced();
      }
    }
    Start();
    Finish();
  }
  std::size_t troubles() const { return troubles_; }

 private:
  struct State {
    DayNumber day = 0;  // 0: ended
    bool operator==(const State&) const = default;
  };

  void Start() {
    refuses_ = false;
    auto queues = RefreshQueues::Open(OptionsWith(std::chrono::minutes(1), split_bytes_), files_,
                                      DayStart(today_));
    ASSERT_TRUE(queues) << ToString(queues.error());
    queues_ = *std::move(queues);
    EXPECT_TRUE(queues_->long_term().problems().empty());
    // Each page is as it was committed, or as it was scheduled since: a crash may have kept that.
    std::map<std::uint32_t, State> found;
    ASSERT_TRUE(queues_->long_term().ForEachPage([&](std::string_view, const DuePage& page) {
      const std::uint32_t number = page.key.id * kShards + page.key.shard;
      EXPECT_TRUE(found.emplace(number, State{DayOf(page.due)}).second) << "twice: " << number;
    }));
    for (const auto& [number, state] : durable_) {
      const State now = found.contains(number) ? found[number] : State{};
      bool known = now == state;
      for (const State& later : since_[number])
        known = known || now == later;
      // Nobody took it, and it was carried on to a day that was opened.
      known = known || (state.day != 0 && now.day >= state.day + 3 && now.day <= today_);
      ASSERT_TRUE(known) << "page " << number << " of day " << state.day << " is on " << now.day;
    }
    for (const auto& [number, state] : found)
      ASSERT_TRUE(durable_.contains(number) || since_.contains(number));
    durable_ = found;
    since_.clear();
    handed_.clear();
    ASSERT_EQ(queues_->long_term().pages(), found.size());
  }

  void Put(std::uint32_t number, DayNumber day) {
    const std::string url = QueueUrl(number);
    queues_->Schedule(MadeDue(number, url, day));
    since_[number].push_back({day});
    handed_.erase(number);
  }

  void Step() {
    const double dice = random_.Double();
    if (dice < 0.4) {
      Put(static_cast<std::uint32_t>(random_.Uniform(300)),
          static_cast<DayNumber>(today_ + random_.Uniform(12)));
    } else if (dice < 0.45) {
      const auto number = static_cast<std::uint32_t>(random_.Uniform(300));
      queues_->End(MadeKey(number));
      since_[number].push_back({});
    } else if (dice < 0.55) {
      (void)Try([&] { return queues_->Advance(DayStart(today_)); });
    } else if (dice < 0.6) {
      today_ = static_cast<DayNumber>(today_ + random_.Uniform(3));
    } else if (dice < 0.85) {
      Visit();
    } else {
      Commit();
    }
  }

  void Visit() {
    ShortTermQueue& held = queues_->short_term();
    if (held.hosts() == 0) return;
    const auto host = static_cast<std::uint32_t>(random_.Uniform(held.hosts()));
    const auto page = queues_->Take(host, DayStart(today_) + std::chrono::hours(24));
    if (!page) return;
    const std::uint32_t number = page->key.id * kShards + page->key.shard;
    ASSERT_EQ(page->url, QueueUrl(number));
    // Once for each time that it was scheduled.
    ASSERT_TRUE(handed_.insert(number).second) << number;
    if (random_.Chance(0.2)) return;  // still being fetched
    Put(number, static_cast<DayNumber>(today_ + random_.Uniform(9)));
  }

  void Commit() {
    if (!Try([&] { return queues_->Commit(); })) return;
    for (const auto& [number, states] : since_) {
      if (states.back().day == 0) {
        durable_.erase(number);
      } else {
        durable_[number] = states.back();
      }
    }
    since_.clear();
  }

  // Until it works, with a little more room each time; false: until it refuses to go on.
  bool Try(const std::function<Status()>& attempt) {
    std::uint64_t room = random_.Chance(0.4) ? random_.Uniform(2'000) : MemFiles::kUnlimited;
    for (;;) {
      files_.SetCapacity(room == MemFiles::kUnlimited ? room : Used() + room);
      if (random_.Chance(0.1)) files_.FailSyncs(1);
      const Status tried = attempt();
      if (tried) break;
      ++troubles_;
      refuses_ = tried.error().context.ends_with("start again");
      if (refuses_) break;
      if (room != MemFiles::kUnlimited) room += 500 + random_.Uniform(2'000);
    }
    files_.SetCapacity(MemFiles::kUnlimited);
    return !refuses_;
  }

  std::uint64_t Used() {
    std::uint64_t sum = 0;
    const auto entries = files_.List("due");
    for (const DirectoryEntry& entry : *entries)
      sum += *(*files_.OpenToRead("due/" + entry.name))->Size();
    return sum;
  }

  // All that is there comes out, each page once, and no file is left.
  void Finish() {
    const std::size_t pages = durable_.size();
    today_ = static_cast<DayNumber>(today_ + 20);
    ASSERT_TRUE(queues_->Advance(DayStart(today_)));
    std::set<std::uint64_t> out;
    for (std::uint32_t host = 0; host < queues_->short_term().hosts(); ++host) {
      while (const auto page = queues_->Take(host, DayStart(today_))) {
        EXPECT_TRUE(out.insert(page->key.packed()).second);
        queues_->End(page->key);
      }
    }
    EXPECT_EQ(out.size(), pages);
    ASSERT_TRUE(queues_->Commit());
    EXPECT_EQ(queues_->long_term().files(), 0);
  }

  Random random_;
  MemFiles files_;
  const std::uint64_t split_bytes_;
  DayNumber today_ = kToday;
  std::unique_ptr<RefreshQueues> queues_;
  std::map<std::uint32_t, State> durable_;
  std::map<std::uint32_t, std::vector<State>> since_;  // since the last commit
  std::set<std::uint32_t> handed_;                     // and not scheduled since
  std::size_t troubles_ = 0;
  bool refuses_ = false;  // the folder could not be synced
};

TEST(RefreshQueuesTest, RandomLives) {
  const std::uint64_t lives = std::getenv("MEGURI_LONG") != nullptr ? 20'000 : 300;
  std::size_t troubles = 0;
  for (std::uint64_t seed = 0; seed < lives && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    RefreshLife life(seed);
    life.Run(5);
    troubles += life.troubles();
  }
  EXPECT_GT(troubles, lives);
}

}  // namespace
}  // namespace meguri
