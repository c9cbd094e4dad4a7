#include "report/scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace meguri::report {
namespace {

Extent Of(std::initializer_list<double> values) {
  Extent extent;
  for (const double value : values)
    extent.Add(value);
  return extent;
}

std::string TextOf(const Scale& scale, int about) {
  std::string out;
  for (const Tick& tick : scale.Ticks(about)) {
    if (!tick.text.empty()) out += (out.empty() ? "" : " | ") + tick.text;
  }
  return out;
}

TEST(ScaleTest, RoundsItsEndsAndTicks) {
  const Scale scale({}, Of({1, 93}), Scale::Ends::kRound);
  EXPECT_EQ(scale.low(), 0);
  EXPECT_EQ(scale.high(), 100);
  EXPECT_EQ(scale.Position(50), 0.5);
  EXPECT_EQ(TextOf(scale, 5), "0 | 20 | 40 | 60 | 80 | 100");
  EXPECT_EQ(TextOf(Scale({.unit = "%"}, Of({0, 1}), Scale::Ends::kRound), 2), "0% | 0.5% | 1.0%");
}

TEST(ScaleTest, KeepsItsEndsIfAsked) {
  const Scale scale({}, Of({3, 93}), Scale::Ends::kAsTheyAre);
  EXPECT_EQ(scale.low(), 3);
  EXPECT_EQ(TextOf(scale, 4), "50");
  const Scale fixed({.min = -5, .max = 5}, Of({3, 93}), Scale::Ends::kRound);
  EXPECT_EQ(TextOf(fixed, 4), "−5 | 0 | 5");
}

TEST(ScaleTest, Logarithmic) {
  const Scale scale({.log = true}, Of({0, 0.001, 900}), Scale::Ends::kRound);
  EXPECT_DOUBLE_EQ(scale.low(), 0.001);
  EXPECT_DOUBLE_EQ(scale.high(), 1000);
  EXPECT_DOUBLE_EQ(scale.Position(1), 0.5);
  EXPECT_TRUE(std::isnan(scale.Position(0)));
  EXPECT_EQ(TextOf(scale, 6), "0.001 | 0.01 | 0.1 | 1 | 10 | 100 | 1000");
  EXPECT_FALSE(Scale({.log = true}, Of({-3, 0}), Scale::Ends::kRound).log());
}

TEST(ScaleTest, AShortLogarithmicAxisHasTicks) {
  EXPECT_EQ(TextOf(Scale({.log = true}, Of({10, 19}), Scale::Ends::kRound), 4), "10 | 15 | 20");
}

TEST(ScaleTest, AnAxisHasOneUnit) {
  EXPECT_EQ(TextOf(Scale({}, Of({0, 12'000}), Scale::Ends::kRound), 4), "0 | 5 k | 10 k");
  EXPECT_EQ(TextOf(Scale({}, Of({0, 2.5e6}), Scale::Ends::kRound), 5),
            "0 | 0.5 M | 1.0 M | 1.5 M | 2.0 M | 2.5 M");
  EXPECT_EQ(TextOf(Scale({.log = true}, Of({1e-5, 10}), Scale::Ends::kRound), 9),
            "10⁻⁵ | 10⁻⁴ | 10⁻³ | 10⁻² | 10⁻¹ | 1 | 10");
}

TEST(ScaleTest, EverythingOrNothingIsAScale) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kMax = std::numeric_limits<double>::max();
  const Extent none = Of({kInfinity, std::nan("")});
  EXPECT_EQ(TextOf(Scale({}, none, Scale::Ends::kRound), 2), "0 | 0.5 | 1.0");
  for (const Extent& data : {Of({7}), Of({0}), Of({-7}), Of({5e-324}), Of({-kMax, kMax}),
                             Of({1e15, 1e15 + 1}), Of({1e9, 1e9 + 1}), Of({1e-300, 1e300}), none}) {
    for (const bool log : {false, true}) {
      const Scale scale({.log = log}, data, Scale::Ends::kRound);
      EXPECT_LE(scale.Ticks(6).size(), 1000U);
      EXPECT_LT(scale.low(), scale.high());
      for (const Tick& tick : scale.Ticks(6))
        EXPECT_TRUE(std::isfinite(scale.Position(tick.at)));
    }
  }
}

TEST(ScaleTest, ShortNumbers) {
  EXPECT_EQ(ShortNumber(0), "0");
  EXPECT_EQ(ShortNumber(1500), "1500");
  EXPECT_EQ(ShortNumber(15'000), "15 k");
  EXPECT_EQ(ShortNumber(-2'500'000), "−2.5 M");
  EXPECT_EQ(ShortNumber(1e-6), "10⁻⁶");
  EXPECT_EQ(ShortNumber(2.5e-5), "2.5×10⁻⁵");
  EXPECT_EQ(ShortNumber(0.25), "0.25");
}

}  // namespace
}  // namespace meguri::report
