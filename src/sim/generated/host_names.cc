#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "sim/draws.h"
#include "sim/generated/generated_hosts.h"

namespace meguri {
namespace {

constexpr std::array<std::string_view, 64> kSyllables = {
    "ki",   "ta",   "mo",   "ri",   "sa",  "to",  "na",  "ka",  "shi", "ma",   "yo",
    "ha",   "ru",   "no",   "mi",   "ya",  "ko",  "ne",  "se",  "tsu", "ran",  "ten",
    "hoku", "kawa", "yama", "mura", "ber", "lin", "dor", "fel", "gar", "hal",  "jun",
    "kel",  "lor",  "mar",  "nor",  "pel", "ros", "sol", "tor", "val", "wen",  "zel",
    "bri",  "cle",  "dra",  "flo",  "gre", "pla", "sta", "tri", "via", "luna", "terra",
    "nova", "alta", "mira", "ver",  "con", "pro", "del", "fon", "tal"};
constexpr std::array<std::string_view, 10> kMorePrefixes = {
    "news", "blog", "shop", "docs", "forum", "wiki", "photo", "data", "archive", "static"};
constexpr std::size_t kMaxNameBytes = 253;  // of the DNS

bool IsNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

// How many hosts a site has.
std::uint32_t HostsOfSite(std::uint64_t bits) {
  const std::uint64_t percent = Below(bits, 100);
  if (percent < 65) return 1;
  if (percent < 88) return 2;
  return percent < 96 ? 3 : 4;
}

}  // namespace

std::string SiteName(std::uint64_t key, std::uint64_t index, std::uint64_t attempt) {
  const std::uint64_t name_key = Draw(Draw(key, index), attempt);
  const std::uint64_t syllables = 3 + Below(Draw(name_key, 0), 2) + attempt / 4;
  std::string name;
  for (std::uint64_t i = 1; i <= syllables; ++i) {
    name += kSyllables[static_cast<std::size_t>(Below(Draw(name_key, i), kSyllables.size()))];
  }
  return name;
}

void GeneratedHosts::AddName(std::string_view name, std::size_t site_at, std::size_t site_size) {
  GeneratedHost host;
  host.name_at = static_cast<std::uint32_t>(names_.size());
  host.name_size = static_cast<std::uint8_t>(name.size());
  host.site_at = static_cast<std::uint8_t>(site_at);
  host.site_size = static_cast<std::uint8_t>(site_size);
  names_ += name;
  hosts_.push_back(host);
}

Status GeneratedHosts::TakeNames(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kMaxNameBytes || !std::ranges::all_of(name, IsNameChar)) {
      return Fail(
          ErrorCode::kInvalidArgument,
          fmt::format("no host name, want lower-case letters, digits, '-' and '.': {}", name));
    }
    if (!seen.insert(name).second) {
      return Fail(ErrorCode::kInvalidArgument, fmt::format("host name comes twice: {}", name));
    }
    // Its last label but one.
    const std::size_t end = std::min(name.rfind('.'), name.size());
    const std::size_t dot = end == 0 ? std::string::npos : name.rfind('.', end - 1);
    const std::size_t begin = dot == std::string::npos || end == name.size() ? 0 : dot + 1;
    AddName(name, begin, end - begin);
  }
  return {};
}

void GeneratedHosts::MakeNames(std::uint32_t count, std::uint64_t key) {
  std::unordered_set<std::string> taken;
  for (std::uint64_t site = 0; hosts_.size() < count; ++site) {
    std::string name = SiteName(key, site, 0);
    for (std::uint64_t attempt = 1; !taken.insert(name).second; ++attempt)
      name = SiteName(key, site, attempt);
    const std::uint64_t site_key = Draw(key, ~site);
    const std::uint32_t hosts = HostsOfSite(Draw(site_key, 0));
    const std::uint64_t first_prefix = Below(Draw(site_key, 1), kMorePrefixes.size());
    for (std::uint32_t i = 0; i < hosts && hosts_.size() < count; ++i) {
      std::string prefix;
      if (i > 0) {
        prefix = fmt::format("{}.", kMorePrefixes[(first_prefix + i) % kMorePrefixes.size()]);
      } else if (IsBelowPercent(Draw(site_key, 2), 75)) {
        prefix = "www.";
      }
      AddName(fmt::format("{}{}.test", prefix, name), prefix.size(), name.size());
    }
  }
}

}  // namespace meguri
