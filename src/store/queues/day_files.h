// The files of the long-term queue, one for each day, and the manifest that says how long each is.
//
//   manifest          which journals are done, and for each day the bytes that count
//   journal.000017    the one behind those that are done: it is always there (revisit_journal.h)
//   2026-12-01.due    blocks (due_block.h); grows by each split
//
// Append() writes behind what counts; Commit() makes all that was appended count at once, by
// replacing the manifest. Whatever the manifest doesn't know of is cut or removed by Open().
//
// Errors: kDiskFull and kIo leave what counts as it is: do the whole split again. But once doubt()
// has something, all fail with that. kCorrupt if the manifest is damaged, or the journal is gone. A
// damaged or shortened day file is no error here, it is among problems(). Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/queues/due_page.h"

namespace meguri {

// "2026-12-01.due"
std::string DayFileName(DayNumber day);

class DayFiles {
 public:
  // Makes the folder, an empty journal and then an empty manifest, if there is none. Removes
  // nothing before it is sure that the manifest which it read is the one that stays.
  static Result<DayFiles> Open(Files& files, const std::string& directory);

  // Bytes of each day that count.
  const std::map<DayNumber, std::uint64_t>& days() const { return days_; }
  // All journals up to this number are in the day files.
  std::uint64_t journals_done() const { return journals_done_; }
  std::string PathOf(DayNumber day) const { return directory_ + "/" + DayFileName(day); }
  // The journal behind those that are done, or one that comes later.
  std::string JournalPath(std::uint64_t number) const;
  std::uint64_t bytes() const;
  // A line each: files that are gone or too short.
  const std::vector<Error>& problems() const { return problems_; }
  // The folder could not be synced, so nobody knows which of two manifests, or which names, a crash
  // would leave. Both are complete as long as nothing is written or removed: this refuses to, for
  // ever, and so must who writes the journal. Open() makes sure of what is there.
  const std::optional<Error>& doubt() const { return doubt_; }

  // A split begins: what one before has appended, and not committed, is forgotten.
  void Begin() { grown_.clear(); }
  // Once for each day and split. Synced, but for its name.
  Status Append(DayNumber day, std::string_view blocks);
  // REQUIRES: the journal behind `journals_done` is there; its name is made durable here.
  Status Commit(std::uint64_t journals_done);
  // They don't count any more, durably; then the files go. Those of `keep` get another name
  // instead: "2026-12-01.due.damaged".
  Status Remove(const std::vector<DayNumber>& days, const std::vector<DayNumber>& keep);

 private:
  DayFiles(Files& files, std::string directory)
      : files_(&files), directory_(std::move(directory)) {}

  // False: there is none, as there was never a queue here.
  Result<bool> ReadManifest();
  Status MakeNew(const std::vector<DirectoryEntry>& entries);
  Status ExpectJournal(const std::vector<DirectoryEntry>& entries) const;
  Status SyncNames();
  Status Doubt(const Error& why);
  Status WriteManifest(const std::map<DayNumber, std::uint64_t>& days, std::uint64_t done);
  // Brings the folder to what the manifest says.
  Status PutRight(const std::vector<DirectoryEntry>& entries);
  Status CheckSize(DayNumber day);

  Files* files_;
  std::string directory_;
  std::map<DayNumber, std::uint64_t> days_;
  std::map<DayNumber, std::uint64_t> grown_;  // appended, and not committed
  std::uint64_t journals_done_ = 0;
  std::vector<Error> problems_;
  std::optional<Error> doubt_;
};

}  // namespace meguri
