// Random lives of a store without its thread: full disks, failing syncs, a table that takes
// nothing, crashes. After each: what was called durable is there, at its place, and once.
#include "store/group_commit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "store/archive/archive_index.h"
#include "store/archive/late_index.h"
#include "tests/store/made_store.h"
#include "tests/warc/strict_reader.h"
#include "warc/write/archive_recovery.h"

namespace meguri {
namespace {

using testing_store::kShards;
using testing_store::MadeBody;
using testing_store::MadeCapture;
using testing_store::MadeKey;
using testing_store::MadeLinks;
using testing_store::MadeStoredUrl;
using testing_store::MadeUrl;

// What a batch that was taken leaves; it survives every crash.
class MemTable final : public PageTable {
 public:
  Result<std::optional<PageRecord>> ReadPage(UrlKey key) const override {
    const auto it = pages.find(key);
    if (it == pages.end()) return std::optional<PageRecord>();
    return ParsePageRecord(it->second);
  }
  Status ForEachPage(const std::function<void(UrlKey, const PageRecord&)>& sink) const override {
    for (const auto& [key, bytes] : pages)
      sink(key, *ParsePageRecord(bytes));
    return {};
  }
  Status ForEachHost(
      const std::function<void(std::string_view, std::string_view)>& sink) const override {
    for (const auto& [host, bytes] : hosts)
      sink(host, bytes);
    return {};
  }
  Result<std::vector<std::string>> ReadFiles() const override { return files; }
  Result<StorePositions> ReadPositions() const override { return positions; }
  Status Commit(const TableBatch& batch) override {
    if (full > 0) {
      --full;
      return Fail(ErrorCode::kDiskFull, "table: full");
    }
    for (const auto& [key, bytes] : batch.pages)
      pages[key] = bytes;
    for (const auto& [host, bytes] : batch.hosts)
      hosts[host] = bytes;
    for (const auto& [number, name] : batch.files) {
      files.resize(number);
      files.push_back(name);
    }
    positions = batch.positions;
    return {};
  }

  TableUse use() const override { return {}; }

  int full = 0;  // so many commits are refused
  std::map<UrlKey, std::string> pages;
  std::map<std::string, std::string> hosts;
  std::vector<std::string> files;
  StorePositions positions;
};

class Life {
 public:
  explicit Life(std::uint64_t seed) : random_(seed) {
    options_ = testing_store::OptionsFor("").archive;
    options_.directory = "archive";
    options_.max_file_bytes = 3'000 + random_.Uniform(60'000);
    options_.buffer_bytes = 1 + random_.Uniform(20'000);
  }

  void Run(int crashes) {
    for (int i = 0; i < crashes && !testing::Test::HasFatalFailure(); ++i) {
      Start();
      if (testing::Test::HasFatalFailure()) return;
      CheckAll();
      for (std::uint64_t steps = random_.Uniform(60); steps > 0; --steps)
        Step();
      commit_.reset();
      urls_.reset();
      targets_.reset();
      links_.reset();
      files_.FailSyncs(0);
      files_.SetCapacity(MemFiles::kUnlimited);
      if (random_.Chance(0.5)) {
        files_.CrashAndRecover(random_);
      } else {
        files_.DropUnsynced();
      }
    }
    Start();
    CheckAll();
    while (!commit_->Close())
      FAIL();
  }

  std::size_t troubles() const { return troubles_; }

 private:
  void Start() {
    ASSERT_TRUE(files_.MakeDirectories("archive"));
    const StorePositions positions = table_.positions;
    std::vector<warc::TrustedEnd> trusted;
    if (!positions.archive_file.empty()) {
      trusted.push_back({positions.archive_file, positions.archive_end});
    }
    const auto recovered = warc::RecoverArchive(
        files_, "archive", trusted, [](const warc::RecoveredRecord&) { return Status(); });
    ASSERT_TRUE(recovered) << ToString(recovered.error());
    for (const warc::RecoveredFile& file : *recovered) {
      if (file.end > 0) {
        ASSERT_TRUE(warc::CloseRecovered(files_, "archive", file));
      }
    }
    ASSERT_TRUE(LateIndex(files_, "archive", *FindUnindexed(files_, "archive")).Finish());
    auto urls = UrlLog::Open(files_, "urls.log", positions.urls_end);
    ASSERT_TRUE(urls) << ToString(urls.error());
    urls_ = *std::move(urls);
    auto targets = TargetLog::Open(files_, "targets.log", positions.targets_end);
    ASSERT_TRUE(targets) << ToString(targets.error());
    targets_ = *std::move(targets);
    auto links = LinkLog::Open(files_, "links.log", positions.links_end);
    ASSERT_TRUE(links) << ToString(links.error());
    links_ = *std::move(links);
    ASSERT_TRUE(files_.SyncDirectory("."));
    const auto first = static_cast<std::uint32_t>(table_.files.size());
    auto archiver =
        CaptureArchiver::Create(options_, files_, clock_, random_.Split(random_.Next()), first);
    commit_ = std::make_unique<GroupCommit>(GroupCommitParts{.files = files_,
                                                             .urls = *urls_,
                                                             .targets = *targets_,
                                                             .links = *links_,
                                                             .table = table_,
                                                             .archiver = *std::move(archiver),
                                                             .scores_path = "scores",
                                                             .files_named = first},
                                            positions);
    known_ = 0;
    ASSERT_TRUE(urls_->Replay([&](const StoredUrl& url, std::uint64_t) {
      EXPECT_EQ(url.url, MadeUrl(known_));
      ++known_;
    }));
    submitted_.clear();
    for (const auto& [key, bytes] : table_.pages)
      submitted_.insert(key.id * kShards + key.shard);
  }

