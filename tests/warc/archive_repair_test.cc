#include "warc/write/archive_repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mem_files.h"
#include "tests/support/shared_data.h"
#include "tests/warc/read_archive.h"
#include "warc/write/gzip_compressor.h"

namespace meguri::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Repaired {
  RepairReport report;
  std::string bytes;
  std::vector<Damage> damage;
};

Repaired RepairBytes(std::string_view bytes, const RepairOptions& options = {}) {
  MemFiles files;
  EXPECT_TRUE(files.OpenToWrite("in", OpenMode::kCreate).value()->Append(bytes));
  Repaired repaired;
  const std::unique_ptr<WritableFile> to = files.OpenToWrite("out", OpenMode::kCreate).value();
  repaired.report = RepairArchive(
                        files, "in", *to,
                        [&](const Damage& damage) { repaired.damage.push_back(damage); }, options)
                        .value();
  repaired.bytes = ReadWholeFile(files, "out").value();
  EXPECT_EQ(ReadWholeFile(files, "in").value(), bytes);  // not touched
  return repaired;
}

std::string Record(std::string_view uri, std::string_view block) {
  return "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: "
         "2026-01-02T03:04:05Z\r\nWARC-Target-URI: " +
         std::string(uri) + "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         std::string(block) + "\r\n\r\n";
}

std::string Gzip(std::string_view bytes) {
  std::string out;
  GzipCompressor gzip = GzipCompressor::Create().value();
  gzip.Append(std::vector{bytes}, out);
  return out;
}

std::string Zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

const std::string kA = Record("http://a/", "aaaa");
const std::string kB = Record("http://b/", std::string(5000, 'b'));

TEST(ArchiveRepairTest, EveryTornArchiveKeepsItsWholeRecords) {
  for (const auto& [a, b] : {std::pair(kA, kB), std::pair(Gzip(kA), Gzip(kB))}) {
    const std::string bytes = a + b;
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      const Repaired repaired = RepairBytes(std::string_view(bytes).substr(0, size));
      const std::size_t kept = size < a.size() ? 0 : size < bytes.size() ? a.size() : bytes.size();
      // A plain record that lacks only its end is complete, and given one.
      if (repaired.report.repacked == 0) {
        ASSERT_EQ(repaired.bytes, bytes.substr(0, kept)) << size;
      }
      ASSERT_THAT(ReadAll(repaired.bytes).damage, IsEmpty()) << size;
    }
  }
}

TEST(ArchiveRepairTest, OfWhatIsInFrontOfTheFirstFrameOnlyTheDictionaryIsKept) {
  const std::string a = Zstd(kA);
  using std::string_literals::operator""s;
  const std::string dictionary = "\x5d\x2a\x4d\x18\x04\0\0\0dict"s;
  EXPECT_EQ(RepairBytes("garbage" + a).bytes, a);
  EXPECT_EQ(RepairBytes(dictionary + a).bytes, dictionary + a);
  EXPECT_EQ(RepairBytes(dictionary + "garbage" + a).bytes, dictionary + a);
  // It says that it is longer than the file.
  EXPECT_EQ(RepairBytes("\x5d\x2a\x4d\x18\xff\xff\0\0"s + a).bytes, a);
}

TEST(ArchiveRepairTest, WholeRecordsAreCopiedAndSharedMembersPackedAnew) {
  const Repaired repaired = RepairBytes(Gzip(kA) + Gzip(kA + kB) + "garbage" + Gzip(kB));
  EXPECT_EQ(repaired.report.copied, 2U);
  EXPECT_EQ(repaired.report.repacked, 2U);
  EXPECT_EQ(repaired.report.dropped, 0U);
  EXPECT_EQ(repaired.damage.size(), 2U);
  const ReadArchive archive = ReadAll(repaired.bytes);
  EXPECT_THAT(archive.damage, IsEmpty());
  ASSERT_EQ(archive.records.size(), 4U);
  EXPECT_EQ(archive.records[2].block, std::string(5000, 'b'));
  EXPECT_TRUE(repaired.bytes.starts_with(Gzip(kA)));
}

