// A real process crawls into a real folder, is killed at random moments, and goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/store/made_store.h"
#include "tests/store/store_contents.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing_store::kShards;
using testing_store::OptionsFor;

// One run of the writer, and what it said.
class WriterRun {
 public:
  WriterRun(const std::string& folder, std::uint32_t count) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      const std::string pages = std::to_string(count);
      ::execl(MEGURI_STORE_WRITER, MEGURI_STORE_WRITER, folder.c_str(), pages.c_str(), nullptr);
      std::_Exit(127);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~WriterRun() {
    if (pid_ > 0) Kill();
    ::close(from_);
  }
  WriterRun(const WriterRun&) = delete;
  WriterRun& operator=(const WriterRun&) = delete;

  pid_t pid() const { return pid_; }

  // Until so many lines were said; false if it ended before.
  bool WaitForLines(std::size_t lines) {
    while (said_.size() < lines) {
      if (!ReadSome()) return false;
    }
    return true;
  }

  // True if it had not come to its end.
  bool Kill() {
    ::kill(pid_, SIGKILL);
    return WaitForEnd();
  }
  bool WaitForEnd() {
    while (ReadSome()) {
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return WIFSIGNALED(status);
  }

  int exit_code() const { return exit_code_; }
  // Without the first word, "open".
  std::vector<std::uint32_t> durable() const {
    std::vector<std::uint32_t> pages;
    for (std::size_t i = 1; i < said_.size(); ++i) {
      pages.push_back(static_cast<std::uint32_t>(std::strtoul(said_[i].c_str(), nullptr, 10)));
    }
    return pages;
  }

 private:
  bool ReadSome() {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0) return false;
    text_.append(bytes.data(), static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end = text_.find('\n'); end != std::string::npos;
         end = text_.find('\n', start)) {
      said_.push_back(text_.substr(start, end - start));
      start = end + 1;
    }
    text_.erase(0, start);
    return true;
  }

  pid_t pid_ = 0;
  int from_ = -1;
  std::string text_;
  std::vector<std::string> said_;
  int exit_code_ = -1;
};

TEST(StoreKillTest, WhatWasDurableIsThereAndNothingTwice) {
  const bool is_long = std::getenv("MEGURI_LONG") != nullptr;
  const std::uint32_t pages = is_long ? 20'000 : 800;
  const int kills = is_long ? 100 : 8;
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/crawl";
  RealFiles files;
  const RealClock clock;
  Random random(static_cast<std::uint64_t>(::getpid()));
  std::set<std::uint32_t> durable;
  int killed = 0;
  for (int run = 0; run < kills; ++run) {
    WriterRun writer(folder, pages);
    // At times while it opens the folder.
    writer.WaitForLines(random.Uniform(2 * pages / static_cast<std::uint32_t>(kills)));
    ::usleep(static_cast<useconds_t>(random.Uniform(3'000)));
    killed += writer.Kill() ? 1 : 0;
    for (const std::uint32_t page : writer.durable())
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
  WriterRun last(folder, pages);
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
  const RealClock clock;
  WriterRun writer(folder, 1'000'000);
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
  const RealClock clock;
  CrawlStoreOptions options = OptionsFor(folder);
  options.read_only = true;
  WriterRun writer(folder, 1'000'000);
  for (std::size_t lines = 30; lines < 600; lines += 60) {
    ASSERT_TRUE(writer.WaitForLines(lines));
    const std::vector<std::uint32_t> said = writer.durable();
    const auto store = testing_store::OpenStore(options, files, clock);
    ASSERT_TRUE(store);
    testing_store::ExpectDurable(*store, files, folder, {said.begin(), said.end()});
    ASSERT_FALSE(HasFatalFailure());
  }
}

}  // namespace
}  // namespace meguri
