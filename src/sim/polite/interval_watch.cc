#include "sim/polite/interval_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace meguri {
namespace {

std::uint64_t Microseconds(Duration time) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(time).count(), 0));
}

}  // namespace

IntervalWatch::IntervalWatch(std::uint32_t servers, Duration promised)
    : promised_(promised), servers_(servers) {}

void IntervalWatch::Arrive(std::uint32_t server, TimePoint at, Duration took) {
  Watched& watched = servers_[server];
  ++requests_;
  if (watched.over != TimePoint::min()) {
    const Duration interval = at - watched.over;
    watched.smallest = std::min(watched.smallest, interval);
    intervals_.Record(Microseconds(interval));
    if (interval < promised_ && breaches_++ == 0) {
      first_breach_ =
          fmt::format("server {} was asked {} µs after the end of its last access, not {}", server,
                      interval.count() / 1000, promised_.count() / 1000);
    }
  }
  watched.over = std::max(watched.over, at + took);
}

Histogram IntervalWatch::SmallestByServer() const {
  Histogram histogram;
  for (const Watched& watched : servers_)
    if (watched.smallest != kNone) histogram.Record(Microseconds(watched.smallest));
  return histogram;
}

}  // namespace meguri
