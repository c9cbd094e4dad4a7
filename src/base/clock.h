// Time: one source of it, so that the whole crawler can run on a made-up clock.
//
// There are two kinds, and the types keep them apart:
//   - TimePoint, steady: for intervals, delays and deadlines. It never goes back and has no
//     meaning outside the process. It may stand still while the machine sleeps, which makes
//     our intervals longer for the server, never shorter.
//   - WallTime: for records (WARC dates, logs, due dates on disk). It jumps when somebody sets
//     the clock, so nothing that must wait may be computed from it.
// Neither has a now() of its own: time comes from the Clock& that was handed in.
//
// Clocks may be read from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace meguri {

using Duration = std::chrono::nanoseconds;

// The time line of TimePoint; deliberately without now().
struct SteadyTimeline {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  static constexpr bool is_steady = true;  // NOLINT(readability-identifier-naming): <chrono>'s
};
using TimePoint = std::chrono::time_point<SteadyTimeline, Duration>;

// UTC. Microseconds, since nanoseconds in 64 bits end in 2262 and servers send dates beyond.
using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() const = 0;
  virtual WallTime WallNow() const = 0;
};

// The machine's clocks. About 25 ns a call.
class RealClock final : public Clock {
 public:
  TimePoint Now() const override;
  WallTime WallNow() const override;
};

// Stands still until told otherwise: for tests and simulations. Starts at TimePoint{} and at
// the given wall time. Any thread may move it; a reader may see the steady time moved and the
// wall time not yet.
class ManualClock final : public Clock {
 public:
  static constexpr WallTime kDefaultStart =
      std::chrono::sys_days(std::chrono::year(2026) / std::chrono::January / 1);

  explicit ManualClock(WallTime wall_start = kDefaultStart) : wall_start_(wall_start) {}

  TimePoint Now() const override;
  WallTime WallNow() const override;

  // Both times go forward. REQUIRES: by >= 0.
  void Advance(Duration by);
  // To the time of the next event. REQUIRES: to >= Now(); one thread moves the clock.
  void AdvanceTo(TimePoint to);
  // Somebody sets the machine's clock, forward or back: steady time doesn't move.
  void JumpWall(std::chrono::microseconds by);

 private:
  const WallTime wall_start_;
  std::atomic<Duration::rep> steady_{0};
  std::atomic<std::chrono::microseconds::rep> wall_jumps_{0};
};

enum class Fraction : std::uint8_t { kNone, kMillis, kMicros };

// "2026-01-02T03:04:05Z", or with a fraction "2026-01-02T03:04:05.678Z": ISO 8601 in the
// profile that WARC wants (W3C-DTF). What is smaller is cut off, not rounded. Times outside the
// years 0000 to 9999 are written as the nearest that fits.
std::string FormatIso8601(WallTime time, Fraction fraction = Fraction::kNone);
// The same at the end of `out`, for writers that reuse their buffers.
void AppendIso8601(WallTime time, Fraction fraction, std::string& out);

// "20260102030405", as in CDX files and Wayback URLs. The same limits.
std::string FormatTimestamp14(WallTime time);

}  // namespace meguri
