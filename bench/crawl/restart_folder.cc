// usage: crawl_restart_folder make SPEC.toml URLS DIR
//        crawl_restart_folder read DIR
//
// make: a crawl folder as a kill leaves it, made through the store that a crawl writes to: URLS
// known URLs on all hosts of the lab's web SPEC.toml, of which the first fifth is fetched, each
// with five links to new URLs and fifteen to older ones, and tiny bodies. A few hosts have most of
// the URLs. Every host has its record and its robots.txt. The scores are those of a tenth of the
// pages ago. At the end it kills itself; its output is the seed. read: reads every known URL and
// every page record once, as a start has to, and does nothing with them; prints how many, and the
// CPU seconds.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/random.h"
#include "crawl/crawl_settings.h"
#include "crawl/host_state.h"
#include "crawl/known_urls.h"
#include "crawl/reading/link_finding.h"
#include "crawl/scope/scope.h"
#include "order/url_order.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"
#include "store/crawl_store.h"

namespace {

using namespace meguri;

constexpr std::uint64_t kSeed = 20'260'101;
constexpr std::uint32_t kShards = 16;
constexpr std::uint64_t kNewLinks = 5;
constexpr std::uint64_t kOldLinks = 15;
constexpr std::size_t kPassingsPerPage = 4;
constexpr std::uint64_t kMostWaiting = std::uint64_t{64} << 20;
constexpr std::string_view kSuffixList = "/usr/share/publicsuffix/public_suffix_list.dat";

// URL number i, and what page number i links to: functions of i, so that nothing is kept.
class Plan {
 public:
  explicit Plan(const VirtualWeb& web) : web_(web) {}

  void AppendUrl(std::uint64_t i, std::string& out) const {
    static constexpr std::array<std::string_view, 8> kWords = {
        "articles", "archive", "wiki", "people", "news", "products", "questions", "blog"};
    Random random = draws_.Split(i);
    const auto hosts = static_cast<double>(web_.hosts().size());
    const double u = random.Double();
    const auto host = i % 50 == 0 ? i / 50 : static_cast<std::uint64_t>(hosts * u * u * u);
    fmt::format_to(std::back_inserter(out), "http://{}:{}/{}/{}/{}-{:x}.html",
                   web_.hosts()[host % web_.hosts().size()].name, web_.ports().http,
                   kWords[random.Uniform(8)], random.Uniform(1000), kWords[random.Uniform(8)], i);
  }

  std::vector<std::uint64_t> LinksOf(std::uint64_t page, std::uint64_t urls) const {
    std::vector<std::uint64_t> links;
    Random random = link_draws_.Split(page);
    const std::uint64_t known = std::min(page * kNewLinks + 1, urls);
    for (std::uint64_t i = 0; i < kOldLinks; ++i) {
      const double u = random.Double();
      links.push_back(static_cast<std::uint64_t>(static_cast<double>(known) * u * u));
    }
    for (std::uint64_t i = known; i < std::min(known + kNewLinks, urls); ++i)
      links.push_back(i);
    return links;
  }

 private:
  const VirtualWeb& web_;
  const Random draws_ = Random(kSeed).Split("urls");
  const Random link_draws_ = Random(kSeed).Split("links");
};

class Maker {
 public:
  Maker(const VirtualWeb& web, std::uint64_t urls, CrawlStore& store, const url::SiteList& sites,
        Scope& scope)
      : web_(web),
        plan_(web),
        urls_(urls),
        pages_(urls / 5),
        store_(store),
        fingerprints_(kSeed),
        links_(scope, sites, fingerprints_, kShards),
        known_(kShards),
        orders_(kShards, UrlOrder(CrawlSettings().strategy)) {}

  void Make() {
    keys_.reserve(urls_);
    depths_.reserve(urls_);
    AddUrl(0, std::nullopt);
    fmt::print("{}\n", text_);
    std::fflush(stdout);
    for (std::uint64_t page = 0; page < pages_; ++page) {
      Fetch(page);
      if (page + 1 == pages_ / 10 * 9) SaveScores();
      if (page % 256 == 0) KeepPace(kMostWaiting);
    }
    PutHosts();
    KeepPace(0);
  }

 private:
  void AddUrl(std::uint64_t i, std::optional<std::uint64_t> page) {
    text_.clear();
    plan_.AppendUrl(i, text_);
    if (!url_.Assign(text_)) std::abort();
    const std::uint32_t shard = links_.ShardFor(url_);
    const std::uint64_t fingerprint = fingerprints_.Of(url_);
    const UrlKey key{shard, known_[shard].Add(fingerprint).id};
    orders_[shard].Add(i, text_);
    keys_.push_back(key);
    depths_.push_back(page ? static_cast<std::uint16_t>(depths_[*page] + 1) : std::uint16_t{0});
    StoredUrl stored{.key = key, .fingerprint = fingerprint, .url = text_, .depth = depths_.back()};
    stored.seed = !page;
    if (page) stored.found_on = keys_[*page];
    store_.AddUrl(stored);
  }

