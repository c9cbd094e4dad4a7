#include "store/archive/capture_archiver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "store/archive/archive_index.h"
#include "store/archive/late_index.h"
#include "tests/store/made_store.h"
#include "tests/warc/index_archive.h"
#include "tests/warc/strict_reader.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing_store::MadeBody;
using testing_store::MadeCapture;
using testing_store::MadeUrl;
using warc::StrictRecord;

class CaptureArchiverTest : public testing::Test {
 protected:
  CaptureArchiverTest() { Begin(); }

  void Begin() {
    warc::ArchiveWriterOptions options = testing_store::OptionsFor("").archive;
    options.directory = "archive";
    options.max_file_bytes = max_file_bytes_;
    archiver_ = *CaptureArchiver::Create(options, files_, clock_, Random(3), 5);
  }

  // Archives it; gives the record as it was filled in.
  PageRecord Archive(Capture capture, const PageRecord* older = nullptr) {
    ArchiveProgress progress;
    const Status status = archiver_->Append(capture, older, progress);
    EXPECT_TRUE(status) << ToString(status.error());
    return capture.record;
  }

  std::vector<std::string> Archives() {
    std::vector<std::string> names;
    const auto entries = files_.List("archive");
    for (const DirectoryEntry& entry : *entries) {
      if (entry.name.ends_with(".warc.gz")) names.push_back(entry.name);
    }
    return names;
  }

  // Of all closed files.
  std::vector<StrictRecord> Records() {
    std::vector<StrictRecord> records;
    for (const std::string& name : Archives()) {
      const auto file = warc::ReadStrictly(*ReadWholeFile(files_, "archive/" + name), true);
      EXPECT_EQ(file.why, "") << name;
      records.insert(records.end(), file.records.begin(), file.records.end());
    }
    return records;
  }

  // Each index is what one would find in its file.
  void ExpectIndexes() {
    for (const std::string& name : Archives()) {
      auto found = warc::IndexArchive(*ReadWholeFile(files_, "archive/" + name), name);
      std::ranges::sort(found.lines);
      std::string expected;
      for (const std::string& line : found.lines)
        expected += line + "\n";
      EXPECT_EQ(*ReadWholeFile(files_, "archive/" + IndexNameOf(name)), expected);
    }
  }

  MemFiles files_;
  const ManualClock clock_;
  std::uint64_t max_file_bytes_ = 1'000'000;
  std::unique_ptr<CaptureArchiver> archiver_;
};

TEST_F(CaptureArchiverTest, ACaptureIsThreeRecords) {
  const PageRecord record = Archive(MadeCapture(7));
  ASSERT_TRUE(archiver_->Close());
  const std::vector<StrictRecord> records = Records();
  ASSERT_EQ(records.size(), 4);
  const StrictRecord& response = records[1];
  EXPECT_EQ(response.Get("WARC-Type"), "response");
  EXPECT_EQ(response.Get("WARC-Target-URI"), MadeUrl(7));
  EXPECT_EQ(response.Get("WARC-IP-Address"), "192.0.2.1");
  EXPECT_EQ(response.Get("WARC-Date"), "2026-01-01T00:00:07Z");
  EXPECT_EQ(response.Get("WARC-Truncated"), "");
  EXPECT_EQ(response.block, std::string(testing_store::kMadeHead) + MadeBody(7));
  EXPECT_EQ(records[2].Get("WARC-Type"), "request");
  EXPECT_EQ(records[2].Get("WARC-Concurrent-To"), response.Get("WARC-Record-ID"));
  EXPECT_EQ(records[3].Get("WARC-Type"), "metadata");
  EXPECT_EQ(records[3].Get("WARC-Concurrent-To"), response.Get("WARC-Record-ID"));
  EXPECT_EQ(records[3].block, "fetchTimeMs: 7\r\n");

  EXPECT_EQ(record.place, (ArchivePlace{5, response.offset, response.length}));
  EXPECT_EQ("<" + record.record_id + ">", response.Get("WARC-Record-ID"));
  EXPECT_EQ(record.payload_digest, response.Get("WARC-Payload-Digest"));
  EXPECT_EQ(record.visits, 1);
  EXPECT_EQ(record.first_seen, MadeCapture(7).date);
  EXPECT_EQ(archiver_->file_name(5), Archives()[0]);
  ExpectIndexes();
}

