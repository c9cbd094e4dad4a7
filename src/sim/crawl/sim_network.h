// The network and the name servers of a simulated crawl: a virtual web without sockets, on a
// virtual clock.
//
// What a client would have seen of each answer, its Delivery and the troubles of the moment
// included, is worked out when it is asked for; it is handed over when its time has come. The clock
// goes from event to event, and only within Run(). Once the disk is dead (its process is killed)
// nothing is sent any more. One thread; everything is drawn from the seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "fetch/fetcher.h"
#include "sim/crawl/server_watch.h"
#include "sim/crawl/sim_disk.h"
#include "sim/crawl/sim_trace.h"
#include "sim/web/virtual_web.h"

namespace meguri {

enum class NetTrouble : std::uint8_t {
  kNoResolver,  // no name server answers
  kRefuses,     // the host's server takes no connection
  kHangs,       // it takes them, and never answers
  kCuts,        // answers end in the middle
  kBusy,        // 503 with Retry-After
  kSlow,        // everything takes very long
};
inline constexpr std::size_t kNetTroubles = 6;

struct TroubledTime {
  NetTrouble trouble = NetTrouble::kRefuses;
  std::string host;  // "": all
  TimePoint from;
  TimePoint until;
  std::uint64_t met = 0;  // by so many requests or look-ups
};

// What was asked for, and what came of it.
struct ServedUrl {
  std::uint32_t requests = 0;
  std::uint32_t delivered = 0;        // whole answers that have reached the crawler
  std::vector<std::uint64_t> hashes;  // of heads and bodies that did, whole or not
};

class SimNetwork final : public Fetcher {
 public:
  // All must outlive it.
  SimNetwork(const VirtualWeb& web, ManualClock& clock, SimDisk& disk, ServerWatch& watch,
             SimTrace& trace, Random draws);

  void AddTrouble(TroubledTime trouble) { troubles_.push_back(std::move(trouble)); }
  // The process stands still for so long when it next waits after `at`.
  void AddStandstill(TimePoint at, Duration lasts) { standstills_.emplace(at, lasts); }
  // The process is killed when it gets its n-th answer from now on; nullopt: not so.
  void KillAtAnswer(std::optional<std::uint64_t> answer) { kill_at_answer_ = answer; }
  // How often it was run without any time going by: an engine that spins.
  std::uint64_t idle_runs() const { return idle_runs_; }
  // The process is gone, and all its connections with it.
  void HangUp();

  const std::unordered_map<std::string, ServedUrl>& served() const { return served_; }
  std::uint64_t troubled() const { return troubled_; }  // requests and look-ups that met trouble
  std::uint32_t troubles_met() const;                   // times of trouble in which some did
  std::uint32_t standstills_met() const { return standstills_met_; }
  // From when to when the process last stood still.
  std::optional<std::pair<TimePoint, TimePoint>> last_standstill() const {
    return last_standstill_;
  }

  void Resolve(ResolveTask task) override;
  void Fetch(FetchTask task) override;
  void CancelAll() override;
  void Run(TimePoint until, FetchSink& sink) override;
  void Wake() override { woken_ = true; }
  std::size_t fetches_under_way() const override { return fetching_; }

 private:
  struct Event {
    bool is_fetch = false;
    ResolveResult resolved;
    FetchResult fetched;
    std::string host;
    std::string url;
    IpAddress server;
    std::optional<Duration> retry_after;
    std::optional<Duration> crawl_delay;
  };
  // What there is to be seen of an answer, and how long it takes.
  struct Seen;

  Duration Latency();
  // nullptr: none.
  TroubledTime* TroubleAt(std::string_view host, TimePoint at, bool lookup);
  Seen Play(const FetchTask& task, std::string_view host, TimePoint arrives);
  void Add(TimePoint at, Event event);
  void Hand(Event event, FetchSink& sink);

  const VirtualWeb& web_;
  ManualClock& clock_;
  SimDisk& disk_;
  ServerWatch& watch_;
  SimTrace& trace_;
  Random draws_;
  std::vector<TroubledTime> troubles_;
  std::multimap<TimePoint, Duration> standstills_;
  std::map<std::pair<TimePoint, std::uint64_t>, Event> events_;
  std::uint64_t next_event_ = 0;
  std::size_t fetching_ = 0;
  bool woken_ = false;
  std::optional<std::uint64_t> kill_at_answer_;
  std::uint64_t idle_runs_ = 0;
  std::uint64_t troubled_ = 0;
  std::uint32_t standstills_met_ = 0;
  std::optional<std::pair<TimePoint, TimePoint>> last_standstill_;
  std::unordered_map<std::string, std::uint64_t> asked_;    // requests by host
  std::unordered_map<std::string, std::uint64_t> queries_;  // look-ups by host
  std::unordered_map<std::string, ServedUrl> served_;
};

}  // namespace meguri
