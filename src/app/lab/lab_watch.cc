#include "app/lab/lab_watch.h"

#include <fmt/format.h>
#include <pthread.h>

#include <cstdio>
#include <ctime>
#include <utility>

namespace meguri::app {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{100};
constexpr std::chrono::seconds kShowEvery{1};

}  // namespace

StopSignals::StopSignals() : signals_(), before_() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&signals_, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

StopSignals::~StopSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool StopSignals::Wait(milliseconds longest) const {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(longest);
  const std::chrono::nanoseconds rest = longest - seconds;
  const timespec wait{.tv_sec = seconds.count(), .tv_nsec = rest.count()};
  return ::sigtimedwait(&signals_, nullptr, &wait) > 0;
}

LabWatch::LabWatch(const LabWatchOptions& options, const StopSignals& signals, const Clock& clock,
                   const lab::LabCounters& counters, std::function<void()> stop)
    : options_(options),
      signals_(signals),
      clock_(clock),
      counters_(counters),
      stop_(std::move(stop)),
      thread_([this] { Run(); }) {}

LabWatch::~LabWatch() {
  done_ = true;
  thread_.join();
}

void LabWatch::Run() {
  const TimePoint begin = clock_.Now();
  TimePoint shown = begin;
  while (!done_) {
    const bool signalled = signals_.Wait(kTick);
    const TimePoint now = clock_.Now();
    if (signalled || (options_.run_for && now - begin >= *options_.run_for)) {
      stop_();
      break;
    }
    if (options_.show && now - shown >= kShowEvery) {
      Show(now - shown);
      shown = now;
    }
  }
  if (options_.show) fmt::print(stderr, "\r\x1b[K");
}

void LabWatch::Show(std::chrono::duration<double> since) {
  const std::uint64_t requests = counters_.requests.value();
  fmt::print(stderr, "\r\x1b[K{} requests, {:.0f}/s, {} connections, {}", requests,
             static_cast<double>(requests - requests_shown_) / since.count(),
             counters_.open_connections.value(), FormatIso8601(clock_.WallNow()));
  requests_shown_ = requests;
}

}  // namespace meguri::app
