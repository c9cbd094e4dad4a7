// `meguri archive export`: the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/app/test_archive.h"
#include "tests/support/deflated.h"

namespace meguri::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kDay = "2020-01-02T03:04:05Z";

using testing_support::Gzip;

class ArchiveExportTest : public ProgramTest {
 protected:
  Outcome Export(const std::string& arguments) const {
    return Meguri("archive export " + arguments);
  }
};

TEST_F(ArchiveExportTest, TextAsJsonLines) {
  TestArchive archive;
  archive.Response("http://a.example/", kDay, "<html lang=de><title>Titel</title><p>Sch\xF6n",
                   "Content-Type: text/html; charset=iso-8859-1\r\n");
  archive.Response("http://a.example/z", kDay, Gzip("<p>packed"),
                   "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
  archive.Response("http://a.example/i", kDay, "PNG", "Content-Type: image/png\r\n");
  archive.Response("http://a.example/gone", kDay, "gone", "Content-Type: text/html\r\n",
                   "404 Not Found");
  archive.Resource("http://a.example/t", kDay, "text/plain", "plain <b>");
  archive.Revisit("http://a.example/", "2021-01-01T00:00:00Z",
                  "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", {});
  Put("a.warc", archive.bytes());
  const Outcome outcome = Export("a.warc --text");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, IsEmpty());
  ASSERT_EQ(outcome.lines().size(), 3U) << outcome.output;
  EXPECT_EQ(outcome.lines()[0],
            R"({"url":"http://a.example/","date":"2020-01-02T03:04:05Z","title":"Titel",)"
            R"("language":"de","text":"Schön"})");
  EXPECT_EQ(outcome.json()[1]["text"], "packed");
  EXPECT_EQ(outcome.json()[1]["title"], nullptr);
  EXPECT_EQ(outcome.json()[2]["text"], "plain <b>");

  EXPECT_EQ(Export("- --text --url http://a.example/t <a.warc").json().size(), 1U);
  EXPECT_EQ(Export("a.warc --text --mime text/html").json().size(), 2U);
  EXPECT_EQ(Export("a.warc --text --from 2021").output, "");
  EXPECT_EQ(Export("a.warc --text -o out.jsonl").output, "");
  EXPECT_EQ(Bytes("out.jsonl"), outcome.output);
}

TEST_F(ArchiveExportTest, PagesThatAreTooLargeAreToldAndLeftOut) {
  const std::string large = "<p>" + std::string(std::size_t{65} << 20U, 'x');
  TestArchive archive;
  archive.Response("http://a.example/stored", kDay, large);
  archive.Response("http://a.example/packed", kDay, Gzip(large),
                   "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
  archive.Response("http://a.example/image", kDay, large, "Content-Type: image/png\r\n");
  archive.Response("http://a.example/small", kDay, "<p>small");
  Put("a.warc", archive.bytes());
  const Outcome outcome = Export("a.warc --text");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.json().size(), 1U);
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 2) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("offset 0: a page of over 64 MiB: left out"));
  EXPECT_EQ(Export("a.warc --html out").exit_code, 1);
  EXPECT_THAT(Names("out"), ElementsAre("a.example", "a.example/small.html", "index.html"));
}

TEST_F(ArchiveExportTest, DamageIsToldAndTheRestExported) {
  TestArchive archive;
  archive.Response("http://a.example/", kDay, "<p>whole")
      .Response("http://b.example/", kDay, "torn");
  Put("a.warc", archive.bytes().substr(0, archive.bytes().size() - 6));
  for (const std::string arguments : {"a.warc --text", "a.warc --html out"}) {
    const Outcome outcome = Export(arguments);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
  }
  EXPECT_EQ(Export("a.warc --text").json()[0]["text"], "whole");
  EXPECT_EQ(Bytes("out/a.example/index.html"), "<p>whole");
}

TEST_F(ArchiveExportTest, AFolderToWalkThrough) {
  TestArchive archive;
  archive.Response("http://a.example/", kDay,
                   "<title>A &amp; <b></title><a href=/x?y=1#z>x</a><a href=/gone>g</a>"
                   "<link rel=stylesheet href=s.css><a href=/moved>m</a>");
  archive.Response("http://a.example/x?y=1", kDay, "<a href=.>home</a>");
  archive.Response("http://a.example/s.css", kDay, "a { b: url(http://b.example/i) }",
                   "Content-Type: text/css\r\n");
  archive.Response("http://b.example/i", kDay, "PNG", "Content-Type: image/png\r\n");
  archive.Response("http://a.example/moved", kDay, "", "Location: //b.example/new\r\n",
                   "301 Moved Permanently");
  archive.Response("http://b.example/new", kDay, "<p>new");
  Put("a.warc", archive.bytes());
  const Outcome outcome = Export("a.warc --html out");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output + outcome.errors, "");
  const std::vector<std::string> names = Names("out");
  ASSERT_EQ(names.size(), 8U);
  const std::string query = names[3];
  EXPECT_THAT(query, testing::MatchesRegex("a.example/x-[0-9a-f]{16}\\.html"));
  EXPECT_THAT(
      names, ElementsAre("a.example", "a.example/index.html", "a.example/s.css", query, "b.example",
                         "b.example/i.png", "b.example/new.html", "index.html"));
  EXPECT_EQ(Bytes("out/a.example/index.html"),
            "<title>A &amp; <b></title><a href=\"" + query.substr(10) +
                "#z\">x</a><a href=\"http://a.example/gone\">g</a>"
                "<link rel=stylesheet href=\"s.css\"><a href=\"../b.example/new.html\">m</a>");
  EXPECT_EQ(Bytes("out/" + query), "<a href=\"index.html\">home</a>");
  EXPECT_EQ(Bytes("out/a.example/s.css"), "a { b: url(../b.example/i.png) }");
  EXPECT_EQ(Bytes("out/b.example/i.png"), "PNG");
  const std::string index = Bytes("out/index.html");
  EXPECT_THAT(index, HasSubstr("<h1>3 pages</h1>"));
  EXPECT_THAT(index, HasSubstr("<a href=\"a.example/index.html\">A &amp; &lt;b&gt;</a>"
                               "<td>http://a.example/<td>2020-01-02T03:04:05Z\n"));
}

