// Names looked up with c-ares, many at once, on somebody else's loop.
//
// A and AAAA are asked for at the same time. The result comes when both have ended, with three
// short cuts: if A has addresses, AAAA gets only `second_family_wait` more; if A says that there is
// no such name, that holds for AAAA too; and a family that failed doesn't spoil the other. No
// search domains, no hosts file, no cache: that is the caller's. Over UDP; over TCP if the answer
// was too long.
//
// c-ares keeps time in whole queries' time-outs; it is looked after every kTick while something is
// under way, since its own ares_timeout() walks over all queries. One thread.
#pragma once

#include <ares.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fetch/dns_answer.h"
#include "fetch/epoll_set.h"
#include "fetch/fetcher.h"

namespace meguri {

struct NameResolverOptions {
  std::string
      server;  // "192.0.2.1:53", "[2001:db8::1]:53", the port may be missing; "": the machine's
  Duration timeout = std::chrono::seconds(5);  // of the first try; it doubles with each
  int tries = 3;
  Duration second_family_wait = std::chrono::seconds(1);
  std::size_t max_lookups = 2000;  // at once; others wait
  // Without an answer, within kTick: a name server's socket holds some 270 queries.
  std::size_t max_burst = 100;
};

class NameResolver {
 public:
  // `clock` and `sockets` must outlive it. Fails with kInvalidArgument if `server` is none.
  static Result<std::unique_ptr<NameResolver>> Create(const NameResolverOptions& options,
                                                      const Clock& clock, EpollSet& sockets);
  ~NameResolver();
  NameResolver(const NameResolver&) = delete;
  NameResolver& operator=(const NameResolver&) = delete;

  // Those that an empty NameResolverOptions::server stands for, in the order in which they are
  // asked: "192.0.2.1:53".
  static Result<std::vector<std::string>> MachineServers();

  void Resolve(ResolveTask task);
  void CancelAll();

  void OnSocket(const EpollSet::Event& event);
  void OnTime(TimePoint now);
  TimePoint next_time() const;  // TimePoint::max(): none

  // Those that have come since; cleared by the caller.
  std::vector<ResolveResult>& results() { return results_; }

 private:
  static constexpr Duration kTick = std::chrono::milliseconds(50);

  // What one family came to.
  struct Family {
    bool ended = false;
    int status = 0;  // ARES_…
    DnsAnswerRead answer;
  };
  struct Lookup {
    ResolveTask task;
    WallTime date;
    std::uint64_t tick = 0;  // in which it began
    Family v4, v6;

    bool has_addresses() const {
      return !v4.answer.addresses.empty() || !v6.answer.addresses.empty();
    }
  };
  // What c-ares brings back; it may outlive its lookup.
  struct Question {
    NameResolver* resolver;
    std::uint64_t lookup;
    AddressFamily family;
  };

  NameResolver(const NameResolverOptions& options, const Clock& clock, EpollSet& sockets);
  Status Start();
  Status SetServer();
  void Begin(ResolveTask task);
  void BeginWaiting();
  bool may_begin() const {
    return lookups_.size() < options_.max_lookups && begun_in_tick_ < options_.max_burst;
  }
  void Ask(const std::string& host, std::uint64_t lookup, AddressFamily family);
  static void OnAnswer(void* question, int status, int timeouts, unsigned char* message,
                       int length);
  void OnAnswer(const Question& question, int status, std::string_view message);
  static void OnSocketState(void* resolver, ares_socket_t fd, int readable, int writable);
  static std::optional<std::uint32_t> Merge(const Lookup& lookup, ResolveResult& result);
  void Judge(const Lookup& lookup, ResolveResult& result) const;
  void Finish(std::uint64_t id, Lookup& lookup);

  const NameResolverOptions options_;
  const Clock& clock_;
  EpollSet& sockets_;
  ares_channel channel_ = nullptr;
  std::string server_;  // as in ResolveResult
  std::uint64_t last_id_ = 0;
  std::unordered_map<std::uint64_t, Lookup> lookups_;  // begun, no result yet
  std::deque<ResolveTask> waiting_;
  std::deque<std::pair<TimePoint, std::uint64_t>> second_waits_;  // in order of time
  std::size_t questions_ = 0;  // of which c-ares has not said the end
  TimePoint next_tick_;
  std::uint64_t tick_ = 0;
  std::size_t begun_in_tick_ = 0;  // and not ended
  std::vector<ResolveResult> results_;
};

}  // namespace meguri
