// The loop of a crawl: one thread, all shards, one exchange in memory. Internal to crawl.h.
//
//   while running:   messages ─▶ shards      what the store has made durable ─▶ counters
//                    moments ─▶ hosts that ask      free connections ─▶ turns ─▶ requests
//                    wait in the fetcher ─▶ answers ─▶ shards ─▶ pages to be read ─▶ shards
//
// crawl_loop.cc has the loop, crawl_start.cc what comes before it, crawl_rounds.cc the rounds of
// site budgets.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cluster/exchange.h"
#include "crawl/blocked_hosts.h"
#include "crawl/crawl.h"
#include "crawl/crawl_context.h"
#include "crawl/reading/reading_thread.h"
#include "crawl/shard.h"
#include "polite/paper_steps.h"
#include "polite/turn_keeper.h"
#include "url/fingerprint.h"

namespace meguri {

class CrawlLoop final : public Crawl, private FetchSink {
 public:
  static Result<std::unique_ptr<CrawlLoop>> Create(const CrawlSettings& settings,
                                                   const CrawlParts& parts);
  ~CrawlLoop() override;

  void RunFor(Duration time) override;
  void Stop() override;
  const CrawlStatus& status() override;
  Status ForEachUrl(const std::function<void(const LedgerUrl& url)>& sink) override;
  Status Close() override;

 private:
  struct Lookup {
    std::uint32_t shard = 0;
    std::uint32_t host = 0;
  };

  CrawlLoop(CrawlSettings settings, const CrawlParts& parts);

  // crawl_start.cc
  Status Prepare();
  Status OpenStore();
  Status MakeParts();
  std::unique_ptr<PageReading> MakePageReading() const;
  Status Replay();
  void Tell(std::string_view what, std::uint64_t count) const;
  Status AddSeeds();
  void BeginWork();

  // crawl_loop.cc
  void Step(TimePoint until);
  // Delivers, and lets pages pass on what they have received.
  void PassOn(Shard& shard);
  void Deliver();
  void StartFetches();
  void SendPlanned();
  void HandBack();
  void Read(ReadPage page);
  bool TakeRead();
  // Fetched, and not yet read.
  std::size_t unread() const { return reading_ ? reading_->waiting() : 0; }
  bool MayStart();
  std::uint64_t ExpectedBytes() const;
  void TakeDurable();
  void CheckLimits(TimePoint now);
  void CheckMemory();
  std::uint64_t CountedBytes() const;
  void CheckBlocked();
  void CheckStore();
  void CheckStop(TimePoint now);
  void End(CrawlEnd end);
  bool AllIdle() const;
  TimePoint NextMoment(TimePoint until) const;
  std::string HeadersFor(std::string_view host) const;
  void SaveScores();
  void TakeStoreFigures();

  // crawl_rounds.cc
  bool IsQuietUntil(TimePoint then) const;
  Duration RoundPatience() const;
  // When the next round is to begin, whatever is under way; nullopt: nobody is parked.
  std::optional<TimePoint> RoundDue() const;
  // False: nobody waits for one, or others have something to do in this.
  bool BeginNextRound(TimePoint now);

  // crawl_names.cc
  void HearNames(const ResolveResult& result);
  void OnResolved(ResolveResult result) override;

  void OnFetched(FetchResult result) override;

  CrawlSettings settings_;
  CrawlParts parts_;
  TimePoint start_;  // the request log's; no server is asked before its interval since then
  CrawlStatus status_;
  AddressRule addresses_;
  IntervalPromise promise_;
  std::unique_ptr<CrawlStore> store_;
  std::optional<url::SiteList> sites_;
  std::optional<Scope> scope_;
  std::optional<url::Fingerprinter> fingerprints_;
  std::optional<LinkFinding> links_;
  std::unique_ptr<PageReading> pages_;
  std::unique_ptr<RequestLog> request_log_;
  MemoryExchange memory_exchange_;
  Exchange& exchange_;  // that one, or the caller's
  std::optional<TurnKeeper> keeper_;
  std::optional<PaperSteps> slots_;  // of --scheduler paper
  std::optional<BlockedHosts> blocked_;
  std::optional<CrawlContext> context_;
  std::vector<std::unique_ptr<Shard>> shards_;

  std::vector<PlannedFetch> planned_;
  std::unordered_map<std::uint64_t, PlannedFetch> flights_;
  std::unordered_map<std::uint64_t, Lookup> lookups_;
  std::uint64_t next_ticket_ = 1;
  std::uint64_t pages_before_ = 0;  // of earlier processes
  std::atomic<bool> stop_asked_{false};
  CrawlEnd ending_ = CrawlEnd::kRunning;  // what it will end with
  std::optional<TimePoint> stop_by_;      // then what is under way is cancelled
  bool gives_up_unread_ = false;
  std::string log_trouble_;
  TimePoint names_heard_;  // when the name server last said something
  std::optional<TimePoint> names_silent_since_;
  bool probing_names_ = false;   // it was asked whether it is there
  std::string names_trouble_;    // it isn't
  std::string blocked_trouble_;  // that was told
  TimePoint next_check_;
  TimePoint next_save_;
  bool closed_ = false;
  std::unique_ptr<ReadingThread> reading_;  // null: the loop reads
};

}  // namespace meguri
