#include "sim/sources/warc_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/content_coding.h"
#include "tests/sim/source_probe.h"
#include "tests/support/shared_data.h"
#include "warc/write/gzip_compressor.h"
#include "warc/write/record.h"
#include "warc/write/record_writer.h"

namespace meguri {
namespace {

using std::chrono::hours;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ask;
using testing_support::PagesOf;

constexpr WallTime kStart = ManualClock::kDefaultStart;

std::string Packed(std::string_view bytes) {
  std::string out;
  warc::GzipCompressor::Create().value().Append(std::array{bytes}, out);
  return out;
}

// Writes one archive after the other into memory.
class Archive {
 public:
  // Gives the record's id.
  std::string Add(const warc::Record& record) {
    const auto head = writer_.Write(record);
    std::string bytes(*head);
    for (const std::string_view part : record.block.all())
      bytes += part;
    bytes += warc::kRecordEnd;
    bytes_ += Packed(bytes);
    return std::string(writer_.record_id());
  }
  std::string AddPage(std::string_view url, WallTime date, std::string_view body,
                      std::string_view fields = "Content-Type: text/html\r\n",
                      std::string_view status = "200 OK") {
    const std::string head =
        "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(fields) + "\r\n";
    return Add(warc::ResponseRecord(url, date, head, body));
  }

  std::unique_ptr<WarcPages> Serve(const WebPorts& ports = {}) {
    testing_support::WriteFile(files_, "crawl/a.warc.gz", bytes_);
    auto pages = WarcPages::Create(files_, "crawl", ports);
    EXPECT_TRUE(pages) << pages.error().context;
    return *std::move(pages);
  }