// How a record must end is a matter of its own kind: what was left out in front of it may have
// been of another.
TEST(ArchiveRepairTest, WhatStoodBehindAnArcRecordIsGoodWithoutIt) {
  const std::string arc = "http://x/ 127.0.0.1 20260101000000 text/plain 9000\n" + kB;
  const std::string without_end = kA.substr(0, kA.size() - 4);
  const Repaired repaired = RepairBytes(Gzip(arc) + Gzip(without_end));
  EXPECT_EQ(repaired.report.dropped, 1U);
  const ReadArchive archive = ReadAll(repaired.bytes);
  EXPECT_THAT(archive.damage, IsEmpty());
  EXPECT_EQ(archive.records.size(), 1U);
}

TEST(ArchiveRepairTest, AFullDiskIsAnError) {
  MemFiles files;
  ASSERT_TRUE(files.OpenToWrite("in", OpenMode::kCreate).value()->Append(kA + kB));
  const std::unique_ptr<WritableFile> to = files.OpenToWrite("out", OpenMode::kCreate).value();
  files.SetCapacity(kA.size() + kB.size() + 100);
  const auto report = RepairArchive(files, "in", *to, [](const Damage&) {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kDiskFull);
}

TEST(ArchiveRepairTest, WhatOthersRecoverWeRecover) {
  MEGURI_NEED_SHARED("conformance/warc/expected.json");
  int seen = 0;
  for (const nlohmann::json& entry :
       testing_support::SharedJson("conformance/warc/expected.json")) {
    if (!entry.contains("recoverable_record_types")) continue;
    ++seen;
    const std::string file = entry["file"].get<std::string>();
    const Repaired repaired =
        RepairBytes(testing_support::SharedText("conformance/warc/" + file).value());
    const ReadArchive archive = ReadAll(repaired.bytes);
    EXPECT_THAT(archive.damage, IsEmpty()) << file;
    EXPECT_EQ(nlohmann::json(archive.types()), entry["recoverable_record_types"]) << file;
  }
  EXPECT_EQ(seen, 2);
}

TEST(ArchiveRepairTest, FramesThatHoldSeveralRecordsArePackedAnew) {
  const Repaired repaired = RepairBytes(Zstd(kA) + Zstd(kB + kA + kB) + Zstd(kA).substr(0, 50));
  EXPECT_EQ(repaired.report.copied, 1U);
  EXPECT_EQ(repaired.report.repacked, 3U);
  const ReadArchive archive = ReadAll(repaired.bytes);
  EXPECT_EQ(archive.packing, Packing::kZstd);
  EXPECT_THAT(archive.damage, IsEmpty());
  ASSERT_EQ(archive.records.size(), 4U);
  EXPECT_EQ(archive.records[1].block, std::string(5000, 'b'));
  EXPECT_EQ(archive.records[2].block, "aaaa");
  EXPECT_TRUE(archive.records[3].whole);
}

// One record that is too large doesn't cost the others.
TEST(ArchiveRepairTest, WhatIsTooLargeToBePackedAnewIsLeftOut) {
  const std::string bytes = Gzip(kA + kB + kA) + Gzip(kB);
  const Repaired repaired = RepairBytes(bytes, {.max_repacked_bytes = 1000});
  EXPECT_EQ(repaired.report.copied, 1U);
  EXPECT_EQ(repaired.report.repacked, 2U);
  EXPECT_EQ(repaired.report.dropped, 1U);
  EXPECT_EQ(repaired.report.damage, repaired.damage.size());
  const ReadArchive archive = ReadAll(repaired.bytes);
  ASSERT_EQ(archive.records.size(), 3U);
  EXPECT_EQ(archive.records[2].uri, "http://b/");
  EXPECT_THAT(archive.damage, IsEmpty());
  // A plain one is copied, whatever its size.
  const Repaired plain =
      RepairBytes(kB.substr(0, kB.size() - 2) + kA, {.max_repacked_bytes = 1000});
  EXPECT_EQ(plain.report.dropped, 0U);
  EXPECT_EQ(plain.bytes, kB + kA);
}

}  // namespace
}  // namespace meguri::warc
