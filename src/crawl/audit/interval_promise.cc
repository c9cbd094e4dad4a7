#include "crawl/audit/interval_promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "base/append_number.h"
#include "base/printable.h"
#include "url/url.h"

namespace meguri {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

// 285 years: no sum of intervals and times is too large for its type.
constexpr std::int64_t kMaxMicroseconds = std::int64_t{1} << 53;

bool IsHostOrBelow(std::string_view host, std::string_view above) {
  return host.ends_with(above) &&
         (host.size() == above.size() || host[host.size() - above.size() - 1] == '.');
}

const RangePromise* Find(const std::vector<RangePromise>& ranges, const IpAddress& address) {
  const auto found = std::ranges::find_if(
      ranges, [&](const RangePromise& promise) { return promise.range.Contains(address); });
  return found == ranges.end() ? nullptr : &*found;
}

std::optional<microseconds> ParseMicros(std::string_view text) {
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || at != end || count < 0 || count > kMaxMicroseconds) return {};
  return microseconds(count);
}

void AppendLine(std::string_view key, std::string_view name, microseconds interval,
                std::string& out) {
  out.append("#").append(key).append("\t").append(name).append("\t");
  AppendNumber(static_cast<std::uint64_t>(interval.count()), out);
  out += '\n';
}

}  // namespace

microseconds IntervalPromise::LeastForServer(const IpAddress& server) const {
  if (const RangePromise* promise = Find(named, server)) return promise->interval;
  if (const RangePromise* promise = Find(shared, server)) return promise->interval;
  return interval;
}

microseconds IntervalPromise::LeastForHost(std::string_view host, const IpAddress& server) const {
  const RangePromise* promise = Find(named, server);
  microseconds least = promise != nullptr ? promise->interval : interval;
  if (host.size() > 1 && host.ends_with('.')) host.remove_suffix(1);
  for (const HostPromise& one : hosts) {
    if (IsHostOrBelow(host, one.host)) least = std::max(least, one.interval);
  }
  return least;
}

Result<IntervalPromise> PromiseOf(const CrawlSettings& settings) {
  IntervalPromise promise;
  promise.interval = duration_cast<microseconds>(settings.manners.interval);
  if (settings.shared_interval) {
    for (const std::string& text : settings.shared_addresses) {
      const auto range = IpRange::Parse(text);
      if (!range) {
        return Fail(ErrorCode::kInvalidArgument,
                    fmt::format("shared address '{}': want a range as 192.0.2.0/24",
                                Printable(text.substr(0, 200))));
      }
      promise.shared.push_back(
          {text, *range, duration_cast<microseconds>(*settings.shared_interval)});
    }
  }
  for (const HostSettings& host : settings.hosts) {
    if (!host.interval) continue;
    const auto url = url::Url::Parse(fmt::format("http://{}/", host.host));
    if (!url || url->path() != "/") {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("host '{}': want a name as www.example.org",
                              Printable(host.host.substr(0, 200))));
    }
    promise.hosts.push_back(
        {std::string(url->host()), duration_cast<microseconds>(*host.interval)});
  }
  return promise;
}

void AppendPromise(const IntervalPromise& promise, std::string& out) {
  out += "#interval\t";
  AppendNumber(static_cast<std::uint64_t>(promise.interval.count()), out);
  out += '\n';
  for (const RangePromise& one : promise.shared)
    AppendLine("shared", one.text, one.interval, out);
  for (const RangePromise& one : promise.named)
    AppendLine("named", one.text, one.interval, out);
  for (const HostPromise& one : promise.hosts)
    AppendLine("host", one.host, one.interval, out);
}

bool ReadPromiseLine(std::string_view line, IntervalPromise& promise) {
  const std::size_t tab = line.find('\t');
  const std::size_t last = line.rfind('\t');
  if (tab == std::string_view::npos) return false;
  const std::string_view key = line.substr(0, tab);
  const auto interval = ParseMicros(line.substr(last + 1));
  if (!interval) return false;
  if (key == "#interval" && tab == last) {
    promise.interval = *interval;
    return true;
  }
  if (tab == last) return false;
  const std::string_view name = line.substr(tab + 1, last - tab - 1);
  if (key == "#host") {
    promise.hosts.push_back({std::string(name), *interval});
    return true;
  }
  if (key != "#shared" && key != "#named") return false;
  const auto range = IpRange::Parse(name);
  if (!range) return false;
  (key == "#shared" ? promise.shared : promise.named)
      .push_back({std::string(name), *range, *interval});
  return true;
}

}  // namespace meguri
