// A real process writes to a real folder, is killed at random moments, and goes on.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "base/files.h"
#include "base/random.h"
#include "tests/support/temporary_directory.h"
#include "tests/warc/kill_records.h"
#include "tests/warc/made_records.h"
#include "tests/warc/strict_reader.h"
#include "warc/write/archive_name.h"
#include "warc/write/archive_recovery.h"

namespace meguri::warc {
namespace {

// One run of the writer, and what it said.
class WriterRun {
 public:
  WriterRun(const std::string& folder, std::uint64_t first, std::uint64_t count,
            std::uint64_t seed) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      const std::string a = std::to_string(first);
      const std::string b = std::to_string(count);
      const std::string c = std::to_string(seed);
      ::execl(MEGURI_KILL_WRITER, MEGURI_KILL_WRITER, folder.c_str(), a.c_str(), b.c_str(),
              c.c_str(), nullptr);
      std::_Exit(127);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~WriterRun() { ::close(from_); }
  WriterRun(const WriterRun&) = delete;
  WriterRun& operator=(const WriterRun&) = delete;

  // Reads what it says, up to the end or until `lines` were said; then waits a little, and kills
  // it. False if it came to its end before.
  bool KillAfter(std::uint64_t lines, std::chrono::microseconds wait) {
    bool ended = false;
    for (std::uint64_t said = 0; said < lines && !ended;) {
      ended = !ReadSome();
      said = lines_;
    }
    if (!ended) {
      ::usleep(static_cast<useconds_t>(wait.count()));
      ::kill(pid_, SIGKILL);
    }
    while (ReadSome()) {
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return WIFSIGNALED(status);
  }

  std::uint64_t durable() const { return durable_; }
  int exit_code() const { return exit_code_; }

 private:
  bool ReadSome() {
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0) return false;
    line_.append(bytes.data(), static_cast<std::size_t>(count));
    for (std::size_t end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
      durable_ = std::strtoull(line_.c_str(), nullptr, 10);
      line_.erase(0, end + 1);
      ++lines_;
    }
    return true;
  }

  pid_t pid_ = 0;
  int from_ = -1;
  std::string line_;
  std::uint64_t lines_ = 0;
  std::uint64_t durable_ = 0;
  int exit_code_ = -1;
};

// Every record of the folder, each of them checked to the last byte.
std::set<std::uint64_t> RecordsIn(const std::string& folder) {
  RealFiles files;
  std::set<std::uint64_t> found;
  for (const std::string& name : NamesIn(files, folder, "")) {
    EXPECT_TRUE(name.ends_with(".warc.gz")) << name;
    const StrictFile file = ReadStrictly(*ReadWholeFile(files, folder + "/" + name), true);
    EXPECT_EQ(file.why, "") << name;
    for (const StrictRecord& record : file.records) {
      const std::uint64_t number = KillNumberOf(record.Get("WARC-Target-URI"));
      if (number == 0) continue;
      EXPECT_EQ(record.block, std::string(kKillHead) + KillBody(number - 1));
      found.insert(number - 1);
    }
  }
  return found;
}

TEST(KillTest, WhatWasDurableIsThere) {
  const bool is_long = std::getenv("MEGURI_LONG") != nullptr;
  const std::uint64_t records = is_long ? 100'000 : 2'000;
  const int kills = is_long ? 100 : 10;
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/archive";
  Random random(static_cast<std::uint64_t>(::getpid()));
  std::uint64_t durable = 0;
  int killed = 0;
  for (int run = 0; run < kills; ++run) {
    WriterRun writer(folder, durable, records, random.Next());
    // A commit comes about every 50 records: spread the kills over most of the work.
    const std::uint64_t share = records / 50 / static_cast<std::uint64_t>(kills);
    const std::uint64_t lines = random.Uniform(share * 7 / 5);
    const std::chrono::microseconds wait(random.Uniform(is_long ? 5'000 : 1'000));
    const bool was_killed = writer.KillAfter(lines, wait);
    killed += was_killed ? 1 : 0;
    ASSERT_TRUE(was_killed || writer.exit_code() == 0) << writer.exit_code();
    durable = std::max(durable, writer.durable());
  }
  WriterRun last(folder, durable, records, random.Next());
  ASSERT_FALSE(last.KillAfter(~std::uint64_t{0}, {}));
  ASSERT_EQ(last.exit_code(), 0);
  EXPECT_EQ(last.durable(), records);
  EXPECT_GE(killed, kills * 8 / 10);  // all, but for a machine in a bad mood
  // All of them: what was durable, what was rolled forward, and what was written again.
  const std::set<std::uint64_t> found = RecordsIn(folder);
  ASSERT_EQ(found.size(), records);
  EXPECT_EQ(*found.rbegin(), records - 1);
  RecordProperty("kills", killed);
}

}  // namespace
}  // namespace meguri::warc
