#include "base/mem_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace meguri {
namespace {

using testing::IsEmpty;

std::unique_ptr<WritableFile> Open(MemFiles& files, const std::string& path) {
  auto file = files.OpenToWrite(path, OpenMode::kCreateOrAppend);
  EXPECT_TRUE(file);
  return std::move(*file);
}

std::string Read(MemFiles& files, const std::string& path) {
  const auto bytes = ReadWholeFile(files, path);
  return bytes ? *bytes : std::string(ErrorCodeName(bytes.error().code));
}

TEST(MemFilesTest, CrashDropsUnsyncedBytes) {
  MemFiles files;
  auto file = Open(files, "a");
  EXPECT_TRUE(files.SyncDirectory("."));
  EXPECT_TRUE(file->Append("safe"));
  EXPECT_TRUE(file->Sync());
  EXPECT_TRUE(file->Append("lost"));
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "safe");
}

TEST(MemFilesTest, CrashDropsNamesWhoseFolderWasNotSynced) {
  MemFiles files;
  auto file = Open(files, "a");
  EXPECT_TRUE(file->Append("bytes are safe, the name is not"));
  EXPECT_TRUE(file->Sync());
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "not found");
}

TEST(MemFilesTest, CrashUndoesUnsyncedRenameAndRemove) {
  MemFiles files;
  for (const char* path : {"a", "b"}) {
    EXPECT_TRUE(ReplaceFile(files, path, path));
  }
  EXPECT_TRUE(files.Rename("a", "c"));
  EXPECT_TRUE(files.Remove("b"));
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "a");
  EXPECT_EQ(Read(files, "b"), "b");
  EXPECT_EQ(Read(files, "c"), "not found");
  EXPECT_TRUE(files.Rename("a", "c"));
  EXPECT_TRUE(files.Remove("b"));
  EXPECT_TRUE(files.SyncDirectory("."));
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "not found");
  EXPECT_EQ(Read(files, "b"), "not found");
  EXPECT_EQ(Read(files, "c"), "a");
}

TEST(MemFilesTest, SyncingOneFolderDoesNotSyncAnother) {
  MemFiles files;
  EXPECT_TRUE(files.MakeDirectories("x/y"));
  Open(files, "x/1");
  Open(files, "x/y/2");
  EXPECT_TRUE(files.SyncDirectory("x"));
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "x/1"), "");
  EXPECT_EQ(Read(files, "x/y/2"), "not found");
  EXPECT_TRUE(files.List("x/y"));  // folders themselves are durable
}

TEST(MemFilesTest, CrashUndoesUnsyncedTruncation) {
  MemFiles files;
  EXPECT_TRUE(ReplaceFile(files, "a", "0123456789"));
  auto file = Open(files, "a");
  EXPECT_TRUE(file->Truncate(8));
  EXPECT_TRUE(file->Append("x"));
  EXPECT_TRUE(file->Truncate(4));
  EXPECT_TRUE(file->Append("yz"));
  EXPECT_EQ(Read(files, "a"), "0123yz");
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "0123456789");
}

TEST(MemFilesTest, OpenFilesAreDeadAfterACrash) {
  MemFiles files;
  EXPECT_TRUE(ReplaceFile(files, "a", "x"));
  auto writer = Open(files, "a");
  const auto reader = files.OpenToRead("a");
  files.DropUnsynced();
  const Status status = writer->Append("y");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error(), (Error{ErrorCode::kIo, "a: can't write: Input/output error"}));
  EXPECT_FALSE(writer->Sync());
  EXPECT_FALSE(writer->Truncate(0));
  EXPECT_FALSE((*reader)->Size());
  EXPECT_EQ(Read(files, "a"), "x");
}

TEST(MemFilesTest, FullDiskTakesWhatFits) {
  MemFiles files;
  files.SetCapacity(10);
  auto file = Open(files, "a");
  EXPECT_TRUE(file->Append("12345678"));
  const Status status = file->Append("abcd");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error(),
            (Error{ErrorCode::kDiskFull, "a: can't write: No space left on device"}));
  EXPECT_EQ(file->size(), 10U);
  EXPECT_EQ(files.FreeBytes("."), 0U);
  EXPECT_TRUE(file->Truncate(8));
  EXPECT_EQ(files.FreeBytes("."), 2U);
  files.SetCapacity(100);
  EXPECT_TRUE(file->Append("abcd"));
  EXPECT_EQ(Read(files, "a"), "12345678abcd");
}

TEST(MemFilesTest, FailedSyncLosesTheFileForWriting) {
  MemFiles files;
  EXPECT_TRUE(ReplaceFile(files, "a", "old"));
  auto file = Open(files, "a");
  EXPECT_TRUE(file->Append("new"));
  files.FailSyncs(1);
  EXPECT_FALSE(file->Sync());
  EXPECT_FALSE(file->Sync());
  EXPECT_FALSE(file->Append("x"));
  EXPECT_TRUE(files.SyncDirectory("."));
  files.FailSyncs(1);
  EXPECT_FALSE(files.SyncDirectory("."));
  files.DropUnsynced();
  EXPECT_EQ(Read(files, "a"), "old");
}

