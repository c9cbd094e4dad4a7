// Asks a few questions of a few hosts, one after the other, with the manners of a crawl:
// robots.txt first, one request in flight, the host's and the server's interval after the last
// answer ended, addresses checked, Crawl-delay, back-off and Retry-After obeyed.
//
//   PoliteClient client(options, clock, fetcher, {…});
//   const PoliteReply reply = client.Ask(url);          // waits as long as manners want
//
//   Ask ─▶ robots.txt of the origin, if it isn't known ─▶ may it? ─▶ address ─▶ host's interval
//       ─▶ server's turn (TurnKeeper) ─▶ fetch ─▶ what was learnt of host and server
//
// Nothing is decided here: intervals are polite/'s, robots.txt is OriginRobots' and robots/'s, what
// an answer means answer_meaning.h's. It follows no redirect (but those of robots.txt) and tries
// nothing twice, but at the next address of a host that has never answered. Nobody is asked before
// the interval since the start is over, as in a crawl, so that one client after the other is as
// polite as one.
//
// One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"
#include "crawl/audit/request_log.h"
#include "crawl/crawl_settings.h"
#include "crawl/origin_robots.h"
#include "crawl/reading/page_reading.h"
#include "fetch/address_rule.h"
#include "fetch/fetcher.h"
#include "polite/manners.h"
#include "polite/turn_keeper.h"
#include "url/url.h"

namespace meguri {

struct PoliteClientOptions {
  IntervalOptions manners;
  AddressRule addresses;
  std::string user_agent;
  FetchLimits limits;
  std::vector<HostSettings> hosts;  // of which `ignore_robots` counts
  int max_requests = 100;           // robots.txt included
  // Whoever is busy or failed, and is to be left alone for longer than this, isn't asked again.
  Duration patience = std::chrono::seconds(30);
};

struct PoliteReply {
  enum class Kind : std::uint8_t {
    kFetched,    // `result` and `findings` have what came, or that nothing did
    kForbidden,  // by a rule of robots.txt
    kClosed,     // robots.txt could not be had
    kNoAddress,  // no such name, or none of its addresses may be asked
    kBusy,       // it was busy or down just before: too early to ask again
    kNoMore,     // the requests are used up, or the user said stop
  };
  Kind kind = Kind::kNoMore;
  FetchResult result;
  PageFindings findings;     // of kFetched; the reader's page() has the rest
  std::uint16_t status = 0;  // of kFetched; of kClosed robots.txt's; of kBusy the last; 0: none
  std::string why;           // one line for people, "" if all went well
};

// What its owner wants to know and to say while it waits.
struct PoliteClientHooks {
  std::function<bool()> stop;                      // looked at several times a second
  std::function<void(std::string_view url)> wait;  // as often, while `url` is waited for
};

class PoliteClient final : private FetchSink {
 public:
  // `clock` and `fetcher` must outlive it.
  PoliteClient(PoliteClientOptions options, const Clock& clock, Fetcher& fetcher,
               PoliteClientHooks hooks);

  // REQUIRES: an http(s) URL. A request for a page, and before it those for robots.txt.
  PoliteReply Ask(const url::Url& url);
  // What Ask() has read last.
  PageReading& reading() { return reading_; }

  // As robots.txt of the URL's origin names them; asks for that if it isn't known yet.
  std::vector<std::string> SitemapsOf(const url::Url& url);

  // By a rule of robots.txt, if that was read; asks nobody. Rules that take long to go through are
  // not gone through for more than kMostChecking in all: false, then. Ask() keeps to them all the
  // same. REQUIRES: an http(s) URL.
  static constexpr Duration kMostChecking = std::chrono::seconds(2);
  bool IsForbidden(const url::Url& url) const;

  // How the paths begin that robots.txt of the URL's origin forbids, likewise.
  std::vector<std::string> ForbiddenPaths(const url::Url& url) const;

  int requests() const { return requests_; }

 private:
  struct Host {
    std::uint32_t number = 0;
    std::vector<IpAddress> addresses;
    std::optional<std::size_t> address;  // that is asked
    std::string no_address;              // why there is none
    Manners manners;
    Interval interval;
    TimePoint free_at;
    std::uint16_t last_status = 0;
    bool has_answered = false;
    bool asking = false;  // the keeper has an offer of it
  };
  struct Origin {
    OriginRobots robots;
    std::uint16_t status = 0;
    std::vector<std::string> sitemaps;
  };

  Host& HostOf(const url::Url& url);
  Origin& OriginOf(const url::Url& url);
  // Nullptr if it isn't known, or not any more.
  const robots::RobotsRules* KnownRules(const url::Url& url) const;
  // False: there may be no more requests.
  bool LearnRobots(const url::Url& url, Origin& origin);
  PoliteReply AskOnce(const url::Url& url, RequestKind kind);
  PoliteReply AskAtAddress(const url::Url& url, RequestKind kind);
  bool TakeNextAddress(Host& host) const;
  bool FindAddress(const url::Url& url, Host& host);
  void TakeAddresses(std::vector<IpAddress> addresses, Host& host) const;
  // Until then, or false: the user said stop.
  bool WaitUntil(TimePoint time, std::string_view url);
  std::optional<Turn> TakeTurn(Host& host, std::string_view url);
  FetchResult Fetch(FetchTask task);
  void TakeAccess(Host& host, const Turn& turn, RequestKind kind, const PoliteReply& reply,
                  std::optional<Duration> retry_after);
  bool MayGoOn() const { return requests_ < options_.max_requests && !IsStopped(); }
  bool IsStopped() const { return hooks_.stop && hooks_.stop(); }

  void OnResolved(ResolveResult result) override { resolved_ = std::move(result); }
  void OnFetched(FetchResult result) override { fetched_ = std::move(result); }

  PoliteClientOptions options_;
  const Clock& clock_;
  Fetcher& fetcher_;
  PoliteClientHooks hooks_;
  const TimePoint start_;
  TurnKeeper keeper_;
  PageReading reading_;
  std::map<std::string, Host, std::less<>> hosts_;      // by name
  std::map<std::string, Origin, std::less<>> origins_;  // by origin
  std::optional<ResolveResult> resolved_;
  std::optional<FetchResult> fetched_;
  std::uint64_t ticket_ = 0;
  int requests_ = 0;
  mutable Duration checking_{0};  // what IsForbidden() took
};

}  // namespace meguri
