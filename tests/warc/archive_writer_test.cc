#include "warc/write/archive_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/mem_files.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_directory.h"
#include "tests/warc/made_records.h"
#include "tests/warc/read_archive.h"
#include "tests/warc/strict_reader.h"

namespace meguri::warc {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ArchiveWriterTest : public testing::Test {
 protected:
  MemFiles files_;
  ManualClock clock_{kSomeDay};
  Random random_{5};
  ArchiveWriterOptions options_ = MadeOptions();
  std::unique_ptr<ArchiveWriter> writer_;

  void Begin() {
    writer_.reset();
    auto writer = ArchiveWriter::Create(options_, files_, clock_, Random(1));
    ASSERT_TRUE(writer) << ToString(writer.error());
    writer_ = *std::move(writer);
  }
  Result<Location> Append(std::size_t size = 1000) {
    const std::string body = MadeBody(random_, size);
    return writer_->Append(ResponseRecord("http://example.org/" + std::to_string(++urls_),
                                          clock_.WallNow(), kResponseHead, body));
  }
  StrictFile Read(const std::string& name) {
    const auto bytes = ReadWholeFile(files_, "archive/" + name);
    EXPECT_TRUE(bytes);
    return ReadStrictly(*bytes, options_.level != 0);
  }
  std::vector<std::string> Names(std::string_view suffix = "") {
    return NamesIn(files_, "archive", suffix);
  }
  int urls_ = 0;
};

TEST_F(ArchiveWriterTest, FileIsOpenUntilItIsClosed) {
  Begin();
  EXPECT_THAT(Names(), IsEmpty());
  const auto location = Append();
  ASSERT_TRUE(location);
  EXPECT_EQ(location->sequence, 1U);
  EXPECT_EQ(writer_->file_name(location->file), "meguri-20260102030405-00000-localhost.warc.gz");
  EXPECT_THAT(Names(), ElementsAre("meguri-20260102030405-00000-localhost.warc.gz.open"));
  EXPECT_EQ(writer_->durable_sequence(), 0U);
  EXPECT_TRUE(writer_->Commit());
  EXPECT_EQ(writer_->durable_sequence(), 1U);
  EXPECT_TRUE(writer_->Close());
  EXPECT_THAT(Names(), ElementsAre("meguri-20260102030405-00000-localhost.warc.gz"));
  files_.DropUnsynced();
  const StrictFile file = Read("meguri-20260102030405-00000-localhost.warc.gz");
  EXPECT_EQ(file.why, "");
  ASSERT_EQ(file.records.size(), 2U);
  EXPECT_EQ(file.records[0].Get("WARC-Type"), "warcinfo");
  EXPECT_EQ(file.records[0].Get("WARC-Filename"), "meguri-20260102030405-00000-localhost.warc.gz");
  EXPECT_THAT(file.records[0].block, HasSubstr("software: meguri/test\r\n"));
  EXPECT_EQ(file.records[1].Get("WARC-Target-URI"), "http://example.org/1");
  EXPECT_EQ(file.records[1].offset, location->offset);
  EXPECT_EQ(file.records[1].length, location->length);
  EXPECT_TRUE(writer_->Close());  // nothing to do
}

// Offsets and lengths are those of the records, over many files, packed and plain.
TEST_F(ArchiveWriterTest, RotatesBeforeAFileGetsTooLarge) {
  for (const int level : {0, 1, 6}) {
    options_ = MadeOptions(level);
    options_.name.prefix = "level" + std::to_string(level);
    options_.max_file_bytes = 20'000;
    options_.buffer_bytes = 7'000;
    Begin();
    std::vector<Location> locations;
    for (int i = 0; i < 100; ++i) {
      const auto location = Append(random_.Uniform(i == 50 ? 90'000 : 5'000));
      ASSERT_TRUE(location);
      locations.push_back(*location);
    }
    EXPECT_TRUE(writer_->Close());
    EXPECT_EQ(writer_->durable_sequence(), 100U);
    std::map<std::string, StrictFile> read;
    for (const std::string& name : Names(level == 0 ? ".warc" : ".warc.gz")) {
      if (!name.starts_with(options_.name.prefix)) continue;
      read[name] = Read(name);
      EXPECT_EQ(read[name].why, "");
      EXPECT_EQ(read[name].records.front().Get("WARC-Type"), "warcinfo");
      // Only a file of one record may be larger.
      EXPECT_TRUE(read[name].end <= 20'000 || read[name].records.size() == 2) << read[name].end;
    }
    EXPECT_GT(read.size(), 5U);
    for (const Location& location : locations) {
      bool found = false;
      for (const StrictRecord& record : read[writer_->file_name(location.file)].records) {
        if (record.offset != location.offset) continue;
        found = true;
        EXPECT_EQ(record.length, location.length + (level == 0 ? kRecordEnd.size() : 0));
      }
      EXPECT_TRUE(found);
    }
  }
}

TEST_F(ArchiveWriterTest, CommitIsDueByBytesOrTime) {
  options_.commit = {.after_bytes = 5'000, .after = milliseconds(100)};
  options_.level = 0;
  Begin();
  EXPECT_FALSE(writer_->CommitDue(clock_.Now()));
  EXPECT_TRUE(Append(1000));
  EXPECT_FALSE(writer_->CommitDue(clock_.Now()));
  clock_.Advance(milliseconds(60));
  EXPECT_TRUE(Append(1000));
  EXPECT_FALSE(writer_->CommitDue(clock_.Now()));
  clock_.Advance(milliseconds(40));  // since the oldest
  EXPECT_TRUE(writer_->CommitDue(clock_.Now()));
  EXPECT_TRUE(writer_->Commit());
  EXPECT_FALSE(writer_->CommitDue(clock_.Now() + milliseconds(1000)));
  EXPECT_TRUE(Append(5'000));
  EXPECT_TRUE(writer_->CommitDue(clock_.Now()));
  options_.commit = {.after_bytes = 1, .after = Duration::zero()};  // every record
  options_.name.prefix = "every";
  Begin();
  EXPECT_TRUE(Append(0));
  EXPECT_TRUE(writer_->CommitDue(clock_.Now()));
  options_.commit = {.after_bytes = 0, .after = Duration::zero()};  // only when asked
  options_.name.prefix = "asked";
  Begin();
  EXPECT_TRUE(Append(1'000'000));
  clock_.Advance(std::chrono::hours(1000));
  EXPECT_FALSE(writer_->CommitDue(clock_.Now()));
}

TEST_F(ArchiveWriterTest, NamesOfEarlierRunsAreLeftAlone) {
  options_.name.pattern = "{prefix}-{serial}";
  Begin();
  EXPECT_TRUE(Append());
  EXPECT_TRUE(writer_->Close());
  EXPECT_TRUE(Append());  // stays open
  EXPECT_TRUE(writer_->Commit());
  Begin();
  EXPECT_TRUE(Append());
  EXPECT_TRUE(writer_->Close());
  EXPECT_THAT(Names(), ElementsAre("meguri-00000.warc.gz", "meguri-00001.warc.gz.open",
                                   "meguri-00002.warc.gz"));
}

TEST_F(ArchiveWriterTest, BadOptionsAreNamed) {
  const auto why = [&](const ArchiveWriterOptions& options) {
    const auto writer = ArchiveWriter::Create(options, files_, clock_, Random(1));
    EXPECT_FALSE(writer);
    if (writer) return std::string();
    EXPECT_EQ(writer.error().code, ErrorCode::kInvalidArgument);
    return writer.error().context;
  };
  options_.name.pattern = "{prefix}-{serial}-{date}";
  EXPECT_THAT(why(options_), HasSubstr("unknown {date}"));
  options_.name.pattern = "{prefix}-{serial";
  EXPECT_THAT(why(options_), HasSubstr("'{' without '}'"));
  options_.name.pattern = "{prefix}-{timestamp}";
  EXPECT_THAT(why(options_), HasSubstr("needs {serial}"));
  for (const char* pattern : {"../{serial}", "a/{serial}", ".{serial}", "-{serial}", "a b{serial}",
                              "a}{serial}", "\xFF{serial}"}) {
    options_.name.pattern = pattern;
    EXPECT_NE(why(options_), "") << pattern;
  }
  options_ = MadeOptions();
  options_.name.host = "../../etc";
  EXPECT_THAT(why(options_), HasSubstr("is no letter"));
  options_.name.host = std::string(300, 'a');
  EXPECT_THAT(why(options_), HasSubstr("too long"));
  options_ = MadeOptions(13);
  EXPECT_THAT(why(options_), HasSubstr("level 13"));
  options_ = MadeOptions();
  options_.max_file_bytes = 0;
  EXPECT_NE(why(options_), "");
}

TEST_F(ArchiveWriterTest, ARecordThatCannotBeWrittenHarmsNoOther) {
  Begin();
  EXPECT_TRUE(Append());
  const std::string url(kMaxHeadBytes, 'a');
  const auto refused = writer_->Append(ResponseRecord(url, kSomeDay, kResponseHead, ""));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  const auto next = Append();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->sequence, 2U);
  EXPECT_TRUE(writer_->Close());
  EXPECT_EQ(Read(writer_->file_name(0)).records.size(), 3U);
}

// The disk fills up at every possible byte: what was accepted gets through when there is room.
TEST_F(ArchiveWriterTest, DiskFullLosesNothing) {
  for (std::uint64_t capacity = 0; capacity < 30'000; capacity += 197) {
    MemFiles files;
    options_.max_file_bytes = 9'000;
    options_.buffer_bytes = 1 + capacity % 5'000;
    auto writer = *ArchiveWriter::Create(options_, files, clock_, Random(1));
    files.SetCapacity(capacity);
    Random random(capacity);
    std::vector<Location> locations;
    int refusals = 0;
    for (int i = 0; i < 20;) {
      const std::string body = MadeBody(random, 1'500);
      for (;;) {
        const auto location = writer->Append(ResponseRecord(
            "http://example.org/" + std::to_string(i), kSomeDay, kResponseHead, body));
        if (location) {
          locations.push_back(*location);
          ++i;
          break;
        }
        ASSERT_EQ(location.error().code, ErrorCode::kDiskFull);
        ++refusals;
        // What is on disk is never torn between two calls.
        for (const std::string& name : NamesIn(files, "archive", "")) {
          ASSERT_EQ(ReadStrictly(*ReadWholeFile(files, "archive/" + name), true).why, "");
        }
        files.SetCapacity(MemFiles::kUnlimited);
      }
      if (refusals == 0 && random.Chance(0.2)) {
        if (const Status status = writer->Commit(); !status) {
          ASSERT_EQ(status.error().code, ErrorCode::kDiskFull);
          files.SetCapacity(MemFiles::kUnlimited);
        }
      }
    }
    files.SetCapacity(MemFiles::kUnlimited);
    ASSERT_TRUE(writer->Close());
    ASSERT_THAT(writer->TakeLost(), IsEmpty());
    ASSERT_EQ(writer->durable_sequence(), 20U);
    files.DropUnsynced();
    std::size_t found = 0;
    for (const std::string& name : NamesIn(files, "archive", ".warc.gz")) {
      const StrictFile file = ReadStrictly(*ReadWholeFile(files, "archive/" + name), true);
      ASSERT_EQ(file.why, "");
      found += file.records.size() - 1;
    }
    ASSERT_EQ(found, 20U);
  }
}

TEST_F(ArchiveWriterTest, AFailedSyncNamesWhatIsLost) {
  Begin();
  EXPECT_TRUE(Append());
  EXPECT_TRUE(writer_->Commit());
  EXPECT_TRUE(Append());
  EXPECT_TRUE(Append());
  files_.FailSyncs(1);
  const Status status = writer_->Commit();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_THAT(writer_->TakeLost(), ElementsAre(SequenceRange{2, 3}));
  EXPECT_THAT(writer_->TakeLost(), IsEmpty());
  EXPECT_EQ(writer_->durable_sequence(), 1U);
  EXPECT_FALSE(writer_->CommitDue(clock_.Now() + std::chrono::hours(1)));
  // What was durable is kept, under the final name, and is well-formed.
  EXPECT_THAT(Names(), ElementsAre("meguri-20260102030405-00000-localhost.warc.gz"));
  EXPECT_EQ(Read(writer_->file_name(0)).records.size(), 2U);
  const auto next = Append();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->sequence, 4U);
  EXPECT_EQ(writer_->file_name(next->file), "meguri-20260102030405-00001-localhost.warc.gz");
  EXPECT_TRUE(writer_->Commit());
  EXPECT_EQ(writer_->durable_sequence(), 4U);
  files_.DropUnsynced();
  EXPECT_EQ(Read("meguri-20260102030405-00001-localhost.warc.gz.open").records.size(), 2U);
}

// Any one sync, of a file or of the folder, fails: nothing that was called durable is lost, and
// all the rest is in TakeLost().
TEST_F(ArchiveWriterTest, EverySyncMayFail) {
  for (int failing = 1; failing <= 2; ++failing) {
    for (int healthy = 0; healthy < 40; healthy += 2) {
      MemFiles files;
      options_.max_file_bytes = 6'000;
      auto writer = *ArchiveWriter::Create(options_, files, clock_, Random(1));
      Random random(static_cast<std::uint64_t>(healthy));
      std::map<std::uint64_t, std::string> urls;  // by sequence
      std::vector<SequenceRange> lost;
      const auto take_lost = [&] {
        for (const SequenceRange& range : writer->TakeLost()) {
          lost.push_back(range);
          for (std::uint64_t s = range.first; s <= range.last; ++s) {
            ASSERT_GT(s, writer->durable_sequence());
            urls.erase(s);
          }
        }
      };
      for (int i = 0; i < 60; ++i) {
        if (i == healthy) files.FailSyncs(failing);
        const std::string url = "http://example.org/" + std::to_string(i);
        const std::string body = MadeBody(random, 1'500);
        const auto location = writer->Append(ResponseRecord(url, kSomeDay, kResponseHead, body));
        if (location) urls[location->sequence] = url;
        take_lost();
        if (random.Chance(0.3)) static_cast<void>(writer->Commit());
        take_lost();
      }
      while (!writer->Close()) {
      }
      take_lost();
      files.DropUnsynced();
      std::set<std::string> found;
      for (const std::string& name : NamesIn(files, "archive", "")) {
        const StrictFile file = ReadStrictly(*ReadWholeFile(files, "archive/" + name), true);
        for (const StrictRecord& record : file.records) {
          found.insert(record.Get("WARC-Target-URI"));
        }
      }
      for (const auto& [sequence, url] : urls) {
        ASSERT_TRUE(found.contains(url)) << healthy << " " << url;
      }
    }
  }
}

TEST_F(ArchiveWriterTest, ContinuesAFile) {
  Begin();
  EXPECT_TRUE(Append());
  EXPECT_TRUE(Append());
  EXPECT_TRUE(writer_->Commit());
  const std::string name = writer_->file_name(0);
  const std::uint64_t end = ReadWholeFile(files_, "archive/" + name + ".open")->size();
  options_.first_sequence = 3;
  Begin();
  const Status wrong = writer_->Continue(name, end - 1);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(writer_->Continue(name, end));
  EXPECT_EQ(writer_->durable_sequence(), 2U);
  const auto location = Append();
  ASSERT_TRUE(location);
  EXPECT_EQ(location->offset, end);
  EXPECT_EQ(location->sequence, 3U);
  EXPECT_TRUE(writer_->Close());
  EXPECT_EQ(Read(name).records.size(), 4U);
  options_.level = 0;
  Begin();
  const Status other = writer_->Continue(name, end);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(ArchiveWriterTest, TellsIdAndDigest) {
  options_.max_file_bytes = 1;  // every record begins a file: its warcinfo comes in between
  Begin();
  for (int i = 0; i < 3; ++i) {
    const auto location = writer_->Append(ResponseRecord("a:b", kSomeDay, kResponseHead, "hello"));
    ASSERT_TRUE(location);
    EXPECT_EQ(writer_->payload_digest(), "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
    const std::string id = "<" + std::string(writer_->record_id()) + ">";
    EXPECT_TRUE(writer_->Close());
    EXPECT_EQ(Read(writer_->file_name(location->file)).records.at(1).Get("WARC-Record-ID"), id);
  }
}

TEST_F(ArchiveWriterTest, OurReaderFindsNoFault) {
  for (const int level : {0, 1, 6}) {
    options_ = MadeOptions(level);
    Begin();
    const std::string url = "http://example.org/";
    const RefersTo original = {.record_id = "urn:uuid:1", .target_uri = url, .date = kSomeDay};
    const std::array records = {
        ResponseRecord(url, kSomeDay, kResponseHead, "hello"),
        RequestRecord(url, kSomeDay, "GET / HTTP/1.1\r\n\r\n"),
        MetadataRecord(url, kSomeDay, "via: x\r\n"),
        RevisitRecord(url, kSomeDay, kResponseHead, "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N",
                      original),
        NotModifiedRecord(url, kSomeDay, "HTTP/1.1 304 Not Modified\r\n\r\n", original),
        RevisitRecord(url, kSomeDay, "", "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N", original),
        ConversionRecord(url, kSomeDay, "text/plain", "hello", original),
        ResourceRecord("file://host/a", kSomeDay, "text/plain", "hello"),
        DnsRecord("dns:example.org", kSomeDay, "example.org. 60 IN A 192.0.2.7\n", "192.0.2.1"),
    };
    std::vector<Extent> extents;
    for (const Record& record : records) {
      const auto location = writer_->Append(record);
      ASSERT_TRUE(location);
      extents.push_back({location->offset, location->length});
    }
    ASSERT_TRUE(writer_->Close());
    const std::string bytes = *ReadWholeFile(files_, "archive/" + writer_->file_name(0));
    const ReadArchive read = ReadAll(bytes);
    EXPECT_THAT(read.damage, IsEmpty());
    ASSERT_EQ(read.records.size(), records.size() + 1);
    for (std::size_t i = 0; i < read.records.size(); ++i) {
      EXPECT_TRUE(read.records[i].whole);
      EXPECT_THAT(read.records[i].verdict.problems, IsEmpty());
      EXPECT_EQ(read.records[i].verdict.block_digest, DigestVerdict::kPass);
      if (i == 0) continue;
      EXPECT_EQ(read.records[i].extent, extents[i - 1]);
    }
  }
}

TEST_F(ArchiveWriterTest, TheSameSeedGivesTheSameBytes) {
  std::string first;
  for (int run = 0; run < 2; ++run) {
    MemFiles files;
    auto writer = *ArchiveWriter::Create(options_, files, clock_, Random(42));
    Random random(3);
    for (int i = 0; i < 30; ++i) {
      const std::string body = MadeBody(random, 3'000);
      ASSERT_TRUE(writer->Append(ResponseRecord("a:b", kSomeDay, kResponseHead, body)));
    }
    ASSERT_TRUE(writer->Close());
    const std::string bytes = *ReadWholeFile(files, "archive/" + writer->file_name(0));
    if (run == 0) first = bytes;
    EXPECT_EQ(bytes, first);
  }
}

TEST_F(ArchiveWriterTest, NoHeapPerRecord) {
  const testing_support::TemporaryDirectory folder;
  RealFiles files;
  options_.directory = folder.path();
  auto writer = *ArchiveWriter::Create(options_, files, clock_, Random(1));
  const std::string body = MadeBody(random_, 20'000);
  const Record record = ResponseRecord("http://example.org/", kSomeDay, kResponseHead, body);
  const auto write_some = [&] {
    for (int i = 0; i < 300; ++i) {
      ASSERT_TRUE(writer->Append(record));
    }
    ASSERT_TRUE(writer->Commit());
  };
  write_some();
  const std::size_t before = testing_support::AllocationCount();
  write_some();
  const std::size_t after = testing_support::AllocationCount();
#if defined(MEGURI_ASAN)
  EXPECT_LE(after - before, 1'500U);  // counts OpenSSL's malloc(), too
#else
  EXPECT_EQ(after, before);
#endif
}

}  // namespace
}  // namespace meguri::warc
