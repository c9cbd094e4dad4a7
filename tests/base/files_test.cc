// One suite over every Files: what base/files.h promises, less what only a crash can show
// (mem_files_test.cc) or only POSIX has (real_files_test.cc).
#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "base/mem_files.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct OnDisk {
  testing_support::TemporaryDirectory directory;
  RealFiles files;
  std::string root() const { return directory.path(); }
};

struct InMemory {
  MemFiles files;
  InMemory() { EXPECT_TRUE(files.MakeDirectories(root())); }
  static std::string root() { return "/root"; }
};

template <class Place>
class FilesTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return place_.root() + "/" + name; }

  std::unique_ptr<WritableFile> Open(const std::string& name, OpenMode mode) {
    auto file = files().OpenToWrite(Path(name), mode);
    EXPECT_TRUE(file) << ToString(file.error());
    return std::move(*file);
  }
  void Write(const std::string& name, std::string_view bytes) {
    EXPECT_TRUE(Open(name, OpenMode::kCreate)->Append(bytes));
  }
  std::string Read(const std::string& name) {
    auto bytes = ReadWholeFile(files(), Path(name));
    return bytes ? *bytes : ToString(bytes.error());
  }
  std::vector<std::string> List() {
    std::vector<std::string> names;
    auto entries = files().List(place_.root());
    EXPECT_TRUE(entries);
    for (const DirectoryEntry& entry : *entries) {
      names.push_back(entry.name + (entry.is_directory ? "/" : ""));
    }
    return names;
  }
  // An error must have this code, and name the path and the reason.
  template <class T>
  void ExpectError(const Result<T>& result, ErrorCode code, const std::string& name,
                   const std::string& reason) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, code) << ToString(result.error());
    EXPECT_THAT(result.error().context, StartsWith(Path(name) + ": can't "));
    EXPECT_THAT(result.error().context, HasSubstr(reason));
  }

  Files& files() { return place_.files; }
  std::string root() const { return place_.root(); }

 private:
  Place place_;
};

using Places = testing::Types<OnDisk, InMemory>;
TYPED_TEST_SUITE(FilesTest, Places);

TYPED_TEST(FilesTest, AppendsAndReadsBack) {
  auto file = this->Open("a", OpenMode::kCreate);
  EXPECT_EQ(file->size(), 0U);
  EXPECT_TRUE(file->Append("hello "));
  EXPECT_TRUE(file->Append(""));
  EXPECT_TRUE(file->Append(std::string_view("w\0rld", 5)));
  EXPECT_EQ(file->size(), 11U);
  EXPECT_TRUE(file->Sync());
  EXPECT_EQ(this->Read("a"), std::string("hello w\0rld", 11));
}

TYPED_TEST(FilesTest, CreateIsExclusive) {
  this->Write("a", "1");
  this->ExpectError(this->files().OpenToWrite(this->Path("a"), OpenMode::kCreate),
                    ErrorCode::kAlreadyExists, "a", "File exists");
  EXPECT_EQ(this->Read("a"), "1");
}

TYPED_TEST(FilesTest, AppendGoesOnWhereTheFileEnds) {
  this->Write("a", "one");
  {
    auto file = this->Open("a", OpenMode::kAppend);
    EXPECT_EQ(file->size(), 3U);
    EXPECT_TRUE(file->Append("two"));
  }
  EXPECT_TRUE(this->Open("a", OpenMode::kCreateOrAppend)->Append("three"));
  EXPECT_TRUE(this->Open("new", OpenMode::kCreateOrAppend)->Append("four"));
  EXPECT_EQ(this->Read("a"), "onetwothree");
  EXPECT_EQ(this->Read("new"), "four");
}

TYPED_TEST(FilesTest, WhatIsNotThereIsNotFound) {
  Files& files = this->files();
  const std::string path = this->Path("no");
  const std::string reason = "No such file or directory";
  this->ExpectError(files.OpenToRead(path), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(ReadWholeFile(files, path), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.OpenToWrite(path, OpenMode::kAppend), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.OpenToWrite(path + "/a", OpenMode::kCreate), ErrorCode::kNotFound, "no/a",
                    reason);
  this->ExpectError(files.Rename(path, this->Path("b")), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.Remove(path), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.List(path), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.SyncDirectory(path), ErrorCode::kNotFound, "no", reason);
  this->ExpectError(files.FreeBytes(path), ErrorCode::kNotFound, "no", reason);
}

TYPED_TEST(FilesTest, FoldersAreNoFilesAndFilesNoFolders) {
  Files& files = this->files();
  ASSERT_TRUE(files.MakeDirectories(this->Path("dir")));
  this->Write("file", "x");
  const std::string dir = this->Path("dir");
  this->ExpectError(files.OpenToRead(dir), ErrorCode::kIo, "dir", "Is a directory");
  this->ExpectError(files.OpenToWrite(dir, OpenMode::kAppend), ErrorCode::kIo, "dir",
                    "Is a directory");
  this->ExpectError(files.OpenToWrite(dir, OpenMode::kCreate), ErrorCode::kAlreadyExists, "dir",
                    "File exists");
  this->ExpectError(files.Remove(dir), ErrorCode::kIo, "dir", "Is a directory");
  this->ExpectError(files.Rename(this->Path("file"), dir), ErrorCode::kIo, "file",
                    "Is a directory");
  this->ExpectError(files.List(this->Path("file")), ErrorCode::kIo, "file", "Not a directory");
  this->ExpectError(files.OpenToWrite(this->Path("file/a"), OpenMode::kCreate), ErrorCode::kIo,
                    "file/a", "Not a directory");
  EXPECT_EQ(files.MakeDirectories(this->Path("file")).error().code, ErrorCode::kIo);
  EXPECT_EQ(files.MakeDirectories(this->Path("file/a")).error().code, ErrorCode::kIo);
}

TYPED_TEST(FilesTest, ReadAtGivesLessOnlyAtTheEnd) {
  this->Write("a", "0123456789");
  const auto file = this->files().OpenToRead(this->Path("a"));
  ASSERT_TRUE(file);
  std::array<char, 4> buffer{};
  EXPECT_EQ((*file)->ReadAt(3, buffer), 4U);
  EXPECT_EQ(std::string_view(buffer.data(), 4), "3456");
  EXPECT_EQ((*file)->ReadAt(8, buffer), 2U);
  EXPECT_EQ(std::string_view(buffer.data(), 2), "89");
  EXPECT_EQ((*file)->ReadAt(10, buffer), 0U);
  EXPECT_EQ((*file)->ReadAt(1000, buffer), 0U);
  EXPECT_EQ((*file)->ReadAt(0, {}), 0U);
}

TYPED_TEST(FilesTest, AReaderSeesTheFileGrow) {
  auto writer = this->Open("a", OpenMode::kCreate);
  const auto reader = this->files().OpenToRead(this->Path("a"));
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->Size(), 0U);
  EXPECT_TRUE(writer->Append("abc"));
  EXPECT_EQ((*reader)->Size(), 3U);
}

