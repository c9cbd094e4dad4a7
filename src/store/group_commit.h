// What the writer does, without its thread: takes what was submitted to the disk in groups.
//
//   Add() ─▶ [ waiting ] ─ Stage() ─▶ archive, links.log ─ Commit() ─▶ all synced, then the table
//                                                                      └▶ TakeDurable()
//
// Every step can be repeated after kDiskFull: each item knows what of it is written already. After
// any other error the object is of no more use. Not thread-safe: the writer's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/archive/capture_archiver.h"
#include "store/crawl_store.h"
#include "store/link_log.h"
#include "store/log/target_log.h"
#include "store/log/url_log.h"
#include "store/page_table.h"
#include "store/scores_file.h"

namespace meguri {

struct HostPut {
  std::string host;
  std::string bytes;
};
struct ScoreSave {
  std::vector<std::string> shards;
};
using StoreItem = std::variant<Capture, DnsCapture, HostPut, ScoreSave>;

// What it will hold in memory, about.
std::size_t BytesOf(const StoreItem& item);

struct GroupCommitParts {  // all but the archiver must outlive it
  Files& files;
  UrlLog& urls;
  TargetLog& targets;
  LinkLog& links;
  PageTable& table;
  std::unique_ptr<CaptureArchiver> archiver;
  std::string scores_path;
  std::uint32_t files_named = 0;  // archive files that the table has already
};

class GroupCommit {
 public:
  explicit GroupCommit(GroupCommitParts parts, StorePositions positions);

  void Add(StoreItem item);
  // Puts all that waits into the archive and the link log.
  Status Stage();
  // Stage(), and all is durable; so are all URLs that were added so far.
  Status Commit();
  // The same in steps, between which the loop may go on: the next one, until committing() is false.
  // After an error it begins anew. Nothing may be added meanwhile.
  Status CommitStep();
  bool committing() const { return next_step_ != CommitPart::kStage; }
  // Commit(), and the archive's file is closed and indexed.
  Status Close();

  // There is something to commit.
  bool dirty() const;
  std::size_t bytes() const { return bytes_; }  // of what is not durable
  std::uint64_t archive_bytes() const { return parts_.archiver->bytes(); }

  struct Done {
    std::vector<CrawlStore::Durable> durable;
    std::vector<std::pair<std::uint32_t, std::string>> files;  // new ones of the archive
    std::size_t bytes = 0;                                     // of the items that are done with
  };
  // Since the last call.
  Done TakeDone();

 private:
  // In the order of writing.
  enum class CommitPart : std::uint8_t { kStage, kArchive, kLinks, kTargets, kUrls, kTable };

  struct Entry {
    StoreItem item;
    std::size_t bytes = 0;
    ArchiveProgress progress;
    bool linked = false;  // its links are in the log
    std::optional<PageRecord> older;
    bool looked_up = false;
  };

  Status StageEntry(Entry& entry);
  void FindDigests();
  Status StageCapture(Entry& entry, Capture& capture);
  Status FindOlder(Entry& entry, const Capture& capture);
  Status AfterFailure(Status status);
  Status WriteScoresDue();
  Status DoPart(CommitPart part);
  Status CommitTable();
  TableBatch MakeBatch();
  void Settle(TableBatch batch);

  GroupCommitParts parts_;
  StorePositions positions_;  // as the table has them
  std::deque<Entry> entries_;
  std::size_t staged_ = 0;                                        // of entries_, from the front
  std::size_t digested_ = 0;                                      // the same
  std::unordered_map<std::uint64_t, PageRecord> staged_records_;  // newest of each page
  std::map<std::string, std::string> hosts_;
  std::optional<ScoresFile> scores_;      // staged
  std::optional<ScoresFile> scores_due_;  // its links are committed
  std::size_t bytes_ = 0;
  CommitPart next_step_ = CommitPart::kStage;
  Done done_;
};

}  // namespace meguri
