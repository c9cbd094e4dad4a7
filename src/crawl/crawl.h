// A crawl, from its folder to its end: all shards on the calling thread.
//
//   MEGURI_TRY(auto crawl, Crawl::Open(settings, parts));
//   while (crawl->status().end == CrawlEnd::kRunning) crawl->RunFor(milliseconds(200));
//   MEGURI_CHECK_STATUS(crawl->Close());
//
// The outside comes in by four seams: Clock, Fetcher, Files, and the exchange in memory.
// One thread; Stop() from any, and from a signal handler. docs/design/crawl.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "base/result.h"
#include "cluster/exchange.h"
#include "crawl/crawl_settings.h"
#include "crawl/crawl_status.h"
#include "fetch/fetcher.h"
#include "order/incremental_page_rank.h"
#include "store/page_record.h"

namespace meguri {

struct CrawlParts {  // all must outlive the crawl
  Files& files;
  const Clock& clock;
  Fetcher& fetcher;
  Logger log;
  Exchange* exchange = nullptr;  // null: one of its own, in memory
  // In a simulation: nothing happens in other threads, and what is drawn is drawn from this seed.
  std::optional<std::uint64_t> simulated = std::nullopt;
  // While a folder is opened, often: what is read now, and how many of them were.
  std::function<void(std::string_view what, std::uint64_t count)> opening = {};
};

// A known URL, as the engine has it now: for whoever checks the engine.
struct LedgerUrl {
  UrlKey key;
  std::string_view url;
  bool done = false;      // has its record, or will have it with the next commit
  bool waits = false;     // in a queue, to be tried again, or under way
  bool left_out = false;  // of an earlier start with another scope
  RankOf rank;
};

class Crawl {
 public:
  // Opens or makes the folder and reads what is there: takes as long as that is large.
  // Fails with kInvalidArgument on settings that make no sense, kAlreadyExists if another process
  // is at work in the folder.
  static Result<std::unique_ptr<Crawl>> Open(const CrawlSettings& settings,
                                             const CrawlParts& parts);
  virtual ~Crawl() = default;

  // Works for so long, or until the end.
  virtual void RunFor(Duration time) = 0;
  // No new requests; those under way may end within a few seconds, and then the end is kStopped.
  virtual void Stop() = 0;
  virtual const CrawlStatus& status() = 0;
  // Every URL that it knows. Slow: reads them all.
  virtual Status ForEachUrl(const std::function<void(const LedgerUrl& url)>& sink) = 0;
  // Everything durable. Without it the crawl goes on from the last commit next time.
  virtual Status Close() = 0;
};

}  // namespace meguri
