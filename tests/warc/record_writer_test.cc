#include "warc/write/record_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/sanitizers.h"
#include "tests/warc/made_records.h"
#include "tests/warc/strict_reader.h"

namespace meguri::warc {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

constexpr std::string_view kUrl = "http://example.org/a";
constexpr std::string_view kId = "urn:uuid:11111111-2222-4333-8444-555555555555";

class RecordWriterTest : public testing::Test {
 protected:
  RecordWriter writer_{{}, Random(1)};

  std::string Head(const Record& record) { return std::string(writer_.Write(record).value()); }
  StrictRecord Written(const Record& record) {
    std::string bytes = Head(record);
    for (const std::string_view part : record.block.all()) {
      bytes += part;
    }
    bytes += kRecordEnd;
    const StrictFile file = ReadStrictly(bytes, false);
    EXPECT_EQ(file.why, "") << bytes;
    EXPECT_EQ(file.end, bytes.size());
    EXPECT_EQ(file.records.size(), 1U);
    return file.records.empty() ? StrictRecord{} : file.records.front();
  }
};

TEST_F(RecordWriterTest, ResponseToTheLastByte) {
  Record record = ResponseRecord(kUrl, kSomeDay, kResponseHead, "hello");
  const std::array<std::string_view, 2> protocols = {"h2", "tls/1.3"};
  const std::array<std::string_view, 1> concurrent = {kId};
  record.id = kId;
  record.ip_address = "192.0.2.7";
  record.protocols = protocols;
  record.cipher_suite = "TLS_AES_128_GCM_SHA256";
  record.truncated = Truncation::kDisconnect;
  record.identified_payload_type = "text/plain";
  record.concurrent_to = concurrent;
  EXPECT_EQ(Head(record),
            "WARC/1.1\r\n"
            "WARC-Type: response\r\n"
            "WARC-Record-ID: <urn:uuid:11111111-2222-4333-8444-555555555555>\r\n"
            "WARC-Date: 2026-01-02T03:04:05Z\r\n"
            "WARC-Target-URI: http://example.org/a\r\n"
            "WARC-Concurrent-To: <urn:uuid:11111111-2222-4333-8444-555555555555>\r\n"
            "WARC-IP-Address: 192.0.2.7\r\n"
            "WARC-Protocol: h2\r\n"
            "WARC-Protocol: tls/1.3\r\n"
            "WARC-Cipher-Suite: TLS_AES_128_GCM_SHA256\r\n"
            "WARC-Truncated: disconnect\r\n"
            "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\r\n"
            "WARC-Identified-Payload-Type: text/plain\r\n"
            "WARC-Block-Digest: sha1:4ENXDWJ5NSHRUTU6IOG7NJ4VCLA6W6MP\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            "Content-Length: 49\r\n"
            "\r\n");
  EXPECT_EQ(writer_.payload_digest(), "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
  EXPECT_EQ(writer_.record_id(), kId);
}

TEST_F(RecordWriterTest, IdsAreVersion4AndOfTheSeed) {
  std::set<std::string> ids;
  RecordWriter again({}, Random(1));
  for (int i = 0; i < 1000; ++i) {
    const std::string id =
        Written(RequestRecord(kUrl, kSomeDay, "GET / HTTP/1.1\r\n\r\n")).Get("WARC-Record-ID");
    EXPECT_THAT(id, MatchesRegex("<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}"
                                 "-[0-9a-f]{12}>"));
    ids.insert(id);
    EXPECT_TRUE(again.Write(RequestRecord(kUrl, kSomeDay, "")));
    EXPECT_EQ("<" + std::string(again.record_id()) + ">", id);
  }
  EXPECT_EQ(ids.size(), 1000U);
}

// Whatever a server, a user or a URL puts into a value: no second line, no other control.
TEST_F(RecordWriterTest, NoValueGetsOutOfItsLine) {
  std::string evil = "x\r\nWARC-Type: warcinfo\r\n\r\n";
  for (int c = 0; c < 256; ++c) {
    evil += static_cast<char>(c);
  }
  const std::array<std::string_view, 1> evils = {evil};
  const std::array<NamedField, 1> more = {{{evil, evil}}};
  Record record = ResponseRecord(evil, kSomeDay, kResponseHead, evil);
  record.id = evil;
  record.content_type = evil;
  record.ip_address = evil;
  record.protocols = evils;
  record.cipher_suite = evil;
  record.payload_digest = evil;
  record.identified_payload_type = evil;
  record.concurrent_to = evils;
  record.profile = evil;
  record.refers_to = {.record_id = evil, .target_uri = evil};
  record.filename = evil;
  record.more = more;
  const StrictRecord written = Written(record);
  EXPECT_EQ(written.Count("WARC-Type"), 1U);
  EXPECT_EQ(written.Get("WARC-Type"), "response");
  EXPECT_EQ(written.fields.size(), 18U);
  EXPECT_THAT(written.Get("WARC-Target-URI"), HasSubstr("x%0D%0AWARC-Type:%20warcinfo"));
  EXPECT_THAT(written.Get("WARC-Target-URI"), HasSubstr(";%3C=%3E?"));
}

TEST_F(RecordWriterTest, WarcinfoBlockIsSafeToo) {
  const std::string block = WarcinfoBlock({.software = "meguri/1.0",
                                           .robots = "obey\r\noperator: mallory",
                                           .user_agent = "Mozilla/5.0 (compatible)",
                                           .operator_name = "Alice"});
  EXPECT_EQ(block,
            "software: meguri/1.0\r\n"
            "format: WARC File Format 1.1\r\n"
            "conformsTo: "
            "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
            "robots: obey  operator: mallory\r\n"
            "http-header-user-agent: Mozilla/5.0 (compatible)\r\n"
            "operator: Alice\r\n");
  const StrictRecord written = Written(WarcinfoRecord(kSomeDay, block, "a.warc.gz"));
  EXPECT_EQ(written.Get("WARC-Type"), "warcinfo");
  EXPECT_EQ(written.Get("WARC-Filename"), "a.warc.gz");
  EXPECT_EQ(written.Get("Content-Type"), "application/warc-fields");
  EXPECT_EQ(written.Count("WARC-Target-URI"), 0U);
  EXPECT_EQ(written.Count("WARC-Payload-Digest"), 0U);
}

TEST_F(RecordWriterTest, RevisitsOfBothProfiles) {
  const RefersTo original = {.record_id = kId, .target_uri = kUrl, .date = kSomeDay};
  const StrictRecord same =
      Written(RevisitRecord("http://example.org/b", kSomeDay, kResponseHead, "sha1:ABC", original));
  EXPECT_EQ(same.Get("WARC-Type"), "revisit");
  EXPECT_EQ(same.Get("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
  EXPECT_EQ(same.Get("WARC-Refers-To"), "<" + std::string(kId) + ">");
  EXPECT_EQ(same.Get("WARC-Refers-To-Target-URI"), kUrl);
  EXPECT_EQ(same.Get("WARC-Refers-To-Date"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(same.Get("WARC-Truncated"), "length");
  EXPECT_EQ(same.Get("WARC-Payload-Digest"), "sha1:ABC");
  EXPECT_EQ(same.block, kResponseHead);
  // Without a block nothing is truncated, and there is no type.
  const StrictRecord bare = Written(RevisitRecord(kUrl, kSomeDay, "", "sha1:ABC", original));
  EXPECT_EQ(bare.Count("WARC-Truncated"), 0U);
  EXPECT_EQ(bare.Count("Content-Type"), 0U);
  EXPECT_EQ(bare.Get("Content-Length"), "0");
  const StrictRecord unchanged =
      Written(NotModifiedRecord(kUrl, kSomeDay, "HTTP/1.1 304 Not Modified\r\n\r\n", original));
  EXPECT_EQ(unchanged.Get("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
  EXPECT_EQ(unchanged.Count("WARC-Truncated"), 0U);
  EXPECT_EQ(unchanged.Count("WARC-Payload-Digest"), 0U);
}

TEST_F(RecordWriterTest, TheOtherKinds) {
  const StrictRecord dns = Written(
      DnsRecord("dns:example.org", kSomeDay, "example.org. 60 IN A 192.0.2.7\n", "192.0.2.1"));
  EXPECT_EQ(dns.Get("WARC-Type"), "resource");
  EXPECT_EQ(dns.Get("Content-Type"), "text/dns");
  EXPECT_EQ(dns.Get("WARC-IP-Address"), "192.0.2.1");
  EXPECT_EQ(dns.Get("WARC-Payload-Digest"), dns.Get("WARC-Block-Digest"));
  std::string fields;
  AppendWarcFields(std::vector<NamedField>{{"fetchTimeMs", "337"}, {"via", ""}}, fields);
  const StrictRecord metadata = Written(MetadataRecord(kUrl, kSomeDay, fields));
  EXPECT_EQ(metadata.Get("WARC-Type"), "metadata");
  EXPECT_EQ(metadata.block, "fetchTimeMs: 337\r\n");
  const StrictRecord text =
      Written(ConversionRecord(kUrl, kSomeDay, "text/plain", "words", {.record_id = kId}));
  EXPECT_EQ(text.Get("WARC-Type"), "conversion");
  EXPECT_EQ(text.Get("WARC-Refers-To"), "<" + std::string(kId) + ">");
  EXPECT_EQ(text.Count("WARC-Refers-To-Date"), 0U);
  const StrictRecord request = Written(RequestRecord(kUrl, kSomeDay, "GET /a HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(request.Get("Content-Type"), "application/http; msgtype=request");
  EXPECT_EQ(request.Count("WARC-Payload-Digest"), 0U);
}

TEST_F(RecordWriterTest, DigestIsComputedOnceAndTheSameBeforeAndAfter) {
  const std::array<std::string_view, 2> payload = {"hel", "lo"};
  Record record = ResponseRecord(kUrl, kSomeDay, kResponseHead, "hello");
  record.payload_digest = writer_.DigestOf(payload);
  EXPECT_EQ(record.payload_digest, "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
  EXPECT_TRUE(writer_.Write(WarcinfoRecord(kSomeDay, "a: b\r\n", "x")));  // doesn't disturb it
  EXPECT_EQ(Written(record).Get("WARC-Payload-Digest"), "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
}

TEST_F(RecordWriterTest, Sha256AndFractions) {
  RecordWriter writer({.digest = DigestAlgorithm::kSha256, .date_fraction = Fraction::kMicros},
                      Random(1));
  const auto head = writer.Write(ResponseRecord(kUrl, kSomeDay, kResponseHead, "hello"));
  ASSERT_TRUE(head);
  EXPECT_THAT(std::string(*head), HasSubstr("WARC-Date: 2026-01-02T03:04:05.678901Z\r\n"));
  EXPECT_EQ(writer.payload_digest(),
            "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
}

TEST_F(RecordWriterTest, AHeadThatNobodyWouldReadIsRefused) {
  const std::string url = "http://example.org/" + std::string(kMaxHeadBytes, 'a');
  const auto head = writer_.Write(ResponseRecord(url, kSomeDay, kResponseHead, ""));
  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(RecordWriterTest, NoHeapOnceTheBuffersHaveGrown) {
  const Record record = ResponseRecord(kUrl, kSomeDay, kResponseHead, "hello");
  EXPECT_TRUE(writer_.Write(record));
  const std::size_t before = testing_support::AllocationCount();
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(writer_.Write(record));
  }
  const std::size_t after = testing_support::AllocationCount();
#if defined(MEGURI_ASAN)
  EXPECT_LE(after - before, 400U);  // counts OpenSSL's malloc(), too
#else
  EXPECT_EQ(after, before);
#endif
}

}  // namespace
}  // namespace meguri::warc
