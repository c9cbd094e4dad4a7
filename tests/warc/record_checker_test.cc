#include "warc/read/record_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/warc/read_archive.h"
#include "warc/read/batch_checker.h"

namespace meguri::warc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Sha1(std::string_view bytes) {
  Digester digester(DigestAlgorithm::kSha1);
  digester.Update(bytes);
  return FormatLabelledDigest(DigestAlgorithm::kSha1, digester.Finish());
}

std::string Record(std::string_view type, const std::string& fields, std::string_view block) {
  return "WARC/1.1\r\nWARC-Type: " + std::string(type) +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
         "WARC-Target-URI: http://a/\r\nContent-Type: application/http; msgtype=response\r\n" +
         fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         std::string(block) + "\r\n\r\n";
}

RecordVerdict VerdictOf(const std::string& record) {
  const ReadArchive archive = ReadAll(record);
  EXPECT_EQ(archive.records.size(), 1U);
  return archive.records.at(0).verdict;
}

constexpr std::string_view kPlain = "HTTP/1.1 200 OK\r\n\r\nhello";
constexpr std::string_view kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";

TEST(RecordCheckerTest, RightDigestsPass) {
  const RecordVerdict verdict = VerdictOf(Record(
      "response",
      "WARC-Block-Digest: " + Sha1(kPlain) + "\r\nWARC-Payload-Digest: " + Sha1("hello") + "\r\n",
      kPlain));
  EXPECT_EQ(verdict.block_digest, DigestVerdict::kPass);
  EXPECT_EQ(verdict.payload_digest, DigestVerdict::kPass);
  EXPECT_THAT(verdict.problems, IsEmpty());
}

TEST(RecordCheckerTest, WrongDigestsFailAndSayWhatWouldBeRight) {
  const RecordVerdict verdict =
      VerdictOf(Record("response", "WARC-Payload-Digest: " + Sha1("hallo") + "\r\n", kPlain));
  EXPECT_EQ(verdict.payload_digest, DigestVerdict::kFail);
  EXPECT_THAT(verdict.problems, ElementsAre(HasSubstr("the bytes have " + Sha1("hello"))));
}

TEST(RecordCheckerTest, AChunkedPayloadMayBeEither) {
  const std::string_view body = kChunked.substr(kChunked.find("5\r\n"));
  for (const std::string& digest : {Sha1("hello"), Sha1(body)}) {
    EXPECT_EQ(VerdictOf(Record("response", "WARC-Payload-Digest: " + digest + "\r\n", kChunked))
                  .payload_digest,
              DigestVerdict::kPass);
  }
}

TEST(RecordCheckerTest, ARevisitSpeaksOfAnotherPayloadButOfItsOwnBlock) {
  const std::string payload = "WARC-Payload-Digest: " + Sha1("another") + "\r\n";
  const auto verdict = [&](const std::string& block_digest) {
    return VerdictOf(
        Record("revisit", payload + "WARC-Block-Digest: " + block_digest + "\r\n", kPlain));
  };
  EXPECT_EQ(verdict(Sha1(kPlain)).payload_digest, DigestVerdict::kNone);
  EXPECT_EQ(verdict(Sha1(kPlain)).block_digest, DigestVerdict::kPass);
  EXPECT_EQ(verdict(Sha1("x")).block_digest, DigestVerdict::kFail);
  EXPECT_EQ(verdict(Sha1("")).block_digest, DigestVerdict::kNone);  // wget's
}

TEST(RecordCheckerTest, WhatMustBeThereIsMissed) {
  const RecordVerdict verdict = VerdictOf(
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Date: soon\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  EXPECT_THAT(verdict.problems,
              ElementsAre("no WARC-Record-ID", "WARC-Date is no date: soon", "no WARC-Target-URI"));
}

TEST(RecordCheckerTest, ADigestOfAnUnknownKindIsPassedOverABrokenOneIsNot) {
  EXPECT_THAT(VerdictOf(Record("response", "WARC-Block-Digest: blake3:abc\r\n", kPlain)).problems,
              IsEmpty());
  EXPECT_EQ(VerdictOf(Record("response", "WARC-Block-Digest: sha1:abc\r\n", kPlain)).block_digest,
            DigestVerdict::kFail);
}

// The same verdicts, in the same order, whether one at a time or many.
TEST(BatchCheckerTest, AgreesWithTheRecordChecker) {
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    const std::string payload = std::string(static_cast<std::size_t>(i * i * i % 4000), 'x');
    const std::string block =
        (i % 7 == 0 ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\n\r\n" + payload);
    std::string fields;
    if (i % 3 != 0) fields += "WARC-Block-Digest: " + Sha1(i % 5 == 0 ? "wrong" : block) + "\r\n";
    if (i % 4 != 0) {
      fields += "WARC-Payload-Digest: " +
                Sha1(i % 11 == 0  ? "wrong"
                     : i % 7 == 0 ? "ok"
                                  : payload) +
                "\r\n";
    }
    if (i % 13 == 0) fields = "WARC-Block-Digest: sha256:" + std::string(64, '0') + "\r\n";
    bytes += Record(i % 17 == 0 ? "revisit" : "response", fields, block);
  }
  bytes += Record("resource", "WARC-Payload-Digest: " + Sha1("") + "\r\n", "");
  bytes += Record("resource", "WARC-Block-Digest: " + Sha1(std::string(300'000, 'y')) + "\r\n",
                  std::string(300'000, 'y'));
  bytes.resize(bytes.size() - 2);  // not whole

  std::vector<RecordVerdict> batched;
  std::vector<std::uint64_t> offsets;
  BatchChecker checker([&](std::size_t file, std::uint64_t offset, const RecordVerdict& verdict) {
    EXPECT_EQ(file, 3U);
    offsets.push_back(offset);
    batched.push_back(verdict);
  });
  MemorySource source(bytes);
  RecordReader reader(source);
  while (reader.Next().value()) {
    checker.Begin(reader.head());
    for (;;) {
      const std::string_view piece = reader.NextPiece().value();
      if (piece.empty()) break;
      checker.Add(piece);
    }
    checker.End(3, reader.extent().offset, reader.complete());
  }
  checker.Flush();
  const ReadArchive archive = ReadAll(bytes);
  ASSERT_EQ(batched.size(), archive.records.size());
  for (std::size_t i = 0; i < batched.size(); ++i) {
    EXPECT_EQ(offsets[i], archive.records[i].extent.offset);
    EXPECT_EQ(batched[i].block_digest, archive.records[i].verdict.block_digest) << i;
    EXPECT_EQ(batched[i].payload_digest, archive.records[i].verdict.payload_digest) << i;
    EXPECT_EQ(batched[i].problems, archive.records[i].verdict.problems) << i;
  }
}

}  // namespace
}  // namespace meguri::warc
