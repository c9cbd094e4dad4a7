#include "report/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace meguri::report {
namespace {

// Nobody has such values; without the limits a range of doubles need not be a double.
constexpr double kLargest = 1e300;
constexpr double kSmallest = 1e-300;

// 1, 2 or 5 times a power of ten, so that `range` has about this many.
double RoundStep(double range, int about) {
  const double raw = range / std::max(1, about);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string Superscript(int number) {
  static constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                               "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : std::to_string(number)) {
    out += c == '-' ? "⁻" : kDigits[static_cast<std::size_t>(c - '0')];
  }
  return out;
}

// "1.50" as "1.5".
std::string Shortest(double value) {
  std::string text = fmt::format("{:.4g}", value);
  return text == "-0" ? "0" : text;
}

struct Unit {
  double size;
  std::string_view letter;
};
constexpr std::array<Unit, 4> kUnits = {{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
constexpr double kLeastWithUnit = 1e4;
constexpr double kLeastPower = 1e15;
constexpr double kLeastPlain = 1e-3;

Unit UnitOf(double size) {
  if (size < kLeastWithUnit) return {1, ""};
  return *std::ranges::find_if(kUnits, [size](const Unit& unit) { return size >= unit.size; });
}

// 2.5×10⁻⁵
std::string PowerText(double value, int exponent) {
  const std::string factor = Shortest(value / std::pow(10, exponent));
  return (factor == "1" ? "" : factor + "×") + "10" + Superscript(exponent);
}

// All of an axis's numbers are in the unit of the largest: 2 k, 4 k, …, 12 k.
std::string TickText(double value, double step, double most) {
  const Unit unit = UnitOf(most);
  const int decimals =
      std::max(0, -static_cast<int>(std::floor(std::log10(step / unit.size) + 1e-9)));
  if (most >= kLeastPower || decimals > 4) return ShortNumber(value);
  if (value == 0) return "0";
  const std::string text = fmt::format("{:.{}f}{}", value / unit.size, decimals, unit.letter);
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

// The nearest of 1, 2, 5 times a power of ten that is not above (or, `up`, not below).
double RoundLog(double value, bool up) {
  const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
  const double part = value / power;
  constexpr double kSlack = 1e-9;
  if (up) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (part <= factor + kSlack) return factor * power;
    }
    return 10 * power;
  }
  for (const double factor : {5.0, 2.0}) {
    if (part >= factor - kSlack) return factor * power;
  }
  return power;
}

}  // namespace

void Extent::Add(double value) {
  if (!std::isfinite(value)) return;
  value = std::abs(value) < kSmallest ? 0 : std::clamp(value, -kLargest, kLargest);
  low = std::min(low, value);
  high = std::max(high, value);
  if (value > kSmallest) low_positive = std::min(low_positive, value);
}

std::string ShortNumber(double value) {
  if (value == 0) return "0";
  if (value < 0) return "−" + ShortNumber(-value);
  if (value >= kLeastPower || value < kLeastPlain) {
    return PowerText(value, static_cast<int>(std::floor(std::log10(value) + 1e-9)));
  }
  const Unit unit = UnitOf(value);
  return Shortest(value / unit.size).append(unit.letter);
}

Scale::Scale(const Axis& axis, const Extent& data, Ends ends)
    : log_(axis.log && std::isfinite(data.low_positive)), percent_(axis.unit == "%") {
  const auto usable = [this](const std::optional<double>& end) {
    return end && std::abs(*end) <= kLargest && (!log_ || *end > kSmallest);
  };
  if (data.low <= data.high) {
    low_ = log_ ? data.low_positive : data.low;
    high_ = data.high;
    // Where 0 is near, it belongs to the picture: a cut axis makes small differences look large.
    if (!log_ && ends == Ends::kRound && low_ > 0 && low_ < 0.5 * high_) low_ = 0;
  }
  if (usable(axis.min)) low_ = *axis.min;
  if (usable(axis.max)) high_ = *axis.max;
  if (!(low_ < high_)) {
    if (log_) {
      low_ /= 2;
      high_ = low_ * 4;
    } else {
      const double around = low_ == 0 ? 1 : std::max(kSmallest, std::abs(low_) * 0.1);
      low_ -= around;
      high_ = low_ + 2 * around;
    }
  }
  if (ends == Ends::kRound) RoundEnds();
  if (usable(axis.min)) low_ = std::min(*axis.min, high_);
  if (usable(axis.max) && *axis.max > low_) high_ = *axis.max;
}

void Scale::RoundEnds() {
  const double step = RoundStep(high_ - low_, 10);
  const double low = log_ ? RoundLog(low_, false) : std::floor(low_ / step + 1e-9) * step;
  const double high = log_ ? RoundLog(high_, true) : std::ceil(high_ / step - 1e-9) * step;
  if (!(low < high)) return;  // ends so near that rounding takes them for one
  low_ = low;
  high_ = high;
}

double Scale::Position(double value) const {
  if (!std::isfinite(value) || (log_ && value <= 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (log_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

std::vector<Tick> Scale::Ticks(int about) const {
  std::vector<Tick> ticks = log_ ? LogTicks(about) : LinearTicks(about);
  if (percent_) {
    for (Tick& tick : ticks) {
      if (!tick.text.empty()) tick.text += '%';
    }
  }
  return ticks;
}

std::vector<Tick> Scale::LinearTicks(int about) const {
  std::vector<Tick> ticks;
  const double step = RoundStep(high_ - low_, about);
  const double first = std::ceil(low_ / step - 1e-9);
  const double last = std::floor(high_ / step + 1e-9);
  // Near the limits of double a step may be too small to move at all.
  if (!(last - first < 1000)) return ticks;
  for (int i = 0; i <= static_cast<int>(last - first); ++i) {
    const double number = first + i;
    const double value = number == 0 ? 0 : number * step;
    ticks.push_back({value, TickText(value, step, std::max(std::abs(low_), std::abs(high_)))});
  }
  return ticks;
}

std::vector<Tick> Scale::LogTicks(int about) const {
  constexpr double kAsGoodAsLinear = 3;
  if (high_ / low_ < kAsGoodAsLinear) return LinearTicks(about);
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low_) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(high_) - 1e-9));
  const int decades = last - first;
  const int every = std::max(1, (decades + about - 1) / std::max(1, about));
  const double slack = 1 + 1e-9;
  // Where one is a power, so are all below 1.
  const auto text = [this](double value, int exponent) {
    return low_ < kLeastPlain && value < 1 ? PowerText(value, exponent) : ShortNumber(value);
  };
  for (int exponent = first; exponent <= last; ++exponent) {
    for (int factor = 1; factor < 10; ++factor) {
      const double value = factor * std::pow(10, exponent);
      if (value * slack < low_ || value > high_ * slack) continue;
      const bool is_power = factor == 1;
      if (!is_power && decades > 8) continue;
      const bool has_text = is_power
                                ? (exponent - first) % every == 0
                                : decades <= std::max(1, about / 3) && (factor == 2 || factor == 5);
      ticks.push_back({value, has_text ? text(value, exponent) : ""});
    }
  }
  return ticks;
}

}  // namespace meguri::report
