#include "warc/write/archive_recovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/mem_files.h"
#include "tests/support/sanitizers.h"
#include "tests/warc/made_records.h"
#include "tests/warc/strict_reader.h"
#include "warc/write/archive_writer.h"

namespace meguri::warc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ArchiveRecoveryTest : public testing::TestWithParam<int> {
 protected:
  MemFiles files_;
  ManualClock clock_{kSomeDay};
  Random random_{5};
  ArchiveWriterOptions options_ = MadeOptions(GetParam());
  std::vector<std::string> told_;

  bool packed() const { return options_.level != 0; }

  std::unique_ptr<ArchiveWriter> Begin() {
    return *ArchiveWriter::Create(options_, files_, clock_, Random(1));
  }
  // Appends records /first … /first+count-1.
  void Append(ArchiveWriter& writer, int first, int count, std::size_t size) {
    for (int i = first; i < first + count; ++i) {
      const std::string body = MadeBody(random_, size + random_.Uniform(size));
      const std::string url = "http://example.org/" + std::to_string(i);
      ASSERT_TRUE(writer.Append(ResponseRecord(url, kSomeDay, kResponseHead, body)));
    }
  }
  Result<std::vector<RecoveredFile>> Recover(const std::vector<TrustedEnd>& trusted = {}) {
    told_.clear();
    return RecoverArchive(files_, "archive", trusted, [&](const RecoveredRecord& record) {
      told_.emplace_back(record.target_uri);
      return Status();
    });
  }
  std::string OpenName() { return NamesIn(files_, "archive", ".open").at(0); }
  std::string Bytes(const std::string& name) { return *ReadWholeFile(files_, "archive/" + name); }
  void AppendTo(const std::string& name, std::string_view bytes) {
    auto file = *files_.OpenToWrite("archive/" + name, OpenMode::kCreateOrAppend);
    ASSERT_TRUE(file->Append(bytes));
  }
};

TEST_P(ArchiveRecoveryTest, TellsWhatIsBehindTheTrustedEnd) {
  auto writer = Begin();
  Append(*writer, 0, 3, 1000);
  ASSERT_TRUE(writer->Commit());
  const std::uint64_t trusted = Bytes(OpenName()).size();
  const auto location =
      writer->Append(ResponseRecord("http://example.org/x", kSomeDay, kResponseHead, "hello"));
  ASSERT_TRUE(location);
  const std::string id(writer->record_id());
  ASSERT_TRUE(writer->Commit());
  const std::string name = writer->file_name(0);
  writer.reset();
  const std::uint64_t end = Bytes(OpenName()).size();
  const auto files =
      RecoverArchive(files_, "archive", std::vector<TrustedEnd>{{name, trusted}},
                     [&](const RecoveredRecord& record) {
                       EXPECT_EQ(record.file, name);
                       EXPECT_EQ(record.extent, (Extent{location->offset, location->length}));
                       EXPECT_EQ(record.type, RecordType::kResponse);
                       EXPECT_EQ(record.target_uri, "http://example.org/x");
                       EXPECT_EQ(record.date, std::chrono::floor<std::chrono::seconds>(kSomeDay));
                       EXPECT_EQ(record.record_id, id);
                       EXPECT_EQ(record.payload_digest, "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
                       return Status();
                     });
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 1U);
  EXPECT_EQ(files->at(0).name, name);
  EXPECT_EQ(files->at(0).end, end);
  EXPECT_EQ(files->at(0).told, 1U);
  EXPECT_EQ(files->at(0).cut, 0U);
  EXPECT_EQ(files->at(0).torn, "");
  ASSERT_TRUE(Recover());
  EXPECT_EQ(told_.size(), 5U);  // with the warcinfo
  ASSERT_TRUE(Recover({{name, end}}));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_P(ArchiveRecoveryTest, ClosesOrContinues) {
  auto writer = Begin();
  Append(*writer, 0, 3, 1000);
  ASSERT_TRUE(writer->Commit());
  writer.reset();
  AppendTo(OpenName(), "torn");
  auto files = Recover();
  ASSERT_TRUE(files);
  EXPECT_EQ(files->at(0).cut, 4U);
  EXPECT_NE(files->at(0).torn, "");
  EXPECT_EQ(files->at(0).set_aside, "");
  writer = Begin();
  ASSERT_TRUE(writer->Continue(files->at(0).name, files->at(0).end));
  Append(*writer, 3, 1, 1000);
  ASSERT_TRUE(writer->Commit());
  writer.reset();
  files = Recover();
  ASSERT_TRUE(files);
  ASSERT_TRUE(CloseRecovered(files_, "archive", files->at(0)));
  files_.DropUnsynced();
  EXPECT_THAT(NamesIn(files_, "archive", ""), ElementsAre(files->at(0).name));
  const StrictFile read = ReadStrictly(Bytes(files->at(0).name), packed());
  EXPECT_EQ(read.why, "");
  EXPECT_EQ(read.records.size(), 5U);
  // Never over a closed file.
  AppendTo(files->at(0).name + ".open", Bytes(files->at(0).name));
  const Status taken = CloseRecovered(files_, "archive", files->at(0));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kAlreadyExists);
}

