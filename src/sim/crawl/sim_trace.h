// What happens in a simulated crawl, event by event: a running hash, by which two runs are
// compared, and a line each for whoever wants to see them. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "base/clock.h"

namespace meguri {

struct SimEvent {
  TimePoint time;
  std::string_view what;    // one word
  std::string_view detail;  // the rest of a line
};

class SimTrace {
 public:
  using Sink = std::function<void(const SimEvent& event)>;

  explicit SimTrace(Sink sink = {}) : sink_(std::move(sink)) {}

  void Add(TimePoint time, std::string_view what, std::string_view detail);

  std::uint64_t hash() const { return hash_; }
  std::uint64_t events() const { return events_; }

 private:
  const Sink sink_;
  std::uint64_t hash_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace meguri
