// `meguri archive get` and `check`: the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/app/test_archive.h"
#include "warc/write/gzip_compressor.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kUrl = "http://a.example/";

class ArchiveGetTest : public ProgramTest {
 protected:
  void SetUp() override {
    archive_.Response(kUrl, "2020-01-01T00:00:00Z", "old")
        .Response(kUrl, "2021-01-01T00:00:00Z", "middle")
        .Response("http://a.example/chunked", "2021-01-01T00:00:00Z", "3\r\nabc\r\n0\r\n\r\n",
                  "Transfer-Encoding: chunked\r\n")
        .Response(kUrl, "2022-01-01T00:00:00Z", "new");
    Put("a.warc", archive_.bytes());
  }

  std::string Get(const std::string& arguments) const {
    const Outcome outcome = Meguri("archive get " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_THAT(outcome.errors, IsEmpty());
    return outcome.output;
  }

  TestArchive archive_;
};

TEST_F(ArchiveGetTest, TheLastOrTheNearest) {
  EXPECT_EQ(Get("http://a.example/ a.warc"), "new");
  EXPECT_EQ(Get("http://a.example/ a.warc --at 2019"), "old");
  EXPECT_EQ(Get("http://a.example/ a.warc --at 2020-08"), "middle");
  EXPECT_EQ(Get("http://a.example/ a.warc --at 20210601000000"), "middle");
  EXPECT_EQ(Get("https://www.a.example a.warc"), "new");
}

TEST_F(ArchiveGetTest, DecodedRawOrTheHeadAlone) {
  EXPECT_EQ(Get("http://a.example/chunked a.warc"), "abc");
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(Get("http://a.example/chunked a.warc --raw"), head + "3\r\nabc\r\n0\r\n\r\n");
  EXPECT_EQ(Get("http://a.example/chunked a.warc --headers"), head);
}

// What is stored counts, not what the head says of it.
TEST_F(ArchiveGetTest, AllThatIsStored) {
  TestArchive archive;
  const std::string_view date = "2020-01-01T00:00:00Z";
  const auto add = [&](const std::string& name, const std::string& head, const std::string& body) {
    archive.Add(
        warc::ResponseRecord("http://a.example/" + name, TestArchive::Date(date), head, body));
  };
  add("undone", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n", "undone");
  add("longer", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "longer");
  add("none", "HTTP/1.1 204 No Content\r\n\r\n", "some");
  add("two-lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", "two");
  add("interim", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nfinal");
  add("odd-line", "HTTP/1.1 200 OK\r\nX y: z\r\nTransfer-Encoding: chunked\r\n\r\n",
      "3\r\nabc\r\n0\r\n\r\n");
  add("http-0.9", "", "<p>a\n\n<p>b");
  add("no-end", "", std::string(300'000, 'x'));
  Put("b.warc", archive.bytes());
  EXPECT_EQ(Get("http://a.example/undone b.warc"), "undone");
  EXPECT_EQ(Get("http://a.example/longer b.warc"), "longer");
  EXPECT_EQ(Get("http://a.example/none b.warc"), "some");
  EXPECT_EQ(Get("http://a.example/two-lengths b.warc"), "two");
  EXPECT_EQ(Get("http://a.example/interim b.warc"), "final");
  EXPECT_EQ(Get("http://a.example/odd-line b.warc"), "abc");
  EXPECT_EQ(Get("http://a.example/http-0.9 b.warc"), "<p>a\n\n<p>b");
  EXPECT_EQ(Get("http://a.example/no-end b.warc"), std::string(300'000, 'x'));
  EXPECT_EQ(Meguri("archive check b.warc").exit_code, 0);
}

TEST_F(ArchiveGetTest, Stdin) {
  EXPECT_EQ(Get("http://a.example/ - <a.warc"), "new");
  Put("damaged.warc", "x\n" + archive_.bytes());
  const std::string said = ": -: offset 0: neither WARC nor ARC begins here\n";
  EXPECT_THAT(Meguri("archive get http://a.example/ - <damaged.warc").errors, HasSubstr(said));
  EXPECT_THAT(Meguri("archive export - --html out <damaged.warc").errors, HasSubstr(said));
}

TEST_F(ArchiveGetTest, RevisitsLeadToTheirOriginals) {
  TestArchive archive;
  archive.Response("http://a.example/first", "2020-01-01T00:00:00Z", "<p>first");
  const std::string id = archive.id();
  const std::string digest = archive.digest();
  archive.Revisit("http://a.example/by-id", "2021-01-01T00:00:00Z", digest, {.record_id = id});
  archive.Revisit(
      "http://a.example/by-url", "2021-01-01T00:00:00Z", "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      {.target_uri = "http://a.example/first", .date = TestArchive::Date("2020-01-01T00:00:00Z")});
  archive.Revisit("http://a.example/by-digest", "2021-01-01T00:00:00Z", digest, {});
  archive.Revisit("http://a.example/lost", "2021-01-01T00:00:00Z",
                  "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                  {.target_uri = "http://a.example/nowhere"});
  Put("b.warc", archive.bytes());
  for (const std::string page : {"by-id", "by-url", "by-digest"}) {
    EXPECT_EQ(Get("http://a.example/" + page + " b.warc"), "<p>first") << page;
  }
  EXPECT_THAT(Get("http://a.example/lost b.warc --headers"), HasSubstr("HTTP/1.1 200 OK"));
  const Outcome lost = Meguri("archive get http://a.example/lost b.warc");
  EXPECT_EQ(lost.exit_code, 1);
  EXPECT_THAT(lost.output, IsEmpty());
  EXPECT_THAT(lost.errors, HasSubstr("its original (http://a.example/nowhere) is not in these"));
  TestArchive mute;
  mute.Revisit("http://a.example/id", "2021-01-01T00:00:00Z", "", {.record_id = "urn:uuid:no"});
  mute.Revisit("http://a.example/mute", "2021-01-01T00:00:00Z", "", {});
  Put("c.warc", mute.bytes());
  EXPECT_THAT(Meguri("archive get http://a.example/id c.warc").errors, HasSubstr("(urn:uuid:no)"));
  EXPECT_THAT(Meguri("archive get http://a.example/mute c.warc").errors,
              HasSubstr("(of which it says nothing)"));
}

TEST_F(ArchiveGetTest, WhatIsNotThere) {
  const Outcome outcome = Meguri("archive get http://c.example/ a.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.errors, "meguri archive get: http://c.example/ is not in these archives\n");
}

TEST_F(ArchiveGetTest, MemoryDoesNotGrowWithThePage) {
  for (const std::string headers : {"", "Transfer-Encoding: chunked\r\n",
                                    "Content-Encoding: gzip\r\n", "Content-Encoding: none\r\n"}) {
    Put("a.warc.gz", SwellingMember(headers));
    const Outcome outcome = Meguri("archive get http://a.example/ a.warc.gz | wc -c");
    EXPECT_EQ(outcome.output, std::to_string(std::size_t{400} << 20U) + "\n") << headers;
    EXPECT_THAT(outcome.errors, IsEmpty());
  }
  EXPECT_LT(PeakBytes(), std::size_t{300} << 20U);
}

TEST_F(ArchiveGetTest, WhatIsNotCodedAsItsHeadSaysIsGivenAsItIs) {
  TestArchive archive;
  archive.Response(kUrl, "2020-01-01T00:00:00Z", "plain", "Content-Encoding: gzip\r\n")
      .Response("http://b.example/", "2020-01-01T00:00:00Z", "3\r\nabc\r\nno chunk",
                "Transfer-Encoding: chunked\r\n")
      .Resource("http://c.example/", "2020-01-01T00:00:00Z", "text/plain", "resource")
      .Response("http://e.example/", "2020-01-01T00:00:00Z", "");
  Put("b.warc", archive.bytes());
  EXPECT_EQ(Get("http://a.example/ b.warc"), "plain");
  EXPECT_EQ(Get("http://b.example/ b.warc"), "3\r\nabc\r\nno chunk");
  EXPECT_EQ(Get("http://c.example/ b.warc"), "resource");
  EXPECT_EQ(Get("http://c.example/ b.warc --raw"), "resource");
  EXPECT_EQ(Get("http://c.example/ b.warc --headers"), "");
  EXPECT_EQ(Get("http://e.example/ b.warc"), "");
}

TEST_F(ArchiveGetTest, PipesWithAPathAreRead) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  for (const std::string command : {"ls", "check", "index", "get http://a.example/"}) {
    const Outcome outcome = Meguri("archive " + command + " pipe & cat a.warc >pipe; wait $!");
    EXPECT_EQ(outcome.exit_code, 0) << command << outcome.errors;
    EXPECT_THAT(outcome.output, Not(IsEmpty())) << command;
  }
}

TEST_F(ArchiveGetTest, DamageInStdinIsCalledSo) {
  Put("torn.warc", archive_.bytes().substr(0, archive_.bytes().size() - 5));
  EXPECT_THAT(Meguri("archive get http://a.example/ - <torn.warc").errors,
              StartsWith("meguri archive get: -: offset "));
}

TEST_F(ArchiveGetTest, ErrorsAreOneLine) {
  Put("none/x.txt", "");
  for (const std::string arguments :
       {"", "http://a.example/", "http://a.example/ missing.warc", "http://a.example/ none",
        "http://a.example/ a.warc --at noon", "http://a.example/ a.warc --raw --headers",
        "http://a.example/ /proc/self/mem"}) {
    ExpectError("archive get", arguments);
  }
}

TEST_F(ArchiveGetTest, CheckFindsAllWell) {
  const Outcome outcome = Meguri("archive check a.warc");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "4 records in 1 archive, 8 digests right: all is well\n");
  EXPECT_EQ(Meguri("archive check - <a.warc").output, outcome.output);
}

TEST_F(ArchiveGetTest, CheckFindsAChangedByte) {
  std::string bytes = archive_.bytes();
  bytes.replace(bytes.find("\r\n\r\nold"), 7, "\r\n\r\nodd");
  Put("a.warc", bytes);
  const Outcome outcome = Meguri("archive check a.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("a.warc: offset 0: WARC-Block-Digest"));
  EXPECT_THAT(outcome.output, HasSubstr("a.warc: offset 0: WARC-Payload-Digest"));
  EXPECT_THAT(outcome.output, HasSubstr("6 digests right: 2 problems\n"));
  const std::vector<nlohmann::json> lines = Meguri("archive check a.warc --json").json();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["offset"], 0);
  EXPECT_EQ(lines[2]["problems"], 2);
  EXPECT_EQ(lines[2]["digests_wrong"], 2);
}

// Whatever else is wrong with it, the digests of a record that is all there are checked.
TEST_F(ArchiveGetTest, CheckFindsAChangedByteInASharedMemberAndBeforeAMissingEnd) {
  std::string bytes = archive_.bytes();
  bytes.replace(bytes.find("\r\n\r\nold"), 7, "\r\n\r\nodd");
  bytes.resize(bytes.size() - 2);
  Put("a.warc", bytes);
  const std::string changed = "WARC-Payload-Digest is ";
  EXPECT_THAT(Meguri("archive check a.warc").output, HasSubstr(changed));
  EXPECT_THAT(Meguri("archive check a.warc").output, HasSubstr("6 digests right: 3 problems\n"));
  std::string packed;
  warc::GzipCompressor::Create()->Append(std::vector<std::string_view>{bytes}, packed);
  Put("a.warc.gz", packed);
  EXPECT_THAT(Meguri("archive check a.warc.gz").output, HasSubstr(changed));
}

TEST_F(ArchiveGetTest, CheckFindsTornEndsAndReferencesToNowhere) {
  Put("torn.warc", archive_.bytes().substr(0, archive_.bytes().size() - 5));
  EXPECT_EQ(Meguri("archive check torn.warc").exit_code, 1);
  TestArchive archive;
  archive.Revisit(kUrl, "2021-01-01T00:00:00Z", "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                  {.record_id = "urn:uuid:none"});
  Put("revisit.warc", archive.bytes());
  const Outcome outcome = Meguri("archive check revisit.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("WARC-Refers-To leads to a record that is not in these"));
  EXPECT_EQ(Meguri("archive check revisit.warc --partial").exit_code, 0);
}

TEST_F(ArchiveGetTest, CheckFindsARecordThatRefersToItself) {
  const std::string id = "<urn:uuid:12345678-1234-4123-8123-123456789012>";
  Put("self.warc", "WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: " + id +
                       "\r\nWARC-Refers-To: " + id +
                       "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  const Outcome outcome = Meguri("archive check self.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output,
              testing::HasSubstr("offset 0: WARC-Refers-To leads to the record itself"));
}

TEST_F(ArchiveGetTest, ErrorsOfCheckAreOneLine) {
  Put("none/x.txt", "");
  for (const std::string arguments :
       {"", "missing.warc", "none", "a.warc --no-such-flag", "/proc/self/mem"}) {
    ExpectError("archive check", arguments);
  }
}

}  // namespace
}  // namespace meguri::app