TEST_P(ArchiveRecoveryTest, WhatHoldsNothingIsRemoved) {
  ASSERT_TRUE(files_.MakeDirectories("archive"));
  AppendTo("empty.warc.gz.open", "");
  AppendTo("torn.warc.gz.open", std::string("\x1f\x8b\x08\0\0", 5));
  AppendTo("zeros.warc.open", std::string(5000, '\0'));
  AppendTo("closed.warc.gz", "whatever this is, it is closed");
  AppendTo("else.txt", "no archive");
  const auto files = Recover();
  ASSERT_TRUE(files);
  EXPECT_EQ(files->size(), 3U);
  for (const RecoveredFile& file : *files) {
    EXPECT_EQ(file.end, 0U);
  }
  EXPECT_THAT(NamesIn(files_, "archive", ""), ElementsAre("closed.warc.gz", "else.txt"));
  EXPECT_EQ(Bytes("closed.warc.gz"), "whatever this is, it is closed");
}

TEST_P(ArchiveRecoveryTest, AFileShorterThanItShouldBeIsAnError) {
  auto writer = Begin();
  Append(*writer, 0, 1, 1000);
  ASSERT_TRUE(writer->Commit());
  const auto files = Recover({{writer->file_name(0), 1'000'000}});
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(files.error().context, HasSubstr("were durable once"));
}

// A page that holds a whole archive, and is torn behind it: its records are not taken for ours.
TEST_P(ArchiveRecoveryTest, AnArchiveInATornRecordIsNoRecordOfOurs) {
  auto inner = Begin();
  Append(*inner, 1000, 3, 1000);
  ASSERT_TRUE(inner->Close());
  // Noise around it, so that it is stored as it is.
  std::string body;
  for (int i = 0; i < 40'000; ++i) {
    body += static_cast<char>(random_.Next() & 255U);
  }
  body += Bytes(inner->file_name(0));
  for (int i = 0; i < 40'000; ++i) {
    body += static_cast<char>(random_.Next() & 255U);
  }
  options_.name.prefix = "outer";
  auto writer = Begin();
  Append(*writer, 0, 2, 1000);
  ASSERT_TRUE(
      writer->Append(ResponseRecord("http://evil.example/", kSomeDay, kResponseHead, body)));
  ASSERT_TRUE(writer->Commit());
  writer.reset();
  const std::string name = OpenName();
  const std::string bytes = Bytes(name);
  auto file = *files_.OpenToWrite("archive/" + name, OpenMode::kAppend);
  ASSERT_TRUE(file->Truncate(bytes.size() - 100));
  const auto files = Recover();
  ASSERT_TRUE(files);
  EXPECT_THAT(told_, ElementsAre("", "http://example.org/0", "http://example.org/1"));
  const StrictFile read = ReadStrictly(Bytes(name), packed());
  EXPECT_EQ(read.why, "");
  EXPECT_EQ(read.records.size(), 3U);
  // But should they be ours after all, they are not gone.
  if (!files->at(0).set_aside.empty()) {
    EXPECT_EQ(Bytes(files->at(0).set_aside), bytes.substr(read.end, bytes.size() - 100 - read.end));
  }
}

// A device that lost bytes in the middle: nothing whole is thrown away.
TEST_P(ArchiveRecoveryTest, WholeRecordsBehindDamageAreSetAside) {
  auto writer = Begin();
  Append(*writer, 0, 10, 1000);
  ASSERT_TRUE(writer->Commit());
  writer.reset();
  const std::string name = OpenName();
  std::string bytes = Bytes(name);
  const StrictFile before = ReadStrictly(bytes, packed());
  const StrictRecord& hit = before.records.at(4);
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(hit.offset + hit.length / 2), 200, '\0');
  auto file = *files_.OpenToWrite("archive/" + name, OpenMode::kAppend);
  ASSERT_TRUE(file->Truncate(0));
  ASSERT_TRUE(file->Append(bytes));
  const auto files = Recover();
  ASSERT_TRUE(files);
  EXPECT_EQ(files->at(0).told, 4U);
  EXPECT_EQ(files->at(0).end, hit.offset);
  EXPECT_EQ(Bytes(name), bytes.substr(0, hit.offset));
  ASSERT_THAT(files->at(0).set_aside, HasSubstr(".torn-1"));
  EXPECT_EQ(Bytes(files->at(0).set_aside), bytes.substr(hit.offset));
}

