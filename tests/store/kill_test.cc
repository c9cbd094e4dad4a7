// A real process crawls into a real folder, is killed at random moments, and goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/store/made_store.h"
#include "tests/store/store_contents.h"
#include "tests/store/writer_run.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing_store::kShards;
using testing_store::OptionsFor;
using testing_store::WriterRun;

WriterRun RunWriter(const std::string& folder, std::uint32_t count) {
  return {MEGURI_STORE_WRITER, {folder, std::to_string(count)}};
}

// Without the first word, "open".
std::vector<std::uint32_t> DurableOf(const WriterRun& writer) {
  std::vector<std::uint32_t> pages;
  for (std::size_t i = 1; i < writer.lines().size(); ++i) {
    pages.push_back(
        static_cast<std::uint32_t>(std::strtoul(writer.lines()[i].c_str(), nullptr, 10)));
  }
  return pages;
}

TEST(StoreKillTest, WhatWasDurableIsThereAndNothingTwice) {
  const bool is_long = std::getenv("MEGURI_LONG") != nullptr;
  const std::uint32_t pages = is_long ? 20'000 : 800;
  const int kills = is_long ? 100 : 8;
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/crawl";
  RealFiles files;
  const RealClock clock{};
  Random random(static_cast<std::uint64_t>(::getpid()));
  std::set<std::uint32_t> durable;
  int killed = 0;
  for (int run = 0; run < kills; ++run) {
    WriterRun writer = RunWriter(folder, pages);
    // At times while it opens the folder.
    writer.WaitForLines(random.Uniform(2 * pages / static_cast<std::uint32_t>(kills)));
    ::usleep(static_cast<useconds_t>(random.Uniform(3'000)));
    killed += writer.Kill() ? 1 : 0;
    for (const std::uint32_t page : DurableOf(writer))
      durable.insert(page);
    CrawlStoreOptions options = OptionsFor(folder);
    options.read_only = true;
    // Before anything is put right; without a crawl.json nothing was durable.
    if (!durable.empty()) {
      const auto store = testing_store::OpenStore(options, files, clock);
      ASSERT_TRUE(store);
      testing_store::ExpectDurable(*store, files, folder, durable);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(killed, kills / 2);
  WriterRun last = RunWriter(folder, pages);
  EXPECT_FALSE(last.WaitForEnd());
  ASSERT_EQ(last.exit_code(), 0);
  for (std::uint32_t i = 0; i < pages; ++i)
    durable.insert(i);
  const auto store = testing_store::OpenStore(OptionsFor(folder), files, clock);
  ASSERT_TRUE(store);
  testing_store::ExpectDurable(*store, files, folder, durable);
  testing_store::ExpectIndexed(files, folder + "/archive");
  RecordProperty("kills", killed);
}

TEST(StoreKillTest, TwoProcessesDoNotShareAFolder) {
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/crawl";
  RealFiles files;
  const RealClock clock{};
  WriterRun writer = RunWriter(folder, 1'000'000);
  ASSERT_TRUE(writer.WaitForLines(20));
  const auto second = CrawlStore::Open(OptionsFor(folder), files, clock, [] {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(second.error().context,
            "another process (pid " + std::to_string(writer.pid()) + ") is at work in " + folder);
}

TEST(StoreKillTest, OneMayLookWhileAnotherWrites) {
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/crawl";
  RealFiles files;
  const RealClock clock{};
  CrawlStoreOptions options = OptionsFor(folder);
  options.read_only = true;
  WriterRun writer = RunWriter(folder, 1'000'000);
  for (std::size_t lines = 30; lines < 600; lines += 60) {
    ASSERT_TRUE(writer.WaitForLines(lines));
    const std::vector<std::uint32_t> said = DurableOf(writer);
    const auto store = testing_store::OpenStore(options, files, clock);
    ASSERT_TRUE(store);
    testing_store::ExpectDurable(*store, files, folder, {said.begin(), said.end()});
    ASSERT_FALSE(HasFatalFailure());
  }
}

}  // namespace
}  // namespace meguri
