#include "app/archive/archive_scan.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>

#include "app/archive/archive_inputs.h"
#include "base/files.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

// `meguri archive cat … | head`: neither an error now nor one that main() finds in the end.
TEST(ArchiveScanTest, AReaderThatWentAwayIsNoError) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // as main() has it
  std::fflush(stdout);
  const int kept = ::dup(STDOUT_FILENO);
  ::dup2(ends[1], STDOUT_FILENO);
  const Result<bool> wanted = WriteOut(std::string(1'000'000, 'x'));
  const bool failed = std::ferror(stdout) != 0;
  std::fflush(stdout);
  ::dup2(kept, STDOUT_FILENO);
  ::close(kept);
  ::close(ends[1]);
  std::clearerr(stdout);
  std::signal(SIGPIPE, before);
  ASSERT_TRUE(wanted);
  EXPECT_FALSE(*wanted);
  EXPECT_FALSE(failed);
}

TEST(ArchiveScanTest, AFileThatWasClosedSinceItWasListedIsFound) {
  const testing_support::TemporaryDirectory folder;
  RealFiles files;
  const std::string path = folder.path() + "/a.warc.gz";
  EXPECT_FALSE(OpenArchive(files, path + ".open"));
  ASSERT_TRUE(files.OpenToWrite(path, OpenMode::kCreate));
  EXPECT_TRUE(OpenArchive(files, path + ".open"));
}

}  // namespace
}  // namespace meguri::app
