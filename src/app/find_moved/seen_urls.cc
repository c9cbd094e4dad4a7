#include "app/find_moved/seen_urls.h"

#include <algorithm>
#include <chrono>

namespace meguri::app {
namespace {

constexpr std::chrono::hours kPause{24};

std::int64_t HourOf(WallTime date) {
  return std::chrono::floor<std::chrono::hours>(date.time_since_epoch()).count();
}

}  // namespace

void SeenUrls::See(WallTime date) {
  hours_.insert(HourOf(date));
  end_.reset();
}

void SeenUrls::Add(std::string_view key, WallTime date) {
  const auto [at, is_new] = first_.try_emplace(std::string(key), date);
  if (!is_new) at->second = std::min(at->second, date);
  See(date);
}

void SeenUrls::SeePage(WallTime date) {
  page_ = std::max(page_.value_or(date), date);
  See(date);
}

void SeenUrls::SeeLinkToPage(WallTime date) {
  link_ = std::max(link_.value_or(date), date);
  See(date);
}

void SeenUrls::MissPage(WallTime date) {
  missed_.push_back(date);
  end_.reset();
}

WallTime SeenUrls::EndOfVisit(WallTime from) const {
  auto hour = hours_.lower_bound(HourOf(from));
  if (hour == hours_.end()) return from;
  auto last = hour;
  while (++hour != hours_.end() && *hour - *last <= kPause.count())
    last = hour;
  return std::max(from, WallTime(std::chrono::hours(*last + 1)));
}

WallTime SeenUrls::End() const {
  if (end_) return *end_;
  WallTime end = WallTime::max();  // of a page never seen nobody knows
  if (page_ || link_) {
    end = EndOfVisit(std::max(page_.value_or(WallTime::min()), link_.value_or(WallTime::min())));
  }
  for (const WallTime missed : missed_) {
    // Links to it live on when it is gone: if it was never seen itself, that whole visit was late.
    if (!page_) end = std::min(end, missed - kPause);
    if (page_ && missed > *page_) end = std::min(end, missed);
  }
  return end_.emplace(end);
}

bool SeenUrls::WasThereWithPage(const std::string& key) const {
  const auto found = first_.find(key);
  return found != first_.end() && found->second <= End();
}

bool SeenUrls::HasLater() const {
  return !hours_.empty() && WallTime(std::chrono::hours(*hours_.rbegin() + 1)) > End();
}

}  // namespace meguri::app
