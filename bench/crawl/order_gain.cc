// usage: order_gain GRAPH STRATEGY=DIR...: how much of the PageRank of GRAPH, as the lab serves it,
// each crawl folder's requests had gained when, against the exact simulation of the same strategy
// from the same seed, and how far the crawl's order is from the exact one. bench/crawl/order calls
// it. Exit 1 if a crawl left out what the simulation reaches.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "crawl/audit/request_log_reader.h"
#include "graph/page_rank.h"
#include "order/order_name.h"
#include "order/url_order.h"
#include "sim/order/order_run.h"
#include "sim/sources/file_type.h"
#include "sim/sources/graph_load.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr std::uint64_t kSampleEvery = 97;  // starts; each is compared with all that wait

// Only pages in HTML have links, each of them once.
WebGraph AsServed(const PageGraph& pages) {
  std::vector<std::uint64_t> starts{0};
  std::vector<PageId> targets;
  for (std::uint32_t node = 0; node < pages.size(); ++node) {
    const std::string_view target = pages.target(node);
    if (IsHtmlType(ContentTypeOfUrl(target.substr(0, target.find('?'))))) {
      const auto successors = pages.successors(node);
      targets.insert(targets.end(), successors.begin(), successors.end());
    }
    starts.push_back(targets.size());
  }
  return WithoutSelfAndRepeatedLinks(WebGraph(std::move(starts), std::move(targets)));
}

// What is known of the web after some pages: scores, and who is known in which order.
class Knowledge {
 public:
  Knowledge(const WebGraph& graph, Strategy strategy)
      : graph_(graph), order_(strategy), url_of_(graph.page_count(), kUnknown) {}

  void Add(PageId page) {
    if (url_of_[page] != kUnknown) return;
    url_of_[page] = order_.Add(pages_.size(), "");
    pages_.push_back(page);
  }
  // `raised` is told of all pages that got something.
  template <class Raised>
  void Fetch(PageId page, const Raised& raised) {
    const auto links = graph_.successors(page);
    const double share = order_.Fetch(url_of_[page], links.size());
    for (const PageId to : links) {
      Add(to);
      order_.Receive(url_of_[to], share);
      raised(to);
    }
    while (const auto passing = order_.NextPassing()) {
      for (const PageId to : graph_.successors(pages_[passing->page])) {
        order_.Receive(url_of_[to], passing->share);
        raised(to);
      }
    }
  }
  bool known(PageId page) const { return url_of_[page] != kUnknown; }
  bool fetched(PageId page) const { return order_.fetched(url_of_[page]); }
  Priority priority(PageId page) const { return order_.priority(url_of_[page]); }
  const std::vector<PageId>& pages() const { return pages_; }  // the known ones

 private:
  static constexpr UrlId kUnknown = 0xFFFFFFFF;

  const WebGraph& graph_;
  UrlOrder order_;
  std::vector<UrlId> url_of_;
  std::vector<PageId> pages_;
};

std::vector<PageId> Simulate(const PageGraph& pages, const WebGraph& graph, PageId seed,
                             Strategy strategy) {
  OrderWeb web;
  web.graph = graph;
  for (PageId page = 0; page < graph.page_count(); ++page)
    web.sites.push_back(pages.host(page));
  web.originals.resize(graph.page_count());
  std::iota(web.originals.begin(), web.originals.end(), PageId{0});
  return RunOrder(web, std::span(&seed, 1), ParseOrder(StrategyName(strategy)).value())->order;
}

struct Event {
  bool start;
  PageId page;
};

struct CrawlOrder {
  std::vector<PageId> starts;
  std::vector<Event> events;
};

Result<CrawlOrder> ReadOrder(Files& files, const std::string& folder, const PageGraph& pages) {
  std::map<std::string, std::uint32_t, std::less<>> hosts;
  for (std::uint32_t host = 0; host < pages.hosts.size(); ++host)
    hosts[pages.hosts[host]] = host;
  CrawlOrder order;
  std::vector<PageId> page_of(1, 0);  // by the number of the request
  std::vector<bool> is_page(1);
  for (int number = 0;; ++number) {
    const auto file =
        files.OpenToRead(fmt::format("{}/requests/requests-{:05}.log", folder, number));
    if (!file && number > 0) return order;
    if (!file) return tl::unexpected(file.error());
    MEGURI_TRY(RequestLogReader log, RequestLogReader::Open(**file));
    RequestLogLine line;
    url::Url url;
    for (;;) {
      MEGURI_TRY(const bool there, log.Next(line));
      if (!there) break;
      if (line.kind == RequestLogLine::Kind::kStart) {
        page_of.resize(line.start.number + 1);
        is_page.resize(line.start.number + 1);
        if (line.start.kind == RequestKind::kRobots || !url.Assign(line.start.url)) continue;
        const auto host = hosts.find(url.host());
        if (host == hosts.end()) continue;
        const auto node = pages.Find(host->second, url.path_and_query());
        if (!node) continue;
        page_of[line.start.number] = *node;
        is_page[line.start.number] = true;
        order.starts.push_back(*node);
        order.events.push_back({true, *node});
      } else if (line.kind == RequestLogLine::Kind::kEnd && line.end.number < is_page.size() &&
                 is_page[line.end.number]) {
        order.events.push_back({false, page_of[line.end.number]});
      }
    }
  }
}

// Those with equal scores count as equal; where there are none, who was found first is better.
bool IsBetter(const Priority& a, const Priority& b, Strategy strategy) {
  return strategy == Strategy::kBreadthFirst ? a.tie < b.tie : a.value > b.value;
}

