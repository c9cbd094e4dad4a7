#include "sim/generated/page_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/draws.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;

// What is drawn for a page; apart from the draws of other files.
constexpr std::uint64_t kWhichProcess = 0x636861'01;
constexpr std::uint64_t kProcessKey = 0x636861'02;
constexpr std::uint64_t kCreated = 0x636861'03;

constexpr std::uint64_t kAllDraws = std::uint64_t{1} << 32U;
constexpr microseconds kMinMean = std::chrono::milliseconds(1);

Result<std::unique_ptr<ChangeProcess>> MakeReplay(const ChangeRule& rule,
                                                  const ChangeHistories& histories,
                                                  WallTime start) {
  const auto found = histories.find(rule.path);
  if (found == histories.end() || found->second.empty()) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("no change histories: {}", rule.path));
  }
  WallTime first = WallTime::max();
  for (const ChangeHistory& history : found->second) {
    if (history.times.empty() || history.times.size() != history.versions.size() ||
        !std::ranges::is_sorted(history.times)) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("a change history is empty or not in order: {}", rule.path));
    }
    first = std::min(first, history.times.front());
  }
  return ReplayedChanges(found->second, start - first);
}

Result<std::unique_ptr<ChangeProcess>> MakeProcess(const ChangeRule& rule,
                                                   const ChangeHistories& histories,
                                                   WallTime start) {
  switch (rule.kind) {
    case ChangeRule::Kind::kNever:
      return NeverChanges(WallTime{});
    case ChangeRule::Kind::kPoisson:
      if (rule.every < kMinMean) break;
      return PoissonChanges(rule.every);
    case ChangeRule::Kind::kRhythm:
      if (rule.every < kMinMean || rule.jitter < microseconds(0) ||
          rule.jitter >= (rule.every + microseconds(1)) / 2) {
        return Fail(ErrorCode::kInvalidArgument,
                    "a rhythm wants a period of 1 ms at least, and a jitter below half of it");
      }
      return RhythmicChanges(rule.every, rule.jitter, rule.workdays);
    case ChangeRule::Kind::kBursts:
      if (rule.every < kMinMean || rule.within < microseconds(0)) break;
      if (rule.changes == 0) {
        return Fail(ErrorCode::kInvalidArgument, "a burst wants a change at least");
      }
      return BurstyChanges(rule.every, rule.changes, rule.within);
    case ChangeRule::Kind::kReplay:
      return MakeReplay(rule, histories, start);
  }
  return Fail(ErrorCode::kInvalidArgument, "changes want 1 ms between them at least, on average");
}

}  // namespace

std::vector<ChangeRule> RealWebMixture() {
  using enum ChangeRule::Kind;
  const auto poisson = [](double weight, microseconds every) {
    return ChangeRule{.kind = kPoisson, .weight = weight, .every = every, .path = {}};
  };
  ChangeRule workdays{.kind = kRhythm, .weight = 4, .every = days(1), .path = {}};
  workdays.jitter = hours(1);
  workdays.workdays = true;
  ChangeRule hourly = workdays;
  hourly.weight = 1;
  hourly.every = hours(1);
  hourly.jitter = minutes(5);
  ChangeRule weekly{.kind = kRhythm, .weight = 2, .every = days(7), .path = {}};
  weekly.jitter = hours(2);
  ChangeRule bursts{.kind = kBursts, .weight = 4, .every = days(60), .path = {}};
  bursts.within = days(1);
  ChangeRule counter = poisson(4, hours(6));
  counter.trivial = true;
  return {ChangeRule{.kind = kNever, .weight = 35, .path = {}},
          poisson(21, days(120)),
          poisson(14, days(30)),
          poisson(9, days(7)),
          poisson(5, days(1)),
          poisson(1, hours(1)),
          workdays,
          hourly,
          weekly,
          bursts,
          counter};
}

Result<PageChanges> PageChanges::Create(std::span<const ChangeRule> rules,
                                        const ChangeHistories& histories, WallTime start) {
  std::vector<ChangeRule> mixture;
  if (rules.empty()) {
    mixture = RealWebMixture();
    rules = mixture;
  }
  double total = 0;
  for (const ChangeRule& rule : rules) {
    if (!(rule.weight >= 0 && rule.weight <= std::numeric_limits<float>::max())) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("the weight of a change rule is {}, want 0 or more", rule.weight));
    }
    total += rule.weight;
  }
  if (!(total > 0)) {
    return Fail(ErrorCode::kInvalidArgument, "the weights of the change rules are all 0");
  }
  PageChanges changes(start);
  double sum = 0;
  for (const ChangeRule& rule : rules) {
    sum += rule.weight;
    MEGURI_TRY(auto process, MakeProcess(rule, histories, start));
    if (rule.trivial) process = TrivialChanges(std::move(process));
    changes.has_replays_ = changes.has_replays_ || rule.kind == ChangeRule::Kind::kReplay;
    const double share = sum / total;
    changes.parts_.push_back(
        {static_cast<std::uint64_t>(share * static_cast<double>(kAllDraws)), std::move(process)});
  }
  changes.parts_.back().below = kAllDraws;
  return changes;
}

const ChangeProcess& PageChanges::ProcessOf(std::uint64_t page_key) const {
  const std::uint64_t draw = Draw(page_key, kWhichProcess) >> 32U;
  return *std::ranges::find_if(parts_, [draw](const Part& part) {
            return draw < part.below;
          })->process;
}

PageState PageChanges::At(std::uint64_t page_key, WallTime now) const {
  PageState state = ProcessOf(page_key).At(Draw(page_key, kProcessKey), now);
  constexpr auto kMostDays = static_cast<std::uint64_t>(microseconds(days(5 * 365)).count());
  const WallTime created =
      start_ - days(1) -
      microseconds(static_cast<std::int64_t>(Below(Draw(page_key, kCreated), kMostDays)));
  if (state.since < created || state.since > now) state.since = created;
  return state;
}

std::vector<WallTime> PageChanges::ChangesIn(std::uint64_t page_key, WallTime from,
                                             WallTime to) const {
  return ProcessOf(page_key).ChangesIn(Draw(page_key, kProcessKey), from, to);
}

}  // namespace meguri
