#include "store/page_record.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

PageRecord FullRecord() {
  PageRecord record;
  record.end = PageEnd::kBusy;
  record.status = 503;
  record.attempts = 4;
  record.visits = 70'000;
  record.visited = ManualClock::kDefaultStart;
  record.place = ArchivePlace{7, std::uint64_t{5} << 32U, 12'345};
  record.payload_digest = "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  record.etag = "\"abc\"";
  record.last_modified = "Thu, 01 Jan 2026 00:00:00 GMT";
  record.record_id = "urn:uuid:01234567-89ab-4def-8123-456789abcdef";
  record.first_seen = WallTime(std::chrono::microseconds(-5));
  record.simhash = std::numeric_limits<std::uint64_t>::max();
  record.links_at = (std::uint64_t{1} << 40U) + 1;
  record.targets_at = 99;
  record.detail = "a line for people";
  return record;
}

std::string Bytes(const PageRecord& record) {
  std::string bytes;
  AppendPageRecord(record, bytes);
  return bytes;
}

TEST(PageRecordTest, ComesBackAsItWas) {
  EXPECT_EQ(ParsePageRecord(Bytes(PageRecord())), PageRecord());
  EXPECT_EQ(ParsePageRecord(Bytes(FullRecord())), FullRecord());
}

TEST(PageRecordTest, TextsThatCanNotBePackedComeBackToo) {
  for (const char* digest : {"sha1:b2ltwwpuoyah7uipq7zupq4vmbsvc36a", "sha256:00", "x",
                             "sha1:", "SHA1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A"}) {
    PageRecord record = FullRecord();
    record.payload_digest = digest;
    EXPECT_EQ(ParsePageRecord(Bytes(record)), record) << digest;
  }
  for (const char* id : {"urn:uuid:01234567-89AB-4def-8123-456789abcdef", "urn:uuid:",
                         "urn:uuid:01234567x89ab-4def-8123-456789abcdef", "http://a/"}) {
    PageRecord record = FullRecord();
    record.record_id = id;
    EXPECT_EQ(ParsePageRecord(Bytes(record)), record) << id;
  }
}

TEST(PageRecordTest, IsSmall) { EXPECT_LT(Bytes(FullRecord()).size(), 150); }

TEST(PageRecordTest, NoPartOfOneIsOne) {
  const std::string bytes = Bytes(FullRecord());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(ParsePageRecord(std::string_view(bytes).substr(0, size)), std::nullopt) << size;
  }
  EXPECT_EQ(ParsePageRecord(bytes + "x"), std::nullopt);
  std::string other_version = bytes;
  other_version[0] = 2;
  EXPECT_EQ(ParsePageRecord(other_version), std::nullopt);
  for (char end = 0; end <= 16; ++end) {
    std::string each = bytes;
    each[1] = end;
    EXPECT_NE(ParsePageRecord(each), std::nullopt) << int{end};
  }
  std::string other_end = bytes;
  other_end[1] = 17;
  EXPECT_EQ(ParsePageRecord(other_end), std::nullopt);
}

TEST(ByteCodecTest, NumbersComeBack) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 63U, most}) {
    std::string bytes;
    AppendVarint(value, bytes);
    AppendSignedVarint(static_cast<std::int64_t>(value), bytes);
    ByteReader in(bytes);
    EXPECT_EQ(in.Varint(), value);
    EXPECT_EQ(in.SignedVarint(), static_cast<std::int64_t>(value));
    EXPECT_TRUE(in.done());
  }
}

TEST(ByteCodecTest, WhatIsTooLargeIsRefused) {
  ByteReader beyond("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02");
  EXPECT_EQ(beyond.Varint(), 0);
  EXPECT_FALSE(beyond.ok());
  ByteReader wide("\x80\x80\x04");
  EXPECT_EQ(wide.VarintAs<std::uint16_t>(), 0);
  EXPECT_FALSE(wide.ok());
  ByteReader text(
      "\x05"
      "abc");
  EXPECT_EQ(text.Sized(), "");
  EXPECT_FALSE(text.ok());
}

TEST(PageEndTest, EveryEndHasAName) {
  EXPECT_EQ(PageEndName(PageEnd::kFetched), "fetched");
  EXPECT_EQ(PageEndName(PageEnd::kUrlTooLong), "url-too-long");
  EXPECT_EQ(PageEndName(PageEnd::kBusy), "busy");
}

}  // namespace
}  // namespace meguri
