// What all shards of a crawl share. Borrowed; the Crawl owns it all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "cluster/exchange.h"
#include "crawl/audit/interval_promise.h"
#include "crawl/audit/request_log.h"
#include "crawl/crawl_settings.h"
#include "crawl/crawl_status.h"
#include "crawl/reading/link_finding.h"
#include "crawl/reading/page_reading.h"
#include "crawl/scope/scope.h"
#include "crawl/site_budgets.h"
#include "fetch/address_rule.h"
#include "fetch/fetcher.h"
#include "order/oldest_share.h"
#include "order/url_order.h"
#include "polite/paper_steps.h"
#include "store/crawl_store.h"
#include "url/site.h"

namespace meguri {

// A request that a shard wants made; the Crawl gives it a ticket and a line in the log.
struct PlannedFetch {
  std::uint32_t shard = 0;
  std::uint32_t host = 0;
  RequestKind kind = RequestKind::kPage;
  UrlId url = 0;  // of kPage, kRequisite, kRedirect
  std::string host_name;
  std::string text;     // the URL
  std::string origin;   // of kRobots: whose
  bool errand = false;  // of kRobots: for another host
  Turn turn;
  Interval host_interval;
  IpAddress address;
  // The Crawl's:
  std::uint64_t ticket = 0;
  std::uint64_t request = 0;  // its number in the log
};

// A page that came, on its way through the reading.
struct ReadPage {
  PlannedFetch plan;
  FetchResult result;
  PageFindings findings;  // once it is read
};

struct CrawlContext {
  const CrawlSettings& settings;
  const Clock& clock;
  Logger log;
  CrawlStore& store;
  Exchange& exchange;
  Scope& scope;
  const url::SiteList& sites;
  LinkFinding& links;
  PageReading& pages;
  const AddressRule& addresses;
  const IntervalPromise& promise;
  CrawlStatus& status;
  std::string agent;            // the User-Agent
  std::uint64_t sequence = 0;   // of the next URL that is found
  OldestShare oldest;           // meguri's
  BudgetRound budgets;          // of --site-budget
  PaperSteps* slots = nullptr;  // of --scheduler paper; else null
  std::uint64_t waiting = 0;    // URLs of all shards, as each has said last
  TimePoint start;
  bool discovers = true;  // false: the memory's cap is reached

  std::function<void(PlannedFetch)> fetch;
  // Comes back by Shard::OnRead(), at once or later.
  std::function<void(ReadPage)> read;
  std::function<void(std::uint32_t shard, std::uint32_t host, const std::string& name)> resolve;
  // Why the user doesn't want the host; nullptr if there is no such wish.
  std::function<const std::string*(std::string_view host)> blocked;
};

}  // namespace meguri
