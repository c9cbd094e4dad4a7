// wheel: by the timing wheel of the live crawl, exact per server. Private to polite_run.cc.
//
//   idle ─▶ fetching ─▶ resting ─▶ fetching …    a server is in the wheel until its page is there,
//    ▲                    │   └─▶ ready ─┘       and then until its interval is over; it is ready
//    └─── nothing waits ──┘                      while all connections are in use
#pragma once

#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "polite/timing_wheel.h"
#include "sim/polite/runs/fetch_record.h"
#include "sim/polite/runs/rarer_turns.h"
#include "sim/polite/server_frontier.h"

namespace meguri {

class WheelRun {
 public:
  WheelRun(const PoliteWeb& web, const PoliteSetup& setup, const RunOptions& options)
      : web_(web),
        setup_(setup),
        record_(web, setup, options),
        turns_(web, setup.budgets),
        frontier_(web, setup.choice.value_or(Strategy::kBreadthFirst)),
        wheel_(TimePoint{}),
        servers_(web.servers.count()) {
    if (setup.connections > 0) frontier_.NoteChanges();
  }

  std::optional<PoliteRun> Run(std::span<const PageId> seeds) {
    for (const PageId seed : seeds) {
      frontier_.AddSeed(seed);
      Wake(web_.server[seed], TimePoint{});
    }
    record_.Stored(frontier_.total(), 0);
    while (const auto due = wheel_.NextDue()) {
      if (record_.stopped()) break;
      while (const auto server = wheel_.PopDue(*due))
        Due(*server, *due);
      if (setup_.connections > 0) Grant(*due);
    }
    return record_.Finish();
  }

 private:
  enum class Phase : std::uint8_t { kIdle, kFetching, kResting, kReady };
  struct Server {
    Phase phase = Phase::kIdle;
    PageId page = 0;      // that is fetched
    TimePoint free_at{};  // when its interval is over
  };
  // Of a server that is ready; replaced by another one when its best changes.
  struct Offer {
    Priority best;
    std::uint32_t server;
    bool operator<(const Offer& other) const {
      return best == other.best ? server > other.server : Before(other.best, best);
    }
  };

  void Due(std::uint32_t number, TimePoint now) {
    Server& server = servers_[number];
    if (server.phase == Phase::kFetching) {
      server.phase = Phase::kResting;
      --in_use_;
      Fetched(server.page, now);
      wheel_.Arm(number, server.free_at);
      return;
    }
    if (frontier_.waiting(number) == 0) {
      server.phase = Phase::kIdle;
    } else if (setup_.connections == 0) {
      Begin(number, now);
    } else {
      server.phase = Phase::kReady;
      offers_.push({frontier_.Best(number), number});
    }
  }

  void Begin(std::uint32_t number, TimePoint now) {
    Server& server = servers_[number];
    server.phase = Phase::kFetching;
    ++in_use_;
    server.page = frontier_.Pop(number);
    const TimePoint there = record_.Begin(server.page, now);
    record_.Stored(frontier_.total(), 0);
    server.free_at = there + setup_.interval * turns_.Times(number);
    wheel_.Arm(number, there);
  }

  // The connections that are free go to the best of those that are ready.
  void Grant(TimePoint now) {
    for (const std::uint32_t number : frontier_.TakeChanged())
      if (servers_[number].phase == Phase::kReady) offers_.push({frontier_.Best(number), number});
    while (in_use_ < setup_.connections && !offers_.empty()) {
      const Offer offer = offers_.top();
      offers_.pop();
      if (servers_[offer.server].phase != Phase::kReady) continue;
      // To be asked what is best may itself be news.
      const Priority best = frontier_.Best(offer.server);
      if (best == offer.best) {
        Begin(offer.server, now);
      } else {
        offers_.push({best, offer.server});
      }
    }
  }

  // Something waits for the server.
  void Wake(std::uint32_t number, TimePoint now) {
    Server& server = servers_[number];
    if (server.phase != Phase::kIdle) return;
    server.phase = Phase::kResting;
    wheel_.Arm(number, std::max(now, server.free_at));
  }

  void Fetched(PageId page, TimePoint now) {
    turns_.Fetched(page);
    frontier_.Fetch(page, [&](PageId link) {
      const std::uint32_t server = web_.server[link];
      if (setup_.overflow == OverflowPolicy::kDiscard &&
          frontier_.waiting(server) >= setup_.paper.queues / 2) {
        record_.Discard();
        return false;
      }
      Wake(server, now);
      return true;
    });
    record_.Stored(frontier_.total(), 0);
  }

  const PoliteWeb& web_;
  const PoliteSetup& setup_;
  FetchRecord record_;
  RarerTurns turns_;
  ServerFrontier frontier_;
  TimingWheel wheel_;
  std::vector<Server> servers_;
  std::priority_queue<Offer> offers_;
  std::uint32_t in_use_ = 0;
};

}  // namespace meguri
