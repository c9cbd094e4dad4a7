// `meguri archive index`: the program itself.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/app/program_fixture.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::string_view kTorn =
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/torn\r\n"
    "WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http\r\n"
    "Content-Length: 1000\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nto";

std::string Record(std::string_view url) {
  return fmt::format(
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {}\r\n"
      "WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n"
      "hi\r\n\r\n",
      url);
}

class ArchiveIndexTest : public ProgramTest {
 protected:
  Outcome Index(const std::string& arguments) const { return Meguri("archive index " + arguments); }
};

TEST_F(ArchiveIndexTest, FilesAndFoldersInOneSortedIndex) {
  Put("z/b.warc", Record("http://b.example/") + Record("http://a.example/"));
  Put("z/deep/c.warc.open", Record("http://c.example/"));
  Put("z/no.txt", Record("http://no.example/"));
  Put("d.other", Record("http://d.example/"));
  const Outcome outcome = Index("z d.other");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, IsEmpty());
  const auto line = [](std::string_view key, std::string_view file, int offset) {
    return fmt::format(
        R"(example,{})/ 20200102030405 {{"url": "http://{}.example/", "mime": "text/plain", )"
        R"("digest": "YIVV7ELYGQTASQUNN5I3FRNPJQF542SC", "length": "149", "offset": "{}", )"
        R"("filename": "{}"}})"
        "\n",
        key, key, offset, file);
  };
  EXPECT_EQ(outcome.output, line("a", "b.warc", 153) + line("b", "b.warc", 0) +
                                line("c", "c.warc.open", 0) + line("d", "d.other", 0));
}

TEST_F(ArchiveIndexTest, TheSameFileTwiceIsOneEntry) {
  Put("a.warc", Record("http://a.example/"));
  EXPECT_EQ(Index("a.warc a.warc .").output, Index("a.warc").output);
}

TEST_F(ArchiveIndexTest, Stdin) {
  Put("a.warc", Record("http://a.example/"));
  const Outcome outcome = Index("- <a.warc");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr(R"("filename": "-"})"));
}

TEST_F(ArchiveIndexTest, NothingGivesAnEmptyIndex) {
  Put("a.warc", "");
  EXPECT_EQ(Index(". -o index").exit_code, 0);
  EXPECT_EQ(Bytes("index"), "");
}

TEST_F(ArchiveIndexTest, DamageIsToldAndTheRestIndexed) {
  Put("a.warc", Record("http://a.example/") + std::string(kTorn));
  Put("b.warc", Record("http://b.example/"));
  const Outcome outcome = Index("a.warc b.warc -o index");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.errors, StartsWith("meguri archive index: a.warc: offset 153: "));
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
  const std::string index = Bytes("index");
  EXPECT_EQ(std::ranges::count(index, '\n'), 3) << index;
  EXPECT_THAT(index, HasSubstr("example,a)/torn "));
}

TEST_F(ArchiveIndexTest, ARecordWithoutUrlIsToldWithItsPlace) {
  std::string record = Record("http://a.example/");
  record.replace(record.find("WARC-Target-URI"), 15, "WARC-Target-XXX");
  Put("a.warc", Record("http://b.example/") + record);
  const Outcome outcome = Index("a.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(
      outcome.errors,
      "meguri archive index: a.warc: offset 153: a record without WARC-Target-URI: not indexed\n");
  EXPECT_THAT(outcome.output, StartsWith("example,b)/ "));
}

TEST_F(ArchiveIndexTest, LittleMemoryGivesTheSameIndex) {
  std::string archive;
  for (int i = 0; i < 3000; ++i) {
    archive += Record(fmt::format("http://a.example/{}", i * 7919 % 3001));
  }
  Put("a.warc", archive);
  Put("tmp/x", "");
  const std::string expected = Index("a.warc").output;
  EXPECT_EQ(std::ranges::count(expected, '\n'), 3000);
  EXPECT_EQ(Index("a.warc --memory 1K").output, expected);
  EXPECT_EQ(Index("a.warc --memory 64K --tmp tmp -o index").exit_code, 0);
  EXPECT_EQ(Bytes("index"), expected);
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index", "tmp", "tmp/x"));
}

TEST_F(ArchiveIndexTest, AnIndexIsReplacedWholeOrNotAtAll) {
  Put("a.warc", Record("http://a.example/"));
  Put("index", "old");
  Put("index.tmp", "anybody's");
  EXPECT_EQ(Index("a.warc missing.warc -o index").exit_code, 2);
  EXPECT_EQ(Bytes("index"), "old");
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index", "index.tmp"));
  EXPECT_EQ(Index("a.warc -o index").exit_code, 0);
  EXPECT_THAT(Bytes("index"), StartsWith("example,a)/ "));
  EXPECT_EQ(Bytes("index.tmp"), "anybody's");
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index", "index.tmp"));
}

TEST_F(ArchiveIndexTest, AnIndexDoesNotReplaceItsArchive) {
  Put("a.warc", Record("http://a.example/"));
  ExpectError("archive index", ". -o ./a.warc");
  ExpectError("archive export", "a.warc --text -o ./a.warc");
  EXPECT_EQ(Bytes("a.warc"), Record("http://a.example/"));
}

TEST_F(ArchiveIndexTest, AnArchiveIsNeverWrittenOver) {
  Put("a.warc", Record("http://a.example/"));
  Put("b.warc", Record("http://b.example/"));
  Put("c.other", Record("http://c.example/"));
  for (const std::string arguments : {"a.warc -o a.warc", "-o a.warc b.warc", ". -o ./b.warc",
                                      "a.warc c.other -o ./c.other", "- -o a.warc <b.warc"}) {
    ExpectError("archive index", arguments);
  }
  EXPECT_EQ(Bytes("a.warc"), Record("http://a.example/"));
  EXPECT_EQ(Bytes("b.warc"), Record("http://b.example/"));
  EXPECT_EQ(Bytes("c.other"), Record("http://c.example/"));
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "b.warc", "c.other"));
}

TEST_F(ArchiveIndexTest, ADashIsStdout) {
  Put("a.warc", Record("http://a.example/"));
  EXPECT_EQ(Index("a.warc -o -").output, Index("a.warc").output);
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc"));
}

TEST_F(ArchiveIndexTest, ErrorsAreOneLine) {
  Put("a.warc", Record("http://a.example/"));
  for (const std::string arguments :
       {"", "missing.warc", "a.warc --memory 1X", "a.warc --memory 18446744073709551615",
        "a.warc -o /dev/null", "a.warc -o no/index", "a.warc --no-such-flag", "a.warc >/dev/full",
        "a.warc >&-"}) {
    ExpectError("archive index", arguments);
  }
}

TEST_F(ArchiveIndexTest, WhoReadsNoFurtherIsNoError) {
  std::string archive;
  for (int i = 0; i < 5000; ++i) {
    archive += Record(fmt::format("http://a.example/{}", i));
  }
  Put("a.warc", archive);
  EXPECT_EQ(ExitCodeBeforeHead("archive index a.warc"), 0);
}

TEST_F(ArchiveIndexTest, PywbsArchivesAsPywbHasThem) {
  MEGURI_NEED_SHARED("conformance/warc");
  const auto archive = testing_support::SharedPath("conformance/warc/pywb/warcs/iana.warc.gz");
  const Outcome outcome = Index(*archive);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            testing_support::SharedText("conformance/warc/pywb/cdxj/iana.cdxj").value());
}

}  // namespace
}  // namespace meguri::app
