// One page of a simulated revisit crawl: what each access finds there, and what that is worth.
//
// Linear in the page's events. Not thread-safe: owned by one replay.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/revisit/revisit_pages.h"

namespace meguri {

// What all accesses came to. The first ones, which all policies have alike, are not counted.
struct RevisitCounts {
  std::uint64_t accesses = 0;
  std::uint64_t captured = 0;  // new versions
  double shares = 0;           // of its new versions that each changing page got, summed
  std::uint64_t changing = 0;  // pages with a new version
  double fresh_days = 0;
  double delay_days = 0;  // of all that were captured
};

class PageWatch {
 public:
  // At the first access. `pages` must outlive it. `ignore_trivial`: a content counts as a change if
  // its simhash is more than 3 bits from that of the last one that counted, or unknown.
  PageWatch(const RevisitPages& pages, const RevisitPage& page, bool ignore_trivial)
      : pages_(&pages),
        page_(&page),
        next_(page.first_event),
        last_(page.begin),
        now_{page.initial, page.initial_fingerprint, page.initial_has_fingerprint},
        held_(now_.version),
        counted_(now_),
        ignore_trivial_(ignore_trivial),
        seen_(page.new_versions + std::size_t{2}) {
    seen_[held_] = true;
  }

  // Fetches the page; true if it changed. REQUIRES: last access < time < the page's end.
  bool Access(double time, RevisitCounts& counts) {
    GoTo(time, counts);
    ++counts.accesses;
    const bool differs = now_.version != held_;
    held_ = now_.version;
    if (differs && held_ != 0 && !seen_[held_]) {
      seen_[held_] = true;
      ++captured_;
      ++counts.captured;
      counts.delay_days += time - since_;
    }
    if (!ignore_trivial_) return differs;
    if (!IsChange()) return false;
    counted_ = now_;
    return true;
  }

  // Until its end nothing more is fetched.
  void Finish(RevisitCounts& counts) {
    GoTo(page_->end, counts);
    if (page_->new_versions == 0) return;
    ++counts.changing;
    counts.shares += static_cast<double>(captured_) / static_cast<double>(page_->new_versions);
  }

  double last() const { return last_; }
  const RevisitPage& page() const { return *page_; }

 private:
  struct Content {
    std::uint32_t version = 0;
    std::uint64_t simhash = 0;
    bool has_simhash = false;
  };

  void GoTo(double time, RevisitCounts& counts) {
    for (; next_ < page_->last_event && pages_->times[next_] <= time; ++next_) {
      const double at = pages_->times[next_];
      if (now_.version == held_) counts.fresh_days += at - last_;
      last_ = at;
      since_ = at;
      now_ = {pages_->versions[next_], pages_->simhashes[next_], pages_->has_simhash[next_]};
    }
    if (now_.version == held_) counts.fresh_days += time - last_;
    last_ = time;
  }

  bool IsChange() const {
    constexpr int kTrivialBits = 3;
    if (now_.version == counted_.version) return false;
    if (now_.version == 0 || counted_.version == 0) return true;
    if (!now_.has_simhash || !counted_.has_simhash) return true;
    return std::popcount(now_.simhash ^ counted_.simhash) > kTrivialBits;
  }

  const RevisitPages* pages_;
  const RevisitPage* page_;
  std::uint64_t next_;  // event
  double last_;         // until here all is counted
  double since_ = 0;    // of the last event
  Content now_;
  std::uint32_t held_;
  Content counted_;
  bool ignore_trivial_;
  std::uint32_t captured_ = 0;
  std::vector<bool> seen_;  // by version
};

}  // namespace meguri