TYPED_TEST(FilesTest, TruncateThenAppend) {
  this->Write("a", "good, torn");
  auto file = this->Open("a", OpenMode::kAppend);
  EXPECT_TRUE(file->Truncate(4));
  EXPECT_EQ(file->size(), 4U);
  EXPECT_EQ(this->Read("a"), "good");
  EXPECT_TRUE(file->Append("!"));
  EXPECT_TRUE(file->Truncate(5));
  EXPECT_TRUE(file->Sync());
  EXPECT_EQ(this->Read("a"), "good!");
}

TYPED_TEST(FilesTest, RenameReplaces) {
  this->Write("a", "new");
  this->Write("b", "old");
  EXPECT_TRUE(this->files().Rename(this->Path("a"), this->Path("b")));
  EXPECT_TRUE(this->files().Rename(this->Path("b"), this->Path("b")));
  EXPECT_EQ(this->Read("b"), "new");
  EXPECT_THAT(this->List(), ElementsAre("b"));
}

TYPED_TEST(FilesTest, RemovedFileStaysForWhoHasItOpen) {
  this->Write("a", "still here");
  const auto reader = this->files().OpenToRead(this->Path("a"));
  ASSERT_TRUE(reader);
  EXPECT_TRUE(this->files().Remove(this->Path("a")));
  EXPECT_THAT(this->List(), IsEmpty());
  std::array<char, 5> buffer{};
  EXPECT_EQ((*reader)->ReadAt(0, buffer), 5U);
}

TYPED_TEST(FilesTest, ListIsSortedAndOneLevelDeep) {
  for (const char* name : {"b", "c", "a", "10", "9"}) {
    this->Write(name, "");
  }
  EXPECT_TRUE(this->files().MakeDirectories(this->Path("bb/inner//")));
  this->Write("bb/x", "");
  EXPECT_THAT(this->List(), ElementsAre("10", "9", "a", "b", "bb/", "c"));
  EXPECT_TRUE(this->files().MakeDirectories(this->Path("bb/inner")));  // fine: it is there
  EXPECT_EQ(this->Read("bb//x"), "");
}

TYPED_TEST(FilesTest, SyncDirectoryAndFreeBytes) {
  this->Write("a", "x");
  EXPECT_TRUE(this->files().SyncDirectory(this->root()));
  const auto free = this->files().FreeBytes(this->root());
  ASSERT_TRUE(free);
  EXPECT_GT(*free, 0U);
  EXPECT_TRUE(this->files().FreeBytes(this->Path("a")));
}

TYPED_TEST(FilesTest, ReadWholeFileHasALimit) {
  this->Write("a", std::string(100'000, 'x'));
  EXPECT_EQ(this->Read("a").size(), 100'000U);
  EXPECT_TRUE(ReadWholeFile(this->files(), this->Path("a"), 100'000));
  const auto result = ReadWholeFile(this->files(), this->Path("a"), 99'999);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(),
            (Error{ErrorCode::kInvalidArgument, this->Path("a") + ": larger than 99999 bytes"}));
}

TYPED_TEST(FilesTest, ReplaceFile) {
  EXPECT_TRUE(ReplaceFile(this->files(), this->Path("a"), "first"));
  this->Write("a.tmp", "left by a crash, and longer");
  EXPECT_TRUE(ReplaceFile(this->files(), this->Path("a"), "second"));
  EXPECT_EQ(this->Read("a"), "second");
  EXPECT_THAT(this->List(), ElementsAre("a"));
}

TEST(FileNamesTest, DirectoryOf) {
  EXPECT_EQ(DirectoryOf("a/b/c"), "a/b");
  EXPECT_EQ(DirectoryOf("/a"), "/");
  EXPECT_EQ(DirectoryOf("a"), ".");
  EXPECT_EQ(DirectoryOf("/"), "/");
}

}  // namespace
}  // namespace meguri
