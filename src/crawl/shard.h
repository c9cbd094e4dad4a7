// A shard: the sites that it owns, their URLs, hosts and queues, and what happens to them.
//
// Everything comes in as a message, an answer or a moment that is due, and goes out as a message, a
// request to be made or something to be stored; nothing waits. Files: shard.cc (URLs and messages),
// shard_hosts.cc (a host's way to its turn), shard_budgets.cc (rounds), shard_slots.cc (the
// O(1) scheduler), shard_answers.cc (what comes back).
// Not thread-safe: all shards of a thread share one CrawlContext.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "cluster/message.h"
#include "crawl/crawl.h"
#include "crawl/crawl_context.h"
#include "crawl/host_numbers.h"
#include "crawl/host_state.h"
#include "crawl/known_urls.h"
#include "crawl/site_budgets.h"
#include "order/host_queues.h"
#include "order/url_order.h"
#include "polite/timing_wheel.h"
#include "store/page_record.h"
#include "store/stored_url.h"

namespace meguri {

class Shard {
 public:
  Shard(std::uint32_t number, CrawlContext& context);
  Shard(const Shard&) = delete;  // its queues point to its order
  Shard& operator=(const Shard&) = delete;

  // --- At the start, in this order.
  void RestoreUrl(const StoredUrl& url, std::uint64_t place, std::uint64_t sequence);
  void RestorePage(UrlId id, const PageRecord& record);
  void RestoreHost(std::string_view name, std::string_view bytes);
  void RestoreRobots(const url::Url& origin, std::string_view bytes);
  [[nodiscard]] bool RestoreScores(std::string_view bytes) { return order_.LoadScores(bytes); }
  void ForgetScores() { order_.ForgetScores(); }
  // A page of the link log that the scores don't know yet.
  void ReplayPage(const LoggedPage& page);
  // Whatever is not done waits from now on.
  void BeginWork();

  // --- Messages.
  void Handle(const FoundUrls& found);
  void Handle(const PassedShares& shares);
  void Handle(const RobotsErrand& errand);
  void Handle(const RobotsErrandDone& done);
  void Handle(const Turn& turn);

  // --- Answers.
  // `heard`: when a name server last answered anybody.
  void OnResolved(std::uint32_t host, const ResolveResult& result, TimePoint heard);
  void OnFetched(PlannedFetch plan, FetchResult result);
  void OnRead(ReadPage page);
  // Hosts whose interval is over by now.
  void OnTime(TimePoint now);
  // Of CrawlContext::slots, one of the host's has come up.
  void OnSlot(std::uint32_t host);
  // Has the host something to do with one for which it waits? If not it waits no more.
  bool WantsSlot(std::uint32_t host);
  std::optional<TimePoint> NextDue() const { return resting_.NextDue(); }
  // Lets a page pass on what it has received; false if none has anything to.
  bool PassOn();
  // Something that was submitted is durable.
  void OnDurable();
  // Who is over budget waits for the next round; has one of them anything to do?
  bool has_parked() const { return !budgets_.parked().empty(); }
  bool AwaitsRound() const;
  // CrawlContext has its number.
  void BeginRound();
  // The user's wishes have changed.
  void CheckBlocked();

  std::string SaveScores() const { return order_.SaveScores(); }
  // `under_way`: those of its URLs that are.
  Status ForEachUrl(const std::unordered_set<UrlId>& under_way,
                    const std::function<void(const LedgerUrl& url)>& sink);
  std::uint64_t known() const { return known_.size(); }
  // Nobody has anything to do, and nothing is under way.
  bool idle() const { return busy_hosts_ == 0 && expand_later_.empty(); }
  std::uint64_t busy_hosts() const { return busy_hosts_; }
  std::uint64_t waiting() const;
  std::size_t hosts() const { return hosts_.size(); }
  double score_known() const { return order_.score_known(); }
  double score_fetched() const { return order_.score_fetched(); }
  std::size_t memory_bytes() const;

 private:
  enum Flag : std::uint8_t {
    kDone = 1,       // has its record, or will have it with the next commit
    kRequisite = 4,  // known only as a part of pages
    kSeed = 8,
    kFetched = 16,  // done with an answer
    kLeftOut = 32,  // known from an earlier start, but not in the scope as it is now
  };

  // shard.cc
  UrlKey KeyOf(UrlId id) const { return {number_, id}; }
  void Discover(const FoundUrls& found, const FoundUrl& url);
  // Is there no room for one more URL? nullopt: a new host.
  bool IsOverfull(std::optional<std::uint32_t> host);
  void SayWaiting();
  void Meet(const FoundUrls& found, const FoundUrl& url, UrlId id);
  UrlOrder::Origin ShareOrigin(const FoundUrls& found, const FoundUrl& url,
                               std::uint32_t host) const;
  double ScoreOf(UrlId id, const LoggedPage& page, std::size_t fresh);
  std::size_t CountFresh() const;
  void ExpandAgain(UrlId id);
  std::uint32_t HostOf(const url::Url& url);
  void Send(std::uint32_t shard, MessageBody body);
  void Announce(const LoggedPage& page, double share, double score);
  void Enqueue(UrlId id);
  void Move(UrlId id);
  // The URL is done with, without an answer.
  void End(UrlId id, PageEnd end, std::string detail, std::uint16_t attempts = 0);
  bool ReadUrl(UrlId id);  // into stored_ and url_