// At every kSampleEvery-th start: how many pages that waited were better than the chosen one.
struct Blur {
  std::vector<std::uint64_t> better;       // by all that is known had nothing been under way
  std::vector<std::uint64_t> passed_over;  // by what had arrived, at hosts without a request
};

void CountBetter(const PageGraph& pages, const CrawlOrder& crawl, const WebGraph& graph,
                 Strategy strategy, Blur& blur) {
  const auto ignore = [](PageId) {};
  Knowledge at_once(graph, strategy);
  Knowledge arrived(graph, strategy);
  at_once.Add(crawl.starts.front());
  arrived.Add(crawl.starts.front());
  std::vector<bool> started(graph.page_count());
  std::vector<bool> busy(pages.hosts.size());
  std::uint64_t count = 0;
  for (const Event& event : crawl.events) {
    if (!event.start) {
      busy[pages.host(event.page)] = false;
      if (!arrived.fetched(event.page)) arrived.Fetch(event.page, ignore);
      continue;
    }
    if (!arrived.known(event.page) || !at_once.known(event.page)) continue;
    if (++count % kSampleEvery == 0) {
      const Priority at_once_priority = at_once.priority(event.page);
      const Priority arrived_priority = arrived.priority(event.page);
      std::uint64_t better = 0;
      std::uint64_t passed_over = 0;
      for (const PageId page : at_once.pages())
        better += !started[page] && IsBetter(at_once.priority(page), at_once_priority, strategy);
      for (const PageId page : arrived.pages())
        passed_over += !started[page] && !busy[pages.host(page)] &&
                       IsBetter(arrived.priority(page), arrived_priority, strategy);
      blur.better.push_back(better);
      blur.passed_over.push_back(passed_over);
    }
    started[event.page] = true;
    busy[pages.host(event.page)] = true;
    if (!at_once.fetched(event.page)) at_once.Fetch(event.page, ignore);
  }
}

double Gained(const std::vector<PageId>& order, const std::vector<double>& ranks, double part,
              std::size_t reachable, double total) {
  const auto count = static_cast<std::size_t>(part * static_cast<double>(reachable));
  double sum = 0;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
    sum += ranks[order[i]];
  return 100 * sum / total;
}

std::uint64_t Quantile(std::vector<std::uint64_t>& values, double q) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void PrintBlur(const PageGraph& pages, const CrawlOrder& crawl, const WebGraph& graph,
               Strategy strategy) {
  Blur blur;
  CountBetter(pages, crawl, graph, strategy, blur);
  fmt::print(
      "  better pages that waited at a start: median {}, 99 % {}; of those that could have been "
      "asked: median {}, 99 % {}, most {}\n",
      Quantile(blur.better, 0.5), Quantile(blur.better, 0.99), Quantile(blur.passed_over, 0.5),
      Quantile(blur.passed_over, 0.99), Quantile(blur.passed_over, 1));
}

Status Run(const std::string& path, const std::vector<std::string>& crawls) {
  RealFiles files;
  MEGURI_TRY(const PageGraph pages, LoadGraph(files, path));
  const WebGraph graph = AsServed(pages);
  const std::vector<double> ranks = PageRank(graph, {.tolerance = 1e-9, .threads = 2}).ranks;
  fmt::print("{}: {} pages, {} links, {} hosts\n", path.substr(path.rfind('/') + 1),
             graph.page_count(), graph.arc_count(), pages.hosts.size());
  fmt::print("{:26} {:>9} {:>9} {:>9}\n", "% of the PageRank after", "10 %", "20 %", "50 %");
  for (const std::string& crawl : crawls) {
    const auto equals = crawl.find('=');
    const auto strategy = ParseStrategy(crawl.substr(0, equals));
    if (!strategy || equals == std::string::npos)
      return Fail(ErrorCode::kInvalidArgument, crawl + ": want STRATEGY=DIR");
    MEGURI_TRY(const CrawlOrder got, ReadOrder(files, crawl.substr(equals + 1), pages));
    if (got.starts.empty()) return Fail(ErrorCode::kCorrupt, crawl + ": no page was asked for");
    const auto exact = Simulate(pages, graph, got.starts.front(), *strategy);
    double total = 0;
    for (const PageId page : exact)
      total += ranks[page];
    const auto row = [&](std::string_view what, const std::vector<PageId>& order) {
      fmt::print("{:26} {:9.3f} {:9.3f} {:9.3f}   {} pages\n",
                 fmt::format("{} {}", StrategyName(*strategy), what),
                 Gained(order, ranks, 0.1, exact.size(), total),
                 Gained(order, ranks, 0.2, exact.size(), total),
                 Gained(order, ranks, 0.5, exact.size(), total), order.size());
    };
    row("exact", exact);
    row("crawl", got.starts);
    // What meguri knows is more than Knowledge does.
    if (*strategy != Strategy::kMeguri) PrintBlur(pages, got, graph, *strategy);
    if (got.starts.size() < exact.size())
      return Fail(ErrorCode::kCorrupt, crawl + ": left out what the simulation reaches");
  }
  return {};
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) {
    fmt::print(stderr, "usage: order_gain GRAPH STRATEGY=DIR...\n");
    return 2;
  }
  const auto done = meguri::Run(arguments[0], {arguments.begin() + 1, arguments.end()});
  if (!done) fmt::print(stderr, "order_gain: {}\n", ToString(done.error()));
  return done ? 0 : 1;
}
