#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

TEST(RealFilesTest, FullDiskIsAnErrorOfItsOwn) {
  RealFiles files;
  auto file = files.OpenToWrite("/dev/full", OpenMode::kAppend);
  if (!file) GTEST_SKIP() << "no /dev/full here";
  const Status status = (*file)->Append("x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error(),
            (Error{ErrorCode::kDiskFull, "/dev/full: can't write: No space left on device"}));
  EXPECT_EQ((*file)->size(), 0U);
}

TEST(RealFilesTest, FailedSyncLosesTheFileForWriting) {
  RealFiles files;
  auto file = files.OpenToWrite("/dev/full", OpenMode::kAppend);  // fdatasync(): EINVAL
  if (!file) GTEST_SKIP() << "no /dev/full here";
  const Status first = (*file)->Sync();
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().context, "/dev/full: can't sync: Invalid argument");
  EXPECT_EQ((*file)->Sync().error(), first.error());
  EXPECT_EQ((*file)->Append("x").error(), first.error());
  EXPECT_EQ((*file)->Truncate(0).error(), first.error());
}

// A limit on file sizes makes the kernel write only a part, and then fail.
TEST(RealFilesTest, ShortWriteIsCarriedOnAndCounted) {
  const testing_support::TemporaryDirectory directory;
  RealFiles files;
  auto file = files.OpenToWrite(directory.path() + "/a", OpenMode::kCreate);
  ASSERT_TRUE(file);
  rlimit old_limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{1000, old_limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  const Status status = (*file)->Append(std::string(1500, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  std::signal(SIGXFSZ, old_handler);

  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_EQ((*file)->size(), 1000U);
  EXPECT_EQ(std::filesystem::file_size(directory.path() + "/a"), 1000U);
  EXPECT_TRUE((*file)->Truncate(10));
  EXPECT_TRUE((*file)->Append("y"));
  EXPECT_EQ(std::filesystem::file_size(directory.path() + "/a"), 11U);
}

TEST(RealFilesTest, ReadsWhatHasNoSize) {
  RealFiles files;
  const auto status = ReadWholeFile(files, "/proc/self/status");
  if (!status) GTEST_SKIP() << "no /proc here";
  EXPECT_THAT(*status, testing::StartsWith("Name:"));
}

TEST(RealFilesTest, EndlessFileStopsAtTheLimit) {
  RealFiles files;
  const auto result = ReadWholeFile(files, "/dev/zero", 1'000'000);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
}

TEST(RealFilesTest, RelativePaths) {
  const testing_support::TemporaryDirectory directory;
  const std::filesystem::path old = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  RealFiles files;
  EXPECT_TRUE(files.MakeDirectories("a/./b"));
  EXPECT_TRUE(ReplaceFile(files, "x", "1"));
  EXPECT_TRUE(ReplaceFile(files, "a/b/x", "2"));
  EXPECT_TRUE(files.MakeDirectories("."));
  std::filesystem::current_path(old);
  EXPECT_EQ(ReadWholeFile(files, directory.path() + "/a/b/x"), "2");
}

}  // namespace
}  // namespace meguri
