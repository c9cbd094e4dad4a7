// Random lives of an archive: appends, commits, full disks, failing syncs, crashes, recoveries.
// After each crash: nothing durable is lost, every whole record is kept, no half one is left, and
// what the writer said about places is true.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "tests/support/sanitizers.h"
#include "tests/warc/made_records.h"
#include "tests/warc/strict_reader.h"
#include "warc/write/archive_recovery.h"
#include "warc/write/archive_writer.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kFolder = "archive";

class Life {
 public:
  explicit Life(std::uint64_t seed) : random_(seed) {
    options_ = MadeOptions(static_cast<int>(random_.Uniform(3)));
    options_.max_file_bytes = 2'000 + random_.Uniform(60'000);
    options_.buffer_bytes = 1 + random_.Uniform(20'000);
  }

  void Run() {
    for (int crash = 0; crash < 6 && !testing::Test::HasFatalFailure(); ++crash) {
      Start();
      const std::uint64_t steps = random_.Uniform(60);
      for (std::uint64_t i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
        Step();
      }
      Crash();
      if (!testing::Test::HasFatalFailure()) Recover();
      if (!testing::Test::HasFatalFailure()) CheckAll();
    }
  }

 private:
  struct Known {  // a record that is durable
    std::string file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::string url;
    std::string body;
  };

  bool packed() const { return options_.level != 0; }
  std::string Path(const std::string& name) { return std::string(kFolder) + "/" + name; }
  StrictFile Read(const std::string& name) {
    const auto bytes = ReadWholeFile(files_, Path(name));
    return bytes ? ReadStrictly(*bytes, packed()) : StrictFile{.why = ToString(bytes.error())};
  }

  void Start() {
    files_.SetCapacity(MemFiles::kUnlimited);
    files_.FailSyncs(0);
    options_.first_sequence = 1 + random_.Uniform(100);
    writer_ = *ArchiveWriter::Create(options_, files_, clock_, random_.Split(random_.Next()));
    pending_.clear();
    for (const RecoveredFile& file : recovered_) {
      if (file.end == 0) continue;
      // One of them is gone on with, if it is drawn; the others are closed.
      if (&file == &recovered_.back() && random_.Chance(0.5)) {
        ASSERT_TRUE(writer_->Continue(file.name, file.end));
      } else {
        ASSERT_TRUE(CloseRecovered(files_, std::string(kFolder), file));
      }
    }
    recovered_.clear();
  }

