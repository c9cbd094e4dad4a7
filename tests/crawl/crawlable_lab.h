// A lab to crawl, its log to be judged by, and a crawl of it: all in one process, over real
// sockets, with real DNS.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "crawl/crawl.h"
#include "fetch/live_fetcher.h"
#include "lab/dns/dns_server.h"
#include "lab/http/lab_server.h"
#include "lab/judge/judge.h"
#include "lab/judge/log_reader.h"
#include "lab/log/access_log.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"
#include "tests/support/temporary_directory.h"

namespace meguri::testing_crawl {

class CrawlableLab {
 public:
  explicit CrawlableLab(WebSpec spec) : output_(real_, sink_, {.level = LogLevel::kOff}) {
    LabServerOptions options;
    options.ca_folder = folder_.path();
    server_ = *LabServer::Start(options, Logger(output_, "lab"));
    spec.ports = server_->ports();
    RealFiles files;
    auto web = BuildWeb(spec, files);
    EXPECT_TRUE(web) << ToString(web.error());
    web_ = std::make_unique<VirtualWeb>(*std::move(web));
    names_ = *DnsServer::Start(*web_, {});
    clock_ = std::make_unique<LabClock>(real_, web_->start(), 1);
    log_ = std::make_unique<AccessLog>(*files.OpenToWrite(log_path(), OpenMode::kCreate), *clock_,
                                       web_->forbidden_address(), FormatWebSpec(spec));
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run(*web_, *clock_, log_.get())); });
  }
  ~CrawlableLab() { Stop(); }
  CrawlableLab(const CrawlableLab&) = delete;
  CrawlableLab& operator=(const CrawlableLab&) = delete;

  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    log_.reset();
  }

  const VirtualWeb& web() const { return *web_; }
  WebPorts ports() const { return server_->ports(); }
  std::string log_path() const { return folder_.path() + "/access.log"; }
  std::string resolver() const { return fmt::format("127.0.0.1:{}", names_->port()); }
  std::string ca_file() const { return server_->ca_certificate_path(); }

  // Stops the lab first.
  Judgement Judge(std::chrono::microseconds interval) {
    Stop();
    RealFiles files;
    const auto file = files.OpenToRead(log_path());
    EXPECT_TRUE(file);
    auto log = LogReader::Open(**file, log_path());
    EXPECT_TRUE(log) << ToString(log.error());
    auto judgement = JudgeLog(*log, {.interval = interval, .max_fetches = 1}, web_.get());
    EXPECT_TRUE(judgement) << ToString(judgement.error());
    return *std::move(judgement);
  }

 private:
  testing_support::TemporaryDirectory folder_;
  RealClock real_;
  StderrSink sink_;
  LogOutput output_;
  std::unique_ptr<LabServer> server_;
  std::unique_ptr<VirtualWeb> web_;
  std::unique_ptr<DnsServer> names_;
  std::unique_ptr<LabClock> clock_;
  std::unique_ptr<AccessLog> log_;
  std::thread thread_;
};

inline CrawlSettings SettingsFor(const CrawlableLab& lab, const std::string& directory) {
  CrawlSettings settings;
  settings.directory = directory;
  settings.seeds = lab.web().SeedUrls();
  settings.scope.kind = ScopeKind::kAny;
  settings.manners.interval = std::chrono::milliseconds(50);
  settings.manners.first_back_off = std::chrono::milliseconds(200);
  settings.manners.download_factor = 0;
  settings.manners.max_crawl_delay = std::chrono::milliseconds(50);
  settings.allow_addresses = {"127.0.0.0/8", "::1"};
  settings.resolver = lab.resolver();
  settings.ca_file = lab.ca_file();
  settings.user_agent = "meguri-test/1";
  settings.shards = 4;
  settings.seed = 7;
  return settings;
}

// Runs a crawl to its end, or until `until` says so, and closes it.
inline CrawlStatus RunCrawl(const CrawlSettings& settings,
                            const std::function<bool(const CrawlStatus&)>& until = {},
                            std::chrono::seconds at_most = std::chrono::seconds(240)) {
  RealFiles files;
  RealClock clock;
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kWarning});
  LiveFetcherOptions options;
  options.resolver = settings.resolver;
  options.ca_file = settings.ca_file;
  options.insecure = settings.insecure;
  options.dns_timeout = std::chrono::milliseconds(300);
  options.dns_tries = 2;
  std::vector<IpRange> ranges;
  for (const std::string& range : settings.allow_addresses)
    ranges.push_back(*IpRange::Parse(range));
  options.rule = AddressRule(ranges, false);
  auto fetcher = LiveFetcher::Create(options, clock);
  EXPECT_TRUE(fetcher) << ToString(fetcher.error());
  auto crawl = Crawl::Open(
      settings,
      {.files = files, .clock = clock, .fetcher = **fetcher, .log = Logger(output, "crawl")});
  EXPECT_TRUE(crawl) << ToString(crawl.error());
  if (!crawl) return {};
  const TimePoint deadline = clock.Now() + at_most;
  while ((*crawl)->status().end == CrawlEnd::kRunning) {
    (*crawl)->RunFor(std::chrono::milliseconds(20));
    if (until && until((*crawl)->status())) (*crawl)->Stop();
    if (clock.Now() > deadline) {
      ADD_FAILURE() << "the crawl doesn't end";
      break;
    }
  }
  const Status closed = (*crawl)->Close();
  EXPECT_TRUE(closed) << ToString(closed.error());
  return (*crawl)->status();
}

}  // namespace meguri::testing_crawl
