// Processes without chance of their own: none, another one's, a recorded one.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "sim/change/change_process.h"
#include "sim/change/changes_before.h"
#include "sim/draws.h"

namespace meguri {
namespace {

class Never final : public ChangeProcess {
 public:
  explicit Never(WallTime birth) : birth_(birth) {}

  PageState At(std::uint64_t /*key*/, WallTime /*t*/) const override {
    return {.version = 0, .trivial = 0, .since = birth_, .absent = false};
  }
  std::vector<WallTime> ChangesIn(std::uint64_t /*key*/, WallTime /*from*/,
                                  WallTime /*to*/) const override {
    return {};
  }

 private:
  WallTime birth_;
};

class Trivial final : public ChangeProcess {
 public:
  explicit Trivial(std::unique_ptr<ChangeProcess> process) : process_(std::move(process)) {}

  PageState At(std::uint64_t key, WallTime t) const override {
    PageState state = process_->At(key, t);
    state.trivial += std::exchange(state.version, 0);
    return state;
  }
  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return process_->ChangesIn(key, from, to);
  }

 private:
  std::unique_ptr<ChangeProcess> process_;
};

// What sets the version that there is anyway is no change.
ChangeHistory WithoutRepeats(const ChangeHistory& history, std::chrono::microseconds shift) {
  assert(!history.times.empty() && history.times.size() == history.versions.size());
  ChangeHistory result;
  for (std::size_t i = 0; i < history.times.size(); ++i) {
    if (i > 0 && history.versions[i] == result.versions.back()) continue;
    result.times.push_back(history.times[i] + shift);
    result.versions.push_back(history.versions[i]);
  }
  return result;
}

class Replay final : public ChangeProcess {
 public:
  Replay(const std::vector<ChangeHistory>& histories, std::chrono::microseconds shift) {
    assert(!histories.empty());
    histories_.reserve(histories.size());
    for (const ChangeHistory& history : histories)
      histories_.push_back(WithoutRepeats(history, shift));
  }

  PageState At(std::uint64_t key, WallTime t) const override {
    const ChangeHistory& history = HistoryOf(key);
    const auto behind = std::ranges::upper_bound(history.times, t) - history.times.begin();
    const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind - 1, 0));
    return {.version = history.versions[at],
            .trivial = 0,
            .since = history.times[at],
            .absent = history.versions[at] == 0};
  }
  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return CollectChanges(*this, key, from, to);
  }

 private:
  const ChangeHistory& HistoryOf(std::uint64_t key) const {
    return histories_[static_cast<std::size_t>(Below(Draw(key, 0), histories_.size()))];
  }

  std::vector<ChangeHistory> histories_;
};

}  // namespace

std::unique_ptr<ChangeProcess> NeverChanges(WallTime birth) {
  return std::make_unique<Never>(birth);
}

std::unique_ptr<ChangeProcess> TrivialChanges(std::unique_ptr<ChangeProcess> process) {
  return std::make_unique<Trivial>(std::move(process));
}

std::unique_ptr<ChangeProcess> ReplayedChanges(std::vector<ChangeHistory> histories,
                                               std::chrono::microseconds shift) {
  return std::make_unique<Replay>(histories, shift);
}

}  // namespace meguri
