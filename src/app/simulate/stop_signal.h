// Ctrl-C during long work: the first one asks it to end with what is done, the second ends the
// process at once, with exit code 130.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace meguri::app {

// One at a time in a process.
class StopSignal {
 public:
  // `stop` becomes true; it must outlive this.
  explicit StopSignal(std::atomic<bool>& stop);
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

 private:
  static constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace meguri::app
