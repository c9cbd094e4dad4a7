#include "warc/revisit_original.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace meguri::warc {
namespace {

// The keys of a record with these fields.
RevisitKeys Keys(RevisitKeys (*keys_of)(const RecordHead&), std::string_view fields) {
  const std::string bytes =
      "WARC/1.0\r\nWARC-Type: response\r\n" + std::string(fields) + "Content-Length: 0\r\n\r\n";
  RecordHead head;
  EXPECT_EQ(head.ParseWarc(bytes), "");
  return keys_of(head);
}

const RevisitKeys kOriginal =
    Keys(KeysOfOriginal,
         "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: <http://a.example/a b>\r\n"
         "WARC-Date: 2020-01-02T03:04:05.678Z\r\n"
         "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n");

std::size_t Match(std::string_view fields) {
  return MatchOf(Keys(KeysOfRevisit, fields), kOriginal);
}

TEST(RevisitOriginalTest, TheBestThatIsSaidCounts) {
  EXPECT_EQ(Match("WARC-Refers-To: <urn:uuid:1>\r\n"), 0U);
  EXPECT_EQ(Match("WARC-Refers-To: urn:uuid:1\r\nWARC-Refers-To-Date: 2020\r\n"), 0U);
  EXPECT_EQ(Match("WARC-Refers-To: <urn:uuid:2>\r\nWARC-Refers-To-Target-URI: http://a.example/a b"
                  "\r\nWARC-Refers-To-Date: 2020-01-02T03:04:05Z\r\n"),
            1U);
  EXPECT_EQ(Match("WARC-Refers-To-Target-URI: http://a.example/a%20b\r\n"
                  "WARC-Refers-To-Date: 2020-01-02T03:04:05.678Z\r\n"),
            1U);
  EXPECT_EQ(Match("WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n"), 2U);
}

TEST(RevisitOriginalTest, ADigestHoweverItIsSpelt) {
  EXPECT_EQ(Match("WARC-Payload-Digest: SHA-1:da39a3ee5e6b4b0d3255bfef95601890afd80709\r\n"), 2U);
  EXPECT_EQ(Match("WARC-Payload-Digest: sha1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj\r\n"), 2U);
}

TEST(RevisitOriginalTest, WhatIsNotSaidMatchesNothing) {
  EXPECT_EQ(Match(""), kNoMatch);
  EXPECT_EQ(Match("WARC-Refers-To: <urn:uuid:2>\r\n"), kNoMatch);
  EXPECT_EQ(Match("WARC-Refers-To-Target-URI: http://a.example/a%20b\r\n"), kNoMatch);
  EXPECT_EQ(Match("WARC-Payload-Digest: urn:uuid:1\r\n"), kNoMatch);
  EXPECT_EQ(MatchOf({}, {}), kNoMatch);
}

}  // namespace
}  // namespace meguri::warc
