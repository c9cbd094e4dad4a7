#include "app/simulate/live_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace meguri::app {
namespace {

constexpr std::chrono::milliseconds kEvery{500};

}  // namespace

LiveLine::LiveLine(std::function<std::string()> line) : line_(std::move(line)) {
  if (::isatty(STDERR_FILENO) == 0) return;
  thread_ = std::jthread([this](const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any woken;
    std::unique_lock lock(mutex);
    while (!end.stop_requested()) {
      woken.wait_for(lock, end, kEvery, [] { return false; });
      if (!end.stop_requested()) fmt::print(stderr, "\r\x1b[K{}", line_());
    }
    fmt::print(stderr, "\r\x1b[K");
  });
}

}  // namespace meguri::app
