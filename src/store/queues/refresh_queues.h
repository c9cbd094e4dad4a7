// The queues of a refresh crawl: every page with its next visit on disk, and those of today in
// memory.
//
//   queues.Advance(now);                        // now and then: opens the days that have come
//   while (auto page = queues.Take(host, now))  // when the host may be asked
//     … visit, decide when again …
//     queues.Schedule(page again);              // or End(page)
//   queues.Commit();                            // what was scheduled before it is durable
//
// Nothing is lost: a page is in a file until a later entry of it, or its end, is durable; a page
// that was taken and not scheduled again is handed out again after a restart. New URLs come in by
// Schedule(), too, due at once. What a host has no room for comes back after `overflow_days`, with
// a higher priority each time. The parts: long_term_queue.h, short_term_queue.h. Note:
// docs/design/refresh_queues.md.
//
// Errors as in long_term_queue.h: after kDiskFull call again, after another open it again.
// Not thread-safe: one thread owns it. Commit() and Advance() wait for the disk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "store/queues/long_term_queue.h"
#include "store/queues/short_term_queue.h"

namespace meguri {

struct RefreshQueuesOptions {
  LongTermOptions long_term;
  ShortTermOptions short_term;
  DayNumber overflow_days = 3;
};

class RefreshQueues {
 public:
  // `files` must outlive it. Nothing is handed out before Advance().
  static Result<std::unique_ptr<RefreshQueues>> Open(const RefreshQueuesOptions& options,
                                                     Files& files, WallTime now);

  // Opens the days that have come up to `now`, those that were missed first. kDiskFull: call again.
  // If the clock went back by days, it begins anew, as after a restart.
  Status Advance(WallTime now);
  // The page's next visit, instead of any that it has. One that is due on a day that is open can be
  // taken at once.
  void Schedule(const DuePage& page);
  void End(UrlKey key) { long_term_->End(key); }
  // The host's best page at `now`; hosts by short_term()'s numbers.
  std::optional<HeldPage> Take(std::uint32_t host, WallTime now);
  Status Commit();

  LongTermQueue& long_term() { return *long_term_; }
  ShortTermQueue& short_term() { return short_term_; }
  // How many pages found no room so far.
  std::uint64_t pushed_back() const { return pushed_back_; }

 private:
  RefreshQueues(const RefreshQueuesOptions& options, std::unique_ptr<LongTermQueue> long_term,
                DayNumber today)
      : overflow_days_(options.overflow_days),
        long_term_(std::move(long_term)),
        short_term_(options.short_term),
        today_(today) {}

  // What found no room comes back on another day.
  void PushBack();

  const DayNumber overflow_days_;
  std::unique_ptr<LongTermQueue> long_term_;
  ShortTermQueue short_term_;
  DayNumber today_;
  std::uint64_t pushed_back_ = 0;
};

}  // namespace meguri
