// What one more visit brings to a page whose rate is not known but as a guess: marginal_gain.h,
// averaged over what the rate may be.
//
// ln λ is normal around its guess with the deviation σ, so λ = λ̂·z. For a goal g between 0 (lose no
// version) and 1 (be fresh) a visit after x = λ̂T expected changes brings G_g(x) = E[G(xz)·z^-g]; at
// a best use of a budget that is μ·λ̂^g for all pages. Who is not sure comes back sooner than the
// middle of its guess says where that may be too low, and later where it may be too high: no weight
// has to be chosen for it.
//
// Tables of 129 deviations by 161 x, 270 kB, made at the first use (some 0.1 s); a lookup is O(log
// 161).
// Goals between are between in logarithms. Any thread may ask.
#pragma once

namespace meguri::revisit {

class UncertainGain {
 public:
  static const UncertainGain& Get();

  // `deviation` of ln λ; `goal` from 0 to 1; `log_price` ln μ, of a rate in changes a day. The
  // logarithm of the interval in days. For goals above 0 pages that change too often for any visit
  // to keep them fresh come as often as those that come most often: they are not given up, as their
  // rate may be wrong.
  double LogInterval(double log_rate, double deviation, double goal, double log_price) const;

 private:
  UncertainGain();
  struct Tables;
  const Tables* tables_;
};

}  // namespace meguri::revisit
