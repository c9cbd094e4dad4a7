#include "app/crawl/crawl_signals.h"

#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>

namespace meguri::app {
namespace {

constexpr int kExitInterrupted = 130;
// Who wraps us (timeout, a shell's job) often sends to the process and to its group: that is one
// wish, not two.
constexpr std::int64_t kOneWishMillis = 300;

// A handler has nothing but what is global; set while a CrawlSignals lives.
std::atomic<Crawl*> g_crawl = nullptr;                      // NOLINT: see above
std::atomic<const std::string_view*> g_farewell = nullptr;  // NOLINT
std::atomic<int> g_stops = 0;                               // NOLINT
std::atomic<std::int64_t> g_first_stop = 0;                 // NOLINT
std::atomic<bool> g_continued = false;                      // NOLINT

static_assert(std::atomic<Crawl*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

std::int64_t MillisNow() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void SayFarewell() {
  const std::string_view* const farewell = g_farewell.load();
  if (farewell == nullptr || farewell->empty()) return;
  // If it can't be written there is nobody to tell.
  [[maybe_unused]] const ssize_t written =
      ::write(STDERR_FILENO, farewell->data(), farewell->size());
}

// All within is async-signal-safe; Crawl::Stop() says that it is.
void HandleStop(int /*signal*/) {
  const int error = errno;
  if (g_stops.fetch_add(1) == 0) {
    g_first_stop = MillisNow();
  } else if (MillisNow() - g_first_stop > kOneWishMillis) {
    SayFarewell();
    ::_exit(kExitInterrupted);
  }
  Crawl* const crawl = g_crawl.load();
  if (crawl != nullptr) crawl->Stop();
  errno = error;
}

void HandleSuspend(int /*signal*/) {
  const int error = errno;
  SayFarewell();
  ::raise(SIGSTOP);
  g_continued = true;  // it goes on here
  errno = error;
}

}  // namespace

CrawlSignals::CrawlSignals(Crawl& crawl, std::string_view farewell) : farewell_(farewell) {
  assert(g_crawl == nullptr);
  g_stops = 0;
  g_continued = false;
  g_crawl = &crawl;
  g_farewell = &farewell_;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    const int signal = kSignals[i];
    ::sigaction(signal, nullptr, &before_[i]);
    const bool ignored = before_[i].sa_handler == SIG_IGN;
    if (ignored && (signal == SIGHUP || signal == SIGTSTP)) continue;
    struct sigaction action {};
    action.sa_handler = signal == SIGTSTP ? HandleSuspend : HandleStop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

CrawlSignals::~CrawlSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &before_[i], nullptr);
  g_crawl = nullptr;
  g_farewell = nullptr;
}

bool CrawlSignals::TakeContinued() { return g_continued.exchange(false); }

}  // namespace meguri::app
