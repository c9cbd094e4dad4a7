#include "revisit/uncertain_gain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>

#include "revisit/marginal_gain.h"
#include "revisit/visit.h"

namespace meguri::revisit {
namespace {

constexpr int kDeviations = 129;
constexpr double kPerDeviation = 32;
constexpr int kSteps = 161;
constexpr double kPerLog = 8;
constexpr int kOne = 100;  // the step of x = 1

constexpr double LogX(double step) { return (step - kOne) / kPerLog; }

// Of f(z), z log-normal around 1.
template <class F>
double Mean(double deviation, const F& f) {
  constexpr int kPoints = 12;  // to each side
  constexpr double kApart = 0.3;
  double sum = 0;
  double weights = 0;
  for (int i = -kPoints; i <= kPoints; ++i) {
    const double at = i * kApart;
    const double weight = std::exp(-at * at / 2);
    sum += weight * f(std::exp(deviation * at));
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

// Logarithms of G_0 and G_1; behind the last step infinite, so that none is looked for there.
struct UncertainGain::Tables {
  static constexpr int kRoom = 256;
  using Row = std::array<float, kRoom>;
  std::array<Row, kDeviations> versions;
  std::array<Row, kDeviations> freshness;
  std::array<int, kDeviations> freshest;  // MostFrequent() of goal 1
};

namespace {

// The last of the first `room` steps for which it holds, as it does up to some step; 0 if for none.
// Without a branch: which way it goes nobody could guess.
template <class Holds>
int LastWhere(int room, const Holds& holds) {
  int at = 0;
  for (int step = room / 2; step > 0; step /= 2)
    at += holds(at + step) ? step : 0;
  return at;
}

// The step beyond which pages come the more seldom the more often they change: there one more step
// brings less than it takes of the rate's worth.
template <class Gain>
int MostFrequent(const Gain& gain, double goal) {
  constexpr int kRoom = 128;
  return LastWhere(kRoom,
                   [&](int step) {
                     return kPerLog *
                                (gain(kSteps - kRoom + step) - gain(kSteps - kRoom + step - 1)) >=
                            goal;
                   }) +
         kSteps - kRoom;
}

}  // namespace

UncertainGain::UncertainGain() {
  auto tables = std::make_unique<Tables>();
  for (int d = 0; d < kDeviations; ++d) {
    const double deviation = d / kPerDeviation;
    tables->versions[d].fill(std::numeric_limits<float>::infinity());
    tables->freshness[d].fill(std::numeric_limits<float>::infinity());
    for (int step = 0; step < kSteps; ++step) {
      const double x = std::exp(LogX(step));
      tables->versions[d][step] = static_cast<float>(
          std::log(Mean(deviation, [x](double z) { return MarginalGain(x * z); })));
      tables->freshness[d][step] = static_cast<float>(
          std::log(Mean(deviation, [x](double z) { return MarginalGain(x * z) / z; })));
    }
    const auto& row = tables->freshness[d];
    tables->freshest[d] = MostFrequent([&row](int step) { return row[step]; }, 1);
  }
  tables_ = tables.release();  // for good: it is one for all
}

const UncertainGain& UncertainGain::Get() {
  static const UncertainGain kGain;
  return kGain;
}

double UncertainGain::LogInterval(double log_rate, double deviation, double goal,
                                  double log_price) const {
  const auto d = static_cast<std::size_t>(
      std::lround(std::clamp<double>(deviation * kPerDeviation, 0, kDeviations - 1)));
  const Tables::Row& versions = tables_->versions[d];
  const Tables::Row& freshness = tables_->freshness[d];
  const auto gain = [&](int step) -> double {
    if (goal == 0) return versions[step];
    if (goal == 1) return freshness[step];
    return (1 - goal) * versions[step] + goal * freshness[step];
  };
  const double wanted = log_price + goal * log_rate;
  // For small x it grows with its square.
  if (wanted <= gain(0)) return LogX(0) + (wanted - gain(0)) / 2 - log_rate;
  const int at = LastWhere(Tables::kRoom, [&](int step) { return gain(step) <= wanted; });
  if (goal > 0) {
    const int most = goal == 1 ? tables_->freshest[d] : MostFrequent(gain, goal);
    if (at >= most) return LogX(most) - (gain(most) - log_price) / goal;
  }
  if (at == kSteps - 1) return kNever;
  return LogX(at + (wanted - gain(at)) / (gain(at + 1) - gain(at))) - log_rate;
}

}  // namespace meguri::revisit
