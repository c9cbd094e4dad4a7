#include "warc/index/cdxj.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/worst_case.h"

namespace meguri::warc {
namespace {

CdxjEntry Example() {
  return {.key = "org,iana)/about",
          .timestamp = "20140126200706",
          .url = "http://www.iana.org/about",
          .mime = "text/html",
          .digest = "6G77LZKFAVKH4PCWWKMW6TRJPSHWUBI3",
          .filename = "iana.warc.gz",
          .status = 200,
          .length = 2962,
          .offset = 483588};
}

constexpr std::string_view kExampleLine =
    R"(org,iana)/about 20140126200706 {"url": "http://www.iana.org/about", "mime": "text/html", )"
    R"("status": "200", "digest": "6G77LZKFAVKH4PCWWKMW6TRJPSHWUBI3", "length": "2962", )"
    R"("offset": "483588", "filename": "iana.warc.gz"})";

std::string Written(const CdxjEntry& entry) {
  std::string line;
  AppendCdxjLine(entry, line);
  return line;
}

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(text, out);
  return out;
}

TEST(CdxjTest, WritesWhatPywbWrites) { EXPECT_EQ(Written(Example()), kExampleLine); }

TEST(CdxjTest, LeavesOutWhatThereIsNot) {
  CdxjEntry entry = Example();
  entry.mime = kRevisitMime;
  entry.status = 0;
  entry.digest.clear();
  entry.length.reset();
  EXPECT_EQ(Written(entry),
            R"(org,iana)/about 20140126200706 {"url": "http://www.iana.org/about", )"
            R"("mime": "warc/revisit", "offset": "483588", "filename": "iana.warc.gz"})");
}

// Each as Python 3.11 prints json.dumps() of it.
TEST(CdxjTest, JsonStringsAreThoseOfPython) {
  EXPECT_EQ(Json(""), R"("")");
  EXPECT_EQ(Json("a/b\"c\\d'"), R"("a/b\"c\\d'")");
  EXPECT_EQ(Json("\n\r\t\f\b"), R"("\n\r\t\f\b")");
  EXPECT_EQ(Json(std::string_view("\0\x01\x1f\x7f~ ", 6)), R"("\u0000\u0001\u001f\u007f~ ")");
  EXPECT_EQ(Json("caf\xC3\xA9 \xE2\x82\xAC"), R"("caf\u00e9 \u20ac")");
  EXPECT_EQ(Json("\xF0\x9F\x98\x80"), R"("\ud83d\ude00")");
}

TEST(CdxjTest, WhatIsNoUtf8IsLatin1) {
  EXPECT_EQ(Json("caf\xE9"), R"("caf\u00e9")");
  EXPECT_EQ(Json("\xC3\xA9\xFF"), R"("\u00c3\u00a9\u00ff")");
  EXPECT_EQ(Json("\xED\xA0\x80"), R"("\u00ed\u00a0\u0080")");
}

TEST(CdxjTest, BytesOfFileNamesComeBack) {
  CdxjEntry entry = Example();
  entry.filename = "a\xE9\xC3\xA9\xE2\x82.warc";
  const std::string line = Written(entry);
  EXPECT_TRUE(line.ends_with(R"("a\udce9\u00e9\udce2\udc82.warc"})")) << line;
  EXPECT_EQ(ParseCdxjLine(line), entry);
}

TEST(CdxjTest, ReadsWhatItWrote) {
  EXPECT_EQ(ParseCdxjLine(kExampleLine), Example());
  EXPECT_EQ(ParseCdxjLine(std::string(kExampleLine) + "\n"), Example());
  EXPECT_EQ(ParseCdxjLine(std::string(kExampleLine) + "\r\n"), Example());
  CdxjEntry entry = Example();
  entry.url = "http://a/\"\\\n\x01\x7f\xC3\xA9\xF0\x9F\x98\x80";
  entry.status = 0;
  entry.length.reset();
  EXPECT_EQ(ParseCdxjLine(Written(entry)), entry);
}

TEST(CdxjTest, ReadsWhatOthersWrite) {
  const auto entry = ParseCdxjLine(
      R"(k 20140126 { "filename":"f", "offset":7 , "length": 12,"status":404,"x":null,)"
      R"("n":{"offset":"9","a":["}\"]",{}]},"requestBody":"\u005a","mime":"-","y":[] } )");
  ASSERT_TRUE(entry);
  EXPECT_EQ(*entry, (CdxjEntry{.key = "k",
                               .timestamp = "20140126",
                               .filename = "f",
                               .status = 404,
                               .length = 12,
                               .offset = 7}));
}

