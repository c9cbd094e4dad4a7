#include "store/queues/refresh_queues.h"

#include <algorithm>

namespace meguri {
namespace {

// A clock that goes back by less was put right; by more, and all that it had opened was a mistake.
constexpr DayNumber kTrustedDays = 1;
constexpr std::size_t kPushedAtOnce = 4'096;

}  // namespace

Result<std::unique_ptr<RefreshQueues>> RefreshQueues::Open(const RefreshQueuesOptions& options,
                                                           Files& files, WallTime now) {
  const DayNumber today = DayOf(MinuteOf(now));
  MEGURI_TRY(auto long_term, LongTermQueue::Open(options.long_term, files, today));
  return std::unique_ptr<RefreshQueues>(new RefreshQueues(options, std::move(long_term), today));
}

Status RefreshQueues::Advance(WallTime now) {
  const DayNumber day = DayOf(MinuteOf(now));
  if (day + kTrustedDays < today_) {
    short_term_.Clear();
    long_term_->Reopen();
    today_ = day;
  }
  today_ = std::max(today_, day);
  Status opened = long_term_->OpenDays(today_, [this](const DuePage& page) {
    short_term_.Add(page);
    if (short_term_.overflow_size() >= kPushedAtOnce) PushBack();
  });
  short_term_.TrimAll();
  PushBack();
  return opened;
}

void RefreshQueues::Schedule(const DuePage& page) {
  DuePage entry = page;
  entry.generation = long_term_->Schedule(page);
  if (!long_term_->is_open(DayOf(page.due))) return;
  short_term_.Add(entry);
}

std::optional<HeldPage> RefreshQueues::Take(std::uint32_t host, WallTime now) {
  // It may have got another day since it came here.
  while (auto page = short_term_.Take(host, MinuteOf(now))) {
    if (long_term_->is_current(page->view())) return page;
  }
  return std::nullopt;
}

Status RefreshQueues::Commit() {
  PushBack();
  return long_term_->Commit();
}

void RefreshQueues::PushBack() {
  const DueMinute back = (today_ + overflow_days_) * kMinutesPerDay;
  for (const HeldPage& held : short_term_.TakeOverflow()) {
    DuePage page = held.view();
    if (!long_term_->is_current(page)) continue;
    page.due = back + page.due % kMinutesPerDay;
    if (page.priority < UINT8_MAX) ++page.priority;
    long_term_->Schedule(page);
    ++pushed_back_;
  }
}

}  // namespace meguri
