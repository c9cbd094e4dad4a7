// A real process visits pages by the refresh queues on a real disk, is killed at random moments,
// and goes on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "base/random.h"
#include "store/queues/long_term_queue.h"
#include "tests/store/made_queue.h"
#include "tests/store/writer_run.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing_store::kShards;
using testing_store::kToday;
using testing_store::WriterRun;

constexpr std::uint32_t kRounds = 12;

struct Said {
  unsigned round = 0;
  unsigned day = 0;
};

WriterRun RunWriter(const std::string& folder, std::uint32_t pages) {
  return {MEGURI_QUEUE_WRITER, {folder, std::to_string(pages), std::to_string(kRounds)}};
}

void TakeSaid(const WriterRun& writer, std::map<unsigned, Said>& said) {
  for (const std::string& line : writer.lines()) {
    unsigned page = 0;
    Said one;
    if (std::sscanf(line.c_str(), "%u %u %u", &page, &one.round, &one.day) == 3) said[page] = one;
  }
}

// What was said is there, or something later: the signal may have come before the next word.
void ExpectNothingLost(const std::string& folder, const std::map<unsigned, Said>& said) {
  RealFiles files;
  LongTermOptions options;
  options.directory = folder;
  const auto queue = LongTermQueue::Open(options, files, kToday);
  ASSERT_TRUE(queue) << ToString(queue.error());
  ASSERT_TRUE((*queue)->problems().empty());
  std::map<unsigned, Said> found;
  ASSERT_TRUE((*queue)->ForEachPage([&](std::string_view, const DuePage& page) {
    const unsigned number = page.key.id * kShards + page.key.shard;
    EXPECT_TRUE(found.emplace(number, Said{page.interval, DayOf(page.due)}).second) << "twice";
  }));
  for (const auto& [page, one] : said) {
    ASSERT_TRUE(found.contains(page)) << page;
    const Said& now = found[page];
    EXPECT_GE(now.round, one.round) << page;
    if (now.round == one.round && now.round < kRounds) {
      EXPECT_EQ(now.day, one.day) << page;
    }
  }
}

TEST(QueueKillTest, WhatWasDurableIsThereAndNothingTwice) {
  const bool is_long = std::getenv("MEGURI_LONG") != nullptr;
  const std::uint32_t pages = is_long ? 3'000 : 300;
  const int kills = is_long ? 300 : 20;
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/due";
  Random random(static_cast<std::uint64_t>(::getpid()));
  std::map<unsigned, Said> said;
  int killed = 0;
  const std::uint64_t all = std::uint64_t{pages} * kRounds;
  for (int run = 0; run < kills; ++run) {
    WriterRun writer = RunWriter(folder, pages);
    writer.WaitForLines(random.Uniform(2 * all / static_cast<std::uint64_t>(kills)));
    ::usleep(static_cast<useconds_t>(random.Uniform(4'000)));
    killed += writer.Kill() ? 1 : 0;
    TakeSaid(writer, said);
    if (said.empty()) continue;
    ExpectNothingLost(folder, said);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(killed, kills / 3);
  WriterRun last = RunWriter(folder, pages);
  EXPECT_FALSE(last.WaitForEnd());
  ASSERT_EQ(last.exit_code(), 0);
  TakeSaid(last, said);
  EXPECT_EQ(said.size(), pages);
  ExpectNothingLost(folder, said);
  RecordProperty("kills", killed);
}

}  // namespace
}  // namespace meguri