TEST(MemFilesTest, RandomCrashKeepsWhatIsDurableAndAPartOfTheRest) {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    MemFiles files;
    EXPECT_TRUE(ReplaceFile(files, "a", "safe"));
    EXPECT_TRUE(Open(files, "a")->Append("1234"));
    Random random(seed);
    files.CrashAndRecover(random);
    const std::string bytes = Read(files, "a");
    ASSERT_TRUE(bytes.starts_with("safe"));
    ASSERT_LE(bytes.size(), 8U);
    outcomes.insert(bytes);
  }
  EXPECT_TRUE(outcomes.contains("safe"));
  EXPECT_TRUE(outcomes.contains("safe12"));
  EXPECT_TRUE(outcomes.contains("safe1234"));
  EXPECT_TRUE(outcomes.contains(std::string("safe12\0\0", 8)));
}

TEST(MemFilesTest, RandomCrashKeepsChangesOfNamesInTheirOrder) {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    MemFiles files;
    Open(files, "1");
    Open(files, "2");
    EXPECT_TRUE(files.Rename("1", "3"));
    Random random(seed);
    files.CrashAndRecover(random);
    std::string names;
    const auto entries = files.List(".");
    ASSERT_TRUE(entries);
    for (const DirectoryEntry& entry : *entries) {
      names += entry.name;
    }
    outcomes.insert(names);
  }
  EXPECT_EQ(outcomes, (std::set<std::string>{"", "1", "12", "23"}));
}

TEST(MemFilesTest, RandomCrashIsTheSameForTheSameSeed) {
  const auto run = [](std::uint64_t seed) {
    MemFiles files;
    EXPECT_TRUE(ReplaceFile(files, "a", "x"));
    EXPECT_TRUE(Open(files, "a")->Append(std::string(1000, 'y')));
    Random random(seed);
    files.CrashAndRecover(random);
    return Read(files, "a");
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

// Crash at random after every step: the old or the new is there, whole, never a mixture.
TEST(MemFilesTest, ReplaceFileIsAtomicUnderRandomCrashes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    MemFiles files;
    ASSERT_TRUE(ReplaceFile(files, "a", "old"));
    const bool done = seed % 2 == 0;
    if (!done) files.FailSyncs(static_cast<int>(seed % 3 + 1));
    EXPECT_EQ(ReplaceFile(files, "a", "newer").has_value(), done);
    Random random(seed);
    files.CrashAndRecover(random);
    const std::string bytes = Read(files, "a");
    if (done) {
      ASSERT_EQ(bytes, "newer");
    } else {
      ASSERT_TRUE(bytes == "old" || bytes == "newer") << bytes;
    }
  }
}

TEST(MemFilesTest, RenamedOutOfAFolderItDoesNotComeBack) {
  MemFiles files;
  ASSERT_TRUE(files.MakeDirectories("a"));
  ASSERT_TRUE(files.MakeDirectories("b"));
  Open(files, "b/t");
  ASSERT_TRUE(files.Rename("b/t", "a/f"));
  ASSERT_TRUE(files.SyncDirectory("a"));
  ASSERT_TRUE(files.SyncDirectory("b"));
  files.DropUnsynced();
  EXPECT_EQ(files.List("a")->size(), 1U);
  EXPECT_THAT(*files.List("b"), IsEmpty());
}

TEST(MemFilesTest, PathsAreNormalised) {
  MemFiles files;
  EXPECT_TRUE(files.MakeDirectories("a/./b//"));
  Open(files, "a/b/../b/x");
  EXPECT_EQ(Read(files, "./a//b/x"), "");
  EXPECT_THAT(*files.List("/"), IsEmpty());
}

TEST(MemFilesTest, ARemovedFileTakesSpaceWhileItIsOpen) {
  MemFiles files;
  files.SetCapacity(10);
  auto file = Open(files, "a");
  EXPECT_TRUE(file->Append("12345678"));
  EXPECT_TRUE(files.Remove("a"));
  EXPECT_EQ(*files.FreeBytes("."), 2U);
  file.reset();
  EXPECT_EQ(*files.FreeBytes("."), 10U);

  file = Open(files, "b");
  EXPECT_TRUE(file->Append("1234"));
  EXPECT_TRUE(Open(files, "c")->Append("56"));
  EXPECT_TRUE(files.Rename("c", "b"));
  EXPECT_EQ(*files.FreeBytes("."), 4U);
  file.reset();
  EXPECT_EQ(*files.FreeBytes("."), 8U);
}

}  // namespace
}  // namespace meguri
