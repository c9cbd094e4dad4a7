// What was scheduled since the last split, in the order in which it came: one file, so that a
// commit is one sync whatever days it is about.
//
//   journal.000017   | group | group | …      a group: length, checksum, entries of one commit
//
// A group that is torn is the last one, and its commit had not returned: it is cut. If whole groups
// follow, it is damage. Grammar: docs/formats/refresh_queues.md. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"
#include "store/log/append_log.h"
#include "store/queues/due_page.h"

namespace meguri {

void AppendJournalEntry(const DuePage& page, std::string& out);
// The entries of a group's payload, as views; false if it is none.
bool ParseJournalEntries(std::string_view payload, const std::function<void(const DuePage&)>& sink);
void AppendJournalGroup(std::string_view payload, std::string& out);
// The payload of the group at the front of `bytes`; nullopt: there is no whole one.
std::optional<std::string_view> ParseJournalGroup(std::string_view bytes, std::size_t* size);

class RevisitJournal {
 public:
  // An empty one, whatever is there under that name; its name is not durable yet.
  static Result<std::unique_ptr<RevisitJournal>> Create(Files& files, const std::string& path);
  // One that is there; a torn end is cut.
  static Result<std::unique_ptr<RevisitJournal>> Open(Files& files, const std::string& path);

  void Append(const DuePage& page) { AppendJournalEntry(page, group_); }
  // All that was appended is durable. After kDiskFull nothing is lost: try again.
  Status Flush();

  // Reads what is durable; the pages are views of `bytes`.
  Status Read(std::string& bytes, const std::function<void(const DuePage&)>& sink) const;

  std::uint64_t size() const { return log_->end() + group_.size(); }
  std::size_t waiting_bytes() const { return group_.size(); }
  const std::string& path() const { return log_->path(); }

 private:
  explicit RevisitJournal(std::unique_ptr<AppendLog> log) : log_(std::move(log)) {}

  std::unique_ptr<AppendLog> log_;
  std::string group_;  // since the last Flush()
};

}  // namespace meguri