// The same where the bytes right behind the trusted end are those that were lost.
TEST_P(ArchiveRecoveryTest, WholeRecordsBehindADamagedTrustedEndAreSetAside) {
  auto writer = Begin();
  Append(*writer, 0, 10, 1000);
  ASSERT_TRUE(writer->Commit());
  const std::string final_name = writer->file_name(0);
  writer.reset();
  const std::string name = OpenName();
  std::string bytes = Bytes(name);
  const std::uint64_t trusted = ReadStrictly(bytes, packed()).records.at(4).offset;
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(trusted), 200, '\0');
  auto file = *files_.OpenToWrite("archive/" + name, OpenMode::kAppend);
  ASSERT_TRUE(file->Truncate(0));
  ASSERT_TRUE(file->Append(bytes));
  const auto files = Recover({{final_name, trusted}});
  ASSERT_TRUE(files);
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_EQ(Bytes(name), bytes.substr(0, trusted));
  ASSERT_NE(files->at(0).set_aside, "");
  EXPECT_EQ(Bytes(files->at(0).set_aside), bytes.substr(trusted));
}

// A crash at every byte of what came after the last sync.
TEST_P(ArchiveRecoveryTest, TornAtEveryByte) {
  // MEGURI_LONG=1: the last megabyte. A sanitizer's build sees less, the release build all.
#if defined(MEGURI_ASAN)
  const std::size_t usual = 1U << 12U;
#else
  const std::size_t usual = 1U << 16U;
#endif
  const std::size_t tail = std::getenv("MEGURI_LONG") != nullptr ? 1U << 20U : usual;
  auto writer = Begin();
  Append(*writer, 0, 3, 1000);
  ASSERT_TRUE(writer->Commit());
  const std::string name = OpenName();
  const std::size_t durable = Bytes(name).size();
  for (int i = 3; Bytes(name).size() < durable + tail; ++i) {
    Append(*writer, i, 1, 1 + random_.Uniform(4'000));
    ASSERT_TRUE(writer->Commit());
  }
  writer.reset();
  const std::string bytes = Bytes(name);
  std::vector<std::uint64_t> ends;  // of all records
  for (const StrictRecord& record : ReadStrictly(bytes, packed()).records) {
    ends.push_back(record.offset + record.length);
  }
  ASSERT_EQ(ends.back(), bytes.size());
  {
    auto file = *files_.OpenToWrite("archive/" + name, OpenMode::kAppend);
    ASSERT_TRUE(file->Truncate(durable));
  }
  std::size_t whole = 2;  // ends[whole] is the last one before the cut
  std::uint64_t size = durable;
  for (std::size_t cut = durable; cut <= durable + tail; ++cut) {
    while (whole + 1 < ends.size() && ends[whole + 1] <= cut)
      ++whole;
    AppendTo(name, std::string_view(bytes).substr(size, cut - size));
    // From the start now and then, else from a record nearby: it is the end that matters.
    const bool from_start = cut % 4'999 == 0;
    const std::size_t from = std::max<std::size_t>(whole, 2) - 2;
    const auto files =
        from_start ? Recover() : Recover({{name.substr(0, name.size() - 5), ends[from]}});
    ASSERT_TRUE(files) << ToString(files.error());
    ASSERT_EQ(files->at(0).end, ends[whole]) << "cut at " << cut;
    ASSERT_EQ(files->at(0).cut, cut - ends[whole]);
    ASSERT_EQ(files->at(0).told, from_start ? whole + 1 : whole - from);
    ASSERT_EQ(files->at(0).set_aside, "") << "cut at " << cut;
    size = ends[whole];
  }
  const std::string recovered = Bytes(name);
  EXPECT_EQ(recovered, bytes.substr(0, recovered.size()));
}

INSTANTIATE_TEST_SUITE_P(Levels, ArchiveRecoveryTest, testing::Values(0, 1, 6));

}  // namespace
}  // namespace meguri::warc