  void Step() {
    const double dice = random_.Double();
    if (dice < 0.6) {
      Submit();
    } else if (dice < 0.7) {
      Try([&] { return commit_->Stage(); });
    } else if (dice < 0.8) {
      commit_->Add(ScoreSave{std::vector<std::string>(kShards, std::to_string(known_))});
    } else {
      if (random_.Chance(0.3)) table_.full = static_cast<int>(random_.Uniform(3));
      if (random_.Chance(0.2)) files_.FailSyncs(static_cast<int>(1 + random_.Uniform(2)));
      Try([&] { return commit_->Commit(); });
    }
  }

  // Until it works, with a little more room each time.
  void Try(const std::function<Status()>& attempt) {
    std::uint64_t room = random_.Chance(0.5) ? random_.Uniform(3'000) : MemFiles::kUnlimited;
    for (;;) {
      files_.SetCapacity(room == MemFiles::kUnlimited ? room : Used() + room);
      const Status status = attempt();
      for (const auto& durable : commit_->TakeDone().durable) {
        durable_.insert(durable.key.id * kShards + durable.key.shard);
      }
      if (status) break;
      ++troubles_;
      if (room != MemFiles::kUnlimited) room += 500 + random_.Uniform(2'000);
    }
    files_.SetCapacity(MemFiles::kUnlimited);
  }

  std::uint64_t Used() {
    std::uint64_t sum = 0;
    for (const char* folder : {".", "archive"}) {
      const auto entries = files_.List(folder);
      for (const DirectoryEntry& entry : *entries) {
        if (entry.is_directory) continue;
        sum += *(*files_.OpenToRead(std::string(folder) + "/" + entry.name))->Size();
      }
    }
    return sum;
  }

  void Submit() {
    std::uint32_t number = 0;
    while (submitted_.contains(number))
      ++number;
    for (; known_ <= number; ++known_) {
      const std::string url = MadeUrl(known_);
      urls_->Append(MadeStoredUrl(known_, url));
    }
    submitted_.insert(number);
    Capture capture = MadeCapture(number);
    std::vector<LinkTarget>& targets = capture.links->targets;
    if (!targets.empty()) capture.record.targets_at = targets_->Append(targets) + 1;
    targets.clear();
    commit_->Add(std::move(capture));
    commit_->Add(HostPut{"h", std::to_string(number)});
  }

  void CheckAll() {
    std::map<UrlKey, int> logged;
    const Status replayed = links_->Replay(0, [&](LoggedPage& page, std::uint64_t targets_at) {
      ++logged[page.page];
      const std::uint32_t number = page.page.id * kShards + page.page.shard;
      const std::vector<LinkTarget> made = MadeLinks(number).targets;
      EXPECT_EQ(targets_at == 0, made.empty());
      if (targets_at != 0) {
        EXPECT_EQ(*targets_->Read(targets_at - 1), made);
      }
      return Status();
    });
    ASSERT_TRUE(replayed) << ToString(replayed.error());
    EXPECT_EQ(logged.size(), table_.pages.size());
    for (const std::uint32_t number : durable_) {
      ASSERT_TRUE(table_.pages.contains(MadeKey(number))) << number;
      ASSERT_LT(number, known_);
    }
    for (const auto& [key, bytes] : table_.pages) {
      EXPECT_EQ(logged[key], 1);
      CheckArchived(key.id * kShards + key.shard, *ParsePageRecord(bytes));
    }
    const auto scores = ReadScores(files_, "scores");
    ASSERT_TRUE(scores);
    if (*scores) {
      EXPECT_LE((*scores)->links_end, links_->durable_end());
      EXPECT_TRUE(links_->Replay((*scores)->links_end,
                                 [](LoggedPage&, std::uint64_t) { return Status(); }));
    }
  }

  void CheckArchived(std::uint32_t number, const PageRecord& record) {
    ASSERT_TRUE(record.place);
    ASSERT_LT(record.place->file, table_.files.size());
    const auto file = files_.OpenToRead("archive/" + table_.files[record.place->file]);
    ASSERT_TRUE(file) << ToString(file.error());
    std::string member(record.place->length, '\0');
    ASSERT_EQ((*file)->ReadAt(record.place->offset, std::span(member.data(), member.size())),
              member.size());
    const auto found = warc::ReadStrictly(member, true);
    ASSERT_EQ(found.why, "");
    ASSERT_EQ(found.records.size(), 1);
    EXPECT_EQ(found.records[0].Get("WARC-Target-URI"), MadeUrl(number));
    EXPECT_EQ(found.records[0].block, std::string(testing_store::kMadeHead) + MadeBody(number));
  }

  Random random_;
  MemFiles files_;
  const ManualClock clock_;
  MemTable table_;
  warc::ArchiveWriterOptions options_;
  std::unique_ptr<UrlLog> urls_;
  std::unique_ptr<TargetLog> targets_;
  std::unique_ptr<LinkLog> links_;
  std::unique_ptr<GroupCommit> commit_;
  std::uint32_t known_ = 0;
  std::set<std::uint32_t> submitted_;
  std::set<std::uint32_t> durable_;
  std::size_t troubles_ = 0;
};

TEST(GroupCommitTest, RandomLives) {
  const std::uint64_t lives = std::getenv("MEGURI_LONG") != nullptr ? 2'000 : 20;
  std::size_t troubles = 0;
  for (std::uint64_t seed = 0; seed < lives && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Life life(seed);
    life.Run(4);
    troubles += life.troubles();
  }
  EXPECT_GT(troubles, lives);
}

}  // namespace
}  // namespace meguri