 private:
  MemFiles files_;
  std::string bytes_;
  warc::RecordWriter writer_{{}, Random(1)};
};

TEST(WarcPagesTest, ServesCapturesUnderTheirHosts) {
  Archive archive;
  archive.AddPage("http://a.test/", kStart, "<p>a",
                  "Content-Type: text/html; charset=utf-8\r\nServer: x\r\nSet-Cookie: y\r\n"
                  "Content-Language: en\r\nConnection: close\r\n");
  archive.AddPage("http://b.test/x?y=1#z", kStart, "nothing", "", "404 Not Found");
  archive.AddPage("http://b.test/old", kStart, "", "Location: http://a.test/\r\n", "301 Moved");
  archive.AddPage("http://b.test/i.png", kStart, "PNG", "Content-Type: image/png\r\n");
  const auto web = archive.Serve({.http = 8080, .https = 8443});
  ASSERT_EQ(web->host_count(), 2U);
  EXPECT_EQ(web->HostName(0), "a.test");
  const WebAnswer page = Ask(*web, 0, "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<p>a");
  EXPECT_EQ(page.fields, "Content-Type: text/html; charset=utf-8\r\nContent-Language: en\r\n");
  EXPECT_EQ(Ask(*web, 1, "/x?y=1").status, 404);
  EXPECT_EQ(Ask(*web, 1, "/x?y=1").body, "nothing");
  EXPECT_THAT(Ask(*web, 1, "/old").fields, HasSubstr("Location: http://a.test/\r\n"));
  EXPECT_EQ(Ask(*web, 1, "/never").status, 404);
  EXPECT_EQ(Ask(*web, 1, "/robots.txt").status, 404);
  EXPECT_EQ(web->PageCount(0, kStart), 1U);
  EXPECT_EQ(web->PageCount(1, kStart), 0U);
  EXPECT_THAT(PagesOf(*web, 0), ElementsAre("http://a.test:8080/"));
  EXPECT_EQ(web->SeedUrl(), "http://a.test:8080/");
}

TEST(WarcPagesTest, TakesTheNewestCaptureUpToNowElseTheOldest) {
  Archive archive;
  archive.AddPage("http://a.test/", kStart + hours(2), "two");
  archive.AddPage("http://a.test/", kStart + hours(1), "one");
  archive.AddPage("http://a.test/", kStart + hours(3), "gone", "", "410 Gone");
  const auto web = archive.Serve();
  const auto at = [&](WallTime now) { return Ask(*web, 0, WebRequest{.target = "/"}, now).body; };
  EXPECT_EQ(at(kStart), "one");
  EXPECT_EQ(at(kStart + hours(1)), "one");
  EXPECT_EQ(at(kStart + hours(2) - std::chrono::seconds(1)), "one");
  EXPECT_EQ(at(kStart + hours(2)), "two");
  EXPECT_EQ(at(kStart + hours(9)), "gone");
  EXPECT_EQ(web->PageCount(0, kStart), 1U);
  EXPECT_EQ(web->PageCount(0, kStart + hours(3)), 0U);
}

TEST(WarcPagesTest, SchemesAreKeptApartButStandInForEachOther) {
  Archive archive;
  archive.AddPage("http://a.test/", kStart, "", "Location: https://a.test/\r\n", "301 Moved");
  archive.AddPage("https://a.test/", kStart, "secure");
  archive.AddPage("https://a.test/only", kStart, "only");
  const auto web = archive.Serve();
  EXPECT_EQ(Ask(*web, 0, {.target = "/"}).status, 301);
  EXPECT_EQ(Ask(*web, 0, {.https = true, .target = "/"}).body, "secure");
  EXPECT_EQ(Ask(*web, 0, {.target = "/only"}).body, "only");
}

TEST(WarcPagesTest, ARevisitLeadsToItsOriginal) {
  Archive archive;
  const std::string id = archive.AddPage("http://a.test/", kStart, "first");
  archive.AddPage("http://a.test/other", kStart + hours(1), "other");
  archive.AddPage("http://a.test/", kStart + hours(1), "second");
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  archive.Add(warc::RevisitRecord("http://a.test/", kStart + hours(2), head, "sha1:none",
                                  {.record_id = id}));
  archive.Add(
      warc::RevisitRecord("http://a.test/", kStart + hours(3), head, "sha1:none",
                          {.target_uri = "http://a.test/other", .date = kStart + hours(1)}));
  archive.Add(warc::RevisitRecord("http://a.test/lost", kStart, head, "sha1:none", {}));
  const auto web = archive.Serve();
  const auto at = [&](int hour) {
    return Ask(*web, 0, WebRequest{.target = "/"}, kStart + hours(hour)).body;
  };
  EXPECT_EQ(at(0), "first");
  EXPECT_EQ(at(1), "second");
  EXPECT_EQ(at(2), "first");
  EXPECT_EQ(at(3), "other");
  EXPECT_EQ(Ask(*web, 0, "/lost").status, 404);
  EXPECT_EQ(web->PageCount(0, kStart + hours(3)), 2U);
}

TEST(WarcPagesTest, UndoesChunksAndKeepsGzipForWhoTakesIt) {
  Archive archive;
  const std::string text(1000, 'x');
  archive.AddPage("http://a.test/gz", kStart, Packed(text),
                  "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
  archive.AddPage("http://a.test/chunks", kStart, "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
                  "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n");
  archive.AddPage("http://a.test/undone", kStart, "no chunks at all",
                  "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n");
  const auto web = archive.Serve();
  EXPECT_EQ(Ask(*web, 0, "/gz").body, text);
  EXPECT_THAT(Ask(*web, 0, "/gz").fields, Not(HasSubstr("gzip")));
  const WebAnswer packed = Ask(*web, 0, {.target = "/gz", .accepts_gzip = true});
  EXPECT_THAT(packed.fields, HasSubstr("Content-Encoding: gzip"));
  EXPECT_EQ(http::DecodeContent(packed.body, "gzip").content, text);
  EXPECT_EQ(Ask(*web, 0, "/chunks").body, "abcde");
  EXPECT_THAT(Ask(*web, 0, "/chunks").fields, Not(HasSubstr("chunked")));
  EXPECT_EQ(Ask(*web, 0, "/undone").body, "no chunks at all");
}

TEST(WarcPagesTest, AnswersConditions) {
  Archive archive;
  archive.AddPage("http://a.test/", kStart, "x",
                  "ETag: W/\"1\"\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n");
  const auto web = archive.Serve();
  EXPECT_EQ(Ask(*web, 0, {.target = "/", .if_none_match = "\"0\", W/\"1\""}).status, 304);
  EXPECT_EQ(Ask(*web, 0, {.target = "/", .if_none_match = "\"2\""}).status, 200);
  const std::string_view same = "Thu, 01 Jan 2026 00:00:00 GMT";
  EXPECT_EQ(Ask(*web, 0, {.target = "/", .if_modified_since = same}).status, 304);
}

TEST(WarcPagesTest, SaysWhatIsMissing) {
  MemFiles files;
  EXPECT_EQ(WarcPages::Create(files, "none.warc", {}).error().code, ErrorCode::kNotFound);
  testing_support::WriteFile(files, "empty.warc", "no archive\n");
  EXPECT_EQ(WarcPages::Create(files, "empty.warc", {}).error().context,
            "empty.warc: has no capture of an http or https URL");
}

TEST(WarcPagesTest, ServesRealArchives) {
  MEGURI_NEED_SHARED("conformance/warc/pywb/warcs");
  RealFiles files;
  const auto web =
      WarcPages::Create(files, *testing_support::SharedPath("conformance/warc/pywb/warcs"), {});
  ASSERT_TRUE(web) << web.error().context;
  EXPECT_GT((*web)->capture_count(), 50U);
  bool iana = false;
  std::uint64_t pages = 0;
  for (std::uint32_t host = 0; host < (*web)->host_count(); ++host) {
    iana = iana || (*web)->HostName(host) == "www.iana.org";
    for (const std::string& url : PagesOf(**web, host)) {
      const auto parsed = url::Url::Parse(url);
      const WebAnswer answer = Ask(
          **web, host, {.https = parsed->scheme() == "https", .target = parsed->path_and_query()});
      EXPECT_EQ(answer.status, 200) << url;
      EXPECT_THAT(answer.body, HasSubstr("<")) << url;
      ++pages;
    }
  }
  EXPECT_TRUE(iana);
  EXPECT_GT(pages, 10U);
}

}  // namespace
}  // namespace meguri
