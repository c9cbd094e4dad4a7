// The table on a disk of ours, which crashes and fills up.
#include <gtest/gtest.h>

#include <string>

#include "base/mem_files.h"
#include "store/page_table.h"
#include "store/wal_tail.h"

namespace meguri {
namespace {

class TableOnFilesTest : public testing::Test {
 protected:
  std::unique_ptr<PageTable> Open(PageTable::Mode mode = PageTable::Mode::kCreate) {
    auto table = PageTable::Open("/store", mode, TableDisk{files_, clock_});
    EXPECT_TRUE(table) << table.error().context;
    return table ? *std::move(table) : nullptr;
  }
  static TableBatch Batch(std::uint32_t id) {
    TableBatch batch;
    AppendPageRecord({.status = 200}, batch.pages.emplace_back(UrlKey{1, id}, "").second);
    batch.positions.urls_end = id;
    return batch;
  }

  MemFiles files_;
  ManualClock clock_;
};

TEST_F(TableOnFilesTest, WhatIsCommittedSurvivesTheWorstCrash) {
  for (std::uint32_t id = 1; id <= 12; ++id) {
    {
      const auto table = Open();
      ASSERT_TRUE(table);
      EXPECT_EQ(table->ReadPositions()->urls_end, id - 1);
      ASSERT_TRUE(table->Commit(Batch(id)));
    }
    files_.DropUnsynced();
  }
  const auto table = Open(PageTable::Mode::kRead);
  std::uint32_t pages = 0;
  ASSERT_TRUE(table->ForEachPage([&](UrlKey, const PageRecord&) { ++pages; }));
  EXPECT_EQ(pages, 12U);
}

TEST_F(TableOnFilesTest, GoesOnWhenThereIsRoomAgain) {
  const auto table = Open();
  ASSERT_TRUE(table->Commit(Batch(1)));
  for (std::uint32_t round = 0; round < 3; ++round) {
    files_.SetCapacity(0);
    for (int tries = 0; tries < 3; ++tries) {
      const Status full = table->Commit(Batch(2 + round));
      ASSERT_FALSE(full);
      EXPECT_EQ(full.error().code, ErrorCode::kDiskFull);
    }
    files_.SetCapacity(MemFiles::kUnlimited);
    ASSERT_TRUE(table->Commit(Batch(2 + round)));
    EXPECT_TRUE(table->ReadPage({1, 2 + round})->has_value());
    EXPECT_TRUE(table->ReadPage({1, 1})->has_value());
  }
}

TEST_F(TableOnFilesTest, ForgivesALogThatIsBadAtItsEndAndNoOther) {
  {
    const auto table = Open();
    for (std::uint32_t id = 1; id <= 4; ++id)
      ASSERT_TRUE(table->Commit(Batch(id)));
  }
  std::string path;
  const auto entries = files_.List("/store");
  for (const DirectoryEntry& entry : *entries) {
    if (entry.name.ends_with(".log")) path = "/store/" + entry.name;
  }
  const std::string whole = *ReadWholeFile(files_, path);
  const auto put = [&](const std::string& bytes) {
    ASSERT_TRUE(files_.Remove(path));
    ASSERT_TRUE((*files_.OpenToWrite(path, OpenMode::kCreate))->Append(bytes));
  };
  EXPECT_FALSE(IsTornAtItsEnd(whole));
  std::string middle = whole;
  middle[whole.size() / 2] ^= 1;
  put(middle);
  const auto refused = PageTable::Open("/store", PageTable::Mode::kRead, TableDisk{files_, clock_});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
  for (const std::size_t zeros : {5U, 8U, 20U}) {  // the last four are 0 anyway
    put(whole.substr(0, whole.size() - zeros) + std::string(zeros, '\0'));
    const auto table = Open(PageTable::Mode::kRead);
    ASSERT_TRUE(table) << zeros;
    EXPECT_EQ(table->ReadPositions()->urls_end, 3U);
  }
}

TEST_F(TableOnFilesTest, ASyncThatFailsIsTriedAgainOnANewLog) {
  const auto table = Open();
  ASSERT_TRUE(table->Commit(Batch(1)));
  files_.FailSyncs(1);
  EXPECT_FALSE(table->Commit(Batch(2)));
  ASSERT_TRUE(table->Commit(Batch(2)));
  files_.DropUnsynced();
  EXPECT_EQ(Open(PageTable::Mode::kRead)->ReadPositions()->urls_end, 2U);
}

}  // namespace
}  // namespace meguri