  void Step() {
    const double dice = random_.Double();
    if (dice < 0.7) {
      Append();
    } else if (dice < 0.9) {
      static_cast<void>(writer_->Commit());
    } else if (dice < 0.93) {
      static_cast<void>(writer_->Close());
    } else if (dice < 0.96) {
      const bool full = random_.Chance(0.5);
      files_.SetCapacity(full ? random_.Uniform(300'000) : MemFiles::kUnlimited);
    } else if (dice < 0.98) {
      files_.FailSyncs(static_cast<int>(random_.Uniform(3)));
    }
    Settle();
  }

  void Append() {
    Known known;
    known.url = "http://example.org/" + std::to_string(++urls_);
    known.body = MadeBody(random_, random_.Uniform(random_.Chance(0.1) ? 70'000 : 4'000));
    const auto location =
        writer_->Append(ResponseRecord(known.url, clock_.WallNow(), kResponseHead, known.body));
    if (!location) return;
    known.file = writer_->file_name(location->file);
    known.offset = location->offset;
    known.length = location->length;
    ASSERT_TRUE(pending_.empty() || location->sequence == pending_.rbegin()->first + 1 || lost_);
    lost_ = false;
    pending_.emplace(location->sequence, std::move(known));
  }

  // What a store would do: count what is durable, forget what is lost.
  void Settle() {
    for (const SequenceRange& range : writer_->TakeLost()) {
      lost_ = true;
      for (std::uint64_t s = range.first; s <= range.last; ++s) {
        ASSERT_EQ(pending_.erase(s), 1U);
      }
    }
    while (!pending_.empty() && pending_.begin()->first <= writer_->durable_sequence()) {
      Known& known = pending_.begin()->second;
      counted_[known.file] = known.offset + known.length + (packed() ? 0 : kRecordEnd.size());
      durable_.push_back(std::move(known));
      pending_.erase(pending_.begin());
    }
  }

  void Crash() {
    writer_.reset();
    const std::uint64_t kind = random_.Uniform(3);
    if (kind == 0) files_.DropUnsynced();
    if (kind == 1) files_.CrashAndRecover(random_);
    // Else just the process.
  }

  void Recover() {
    files_.SetCapacity(MemFiles::kUnlimited);
    files_.FailSyncs(0);
    std::map<std::string, std::string> before;  // all files
    std::map<std::string, StrictFile> open;
    for (const std::string& name : NamesIn(files_, std::string(kFolder), "")) {
      before[name] = *ReadWholeFile(files_, Path(name));
      if (name.ends_with(kOpenSuffix)) open[name] = ReadStrictly(before[name], packed());
    }
    std::vector<TrustedEnd> trusted;
    if (random_.Chance(0.5)) {
      for (const auto& [name, end] : counted_) {
        trusted.push_back({name, end});
      }
    }
    std::map<std::string, std::uint64_t> told;
    auto recovered =
        RecoverArchive(files_, std::string(kFolder), trusted, [&](const RecoveredRecord& record) {
          ++told[std::string(record.file)];
          return CheckTold(record, open[std::string(record.file) + std::string(kOpenSuffix)]);
        });
    ASSERT_TRUE(recovered) << ToString(recovered.error());
    ASSERT_EQ(recovered->size(), open.size());
    for (const RecoveredFile& file : *recovered) {
      const std::string name = file.name + std::string(kOpenSuffix);
      ASSERT_EQ(file.end, open[name].end) << open[name].why;
      ASSERT_EQ(file.told, told[file.name]);
      ASSERT_EQ(file.set_aside, "");
      before[name].resize(file.end);
      if (file.end == 0) before.erase(name);
    }
    if (random_.Chance(0.5)) files_.DropUnsynced();  // recovery has made all of it durable
    std::map<std::string, std::string> after;
    for (const std::string& name : NamesIn(files_, std::string(kFolder), "")) {
      after[name] = *ReadWholeFile(files_, Path(name));
    }
    ASSERT_TRUE(before == after);
    recovered_ = *std::move(recovered);
  }

  Status CheckTold(const RecoveredRecord& record, const StrictFile& file) {
    for (const StrictRecord& strict : file.records) {
      if (strict.offset != record.extent.offset) continue;
      const std::uint64_t closing = packed() ? 0 : kRecordEnd.size();
      EXPECT_EQ(strict.length, record.extent.length + closing);
      EXPECT_EQ(strict.Get("WARC-Target-URI"), record.target_uri);
      EXPECT_EQ(strict.Get("WARC-Record-ID"), "<" + std::string(record.record_id) + ">");
      return {};
    }
    ADD_FAILURE() << "no record at " << record.extent.offset;
    return {};
  }

  void CheckAll() {
    std::map<std::string, StrictFile> read;
    for (const std::string& name : NamesIn(files_, std::string(kFolder), "")) {
      StrictFile file = Read(name);
      ASSERT_EQ(file.why, "") << name;
      read[name.ends_with(kOpenSuffix) ? name.substr(0, name.size() - kOpenSuffix.size()) : name] =
          std::move(file);
    }
    for (const Known& known : durable_) {
      ASSERT_TRUE(read.contains(known.file)) << known.file;
      const StrictRecord* found = nullptr;
      for (const StrictRecord& record : read[known.file].records) {
        if (record.offset == known.offset) found = &record;
      }
      ASSERT_NE(found, nullptr) << known.url;
      ASSERT_EQ(found->length, known.length + (packed() ? 0 : kRecordEnd.size()));
      ASSERT_EQ(found->Get("WARC-Target-URI"), known.url);
      ASSERT_EQ(found->block, std::string(kResponseHead) + known.body);
    }
  }

  Random random_;
  MemFiles files_;
  ManualClock clock_{kSomeDay};
  ArchiveWriterOptions options_;
  std::unique_ptr<ArchiveWriter> writer_;
  std::vector<RecoveredFile> recovered_;
  std::map<std::uint64_t, Known> pending_;
  std::vector<Known> durable_;
  std::map<std::string, std::uint64_t> counted_;  // trusted ends
  int urls_ = 0;
  bool lost_ = false;
};

TEST(ArchiveCrashTest, NothingDurableIsLostInAnyLife) {
#if defined(MEGURI_ASAN)
  const std::uint64_t usual = 25;
#else
  const std::uint64_t usual = 150;
#endif
  const std::uint64_t lives = std::getenv("MEGURI_LONG") != nullptr ? 5'000 : usual;
  for (std::uint64_t seed = 0; seed < lives; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Life(seed).Run();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace meguri::warc
