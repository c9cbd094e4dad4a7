#include "sim/crawl/sim_disk.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri {
namespace {

class SimDiskTest : public testing::Test {
 protected:
  std::unique_ptr<WritableFile> Open(const std::string& path) {
    auto file = disk_.OpenToWrite(path, OpenMode::kCreateOrAppend);
    EXPECT_TRUE(file);
    return file ? *std::move(file) : nullptr;
  }
  std::string Read(const std::string& path) {
    return ReadWholeFile(disk_.undisturbed(), path).value_or("(none)");
  }

  ManualClock clock_;
  SimTrace trace_;
  SimDisk disk_{clock_, trace_, Random(1)};
};

TEST_F(SimDiskTest, DiesAtTheWriteThatWasChosenAndChangesNothingAfterIt) {
  const auto links = Open("/links.log");
  const auto urls = Open("/urls.log");
  disk_.Arm({.kill = DiskMoment{.site = "links.log append", .after = 2}, .faults = {}});
  EXPECT_TRUE(links->Append("one "));
  EXPECT_TRUE(urls->Append("x"));
  EXPECT_FALSE(disk_.dead());
  EXPECT_FALSE(links->Append("twotwotwo"));
  EXPECT_TRUE(disk_.dead());
  EXPECT_EQ(disk_.died_at(), "links.log append");
  const std::string left = Read("/links.log");
  EXPECT_TRUE(std::string("one twotwotwo").starts_with(left)) << left;
  EXPECT_FALSE(links->Append("three"));
  EXPECT_FALSE(links->Sync());
  EXPECT_FALSE(urls->Append("y"));
  EXPECT_FALSE(disk_.Rename("/urls.log", "/other"));
  EXPECT_FALSE(disk_.OpenToRead("/urls.log"));
  EXPECT_EQ(Read("/links.log"), left);
  EXPECT_EQ(Read("/urls.log"), "x");
}

TEST_F(SimDiskTest, AProcessLosesNothingAMachineWhatWasNotSynced) {
  const auto file = Open("/urls.log");
  ASSERT_TRUE(disk_.SyncDirectory("/"));
  ASSERT_TRUE(file->Append("safe "));
  ASSERT_TRUE(file->Sync());
  ASSERT_TRUE(file->Append("not"));
  disk_.Kill("here");
  disk_.Restart(MachineCrash::kNone);
  EXPECT_EQ(Read("/urls.log"), "safe not");
  disk_.Kill("here");
  disk_.Restart(MachineCrash::kWorst);
  EXPECT_FALSE(disk_.dead());
  EXPECT_EQ(Read("/urls.log"), "safe ");
}

TEST_F(SimDiskTest, KillsAtTheLatestAtTheGivenChange) {
  const auto file = Open("/urls.log");
  disk_.Arm({.kill = DiskMoment{.site = "warc sync", .latest = 3}, .faults = {}});
  EXPECT_TRUE(file->Append("1"));
  EXPECT_TRUE(file->Append("2"));
  EXPECT_FALSE(file->Sync());
  EXPECT_TRUE(disk_.dead());
}

TEST_F(SimDiskTest, KnowsSitesThatWereNeverChangedBefore) {
  const auto file = Open("/urls.log");
  EXPECT_TRUE(file->Append("1"));
  disk_.Arm({.kill = DiskMoment{.new_site = true}, .faults = {}});
  EXPECT_TRUE(file->Append("2"));
  EXPECT_FALSE(file->Sync());
  EXPECT_EQ(disk_.died_at(), "urls.log sync");
}

TEST_F(SimDiskTest, FillsUpUntilThereIsRoomAgain) {
  const auto file = Open("/urls.log");
  disk_.Arm({.kill = {}, .faults = {{{.site = "urls.log append"}, DiskError::kFull}}});
  Status full = file->Append("12");
  if (full) full = file->Append("345");  // of the first, anything from nothing to all fits
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(disk_.OpenToWrite("/new", OpenMode::kCreate).error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(disk_.fulls(), 1U);
  disk_.FreeSpace();
  EXPECT_TRUE(file->Append("1"));
  EXPECT_TRUE(disk_.OpenToWrite("/new", OpenMode::kCreate));
}

TEST_F(SimDiskTest, ASyncThatFailedOnceFailsForEver) {
  const auto file = Open("/urls.log");
  disk_.Arm({.kill = {}, .faults = {{{.site = "urls.log sync"}, DiskError::kIo}}});
  ASSERT_TRUE(file->Append("1"));
  EXPECT_FALSE(file->Sync());
  EXPECT_FALSE(file->Sync());
  EXPECT_EQ(disk_.errors(), 1U);
  EXPECT_EQ(disk_.sites().sites.at("urls.log sync").faults, 1U);
}

TEST(FileKindTest, GoesByTheName) {
  EXPECT_EQ(FileKind("/c/archive/a-1.warc.gz.open"), "warc");
  EXPECT_EQ(FileKind("/c/archive/a-1.cdxj.tmp"), "cdxj");
  EXPECT_EQ(FileKind("/c/store/000004.log"), "wal");
  EXPECT_EQ(FileKind("/c/store/000009.sst"), "sst");
  EXPECT_EQ(FileKind("/c/store/MANIFEST-000001"), "manifest");
  EXPECT_EQ(FileKind("/c/store/000001.dbtmp"), "dbtmp");
  EXPECT_EQ(FileKind("/c/scores.tmp"), "scores");
  EXPECT_EQ(FileKind("/c/requests/requests-00000.log"), "requests");
  EXPECT_EQ(FileKind("/c"), "folder");
}

}  // namespace
}  // namespace meguri
