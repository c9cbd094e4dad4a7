#include "fetch/live_fetcher.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace meguri {
namespace {

constexpr Duration kStoodStill = std::chrono::seconds(1);
constexpr int kMostRounds = 10'000;

void RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// c-ares writes to TCP connections that may be gone.
void IgnoreBrokenPipes() {
  struct sigaction now {};
  if (::sigaction(SIGPIPE, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  now.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &now, nullptr);
}

}  // namespace

LiveFetcher::LiveFetcher(const Clock& clock, EpollSet sockets, OwnedFd wake)
    : clock_(clock), sockets_(std::move(sockets)), wake_(std::move(wake)), last_step_(clock.Now()) {
  sockets_.Watch(wake_.get(), EpollSet::Owner::kWake, true, false);
}

Result<std::unique_ptr<LiveFetcher>> LiveFetcher::Create(const LiveFetcherOptions& options,
                                                         const Clock& clock) {
  RaiseDescriptorLimit();
  IgnoreBrokenPipes();
  MEGURI_TRY(EpollSet sockets, EpollSet::Create());
  OwnedFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake) return Fail(ErrorCode::kIo, fmt::format("eventfd: {}", std::strerror(errno)));
  std::unique_ptr<LiveFetcher> fetcher(new LiveFetcher(clock, std::move(sockets), std::move(wake)));
  MEGURI_TRY(fetcher->names_, NameResolver::Create({.server = options.resolver,
                                                    .timeout = options.dns_timeout,
                                                    .tries = options.dns_tries},
                                                   clock, fetcher->sockets_));
  MEGURI_TRY(fetcher->pages_,
             HttpClient::Create({.rule = options.rule,
                                 .ca_file = options.ca_file,
                                 .insecure = options.insecure,
                                 .idle_connections = options.idle_connections,
                                 .max_idle_connection = options.max_idle_connection,
                                 .max_buffered_bytes = options.max_buffered_bytes,
                                 .max_bytes_per_second = options.max_bytes_per_second},
                                clock, fetcher->sockets_));
  return fetcher;
}

void LiveFetcher::CancelAll() {
  names_->CancelAll();
  pages_->CancelAll();
}

void LiveFetcher::Wake() {
  const std::uint64_t one = 1;
  // It fails only if it is full, and then it wakes as well.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void LiveFetcher::Run(TimePoint until, FetchSink& sink) {
  for (;;) {
    const bool woken = Step(until);
    if (Deliver(sink) || woken || clock_.Now() >= until) return;
  }
}

bool LiveFetcher::Step(TimePoint until) {
  const TimePoint next = std::min({until, names_->next_time(), pages_->next_time()});
  TimePoint now = clock_.Now();
  Duration wait{0};
  if (!has_results() && next > now) {
    wait = next == TimePoint::max() ? Duration(std::chrono::hours(1)) : next - now;
  }
  sockets_.Wait(wait, events_);
  now = clock_.Now();
  bool woken = HandleEvents(now);
  // Whoever answered while we stood still (a machine that slept, Ctrl-Z) is not to be called slow.
  // A wait that SIGCONT has interrupted saw nobody, so it is looked once more in any case.
  if (now - last_step_ > kStoodStill) {
    int round = 0;
    do {
      sockets_.Wait(Duration(0), events_);
      woken = HandleEvents(now) || woken;
    } while (events_.size() == EpollSet::kFew && ++round < kMostRounds);
  }
  names_->OnTime(now);
  pages_->OnTime(now);
  last_step_ = clock_.Now();
  return woken;
}

bool LiveFetcher::HandleEvents(TimePoint now) {
  bool woken = false;
  for (const EpollSet::Event& event : events_) {
    switch (event.owner) {
      case EpollSet::Owner::kWake: {
        std::uint64_t count = 0;
        woken = ::read(wake_.get(), &count, sizeof count) > 0 || woken;
        break;
      }
      case EpollSet::Owner::kNames:
        names_->OnSocket(event);
        break;
      case EpollSet::Owner::kPages:
        pages_->OnSocket(event, now);
        break;
    }
  }
  return woken;
}

bool LiveFetcher::Deliver(FetchSink& sink) {
  if (!has_results()) return false;
  // What the sink begins may be over at once; that is for the next Run().
  resolved_.swap(names_->results());
  fetched_.swap(pages_->results());
  for (ResolveResult& result : resolved_)
    sink.OnResolved(std::move(result));
  for (FetchResult& result : fetched_)
    sink.OnFetched(std::move(result));
  resolved_.clear();
  fetched_.clear();
  return true;
}

}  // namespace meguri
