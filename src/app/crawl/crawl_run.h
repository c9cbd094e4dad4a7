// Runs a crawl until its end or until it is told to stop, and shows how it stands.
#pragma once

#include <functional>
#include <memory>

#include "app/crawl/crawl_keys.h"
#include "app/crawl/crawl_report.h"
#include "app/crawl/crawl_view.h"
#include "app/crawl/service_notifier.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "crawl/crawl.h"
#include "fetch/fetcher.h"

namespace meguri::app {

// The engine, as the program has it (crawl_engine.cc).
Result<std::unique_ptr<Fetcher>> MakeFetcher(const CrawlSettings& settings, const Clock& clock);
Result<std::unique_ptr<Crawl>> OpenCrawl(const CrawlSettings& settings, const CrawlParts& parts);

struct CrawlEngine {
  std::function<Result<std::unique_ptr<Fetcher>>(const CrawlSettings&, const Clock&)> make_fetcher =
      MakeFetcher;
  std::function<Result<std::unique_ptr<Crawl>>(const CrawlSettings&, const CrawlParts&)> open =
      OpenCrawl;
};

// Where things are shown.
struct CrawlOutputs {
  TextOutput out;         // the summary; JSON lines
  TextOutput err;         // the view or plain lines; errors
  bool terminal = false;  // `err` is one
  bool bold = true;       // attributes may be used there
  std::function<TerminalSize()> size = [] { return TerminalSize(); };
  ServiceManager service;  // told when it runs, that it does, and when it stops
};
// stdout and stderr, and the service manager if the environment names one.
CrawlOutputs StandardOutputs();

// The exit code: 0 it has ended, by itself or because it was to; 1 something failed. Errors that
// are the user's are returned, with kInvalidArgument.
Result<int> RunCrawl(const CrawlPlan& plan, const CrawlEngine& engine, const Clock& clock,
                     Files& files, const CrawlOutputs& outputs);

}  // namespace meguri::app
