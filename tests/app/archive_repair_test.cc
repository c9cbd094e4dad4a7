// `meguri archive repair`: the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/app/program_fixture.h"
#include "tests/app/test_archive.h"

namespace meguri::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ArchiveRepairTest : public ProgramTest {
 protected:
  void SetUp() override {
    archive_.Response("http://a.example/", "2020-01-01T00:00:00Z", "whole");
    whole_ = archive_.bytes();
    archive_.Response("http://b.example/", "2020-01-01T00:00:00Z", "torn");
    Put("a.warc", archive_.bytes().substr(0, archive_.bytes().size() - 6));
  }

  TestArchive archive_;
  std::string whole_;
};

TEST_F(ArchiveRepairTest, WhatIsWholeGoesIntoANewFile) {
  EXPECT_EQ(Meguri("archive repair a.warc").exit_code, 0);
  EXPECT_EQ(Bytes("a.repaired.warc"), whole_);
  EXPECT_EQ(Meguri("archive repair - -o b.warc <a.warc").exit_code, 0);
  EXPECT_EQ(Bytes("b.warc"), whole_);
  EXPECT_THAT(Names(), ElementsAre("a.repaired.warc", "a.warc", "b.warc"));
}

TEST_F(ArchiveRepairTest, MemoryDoesNotGrowWithTheRecord) {
  Put("b.warc.gz", SwellingMember("", whole_) + "torn");
  const Outcome outcome = Meguri("archive repair b.warc.gz");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "b.repaired.warc.gz: 2 records kept, 2 of them packed anew; 0 left out\n");
  EXPECT_LT(PeakBytes(), std::size_t{300} << 20U);
  EXPECT_EQ(Meguri("archive check b.repaired.warc.gz").exit_code, 0);
}

TEST_F(ArchiveRepairTest, ErrorsAreOneLineAndLeaveNothing) {
  for (const std::string arguments :
       {"", "missing.warc", "- <a.warc", "a.warc -o a.warc", "a.warc -o -", "- -o - <a.warc",
        "a.warc -o no/b.warc", "/proc/self/mem -o b.warc"}) {
    ExpectError("archive repair", arguments);
  }
  EXPECT_THAT(Names(), ElementsAre("a.warc"));
}

class RepairCommandTest : public ProgramTest {
 protected:
  void SetUp() override {
    TestArchive archive;
    archive.Response("http://a.example/", "2020-01-01T00:00:00Z", "whole");
    whole_ = archive.bytes();
    archive.Response("http://a.example/torn", "2020-01-01T00:00:00Z", "torn");
    torn_ = archive.bytes().substr(0, archive.bytes().size() - 6);
  }

  std::string whole_;  // one record
  std::string torn_;   // and most of another
};

TEST_F(RepairCommandTest, WritesWhatIsWholeAndLeavesTheOriginal) {
  Put("a.warc.open", torn_);
  const Outcome outcome = Meguri("archive repair a.warc.open");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "a.repaired.warc: 1 records kept, 0 of them packed anew; 1 left out\n");
  EXPECT_THAT(outcome.errors, HasSubstr("a.warc.open: offset "));
  EXPECT_EQ(Bytes("a.repaired.warc"), whole_);
  EXPECT_EQ(Bytes("a.warc.open"), torn_);
}

TEST_F(RepairCommandTest, StdinAndNothingToRepair) {
  Put("a.warc", torn_);
  EXPECT_EQ(Meguri("archive repair - -o b.warc <a.warc").exit_code, 0);
  EXPECT_EQ(Bytes("b.warc"), whole_);
  EXPECT_THAT(Meguri("archive repair b.warc").output, HasSubstr("every record is whole"));
  Put("c.warc", torn_.substr(0, 100));
  EXPECT_EQ(Meguri("archive repair c.warc").exit_code, 1);
  EXPECT_THAT(Names(), ElementsAre("a.warc", "b.warc", "c.warc"));
}

// Whatever the original is called: also what the unfinished file would be.
TEST_F(RepairCommandTest, NoFileThatIsThereIsTouched) {
  Put("a.warc.tmp", torn_);
  EXPECT_EQ(Meguri("archive repair a.warc.tmp -o a.warc").exit_code, 0);
  EXPECT_EQ(Bytes("a.warc.tmp"), torn_);
  EXPECT_EQ(Bytes("a.warc"), whole_);
  ExpectError("archive repair", "a.warc.tmp -o a.warc");
  ExpectError("archive repair", "a.warc.tmp -o a.warc.tmp");
  ExpectError("archive repair", "missing.warc");
  ExpectError("archive repair", "- <a.warc.tmp");
  EXPECT_THAT(Names(), ElementsAre("a.warc", "a.warc.tmp"));
}

}  // namespace
}  // namespace meguri::app
