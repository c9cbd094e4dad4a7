// Looks after a lab that runs in another thread: waits for the signals that stop it, or for its
// time to be over, and shows on a terminal how it is doing.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "lab/http/lab_counters.h"

namespace meguri::app {

// From now on SIGINT, SIGTERM and SIGHUP are kept from all threads that begin later, so that a
// LabWatch gets them; at its end they kill as ever.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // True if one has come within `longest`.
  bool Wait(std::chrono::milliseconds longest) const;

 private:
  sigset_t signals_;
  sigset_t before_;
};

struct LabWatchOptions {
  std::optional<std::chrono::microseconds> run_for;
  bool show = false;  // the status line
};

class LabWatch {
 public:
  // All must outlive this. `stop` is called once, from a thread of its own.
  LabWatch(const LabWatchOptions& options, const StopSignals& signals, const Clock& clock,
           const lab::LabCounters& counters, std::function<void()> stop);
  ~LabWatch();  // takes the status line away
  LabWatch(const LabWatch&) = delete;
  LabWatch& operator=(const LabWatch&) = delete;

 private:
  void Run();
  void Show(std::chrono::duration<double> since);

  const LabWatchOptions options_;
  const StopSignals& signals_;
  const Clock& clock_;
  const lab::LabCounters& counters_;
  const std::function<void()> stop_;
  std::atomic<bool> done_ = false;
  std::uint64_t requests_shown_ = 0;  // the thread's own
  std::thread thread_;
};

}  // namespace meguri::app