// The archive is the same, byte by byte, whether digests were found together or one by one.
TEST_F(CaptureArchiverTest, DigestsFoundTogetherAreTheSame) {
  std::array<std::string, 2> archives;
  for (const bool together : {false, true}) {
    std::vector<Capture> captures;
    for (std::uint32_t i = 0; i < 40; ++i)
      captures.push_back(MadeCapture(i * 5));
    captures[3].head.clear();  // no answer
    captures[4].record.status = 304;
    captures[5].body.assign(2'000'000, 'x');
    captures[6].body.clear();
    std::vector<ArchiveProgress> progress(captures.size());
    progress[7].refused = true;
    std::vector<CaptureArchiver::Undigested> undigested;
    for (std::size_t i = 0; i < captures.size(); ++i)
      undigested.push_back({captures[i], progress[i]});
    Begin();
    if (together) archiver_->FindDigests(undigested);
    EXPECT_EQ(progress[3].digest, "");
    EXPECT_EQ(progress[8].digest.empty(), !together);
    EXPECT_EQ(progress[8].block_digest.empty(), !together);
    for (std::size_t i = 0; i < captures.size(); ++i)
      ASSERT_TRUE(archiver_->Append(captures[i], nullptr, progress[i]));
    ASSERT_TRUE(archiver_->Close());
    for (const std::string& name : Archives()) {
      archives[together ? 1 : 0] += *ReadWholeFile(files_, "archive/" + name);
      ASSERT_TRUE(files_.Remove("archive/" + name));
    }
  }
  EXPECT_GT(archives[0].size(), 10'000);
  EXPECT_EQ(archives[0], archives[1]);
}

TEST_F(CaptureArchiverTest, TheSamePayloadIsARevisit) {
  const PageRecord first = Archive(MadeCapture(7));
  Capture again = MadeCapture(7);
  again.date += std::chrono::hours(1);
  again.record.etag = "new";
  const PageRecord second = Archive(again, &first);
  Capture changed = MadeCapture(7);
  changed.body += "!";
  const PageRecord third = Archive(changed, &second);
  ASSERT_TRUE(archiver_->Close());
  const std::vector<StrictRecord> records = Records();
  ASSERT_EQ(records.size(), 10);
  const StrictRecord& revisit = records[4];
  EXPECT_EQ(revisit.Get("WARC-Type"), "revisit");
  EXPECT_EQ(revisit.Get("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
  EXPECT_EQ(revisit.Get("WARC-Refers-To"), records[1].Get("WARC-Record-ID"));
  EXPECT_EQ(revisit.Get("WARC-Refers-To-Target-URI"), MadeUrl(7));
  EXPECT_EQ(revisit.Get("WARC-Refers-To-Date"), "2026-01-01T00:00:07Z");
  EXPECT_EQ(revisit.block, testing_store::kMadeHead);
  EXPECT_EQ(records[5].Get("WARC-Concurrent-To"), revisit.Get("WARC-Record-ID"));

  EXPECT_EQ(second.visits, 2);
  EXPECT_EQ(second.record_id, first.record_id);
  EXPECT_EQ(second.first_seen, first.first_seen);
  EXPECT_EQ(second.etag, "new");
  EXPECT_EQ(second.place, (ArchivePlace{5, revisit.offset, revisit.length}));
  EXPECT_EQ(records[7].Get("WARC-Type"), "response");
  EXPECT_EQ(third.visits, 3);
  EXPECT_NE(third.record_id, first.record_id);
  EXPECT_NE(third.payload_digest, first.payload_digest);
  ExpectIndexes();
}

TEST_F(CaptureArchiverTest, A304IsARevisitIfThereIsAnOriginal) {
  PageRecord first = Archive(MadeCapture(7));
  first.etag = "\"1\"";
  Capture unchanged = MadeCapture(7);
  unchanged.head = "HTTP/1.1 304 Not Modified\r\n\r\n";
  unchanged.body.clear();
  unchanged.record.status = 304;
  unchanged.record.simhash = 0;
  const PageRecord second = Archive(unchanged, &first);
  const PageRecord without = Archive(unchanged);
  ASSERT_TRUE(archiver_->Close());
  const std::vector<StrictRecord> records = Records();
  ASSERT_EQ(records.size(), 10);
  EXPECT_EQ(records[4].Get("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
  EXPECT_EQ(records[4].Get("WARC-Refers-To"), records[1].Get("WARC-Record-ID"));
  EXPECT_EQ(records[7].Get("WARC-Type"), "response");
  EXPECT_EQ(second.payload_digest, first.payload_digest);
  EXPECT_EQ(second.record_id, first.record_id);
  EXPECT_EQ(second.etag, "\"1\"");
  EXPECT_EQ(second.simhash, first.simhash);
  EXPECT_EQ(without.visits, 1);
  ExpectIndexes();
}

TEST_F(CaptureArchiverTest, WhatIsCutIsMarkedAndNoRevisit) {
  Capture cut = MadeCapture(7);
  cut.truncated = "length";
  const PageRecord first = Archive(cut);
  Archive(cut, &first);
  cut.truncated = "disconnect";
  Archive(cut);
  cut.truncated = "odd";
  Archive(cut);
  ASSERT_TRUE(archiver_->Close());
  std::vector<std::string> marks;
  for (const StrictRecord& record : Records()) {
    if (record.Get("WARC-Type") == "response") marks.push_back(record.Get("WARC-Truncated"));
    EXPECT_NE(record.Get("WARC-Type"), "revisit");
  }
  EXPECT_THAT(marks, ElementsAre("length", "length", "disconnect", "unspecified"));
}

TEST_F(CaptureArchiverTest, DnsAnswersAreArchived) {
  ArchiveProgress progress;
  const DnsCapture dns{"a.example", clock_.WallNow(), "a.example. 60 IN A 192.0.2.1\n",
                       "192.0.2.53"};
  ASSERT_TRUE(archiver_->Append(dns, progress));
  ASSERT_TRUE(archiver_->Append(dns, progress));  // once is enough
  ASSERT_TRUE(archiver_->Close());
  const std::vector<StrictRecord> records = Records();
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[1].Get("WARC-Type"), "resource");
  EXPECT_EQ(records[1].Get("WARC-Target-URI"), "dns:a.example");
  EXPECT_EQ(records[1].Get("WARC-IP-Address"), "192.0.2.53");
  EXPECT_EQ(records[1].block, "a.example. 60 IN A 192.0.2.1\n");
  ExpectIndexes();
}

TEST_F(CaptureArchiverTest, EachFileHasItsIndexWhateverPagesSay) {
  max_file_bytes_ = 10'000;
  Begin();
  for (std::uint32_t i = 0; i < 60; ++i) {
    Capture capture = MadeCapture(i);
    if (i % 5 == 1) capture.url += "?q=<\xC3\xA4 b>&\"x\"#";
    if (i % 5 == 2) capture.head = "HTTP/1.0 404 Not\nContent-Type: TEXT/Plain ; x\n\n";
    if (i % 5 == 3) capture.head = "no head at all";
    if (i % 7 == 3) capture.body.clear();
    if (i % 7 == 4) capture.head = "HTTP/1.1 200\r\nContent-Type: image/png\r\n";
    Archive(capture);
  }
  EXPECT_GT(archiver_->files_end(), 7);
  ASSERT_TRUE(archiver_->Close());
  EXPECT_EQ(Archives().size(), archiver_->files_end() - 5);
  ExpectIndexes();
}

TEST_F(CaptureArchiverTest, ARecordThatNobodyCouldReadIsLeftOut) {
  Capture capture = MadeCapture(1);
  capture.url += std::string(300'000, 'x');
  const PageRecord record = Archive(capture);
  EXPECT_EQ(record.place, std::nullopt);
  EXPECT_THAT(record.detail, testing::StartsWith("not archived: a record's head of"));
  Archive(MadeCapture(2));
  ASSERT_TRUE(archiver_->Close());
  EXPECT_EQ(Records().size(), 4);
}

TEST_F(CaptureArchiverTest, AnIndexIsMadeWhereItIsMissing) {
  for (std::uint32_t i = 0; i < 20; ++i)
    Archive(MadeCapture(i));
  ASSERT_TRUE(archiver_->Close());
  const std::string path = "archive/" + IndexNameOf(Archives()[0]);
  const std::string index = *ReadWholeFile(files_, path);
  ASSERT_TRUE(files_.Remove(path));
  ASSERT_TRUE(LateIndex(files_, "archive", *FindUnindexed(files_, "archive")).Finish());
  EXPECT_EQ(*ReadWholeFile(files_, path), index);
}

TEST_F(CaptureArchiverTest, AFullDiskTakesWhatIsLeftLater) {
  Begin();
  std::uint64_t capacity = 500;
  int full = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    Capture capture = MadeCapture(i);
    ArchiveProgress progress;
    for (;;) {
      files_.SetCapacity(capacity);
      if (archiver_->Append(capture, nullptr, progress)) break;
      ++full;
      capacity += 300;
    }
  }
  EXPECT_GT(full, 10);
  files_.SetCapacity(MemFiles::kUnlimited);
  ASSERT_TRUE(archiver_->Close());
  EXPECT_EQ(Records().size(), 1 + 200 * 3);
  ExpectIndexes();
}

}  // namespace
}  // namespace meguri
