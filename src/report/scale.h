// An axis of a chart: where a value lies between its ends, and where its ticks are.
// web/scale.js draws by the same rules.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "report/report.h"

namespace meguri::report {

// What an axis has to show. Only finite values count.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  double low_positive = std::numeric_limits<double>::infinity();  // for a logarithmic axis

  void Add(double value);
};

struct Tick {
  double at = 0;     // the value
  std::string text;  // "": a faint line between
};

// 1.5 k, 20%, 10⁻⁶: to be read, not to be parsed.
std::string ShortNumber(double value);

class Scale {
 public:
  enum class Ends : bool { kAsTheyAre, kRound };

  // Of the data's extent but for what the axis fixes. A logarithmic axis without a value above 0
  // becomes a linear one.
  Scale(const Axis& axis, const Extent& data, Ends ends);

  bool log() const { return log_; }
  double low() const { return low_; }
  double high() const { return high_; }

  // 0 at the low end, 1 at the high end; NaN for what has no place on it.
  double Position(double value) const;

  // In ascending order, about as many with text as asked for. With the axis's unit if it is "%".
  std::vector<Tick> Ticks(int about) const;

 private:
  void RoundEnds();
  std::vector<Tick> LinearTicks(int about) const;
  std::vector<Tick> LogTicks(int about) const;

  bool log_;
  bool percent_;
  double low_ = 0;
  double high_ = 1;
};

}  // namespace meguri::report
