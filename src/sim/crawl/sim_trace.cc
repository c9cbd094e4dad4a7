#include "sim/crawl/sim_trace.h"

#include "base/hash.h"

namespace meguri {

void SimTrace::Add(TimePoint time, std::string_view what, std::string_view detail) {
  // Each hash goes into the next: order counts.
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  hash_ = (hash_ ^ static_cast<std::uint64_t>(time.time_since_epoch().count())) * kOdd;
  hash_ = (hash_ ^ StableHash64(what)) * kOdd;
  hash_ = (hash_ ^ StableHash64(detail)) * kOdd;
  hash_ ^= hash_ >> 29U;
  ++events_;
  if (sink_) sink_({time, what, detail});
}

}  // namespace meguri
