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

}  // namespace
}  // namespace meguri::app
