#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace meguri::app {

Progress::Progress(std::string_view verb)
    : verb_(verb),
      terminal_(::isatty(STDERR_FILENO) == 1),
      started_(Clock::now()),
      last_(started_ + std::chrono::milliseconds(900)) {}

void Progress::Update(std::uint64_t records, std::uint64_t bytes) {
  if (!terminal_ || ++calls_ % 64 != 0 || !IsTime()) return;
  const double seconds = std::chrono::duration<double>(last_ - started_).count();
  const double megabytes = static_cast<double>(bytes) / 1e6;
  fmt::print(stderr, "\r\x1b[K{} {} records, {:.0f} MB, {:.0f} MB/s", verb_, records, megabytes,
             megabytes / seconds);
}

void Progress::Say(std::string_view words) {
  if (terminal_ && IsTime()) fmt::print(stderr, "\r\x1b[K{} {}", verb_, words);
}

bool Progress::IsTime() {
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  shown_ = true;
  return true;
}

void Progress::Clear() {
  if (!shown_) return;
  shown_ = false;
  fmt::print(stderr, "\r\x1b[K");
}

}  // namespace meguri::app
