// When each page is to be visited next, on disk: the long-term queue of a refresh crawl.
//
// Schedule() puts a page into the journal, Commit() makes that durable; when the journal is long,
// its entries are split into one file for each day; OpenDays() hands out the pages whose day has
// come. A page has one entry that counts, the last one; what it had before is stale and dropped
// when it is met. A day's file is removed once none of its entries counts and that is durable. So
// after a crash at any moment each page that was committed is in the queue, with its last entry:
// one that was handed out and not scheduled again since is handed out again by the next life.
// docs/design/refresh_queues.md.
//
// Cost: Schedule(), Commit() and its part of a split 2 µs a page; OpenDays() 0.2 µs a page. Memory:
// 4 bytes for each page, a few MB, and while it splits twice the journal. Disk: about 30 bytes a
// page, depending on its URL, while none is stale.
//
// Errors: kDiskFull from Commit() and OpenDays() loses nothing: call again. If the folder can't be
// synced, both fail with that kIo from then on: open it again, nothing is lost. kCorrupt names the
// file and the place. Damage in a day file costs what was in that place alone, and is among
// problems(). Not thread-safe: one thread owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/queues/day_file_reader.h"
#include "store/queues/day_files.h"
#include "store/queues/due_block.h"
#include "store/queues/due_page.h"
#include "store/queues/page_schedule.h"
#include "store/queues/revisit_journal.h"

namespace meguri {

struct LongTermOptions {
  std::string directory;
  // Of the journal: longer ones make larger blocks, which pack better, and cost memory.
  std::uint64_t split_bytes = std::uint64_t{64} << 20U;
  // No visit is farther away: what is scheduled for later comes then, and a file for later comes of
  // a clock that was wrong, and is due now.
  DayNumber horizon_days = 403;
  // A day's file that has been open for so long, with pages that nobody has scheduled since, is
  // given up: those are written again, as of today. Files go oldest first, so that one page would
  // hold all that come after it.
  DayNumber hold_days = 3;
};

class LongTermQueue {
 public:
  // Reads which page is where: a few million pages a second. `today`: see OpenDays().
  static Result<std::unique_ptr<LongTermQueue>> Open(const LongTermOptions& options, Files& files,
                                                     DayNumber today);

  // From now on this is the page's next visit. `generation` is set by the queue, which gives it
  // back. A day that is open already, or was missed, is not handed out again by this process: the
  // caller has the page in hand, and its entry is one of the day that was opened last. REQUIRES: a
  // URL of at most 1 MiB, is_ended false.
  std::uint16_t Schedule(const DuePage& page);
  // There is no next visit.
  void End(UrlKey key);

  // What was scheduled is durable; splits the journal if it is long; files that are done with go.
  Status Commit();

  // Hands out each page whose day has come, and that was not handed out by this process: days that
  // were missed first, oldest first; within a file in no order. The pages are views. `sink` may
  // Schedule() and End(). If the clock went back, there is nothing to do. After an error it goes
  // on where it was.
  Status OpenDays(DayNumber today, const std::function<void(const DuePage& page)>& sink);

  // No day is open any more: what was handed out, and not scheduled since, will be handed out
  // again.
  void Reopen() {
    opened_.reset();
    opened_far_.clear();
    opened_on_.clear();
    part_ = {};
  }

  // Every page's entry that counts, without its URL: to add up the load of hosts at the start.
  Status ForEachPage(
      const std::function<void(std::string_view origin, const DuePage& page)>& sink) const;

  // False: never scheduled, ended, or lost in a damaged file.
  bool scheduled(UrlKey key) const { return schedule_.Find(key).day != 0; }
  // For who has a page in hand: whether it was scheduled or ended since.
  bool is_current(const DuePage& page) const {
    const PageSchedule::Entry entry = schedule_.Find(page.key);
    return entry.generation == page.generation && entry.day != 0;
  }
  bool is_open(DayNumber day) const { return opened_ && day <= *opened_; }
  std::uint64_t pages() const { return pages_; }
  std::uint64_t pages_on(DayNumber day) const { return counts_[day]; }
  std::uint64_t disk_bytes() const { return days_.bytes() + journal_->size(); }
  std::size_t files() const { return days_.days().size(); }
  // A line each, of what is damaged: the file, the place, what to do.
  const std::vector<Error>& problems() const { return problems_; }

 private:
  LongTermQueue(LongTermOptions options, Files& files, DayFiles days, DayNumber today);

  // Makes the table of what is on disk.
  Status Rebuild();
  void Meet(const DuePage& page);
  std::uint16_t Put(const DuePage& page, DayNumber day);
  bool Counts(const DuePage& page) const;
  Status Split();
  Status RemoveDone();
  // Whether it is time that the pages which are still in somebody's hands leave the file.
  bool IsHeldLong(DayNumber day) const;
  Status CarryOn(DayNumber day);
  Status HandOut(DayNumber day, const std::function<void(const DuePage& page)>& sink);
  Status HandOutBlock(const DayFileReader::Block& block,
                      const std::function<void(const DuePage& page)>& sink);
  // While a day is handed out, what is scheduled is not to fill the memory.
  Status FlushIfLong();
  // The block can't be read, but for its part A: those pages are in no queue any more.
  void Lose(DayNumber day);
  void Note(DayNumber day, std::uint64_t from, std::uint64_t end);
  void NoteAll(DayNumber day, const std::optional<std::vector<DayFileReader::Damage>>& damages);
  bool IsDue(DayNumber day) const { return day <= today_ || day > today_ + options_.horizon_days; }

  LongTermOptions options_;
  Files& files_;
  DayFiles days_;
  DayNumber today_;
  std::unique_ptr<RevisitJournal> journal_;
  PageSchedule schedule_;
  std::vector<std::uint32_t> counts_;  // by day: pages whose entry that counts is of that day
  std::uint64_t pages_ = 0;
  DayNumber last_day_ = 1;                    // of all entries: none is later
  std::optional<DayNumber> opened_;           // all days up to this
  std::set<DayNumber> opened_far_;            // and these
  std::map<DayNumber, DayNumber> opened_on_;  // of the files that were handed out: the day then
  struct Part {
    DayNumber day = 0;
    std::uint64_t end = 0;
  };
  Part part_;  // of a file, up to where it was handed out, if that failed
  std::set<DayNumber> damaged_;
  std::vector<Error> problems_;
  DueBlockReader reader_;
  DueBlockWriter writer_;
};

}  // namespace meguri
