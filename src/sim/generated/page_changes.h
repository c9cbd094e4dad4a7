// How each page of a generated web changes: a mixture of ChangeProcesses, of which every page draws
// one, and the day on which it came into being.
//
// Constant once made: any thread may ask. Below 1 µs a question.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/change/change_process.h"
#include "sim/web/web_spec.h"

namespace meguri {

// The histories in the files that replay rules name, by path.
using ChangeHistories = std::map<std::string, std::vector<ChangeHistory>>;

class PageChanges {
 public:
  // No rules: RealWebMixture(). All histories of a replay are moved together, so that the first
  // moment of them all is `start`. Fails with kInvalidArgument if a rule asks for what can't be, or
  // for a path that `histories` lacks.
  static Result<PageChanges> Create(std::span<const ChangeRule> rules,
                                    const ChangeHistories& histories, WallTime start);

  // As ChangeProcess says it, but no page is older than its creation, which lies from a day to five
  // years before the start. `page_key`: PageKey().
  PageState At(std::uint64_t page_key, WallTime now) const;
  std::vector<WallTime> ChangesIn(std::uint64_t page_key, WallTime from, WallTime to) const;

  // True if some pages may be absent now and then.
  bool has_replays() const { return has_replays_; }

 private:
  struct Part {
    std::uint64_t below = 0;  // of 2³²: which draws it gets
    std::unique_ptr<ChangeProcess> process;
  };

  explicit PageChanges(WallTime start) : start_(start) {}

  const ChangeProcess& ProcessOf(std::uint64_t page_key) const;

  WallTime start_;
  bool has_replays_ = false;
  std::vector<Part> parts_;
};

// A third of the pages never changes, most others change every few months, few of them daily or by
// the hour (Cho and Garcia-Molina, "The evolution of the web and implications for an incremental
// crawler", 2000); some in office hours, some in bursts, some in nothing but their counters.
std::vector<ChangeRule> RealWebMixture();

}  // namespace meguri
