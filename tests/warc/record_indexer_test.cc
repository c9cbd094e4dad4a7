#include "warc/index/record_indexer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/warc/index_archive.h"

namespace meguri::warc {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kHttp = "Content-Type: application/http; msgtype=response\r\n";

// A plain record of `type` with the `fields` given as whole lines.
std::string Record(std::string_view type, std::string_view fields, std::string_view block) {
  return fmt::format(
      "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n{}Content-Length: {}\r\n"
      "\r\n{}\r\n\r\n",
      type, fields, block.size(), block);
}

std::string WithUrl(std::string_view url, std::string_view more = {}) {
  return fmt::format("WARC-Target-URI: {}\r\n{}", url, more);
}

// The one line of an archive with that record, from its JSON on and without what is behind the
// digest.
std::string FieldsOf(const std::string& record) {
  const IndexedArchive archive = IndexArchive(record, "a.warc");
  if (archive.lines.size() != 1) return fmt::format("{} lines", archive.lines.size());
  const std::string& line = archive.lines[0];
  const std::string tail =
      fmt::format(R"(, "length": "{}", "offset": "0", "filename": "a.warc"}})", record.size() - 4);
  EXPECT_TRUE(line.ends_with(tail)) << line;
  const std::size_t json = line.find(R"( {"url": )") + 1;
  return line.substr(json, line.size() - tail.size() - json) + "}";
}

TEST(RecordIndexerTest, AResponse) {
  const std::string record =
      Record("response",
             WithUrl("http://www.Example.com/A?b",
                     std::string(kHttp) + "WARC-Payload-Digest: sha1:AAAA\r\n"),
             "HTTP/1.1 404 Not Found\r\nContent-type: Text/HTML; charset=x\r\n\r\nbody");
  const IndexedArchive archive = IndexArchive(record, "a.warc");
  ASSERT_EQ(archive.lines.size(), 1U);
  EXPECT_EQ(archive.lines[0],
            fmt::format("com,example)/a?b 20200102030405 "
                        R"({{"url": "http://www.Example.com/A?b", "mime": "Text/HTML", )"
                        R"("status": "404", "digest": "AAAA", "length": "{}", "offset": "0", )"
                        R"("filename": "a.warc"}})",
                        record.size() - 4));
}

TEST(RecordIndexerTest, ADigestThatIsMissingIsThatOfThePayload) {
  // printf 'body' | openssl sha1 -binary | base32
  const std::string fields = WithUrl("http://a.b/", kHttp);
  EXPECT_EQ(FieldsOf(Record("response", fields, "HTTP/1.0 200 OK\nContent-Type:t/h\n\nbody")),
            R"({"url": "http://a.b/", "mime": "t/h", "status": "200", )"
            R"("digest": "AIED6RLZ4CFGCJBFYDA2C7XEPLOXQO4U"})");
}

TEST(RecordIndexerTest, OtherDigestsKeepTheirLabel) {
  const auto digest_of = [](std::string_view digest) {
    const std::string line = FieldsOf(Record(
        "resource", WithUrl("urn:x", fmt::format("WARC-Payload-Digest: {}\r\n", digest)), ""));
    const std::size_t at = line.find(R"("digest")");
    return line.substr(at, line.size() - at);
  };
  EXPECT_EQ(digest_of("SHA1:abc"), R"("digest": "abc"})");
  EXPECT_EQ(digest_of("sha256:abc"), R"("digest": "sha256:abc"})");
  EXPECT_EQ(digest_of("abc"), R"("digest": "abc"})");
}

TEST(RecordIndexerTest, ARevisitHasNoStatusAndNoDigestOfItsOwn) {
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  EXPECT_EQ(FieldsOf(Record("revisit", WithUrl("http://a.b/", kHttp), block)),
            R"({"url": "http://a.b/", "mime": "warc/revisit"})");
  EXPECT_EQ(
      FieldsOf(Record("revisit", WithUrl("http://a.b/", "WARC-Payload-Digest: sha1:ABC\r\n"), "")),
      R"({"url": "http://a.b/", "mime": "warc/revisit", "digest": "ABC"})");
}

TEST(RecordIndexerTest, WhatIsNotHttpHasTheRecordsType) {
  const std::string digest = "WARC-Payload-Digest: sha1:D\r\n";
  EXPECT_EQ(
      FieldsOf(Record("response", WithUrl("dns:a.example", digest + "Content-Type: text/dns\r\n"),
                      "20200102030405\na.example. 60 IN A 10.0.0.1\n")),
      R"({"url": "dns:a.example", "mime": "text/dns", "digest": "D"})");
  EXPECT_EQ(FieldsOf(Record("resource",
                            WithUrl("file:///a", digest + "Content-Type: image/png;q=1\r\n"), "x")),
            R"({"url": "file:///a", "mime": "image/png", "digest": "D"})");
  EXPECT_EQ(
      FieldsOf(Record("metadata",
                      WithUrl("metadata://a/b", digest + "Content-Type: text/plain\r\n"), "")),
      R"({"url": "metadata://a/b", "mime": "text/plain", "digest": "D"})");
}

TEST(RecordIndexerTest, ATypeThatIsMissingIsUnknown) {
  const std::string fields =
      WithUrl("http://a.b/", std::string(kHttp) + "WARC-Payload-Digest: sha1:D\r\n");
  const std::string unknown =
      R"({"url": "http://a.b/", "mime": "unk", "status": "200", "digest": "D"})";
  EXPECT_EQ(FieldsOf(Record("response", fields, "HTTP/1.1 200 OK\r\n\r\n")), unknown);
  EXPECT_EQ(FieldsOf(Record("response", fields, "HTTP/1.1 200 OK\r\nContent-Type: ;\r\n\r\n")),
            unknown);
  EXPECT_EQ(FieldsOf(Record("response", fields, "")),
            R"({"url": "http://a.b/", "mime": "unk", "digest": "D"})");
  EXPECT_EQ(
      FieldsOf(Record("resource", WithUrl("http://a.b/", "WARC-Payload-Digest: sha1:D\r\n"), "")),
      R"({"url": "http://a.b/", "mime": "unk", "digest": "D"})");
}

TEST(RecordIndexerTest, BrokenHeadsAreReadAsFarAsPossible) {
  const auto fields_of = [](std::string_view block) {
    return FieldsOf(Record(
        "response", WithUrl("http://a/", std::string(kHttp) + "WARC-Payload-Digest: sha1:D\r\n"),
        block));
  };
  // White space in a name, and a NUL: refused when fetched, but archived by others.
  EXPECT_EQ(fields_of("HTTP/1.1 301 x\0y\r\nX y: z\r\nContent-Type: a/b\r\n\r\n"sv),
            R"({"url": "http://a/", "mime": "a/b", "status": "301", "digest": "D"})");
  EXPECT_EQ(fields_of("HTTP/9.9 2000 OK\r\nContent-Type : a/b;c\r\n\r\n"),
            R"({"url": "http://a/", "mime": "a/b", "digest": "D"})");
  EXPECT_EQ(fields_of("HTTP/1.1 200 OK\r\nContent-Type: cut/off"),
            R"({"url": "http://a/", "mime": "cut/off", "status": "200", "digest": "D"})");
  EXPECT_EQ(fields_of("<html>\nContent-Type: a/b\n\n"),
            R"({"url": "http://a/", "mime": "unk", "digest": "D"})");
}

TEST(RecordIndexerTest, WhatIsNotIndexed) {
  const auto verdict_of = [](const std::string& record) {
    return IndexArchive(record, "a").verdicts.at(0);
  };
  const std::string url = WithUrl("http://a.b/");
  for (const std::string_view type : {"warcinfo", "request", "conversion", "continuation", "new"}) {
    EXPECT_EQ(verdict_of(Record(type, url, "")), IndexVerdict::kNotIndexed) << type;
  }
  const std::string warc_fields = url + "Content-Type: application/warc-fields\r\n";
  EXPECT_EQ(verdict_of(Record("metadata", warc_fields, "")), IndexVerdict::kNotIndexed);
  EXPECT_EQ(verdict_of(Record("resource", warc_fields, "")), IndexVerdict::kNotIndexed);
  EXPECT_EQ(verdict_of(Record("metadata", "", "")), IndexVerdict::kNotIndexed);
  EXPECT_EQ(verdict_of(Record("response", "", "")), IndexVerdict::kNoTarget);
  EXPECT_EQ(verdict_of("WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: soon\r\n" + url +
                       "Content-Length: 0\r\n\r\n\r\n\r\n"),
            IndexVerdict::kNoDate);
}

TEST(RecordIndexerTest, UrlsThatAreNotAscii) {
  const std::string digest = "WARC-Payload-Digest: sha1:D\r\n";
  for (const std::string_view e : {"\xC3\xA9", "\xE9"}) {  // UTF-8, Latin-1
    const std::string record =
        Record("resource", WithUrl(fmt::format("http://a.b/{}", e), digest), "");
    const IndexedArchive archive = IndexArchive(record, "a");
    ASSERT_EQ(archive.lines.size(), 1U);
    EXPECT_TRUE(
        archive.lines[0].starts_with(R"(b,a)/%c3%a9 20200102030405 {"url": "http://a.b/\u00e9", )"))
        << archive.lines[0];
  }
}

TEST(RecordIndexerTest, OneRecordLeavesNothingToTheNext) {
  const std::string http = Record("response", WithUrl("http://a.b/", kHttp),
                                  "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nx");
  const std::string bare = Record("resource", WithUrl("urn:b"), "");
  const IndexedArchive both = IndexArchive(http + bare + http, "a");
  ASSERT_EQ(both.lines.size(), 3U);
  EXPECT_EQ(both.lines[0], IndexArchive(http, "a").lines.at(0));
  // SHA-1 of nothing.
  EXPECT_NE(both.lines[1].find(
                R"({"url": "urn:b", "mime": "unk", "digest": "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ")"),
            std::string::npos)
      << both.lines[1];
  EXPECT_EQ(both.lines[2].substr(0, 100), both.lines[0].substr(0, 100));
}

TEST(MimeOfTest, EndsAtParametersAndWhiteSpace) {
  EXPECT_EQ(MimeOf("text/html"), "text/html");
  EXPECT_EQ(MimeOf(" text/html ;charset=x"), "text/html");
  EXPECT_EQ(MimeOf("text/html charset=x"), "text/html");
  EXPECT_EQ(MimeOf("text/html,text/plain"), "text/html,text/plain");
  EXPECT_EQ(MimeOf(";"), "");
  EXPECT_EQ(MimeOf(""), "");
}

}  // namespace
}  // namespace meguri::warc
