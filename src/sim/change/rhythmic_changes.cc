#include <algorithm>
#include <cassert>

#include "sim/change/change_process.h"
#include "sim/change/changes_before.h"
#include "sim/change/working_time.h"
#include "sim/draws.h"

namespace meguri {
namespace {

WallTime AtMicros(std::int64_t micros) { return WallTime(std::chrono::microseconds(micros)); }

// The n-th change, from 0, is planned for n periods after the page's own moment, and a jitter. The
// jitter is added to a plan that is early by as much, so that none lies before 1970.
class Plan {
 public:
  Plan(std::chrono::microseconds period, std::chrono::microseconds jitter)
      : period_(period.count()), spread_(2 * jitter.count() + 1) {
    assert(jitter.count() >= 0);
    assert(spread_ <= period_);
  }

  std::int64_t period() const { return period_; }
  std::int64_t MomentOf(std::uint64_t key, std::int64_t n) const {
    const std::uint64_t bits = Draw(key, static_cast<std::uint64_t>(n));
    return n * period_ + PhaseOf(key) +
           static_cast<std::int64_t>(Below(bits, static_cast<std::uint64_t>(spread_)));
  }
  // The last change that is planned for `micros` or before; -1 if there is none.
  std::int64_t LastUntil(std::uint64_t key, std::int64_t micros) const {
    const std::int64_t since_phase = micros - PhaseOf(key);
    if (since_phase < 0) return -1;
    const std::int64_t n = since_phase / period_;
    return MomentOf(key, n) <= micros ? n : n - 1;
  }

 private:
  std::int64_t PhaseOf(std::uint64_t key) const {
    return static_cast<std::int64_t>(
        Below(Draw(key, ~std::uint64_t{0}), static_cast<std::uint64_t>(period_)));
  }

  std::int64_t period_;
  std::int64_t spread_;
};

class Rhythm final : public ChangeProcess {
 public:
  explicit Rhythm(const Plan& plan) : plan_(plan) {}

  PageState At(std::uint64_t key, WallTime t) const override {
    const std::int64_t n = plan_.LastUntil(key, t.time_since_epoch().count());
    if (n < 0) return {};
    return {.version = static_cast<std::uint64_t>(n) + 1,
            .trivial = 0,
            .since = AtMicros(plan_.MomentOf(key, n)),
            .absent = false};
  }

  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return CollectChanges(*this, key, from, to);
  }

 private:
  Plan plan_;
};

// The plan of each period is carried out within the working hours of that period, in the same
// order; what is planned for a period without any (a night, a weekend) falls flat.
class WorkdayRhythm final : public ChangeProcess {
 public:
  explicit WorkdayRhythm(const Plan& plan) : plan_(plan) {}

  PageState At(std::uint64_t key, WallTime t) const override {
    std::int64_t micros = t.time_since_epoch().count();
    while (micros >= 0) {
      micros = LastWorkingMoment(micros);
      if (micros < 0) break;
      const std::int64_t begin = micros / plan_.period() * plan_.period();
      // Later changes are planned for later, whether here or in the calendar: so of those that are
      // planned for this period, the last that has come.
      std::int64_t n = plan_.LastUntil(key, begin + plan_.period() - 1);
      while (n >= 0 && plan_.MomentOf(key, n) >= begin) {
        const std::int64_t moment = CarriedOut(plan_.MomentOf(key, n), begin);
        if (moment <= micros) {
          return {.version = static_cast<std::uint64_t>(n) + 1,
                  .trivial = 0,
                  .since = AtMicros(moment),
                  .absent = false};
        }
        --n;
      }
      micros = begin - 1;
    }
    return {};
  }

  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return CollectChanges(*this, key, from, to);
  }

 private:
  // REQUIRES: the period that begins at `begin` has working time and `planned` lies in it.
  std::int64_t CarriedOut(std::int64_t planned, std::int64_t begin) const {
    __extension__ using Wide = __int128;
    const std::int64_t worked = WorkedUntil(begin);
    const std::int64_t working = WorkedUntil(begin + plan_.period()) - worked;
    return WhenWorked(worked + static_cast<std::int64_t>(static_cast<Wide>(planned - begin) *
                                                         working / plan_.period()));
  }

  Plan plan_;
};

}  // namespace

std::unique_ptr<ChangeProcess> RhythmicChanges(std::chrono::microseconds period,
                                               std::chrono::microseconds jitter, bool workdays) {
  const Plan plan(period, jitter);
  if (workdays) return std::make_unique<WorkdayRhythm>(plan);
  return std::make_unique<Rhythm>(plan);
}

}  // namespace meguri