TEST(CdxjTest, SurrogatesAloneAreReplaced) {
  const auto entry =
      ParseCdxjLine(R"(k 2014 {"url": "\ud800x\ud800\u0041\udfff", "offset": 0, "filename": "f"})");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->url,
            "\xEF\xBF\xBDx\xEF\xBF\xBD"
            "A\xEF\xBF\xBD");
}

TEST(CdxjTest, ReadsOlderColumns) {
  CdxjEntry entry = Example();
  EXPECT_EQ(ParseCdxjLine("org,iana)/about 20140126200706 http://www.iana.org/about text/html 200 "
                          "6G77LZKFAVKH4PCWWKMW6TRJPSHWUBI3 - - 2962 483588 iana.warc.gz"),
            entry);
  entry.length.reset();
  entry.status = 0;
  entry.mime.clear();
  EXPECT_EQ(ParseCdxjLine("org,iana)/about 20140126200706 http://www.iana.org/about - - "
                          "6G77LZKFAVKH4PCWWKMW6TRJPSHWUBI3 - 483588 iana.warc.gz\n"),
            entry);
}

TEST(CdxjTest, WhatIsNoEntryIsNone) {
  for (const std::string_view line : {
           "",
           "\n",
           "k",
           "k 2014",
           "k 2014 ",
           "k 2014 {}",
           " CDX N b a m s k r M S V g",
           R"(!meta 0 {"format": "cdxj-gzip-1.0", "filename": "a.cdxj.gz"})",
           R"(!meta 0000 {"offset": 0, "filename": "a.cdxj.gz"})",
           R"(k 2014 {"offset": "1"})",
           R"(k 2014 {"filename": "f"})",
           R"(k 2014 {"offset": "1x", "filename": "f"})",
           R"(k 2014 {"offset": "-1", "filename": "f"})",
           R"(k 2014 {"offset": "99999999999999999999", "filename": "f"})",
           R"(k 2014 {"offset": 1.5, "filename": "f"})",
           R"(k 2014 {"offset": "1", "filename": "f")",
           R"(k 2014 {"offset": "1", "filename": "f"} x)",
           R"(k 2014 {"offset": "1", "filename": "f",})",
           R"(k 2014 {"offset": "1" "filename": "f"})",
           R"(k 2014 {"offset": "1", "filename": "f\x"})",
           R"(k 2014 {"offset": "1", "filename": "f\u12"})",
           R"(k 2014 {"offset": "1", "filename": "f", "n": [1})",
           R"(k 20x4 {"offset": "1", "filename": "f"})",
           R"(k {"offset": "1", "filename": "f"})",
           "k 2014 u m 200 d - x f",
           "k 2014 u m 200 d - 1 2 f",
           "k 2014 u m 200 d - - 1 2 f more",
       }) {
    EXPECT_FALSE(ParseCdxjLine(line)) << line;
  }
}

TEST(CdxjTest, TakesLinearTime) {
  for (const std::string_view piece : {"\\ud800", "[", "{\"a\":", "\\", "\"a\":1,", "- "}) {
    const auto make = [&](std::size_t size) {
      return "k 2014 {\"x\": \"" + testing_support::Repeated(piece, size);
    };
    EXPECT_LT(
        testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes, make,
                                         [](const std::string& line) { ParseCdxjLine(line); }),
        testing_support::kLinearGrowth)
        << piece;
    const auto bare = [&](std::size_t size) {
      return "k 2014 {\"x\": " + testing_support::Repeated(piece, size);
    };
    EXPECT_LT(
        testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes, bare,
                                         [](const std::string& line) { ParseCdxjLine(line); }),
        testing_support::kLinearGrowth)
        << piece;
  }
}

}  // namespace
}  // namespace meguri::warc
