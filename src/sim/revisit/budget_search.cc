#include "sim/revisit/budget_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace meguri {
namespace {

constexpr double kMostLog = 20.72;  // ln 1e9
constexpr double kLongestStep = 3;
constexpr int kMostAttempts = 40;
constexpr double kAim = kBudgetTolerance / 5;

struct Attempt {
  double at;      // ln of the stretch
  double excess;  // ln of accesses / allowed
};

// Known to be too much below `low`, too little above `high`.
class Bracket {
 public:
  void Add(const Attempt& attempt) { (attempt.excess > 0 ? low_ : high_) = attempt.at; }
  // A step that `slope` asks for, kept well inside.
  double From(const Attempt& attempt, double slope) const {
    const double step = std::clamp(-attempt.excess / slope, -kLongestStep, kLongestStep);
    const double to = attempt.at + step;
    const double room = high_ - low_;
    if (!std::isfinite(room)) return std::clamp(to, -kMostLog, kMostLog);
    constexpr double kMargin = 0.05;
    return to > low_ + kMargin * room && to < high_ - kMargin * room ? to : low_ + room / 2;
  }
  // Nothing left between: the noise is larger than the aim.
  bool closed() const { return high_ - low_ < 1e-9; }

 private:
  double low_ = -std::numeric_limits<double>::infinity();
  double high_ = std::numeric_limits<double>::infinity();
};

}  // namespace

BudgetFit FitBudget(std::uint64_t allowed,
                    const std::function<std::uint64_t(double stretch)>& accesses) {
  const auto attempt = [&](double at) {
    const auto got = std::max<double>(0.5, static_cast<double>(accesses(std::exp(at))));
    return Attempt{at, std::log(got / std::max<double>(0.5, static_cast<double>(allowed)))};
  };
  Attempt now = attempt(0);
  Attempt best = now;
  Bracket bracket;
  double slope = -1;
  for (int i = 1; i < kMostAttempts && std::abs(best.excess) > kAim; ++i) {
    bracket.Add(now);
    if (bracket.closed()) break;
    const Attempt next = attempt(bracket.From(now, slope));
    if (next.at == now.at) break;  // at an end
    // A flat piece says nothing of where to go.
    slope = std::clamp((next.excess - now.excess) / (next.at - now.at), -2.0, -0.05);
    now = next;
    if (std::abs(now.excess) < std::abs(best.excess)) best = now;
  }
  return {std::exp(best.at), std::abs(std::expm1(best.excess)) <= kBudgetTolerance};
}

}  // namespace meguri