  void Fetch(std::uint64_t number) {
    const std::vector<std::uint64_t> links = plan_.LinksOf(number, urls_);
    for (const std::uint64_t link : links)
      if (link >= keys_.size()) AddUrl(link, number);
    Capture capture;
    capture.key = keys_[number];
    capture.date = clock_.WallNow();
    capture.first_visit = true;
    plan_.AppendUrl(number, capture.url);
    if (!url_.Assign(capture.url)) std::abort();
    LoggedPage& page = capture.links.emplace();
    page.page = capture.key;
    page.url = capture.url;
    page.date = capture.date;
    page.depth = depths_[number];
    for (const std::uint64_t link : links) {
      LoggedLink& logged = page.links.emplace_back();
      plan_.AppendUrl(link, logged.url);
      logged.text = fmt::format("more about {:x}", link);
    }
    const StoredUrl from{.key = capture.key, .url = capture.url, .depth = page.depth};
    const std::size_t scored = links_.Prepare(from, url_, false, page);
    const std::uint32_t shard = page.page.shard;
    page.share = orders_[shard].Fetch(page.page.id, scored, 0);
    for (const LinkTarget& target : page.targets) {
      const bool here = target.shard == shard;
      Receive(target, page.share,
              {.page = here ? std::optional(page.page.id) : std::nullopt,
               .site = 0,
               .other_site = !here});
    }
    PassOn(page.page.shard);
    capture.record.status = 200;
    capture.record.visited = capture.date;
    capture.record.simhash = StableHash64(capture.url);
    capture.record.etag = fmt::format("\"{:x}\"", number);
    capture.request = fmt::format("GET {} HTTP/1.1\r\n\r\n", url_.path_and_query());
    capture.head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    capture.body = fmt::format("<p>{}", number);
    capture.ip = "127.0.0.1";
    store_.Submit(std::move(capture));
  }

  void Receive(const LinkTarget& target, double share, const UrlOrder::Origin& from) {
    const auto id = known_[target.shard].Find(target.fingerprint);
    if (id) orders_[target.shard].Receive(*id, share, from);
  }

  void PassOn(std::uint32_t shard) {
    for (std::size_t i = 0; i < kPassingsPerPage; ++i) {
      const auto passing = orders_[shard].NextPassing();
      if (!passing) return;
      const auto targets = store_.ReadTargets({shard, passing->page});
      if (!targets) continue;
      for (const LinkTarget& target : *targets)
        Receive(target, passing->share, {});
    }
  }

  void SaveScores() {
    std::vector<std::string> scores;
    scores.reserve(kShards);
    for (const UrlOrder& order : orders_)
      scores.push_back(order.SaveScores());
    store_.SaveScores(std::move(scores));
  }

  void PutHosts() {
    HostState state;
    state.manners.download_time = std::chrono::milliseconds(30);
    const std::string record = SaveHost(state);
    const auto today = std::chrono::floor<std::chrono::seconds>(clock_.WallNow());
    const std::string robots = fmt::format("{} 200\nUser-agent: *\nDisallow: /private/\n",
                                           today.time_since_epoch().count() + 86'000);
    for (const VirtualHost& host : web_.hosts()) {
      store_.PutHost(host.name, record);
      store_.PutHost(RobotsKey(fmt::format("http://{}:{}", host.name, web_.ports().http)), robots);
    }
  }

  void KeepPace(std::uint64_t most) {
    store_.TakeDurable();
    while (store_.state().bytes_waiting > most && !store_.state().failure)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (store_.state().failure) fmt::print(stderr, "{}\n", store_.state().failure->context);
    if (store_.state().failure) std::exit(1);
  }

  const VirtualWeb& web_;
  const Plan plan_;
  const std::uint64_t urls_;
  const std::uint64_t pages_;
  CrawlStore& store_;
  const RealClock clock_{};
  url::Fingerprinter fingerprints_;
  LinkFinding links_;
  std::vector<KnownUrls> known_;
  std::vector<UrlOrder> orders_;
  std::vector<UrlKey> keys_;
  std::vector<std::uint16_t> depths_;
  std::string text_;
  url::Url url_;
};

Status Make(const std::string& spec_path, std::uint64_t urls, const std::string& directory) {
  RealFiles files;
  const RealClock clock{};
  MEGURI_TRY(const std::string text, ReadWholeFile(files, spec_path));
  MEGURI_TRY(const WebSpec spec, ParseWebSpec(text, spec_path));
  MEGURI_TRY(const VirtualWeb web, BuildWeb(spec, files));
  CrawlStoreOptions options;
  options.directory = directory;
  options.identity.seed = kSeed;
  options.identity.shards = kShards;
  MEGURI_TRY(options.public_suffix_list, ReadWholeFile(files, std::string(kSuffixList)));
  MEGURI_TRY(const auto store, CrawlStore::Open(options, files, clock, [] {}));
  MEGURI_TRY(const auto sites, url::SiteList::Load(store->public_suffix_list_path()));
  ScopeSettings any;
  any.kind = ScopeKind::kAny;
  MEGURI_TRY(Scope scope, Scope::Create(any, sites));
  Maker(web, urls, *store, sites, scope).Make();
  ::kill(::getpid(), SIGKILL);
  return {};
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Status Read(const std::string& directory) {
  RealFiles files;
  const RealClock clock{};
  CrawlStoreOptions options;
  options.directory = directory;
  options.read_only = true;
  std::uint64_t urls = 0;
  std::uint64_t pages = 0;
  MEGURI_TRY(const auto store, CrawlStore::Open(options, files, clock, [] {}));
  MEGURI_CHECK_STATUS(store->ReplayUrls([&](const StoredUrl&, std::uint64_t) { ++urls; }));
  MEGURI_CHECK_STATUS(store->ReplayPages([&](UrlKey, const PageRecord&) { ++pages; }));
  fmt::print("{} {} {:.3f}\n", urls, pages, CpuSeconds());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  Status status;
  if (args.size() == 4 && args[0] == "make") {
    status = Make(args[1], std::strtoull(args[2].c_str(), nullptr, 10), args[3]);
  } else if (args.size() == 2 && args[0] == "read") {
    status = Read(args[1]);
  } else {
    fmt::print(stderr, "usage: crawl_restart_folder make SPEC.toml URLS DIR | read DIR\n");
    return 2;
  }
  if (!status) fmt::print(stderr, "crawl_restart_folder: {}\n", status.error().context);
  return status ? 0 : 1;
}
