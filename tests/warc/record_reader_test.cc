#include "warc/read/record_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/deflated.h"
#include "tests/warc/read_archive.h"
#include "tests/warc/slow_source.h"

namespace meguri::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::Deflated;
using testing_support::Gzip;
using testing_support::Wrapper;

std::string Record(std::string_view type, std::string_view uri, std::string_view block) {
  return "WARC/1.1\r\nWARC-Type: " + std::string(type) +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
         "WARC-Target-URI: " +
         std::string(uri) + "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         std::string(block) + "\r\n\r\n";
}

std::string Zstd(std::string_view bytes, std::string_view dictionary = {}) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  out.resize(ZSTD_compress_usingDict(context, out.data(), out.size(), bytes.data(), bytes.size(),
                                     dictionary.data(), dictionary.size(), 3));
  ZSTD_freeCCtx(context);
  return out;
}

std::string Skippable(char mark, std::string_view content) {
  std::string frame{mark, '\x2a', '\x4d', '\x18'};
  for (std::size_t i = 0; i < 4; ++i) {
    frame += static_cast<char>((content.size() >> (8 * i)) & 255U);
  }
  return frame.append(content);
}

// Bytes that no packer makes smaller, and without line breaks.
std::string Noise(std::size_t size) {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < size) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += static_cast<char>(32 + (state >> 33U) % 95);
  }
  return text;
}

std::vector<std::string> Uris(const ReadArchive& archive) {
  std::vector<std::string> uris;
  for (const ReadRecord& record : archive.records) {
    uris.push_back(record.uri);
  }
  return uris;
}

std::vector<std::string> Whats(const ReadArchive& archive) {
  std::vector<std::string> whats;
  for (const Damage& damage : archive.damage) {
    whats.push_back(damage.what);
  }
  return whats;
}

const std::string kA = Record("resource", "http://a/", "block of a");
const std::string kB = Record("resource", "http://b/", Noise(3000));
const std::string kC = Record("resource", "http://c/", "");

TEST(RecordReaderTest, ReadsPlainRecords) {
  const ReadArchive archive = ReadAll(kA + kB + kC);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/", "http://c/"));
  EXPECT_THAT(archive.damage, IsEmpty());
  EXPECT_EQ(archive.records[0].block, "block of a");
  EXPECT_EQ(archive.records[1].block, Noise(3000));
  EXPECT_EQ(archive.records[1].extent, (Extent{kA.size(), kB.size() - 4}));
  EXPECT_EQ(archive.records[2].end, kA.size() + kB.size() + kC.size());
}

TEST(RecordReaderTest, NothingIsAnEmptyArchive) {
  const ReadArchive archive = ReadAll("");
  EXPECT_THAT(archive.records, IsEmpty());
  EXPECT_THAT(archive.damage, IsEmpty());
}

TEST(RecordReaderTest, ReadsGzipMembers) {
  const std::string a = Gzip(kA);
  const std::string b = Gzip(kB);
  const ReadArchive archive = ReadAll(a + b);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
  EXPECT_THAT(archive.damage, IsEmpty());
  EXPECT_EQ(archive.packing, Packing::kGzip);
  EXPECT_EQ(archive.records[1].extent, (Extent{a.size(), b.size()}));
}

TEST(RecordReaderTest, BeginsWhereItIsTold) {
  const std::string a = Gzip(kA);
  EXPECT_THAT(Uris(ReadAll(a + Gzip(kB), a.size())), ElementsAre("http://b/"));
  EXPECT_THAT(Uris(ReadAll(kA + kB, kA.size())), ElementsAre("http://b/"));
}

TEST(RecordReaderTest, ReadsZstdFramesWithADictionary) {
  const std::string dictionary = Noise(3000);
  const std::string a = Zstd(kA, dictionary);
  const std::string b = Zstd(kB, dictionary);
  EXPECT_LT(b.size(), 1000U);  // the dictionary is of use
  for (const std::string& front :
       {Skippable('\x5d', dictionary), Skippable('\x5d', Zstd(dictionary))}) {
    const std::string bytes = front + a + Skippable('\x50', "comment") + b;
    const ReadArchive archive = ReadAll(bytes);
    EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
    EXPECT_THAT(archive.damage, IsEmpty());
    EXPECT_EQ(archive.records[1].block, Noise(3000));
    EXPECT_EQ(archive.records[0].extent, (Extent{front.size(), a.size()}));
    EXPECT_THAT(Uris(ReadAll(bytes, bytes.size() - b.size())), ElementsAre("http://b/"));
  }
}

