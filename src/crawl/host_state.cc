#include "crawl/host_state.h"

#include <charconv>
#include <optional>

#include "base/append_number.h"

namespace meguri {
namespace {

constexpr std::string_view kServerPrefix = "server ";
constexpr std::string_view kRobotsPrefix = "robots ";

// A line of numbers: short, and readable with a tool.
void Append(Duration duration, std::string& out) {
  AppendNumber(static_cast<std::uint64_t>(std::max<Duration::rep>(duration.count(), 0)), out);
  out += ' ';
}

std::optional<std::uint64_t> Take(std::string_view& bytes) {
  std::uint64_t number = 0;
  const auto end = std::from_chars(bytes.data(), bytes.data() + bytes.size(), number);
  if (end.ec != std::errc() || end.ptr == bytes.data() + bytes.size() || *end.ptr != ' ') {
    return std::nullopt;
  }
  bytes.remove_prefix(static_cast<std::size_t>(end.ptr - bytes.data()) + 1);
  return number;
}

std::optional<Duration> TakeDuration(std::string_view& bytes) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 60U;  // 36 years
  const auto number = Take(bytes);
  if (!number || *number > kMax) return std::nullopt;
  return Duration(static_cast<Duration::rep>(*number));
}

bool TakeManners(std::string_view& bytes, Manners& manners) {
  const auto crawl_delay = TakeDuration(bytes);
  const auto download_time = TakeDuration(bytes);
  const auto back_off = TakeDuration(bytes);
  const auto retry_after = TakeDuration(bytes);
  if (!crawl_delay || !download_time || !back_off || !retry_after) return false;
  if (*crawl_delay > Duration(0)) manners.crawl_delay = *crawl_delay;
  manners.download_time = *download_time;
  manners.back_off = *back_off;
  manners.retry_after = *retry_after;
  return true;
}

}  // namespace

std::string ServerKey(const IpAddress& server) {
  return std::string(kServerPrefix) + server.ToString();
}

std::optional<IpAddress> ServerOfKey(std::string_view key) {
  if (!key.starts_with(kServerPrefix)) return std::nullopt;
  return IpAddress::Parse(key.substr(kServerPrefix.size()));
}

std::string RobotsKey(std::string_view origin) { return std::string(kRobotsPrefix) += origin; }

std::optional<std::string_view> OriginOfRobotsKey(std::string_view key) {
  if (!key.starts_with(kRobotsPrefix)) return std::nullopt;
  return key.substr(kRobotsPrefix.size());
}

std::string SaveManners(const Manners& manners) {
  std::string bytes;
  Append(manners.crawl_delay.value_or(Duration(0)), bytes);
  Append(manners.download_time, bytes);
  Append(manners.back_off, bytes);
  Append(manners.retry_after, bytes);
  return bytes;
}

bool LoadManners(std::string_view bytes, Manners& manners) { return TakeManners(bytes, manners); }

std::string SaveHost(const HostState& host) {
  std::string bytes = SaveManners(host.manners);
  AppendNumber(host.failures, bytes);
  bytes += host.given_up ? " 1 " : " 0 ";
  return bytes;
}

bool LoadHost(std::string_view bytes, HostState& host) {
  Manners manners;
  if (!TakeManners(bytes, manners)) return false;
  const auto failures = Take(bytes);
  const auto given_up = Take(bytes);
  if (!failures || !given_up) return false;
  host.manners = manners;
  host.failures = static_cast<std::uint16_t>(std::min<std::uint64_t>(*failures, 0xFFFF));
  host.given_up = *given_up != 0;
  return true;
}

}  // namespace meguri
