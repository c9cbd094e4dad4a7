#include "sim/revisit/download_times.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "base/hash.h"
#include "base/printable.h"
#include "graph/files/packed_file.h"
#include "sim/draws.h"

namespace meguri {
namespace {

constexpr std::size_t kShown = 40;  // of what is wrong

// From 0 on, below 1.
double UniformOf(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }

// Milliseconds, above 0 and no more than a day.
std::optional<double> ParseMilliseconds(std::string_view text) {
  constexpr double kMost = 86'400'000;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0 && value <= kMost)) return std::nullopt;
  return value;
}

}  // namespace

std::vector<double> DrawDownloadTimes(const std::vector<std::string>& sites, std::uint64_t seed) {
  constexpr double kSpread = 1;
  const double middle = std::log(kMeanDownload) - kSpread * kSpread / 2;
  std::vector<double> seconds;
  seconds.reserve(sites.size());
  for (const std::string& site : sites) {
    const std::uint64_t key = Draw(StableHash64(site), seed);
    const double radius = std::sqrt(-2 * std::log1p(-UniformOf(Draw(key, 1))));
    const double normal = radius * std::cos(2 * std::numbers::pi * UniformOf(Draw(key, 2)));
    seconds.push_back(std::exp(middle + kSpread * normal));
  }
  return seconds;
}

Result<std::vector<double>> ReadDownloadTimes(Files& files, const std::string& path,
                                              const std::vector<std::string>& sites) {
  MEGURI_TRY(PackedLines lines, PackedLines::Open(files, path));
  std::map<std::string, double, std::less<>> by_site;
  for (std::string_view line;;) {
    MEGURI_TRY(const bool there, lines.Next(line));
    if (!there) break;
    if (line.empty() || line.front() == '#') continue;
    const std::size_t blank = line.find_last_of(" \t");
    const std::size_t name_end =
        blank == std::string_view::npos ? blank : line.find_last_not_of(" \t", blank);
    const auto value = ParseMilliseconds(line.substr(blank + 1));
    if (name_end == std::string_view::npos || !value) {
      return lines.FailHere(
          fmt::format("'{}' is no \"SITE MILLISECONDS\"", Printable(line.substr(0, kShown))));
    }
    constexpr double kPerSecond = 1000;
    by_site[std::string(line.substr(0, name_end + 1))] = *value / kPerSecond;
  }
  std::vector<double> seconds;
  seconds.reserve(sites.size());
  for (const std::string& site : sites) {
    const auto found = by_site.find(site);
    if (found == by_site.end()) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("{}: has no line for the site {}; add one", path,
                              Printable(std::string_view(site).substr(0, kShown))));
    }
    seconds.push_back(found->second);
  }
  return seconds;
}

}  // namespace meguri
