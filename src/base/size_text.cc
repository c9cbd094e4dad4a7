#include "base/size_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <system_error>

#include "base/ascii.h"

namespace meguri {
namespace {

struct Unit {
  std::string_view name;  // lower case
  std::uint64_t bytes;
};
constexpr std::array<Unit, 14> kUnits = {{{"", 1},
                                          {"b", 1},
                                          {"kb", 1'000},
                                          {"mb", 1'000'000},
                                          {"gb", 1'000'000'000},
                                          {"tb", 1'000'000'000'000},
                                          {"k", std::uint64_t{1} << 10},
                                          {"m", std::uint64_t{1} << 20},
                                          {"g", std::uint64_t{1} << 30},
                                          {"t", std::uint64_t{1} << 40},
                                          {"kib", std::uint64_t{1} << 10},
                                          {"mib", std::uint64_t{1} << 20},
                                          {"gib", std::uint64_t{1} << 30},
                                          {"tib", std::uint64_t{1} << 40}}};
constexpr std::size_t kMaxFractionDigits = 6;  // 2⁴⁰ · 10⁶ fits in 64 bits

std::string_view TakeDigits(std::string_view& text) {
  const auto* const end = std::ranges::find_if_not(text, [](char c) { return IsAsciiDigit(c); });
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

// nullopt if there are no digits, or too many.
std::optional<std::uint64_t> NumberOf(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || at != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::uint64_t> ParseSize(std::string_view text) {
  const auto whole = NumberOf(TakeDigits(text));
  std::uint64_t fraction = 0;
  std::uint64_t scale = 1;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view digits = TakeDigits(text);
    if (digits.empty() || digits.size() > kMaxFractionDigits) return std::nullopt;
    fraction = NumberOf(digits).value_or(0);
    for (std::size_t i = 0; i < digits.size(); ++i)
      scale *= 10;
  }
  std::string name(text);
  std::ranges::transform(name, name.begin(), [](char c) { return AsciiToLower(c); });
  const auto* const unit = std::ranges::find(kUnits, std::string_view(name), &Unit::name);
  if (!whole || unit == kUnits.end()) return std::nullopt;
  const std::uint64_t part = unit->bytes * fraction / scale;
  if (*whole > (std::numeric_limits<std::uint64_t>::max() - part) / unit->bytes) {
    return std::nullopt;
  }
  return *whole * unit->bytes + part;
}

std::string FormatSize(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kNames = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1000;
  std::size_t name = 0;
  // 999.5 would be shown as 1000.
  while (value >= 999.5 && name + 1 < kNames.size()) {
    value /= 1000;
    ++name;
  }
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kNames[name]);
}

}  // namespace meguri