TEST_F(ArchiveExportTest, TheLastCaptureOrTheNearest) {
  TestArchive archive;
  archive.Response("http://a.example/", "2021-01-01T00:00:00Z", "middle");
  const std::string digest = archive.digest();
  archive.Response("http://a.example/", "2020-01-01T00:00:00Z", "old")
      .Response("http://a.example/", "2022-01-01T00:00:00Z", "new")
      .Revisit("http://a.example/", "2023-01-01T00:00:00Z", digest, {})
      .Response("http://a.example/", "2024-01-01T00:00:00Z", "error", "", "500 Broken");
  Put("a.warc", archive.bytes());
  const auto page = [&](const std::string& arguments) {
    EXPECT_EQ(Export(arguments).exit_code, 0);
    std::string bytes = Bytes("out/a.example/index.html");
    std::filesystem::remove_all(Path("out"));
    return bytes;
  };
  EXPECT_EQ(page("a.warc --html out"), "middle");
  EXPECT_EQ(page("a.warc --html out --at 2022"), "new");
  EXPECT_EQ(page("a.warc --html out --at 1999"), "old");
  EXPECT_EQ(page("a.warc --html out --type response"), "new");
  EXPECT_EQ(page("a.warc --html out --to 2020"), "old");
  EXPECT_EQ(page("- --html out <a.warc"), "middle");
}

TEST_F(ArchiveExportTest, RevisitsWithoutOriginalAreToldAndLeftOut) {
  TestArchive archive;
  archive.Response("http://b.example/", kDay, "<p>b");
  archive.Revisit("http://a.example/", kDay, "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                  {.record_id = "urn:uuid:none"});
  Put("a.warc", archive.bytes());
  const Outcome outcome = Export("a.warc --html out");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.errors,
              HasSubstr("a revisit whose original is not in these archives: left out"));
  EXPECT_THAT(Names("out"), ElementsAre("b.example", "b.example/index.html", "index.html"));
}

TEST_F(ArchiveExportTest, HostileUrlsStayInTheFolder) {
  TestArchive archive;
  for (const std::string_view url :
       {"http://a.example/../../up", "http://../up", "http://a.example/%2e%2e/up",
        "http://a.example/..%2f..%2fup", "http://a.example/x", "http://a.example/X",
        "http://a.example/x.html/y", "http://index.html/", "file:///etc/up", "up", "/up", "",
        "http://a.example/\x1b", "javascript:up", "http://a.example//up"}) {
    archive.Response(url, kDay, "<title><script>alert(1)</script>\"</title>up");
  }
  Put("in/a.warc", archive.bytes());
  EXPECT_EQ(Export("in --html out").exit_code, 0);
  EXPECT_THAT(Names(), Contains("out/a.example/up.html"));
  for (const std::string& name : Names()) {
    EXPECT_TRUE(name.starts_with("in") || name.starts_with("out")) << name;
  }
  EXPECT_THAT(Bytes("out/index.html"), testing::Not(HasSubstr("<script")));
}

TEST_F(ArchiveExportTest, ErrorsAreOneLine) {
  TestArchive archive;
  archive.Response("http://a.example/", kDay, "<p>a");
  Put("a.warc", archive.bytes());
  Put("full/x", "");
  Put("none/x.txt", "");
  for (const std::string arguments : {"",
                                      "a.warc",
                                      "--text",
                                      "missing.warc --text",
                                      "none --text",
                                      "a.warc --text --html out",
                                      "a.warc --html full",
                                      "a.warc --html a.warc",
                                      "a.warc --html a.warc/out",
                                      "a.warc --html",
                                      "a.warc --html ''",
                                      "a.warc --html out --at noon",
                                      "a.warc --text --at 2020",
                                      "a.warc --html out -o x",
                                      "a.warc --text -o no/x",
                                      "a.warc --text -o /dev/null",
                                      "a.warc --text --status x",
                                      "/proc/self/mem --text",
                                      "a.warc --text >/dev/full",
                                      "a.warc --html /proc/out"}) {
    ExpectError("archive export", arguments);
  }
  EXPECT_EQ(Bytes("full/x"), "");
  EXPECT_THAT(Names("full"), ElementsAre("x"));
}

}  // namespace
}  // namespace meguri::app