  // shard_hosts.cc
  void WakeHost(std::uint32_t host);
  bool HasWork(const HostState& host, std::uint32_t number) const;
  void Rest(std::uint32_t host, TimePoint until);
  void AskForTurn(std::uint32_t host);
  void Offer(std::uint32_t host, bool again);
  // Its best URL may have become better.
  void OfferMore(std::uint32_t host);
  void SetPhase(std::uint32_t host, HostPhase phase);
  std::optional<PlannedFetch> Choose(std::uint32_t host, TimePoint now);
  struct NextUrl {
    UrlId id = 0;
    bool oldest = false;  // that it is was the reason
  };
  // Its best URL, or the oldest if that is due.
  std::optional<NextUrl> NextOf(std::uint32_t host, TimePoint now);
  std::optional<PlannedFetch> PlanErrand(std::uint32_t host);
  std::optional<PlannedFetch> PlanRobots(std::uint32_t host, OriginRobots& origin);
  OriginRobots& OriginOf(HostState& host, const url::Url& url);
  void TakeLiteral(HostState& host) const;
  void CheckAddress(HostState& host) const;
  void TakeNextAddress(HostState& host) const;
  void EndAll(std::uint32_t host, PageEnd end, const std::string& detail);
  Duration LeastInterval(const HostState& host) const;
  void EndErrands(std::uint32_t host, const std::string& why);
  std::uint32_t ServerShard(const IpAddress& server) const;
  bool IsFull(const HostState& host) const;

  // shard_budgets.cc
  bool IsOverBudget(const HostState& host) const;
  void Park(std::uint32_t host);
  void WakeParked(std::uint32_t site);
  // That a page of another site links to one of the host.
  void CountLink(const FoundUrls& found, std::uint32_t host);

  // shard_slots.cc
  std::uint64_t Accesses(std::uint32_t host) const;
  // For one more URL. REQUIRES: context_.slots.
  bool HasPlace(std::uint32_t host) const;
  // For all that it has to ask for, once its address is known.
  void TakePlaces(std::uint32_t host);
  // False: it may ask for a turn, or has to be looked up first. REQUIRES: it has work.
  bool AwaitsSlot(std::uint32_t host);

  // shard_answers.cc
  void TakeAccess(const PlannedFetch& plan, const FetchResult& result, std::uint16_t status,
                  std::optional<Duration> retry_after);
  void OnRobots(const PlannedFetch& plan, FetchResult& result);
  void TakeRobots(std::uint32_t host, OriginRobots& origin, const RobotsAnswer& answer);
  void OnPage(PlannedFetch& plan, FetchResult& result);
  void TakePage(const PlannedFetch& plan, FetchResult& result, PageFindings& findings);
  void OnNoAnswer(const PlannedFetch& plan, const FetchResult& result);
  void Keep(const PlannedFetch& plan, FetchResult& result, PageFindings& findings, PageEnd end);
  bool TryAgain(const PlannedFetch& plan, Duration wait);
  std::uint16_t AttemptsAt(UrlId id) const;  // the one that has just ended included
  void CountAnswer(const FetchResult& result, std::uint16_t status);

  const std::uint32_t number_;
  CrawlContext& context_;
  KnownUrls known_;
  UrlOrder order_;
  HostQueues queues_;
  TimingWheel resting_;  // hosts

  // By URL.
  std::vector<std::uint64_t> places_;
  std::vector<std::uint32_t> host_of_;
  std::vector<std::uint16_t> depths_;
  std::vector<std::uint8_t> flags_;

  std::vector<HostState> hosts_;
  HostNumbers host_numbers_;
  std::unordered_map<std::string, std::uint32_t> site_numbers_;
  std::vector<std::uint64_t> site_pages_;
  SiteBudgets budgets_;
  const bool may_discard_;                             // a URL that is found, as there is no room
  std::uint64_t left_to_do_ = 0;                       // of all hosts, before the work begins
  std::uint64_t said_waiting_ = 0;                     // to CrawlContext::waiting
  std::unordered_map<UrlId, std::uint16_t> attempts_;  // that have failed
  std::uint64_t busy_hosts_ = 0;                       // not idle
  std::uint64_t retrying_ = 0;
  bool working_ = false;             // what is found from now on waits at once
  std::vector<UrlId> expand_later_;  // once what they link to can be read

  std::string text_;  // scratch: of stored_
  StoredUrl stored_;
  url::Url url_;
  LoggedPage again_;  // ReplayPage()'s
};

}  // namespace meguri
