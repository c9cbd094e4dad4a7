#include "base/duration_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "base/ascii.h"

namespace meguri {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t micros;
};
constexpr std::array<Unit, 6> kUnits = {{{"d", 86'400'000'000},
                                         {"h", 3'600'000'000},
                                         {"m", 60'000'000},
                                         {"s", 1'000'000},
                                         {"ms", 1'000},
                                         {"us", 1}}};
constexpr std::size_t kMaxFractionDigits = 8;
constexpr std::int64_t kMaxMicros = 3'652'425 * kUnits[0].micros;  // 10,000 years

// The digits at the beginning of `text`, taken off it.
std::string_view TakeDigits(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && IsAsciiDigit(text[size]))
    ++size;
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

}  // namespace

std::optional<std::chrono::microseconds> ParseDuration(std::string_view text) {
  const std::string_view whole = TakeDigits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = TakeDigits(text);
    if (fraction.empty()) return std::nullopt;
  }
  const auto* const unit = std::ranges::find(kUnits, text, &Unit::name);
  if (whole.empty() || unit == kUnits.end()) return std::nullopt;
  std::int64_t micros = 0;
  for (const char digit : whole) {
    micros = micros * 10 + (digit - '0');
    if (micros > kMaxMicros / unit->micros) return std::nullopt;
  }
  micros *= unit->micros;
  // In integers: unit * fraction / 10^digits. Eight digits of a day still fit.
  fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
  if (fraction.size() > kMaxFractionDigits) return std::nullopt;
  std::int64_t scale = 1;
  std::int64_t digits = 0;
  for (const char digit : fraction) {
    digits = digits * 10 + (digit - '0');
    scale *= 10;
  }
  const std::int64_t part = unit->micros * digits;
  if (part % scale != 0) return std::nullopt;
  micros += part / scale;
  return std::chrono::microseconds(micros);
}

std::string FormatDuration(std::chrono::microseconds duration) {
  assert(duration.count() >= 0);
  if (duration.count() == 0) return "0s";
  for (const Unit& unit : kUnits) {
    if (duration.count() % unit.micros == 0) {
      return std::to_string(duration.count() / unit.micros).append(unit.name);
    }
  }
  return "";  // the last unit divides all
}

}  // namespace meguri