TEST(RecordReaderTest, ASkippableFrameThatIsCutIsDamage) {
  const std::string a = Zstd(kA);
  const ReadArchive at_end = ReadAll(a + Skippable('\x50', "comment").substr(0, 12));
  EXPECT_THAT(Uris(at_end), ElementsAre("http://a/"));
  EXPECT_THAT(Whats(at_end), ElementsAre("12 bytes that are no zstd member"));
  const ReadArchive alone = ReadAll(Skippable('\x5d', Noise(3000)).substr(0, 2000));
  EXPECT_THAT(alone.records, IsEmpty());
  EXPECT_THAT(Whats(alone), ElementsAre("2000 bytes that are no zstd member"));
}

TEST(RecordReaderTest, ASkippableFrameThatClaimsTheRestOfTheFileHidesNoRecords) {
  const std::string a = Zstd(kA);
  const std::string lie = Skippable('\x50', std::string(100'000, ' ')).substr(0, 8);
  const ReadArchive archive = ReadAll(a + lie + Zstd(kB) + Zstd(kC));
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/", "http://c/"));
  EXPECT_THAT(Whats(archive), ElementsAre("8 bytes that are no zstd member"));
  EXPECT_EQ(archive.damage[0].offset, a.size());
}

TEST(RecordReaderTest, EveryPrefixGivesItsWholeRecords) {
  for (const bool gzip : {false, true}) {
    const std::vector<std::string> parts =
        gzip ? std::vector{Gzip(kA), Gzip(kB), Gzip(kC)} : std::vector{kA, kB, kC};
    const std::string bytes = parts[0] + parts[1] + parts[2];
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      std::size_t whole = 0;
      std::size_t end = 0;
      for (const std::string& part : parts) {
        if (end + part.size() > size) break;
        end += part.size();
        ++whole;
      }
      const ReadArchive archive = ReadAll(std::string_view(bytes).substr(0, size));
      const auto found = std::ranges::count(archive.records, true, &ReadRecord::whole);
      ASSERT_EQ(static_cast<std::size_t>(found), whole) << size;
      ASSERT_EQ(archive.damage.empty(), size == end) << size << Whats(archive).front();
      ASSERT_LE(archive.damage.size(), 1U) << size << testing::PrintToString(Whats(archive));
    }
  }
}

TEST(RecordReaderTest, FindsTheNextRecordBehindALengthThatIsTooLong) {
  std::string lie = kA;
  lie.replace(lie.find("Length: 10"), 10, "Length: 99");
  const ReadArchive archive = ReadAll(lie + kB + kC);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/", "http://c/"));
  EXPECT_THAT(Whats(archive), ElementsAre("the block is not of the 99 bytes that its head says"));
  EXPECT_FALSE(archive.records[0].whole);
  EXPECT_TRUE(archive.records[1].whole);
}

TEST(RecordReaderTest, FindsTheNextRecordBehindALengthThatIsTooShort) {
  std::string lie = kA;
  lie.replace(lie.find("Length: 10"), 10, "Length: 07");
  for (const ReadArchive& archive : {ReadAll(lie + kB), ReadAll(Gzip(lie) + Gzip(kB))}) {
    EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
    EXPECT_THAT(Whats(archive), ElementsAre("the block is not of the 7 bytes that its head says"));
  }
}

TEST(RecordReaderTest, ALengthOfTheWholeFileHidesNothing) {
  std::string lie = kA;
  lie.replace(lie.find("Length: 10"), 10, "Length: 18446744073709551615");
  EXPECT_THAT(Uris(ReadAll(lie + kB + kC)), ElementsAre("http://a/", "http://b/", "http://c/"));
  EXPECT_THAT(Uris(ReadAll(Gzip(lie) + Gzip(kB))), ElementsAre("http://a/", "http://b/"));
}

TEST(RecordReaderTest, GoesOnBehindACorruptMember) {
  const std::string a = Gzip(kA);
  const std::string b = Gzip(kB);
  const std::string c = Gzip(kC);
  for (std::size_t at = 0; at < b.size(); ++at) {
    std::string bytes = a + b + c;
    bytes[a.size() + at] = static_cast<char>(bytes[a.size() + at] ^ 0x41);
    const ReadArchive archive = ReadAll(bytes);
    ASSERT_GE(archive.records.size(), 2U) << at;
    ASSERT_EQ(archive.records.front().uri, "http://a/");
    ASSERT_EQ(archive.records.back().uri, "http://c/") << at;
    ASSERT_TRUE(archive.records.back().whole);
    // The gzip header's time and system are nobody's business.
    const bool header = at >= 4 && at <= 9;
    ASSERT_EQ(archive.damage.empty(), header) << at;
  }
}

TEST(RecordReaderTest, GoesOnBehindATornMember) {
  const std::string a = Gzip(kA);
  const std::string b = Gzip(kB);
  for (std::size_t size = 1; size < b.size(); ++size) {
    const ReadArchive archive = ReadAll(a + b.substr(0, size) + Gzip(kC));
    ASSERT_EQ(archive.records.back().uri, "http://c/")
        << size << testing::PrintToString(Whats(archive));
    ASSERT_TRUE(archive.records.back().whole) << size;
    ASSERT_FALSE(archive.damage.empty()) << size;
  }
}

// How the archive is packed can't be told by its first bytes then.
TEST(RecordReaderTest, GoesOnBehindADamagedBegin) {
  const auto packed = [](std::string_view record, int how) {
    return how == 0 ? std::string(record) : how == 1 ? Gzip(record) : Zstd(record);
  };
  for (const int how : {0, 1, 2}) {
    const std::string a = packed(kA, how);
    for (const std::size_t damaged : {std::size_t{1}, std::size_t{20}, a.size() - 1}) {
      std::string bytes = a + packed(kB, how) + packed(kC, how);
      std::fill_n(bytes.begin(), damaged, '\0');
      const ReadArchive archive = ReadAll(bytes);
      EXPECT_THAT(Uris(archive), ElementsAre("http://b/", "http://c/")) << how << ' ' << damaged;
      EXPECT_TRUE(archive.records[0].whole);
      EXPECT_EQ(archive.records[0].extent.offset, a.size());
      ASSERT_THAT(archive.damage, SizeIs(1));
      EXPECT_EQ(archive.damage[0].offset, 0U);
    }
    // Further than any buffer reaches.
    const std::string behind = std::string(2'000'000, 'x') + '\n' + packed(kB, how);
    EXPECT_THAT(Uris(ReadAll(behind)), ElementsAre("http://b/")) << how;
  }
  // A page in a plain archive that is an archive.
  const std::string page = Record("resource", "http://page/", Gzip(kA));
  EXPECT_THAT(Uris(ReadAll("x\r\n\r\n" + page + kB)), ElementsAre("http://page/", "http://b/"));
}

TEST(RecordReaderTest, GoesOnBehindGarbageInAPipe) {
  const std::string bytes = Gzip(kA) + std::string(5000, '\0') + Gzip(kB);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  PipeSource source(ends[0], "pipe");
  const ReadArchive archive = ReadAll(source);
  ::close(ends[0]);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
  EXPECT_THAT(Whats(archive), ElementsAre("5000 bytes that are no gzip member"));
}

TEST(RecordReaderTest, GoesOnBehindADamagedBeginInAPipe) {
  class Pipe final : public ByteSource {
   public:
    explicit Pipe(std::string_view bytes) : bytes_(bytes) {}
    Result<std::size_t> Read(std::span<char> into) override { return bytes_.Read(into); }
    bool Seek(std::uint64_t /*offset*/) override { return false; }

   private:
    MemorySource bytes_;
  };
  const std::string garbage = std::string(1'000'000, '\0') + '\n';
  const std::string plain = garbage + kA + kB;
  Pipe plain_pipe(plain);
  const ReadArchive archive = ReadAll(plain_pipe);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
  EXPECT_THAT(Whats(archive), ElementsAre("1000001 bytes that are no record"));
  const std::string packed = garbage + Gzip(kA) + Gzip(kB);
  Pipe packed_pipe(packed);
  EXPECT_THAT(Uris(ReadAll(packed_pipe)), ElementsAre("http://a/", "http://b/"));
}

TEST(RecordReaderTest, AWholeArchiveInOneMemberIsReadAndReported) {
  const ReadArchive archive = ReadAll(Gzip(kA + kB + kC));
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/", "http://c/"));
  EXPECT_THAT(Whats(archive), ElementsAre("more than one record in this gzip member"));
  EXPECT_EQ(archive.records[0].extent.length, 0U);
}

TEST(RecordReaderTest, AMissingClosingIsReported) {
  const std::string torn = kA.substr(0, kA.size() - 2);
  for (const ReadArchive& archive : {ReadAll(torn + kB), ReadAll(Gzip(torn) + Gzip(kB))}) {
    EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
    EXPECT_THAT(Whats(archive), ElementsAre("this record doesn't end with two empty lines"));
  }
}

TEST(RecordReaderTest, GarbageIsReportedOnce) {
  const ReadArchive archive = ReadAll("garbage\nmore of it\n" + kA + "xx\n\nyy\n" + kB);
  EXPECT_THAT(Uris(archive), ElementsAre("http://a/", "http://b/"));
  EXPECT_THAT(archive.damage, ElementsAre(Damage{0, "neither WARC nor ARC begins here"},
                                          Damage{19 + kA.size(), "no record begins here"}));
}

TEST(RecordReaderTest, ATornHeadHidesNoRecordBehindIt) {
  const ReadArchive archive =
      ReadAll(kA + "WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: x\r\n" + kB);
  EXPECT_EQ(archive.records.back().uri, "http://b/");
}

// Such a line may be looked at, but nothing of what lies behind it may go with it.
TEST(RecordReaderTest, ALineLikeAnArcRecordHidesNoneBehindIt) {
  const std::string line = " 127.0.0.1 20260101000000 text/plain 2\n";
  const std::string archive = "filedesc:x" + line + "ab\n\ngarbage\n" + "http://" +
                              std::string(300, 'x') + "\nhttp://c/" + line + "cd\n";
  EXPECT_THAT(Uris(ReadAll(archive)), ElementsAre("", "http://c/"));
  for (const std::size_t step : {std::size_t{7}, std::size_t{100}}) {
    SlowSource slow(archive, step);
    EXPECT_THAT(Uris(ReadAll(slow)), ElementsAre("", "http://c/")) << step;
  }
}

TEST(RecordReaderTest, TakesWhatOtherWritersWrite) {
  const ReadArchive archive = ReadAll(
      "WARC/0.18\nwarc-type: Response\nWARC-TARGET-URI: <http://a/b c>\nContent-Type: "
      "application/http;msgtype=response\ncontent-length: 19\n\nHTTP/1.1 200 OK\n\nhi\r\n\r\n");
  ASSERT_THAT(archive.records, SizeIs(1));
  EXPECT_EQ(archive.records[0].uri, "http://a/b%20c");
  EXPECT_TRUE(archive.records[0].whole);
  EXPECT_THAT(archive.damage, IsEmpty());
}

TEST(RecordReaderTest, ALineThatIsNoFieldCostsThatLine) {
  std::string many;
  for (int i = 0; i < 3000; ++i) {
    many += "WARC-Concurrent-To: <urn:uuid:1>\r\n";
  }
  for (const std::string& lines :
       {std::string("X Y: z\r\n"), std::string(" folded\r\n"), std::string("X: a\0b\r\n", 8),
        std::string("X: a\rb\r\n"), many}) {
    const ReadArchive archive =
        ReadAll("WARC/1.0\r\n" + lines +
                "WARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: "
                "2026-01-02T03:04:05Z\r\nWARC-Target-URI: http://a/\r\nContent-Length: "
                "2\r\n\r\nhi\r\n\r\n");
    ASSERT_THAT(archive.records, SizeIs(1)) << lines;
    EXPECT_EQ(archive.records[0].uri, "http://a/");
    EXPECT_TRUE(archive.records[0].whole);
    EXPECT_THAT(archive.damage, IsEmpty());
  }
}

// What is made to cost too much: heads without an end, records in records, members in members.
class RecordReaderWorstCaseTest : public testing::TestWithParam<std::string> {};

TEST_P(RecordReaderWorstCaseTest, EndsSoon) {
  std::string bytes;
  while (bytes.size() < (std::size_t{4} << 20)) {
    bytes += GetParam();
  }
  const ReadArchive archive = ReadAll(bytes);
  EXPECT_LE(archive.damage.size(), RecordReader::kMaxDamage + 1);
}

std::string StoredMember(std::string_view content) { return Deflated(content, Wrapper::kGzip, 0); }

INSTANTIATE_TEST_SUITE_P(
    , RecordReaderWorstCaseTest,
    testing::Values("WARC/1.0\r\n", "WARC/1.0\r\na: b\r\n", "WARC/1.0\r\na: b\r\n\r\n",
                    "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999999\r\n\r\n",
                    "\x1f\x8b\x08", std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 10),
                    "x", "\n", "http://a/ 1.1.1.1 20260101000000 text/html 9999999999\n",
                    "http://a/ 1.1.1.1 20260101000000 text/html x\n",
                    StoredMember("WARC/1.0\r\n").substr(0, 20), std::string(1, '\0'),
                    std::string("x\x1f\x8b\x08\0", 5), std::string("x\x28\xb5\x2f\xfd\x04\0", 7),
                    std::string("x\x1f\x8b\x08\0\x28\xb5\x2f\xfd", 9)));

}  // namespace
}  // namespace meguri::warc
