// usage: queue_speed GRAPH|PAGES: pages per second of CPU of a whole simulated crawl by ipr:dl1,
// with three queues: a heap with an entry for each score a URL ever had, an indexed heap of four
// children, and the bucket queue that the simulation uses. All give the same order, or it says so.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <numeric>
#include <queue>
#include <string>
#include <vector>

#include "base/files.h"
#include "graph/generate_graph.h"
#include "graph/graph_files.h"
#include "order/incremental_page_rank.h"
#include "sim/order/order_run.h"

namespace meguri {
namespace {

double CpuSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Entry {
  double score;
  std::uint32_t tie;
  PageId page;
  bool operator<(const Entry& other) const {
    return score != other.score ? score < other.score : tie > other.tie;
  }
};

class LazyHeap {
 public:
  explicit LazyHeap(const IncrementalPageRank& ranks) : ranks_(ranks) {}
  void Place(PageId page) { heap_.push({ranks_.score(page), ranks_.note(page), page}); }
  std::optional<PageId> Pop() {
    while (!heap_.empty()) {
      const Entry best = heap_.top();
      heap_.pop();
      if (!ranks_.fetched(best.page) && ranks_.score(best.page) == best.score) return best.page;
    }
    return std::nullopt;
  }

 private:
  const IncrementalPageRank& ranks_;
  std::priority_queue<Entry> heap_;
};

class IndexedHeap {
 public:
  explicit IndexedHeap(const IncrementalPageRank& ranks)
      : ranks_(ranks), places_(ranks.size(), kNone) {}
  void Place(PageId page) {
    if (places_[page] == kNone) {
      places_[page] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(page);
    }
    std::size_t place = places_[page];
    while (place > 0 && IsBefore(page, heap_[(place - 1) / 4])) {
      Put(place, heap_[(place - 1) / 4]);
      place = (place - 1) / 4;
    }
    Put(place, page);
  }
  std::optional<PageId> Pop() {
    if (heap_.empty()) return std::nullopt;
    const PageId best = heap_.front();
    const PageId last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return best;
    std::size_t place = 0;
    for (;;) {
      const std::size_t first = 4 * place + 1;
      if (first >= heap_.size()) break;
      std::size_t child = first;
      for (std::size_t i = first + 1; i < std::min(first + 4, heap_.size()); ++i)
        if (IsBefore(heap_[i], heap_[child])) child = i;
      if (!IsBefore(heap_[child], last)) break;
      Put(place, heap_[child]);
      place = child;
    }
    Put(place, last);
    return best;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  bool IsBefore(PageId a, PageId b) const {
    return ranks_.score(a) != ranks_.score(b) ? ranks_.score(a) > ranks_.score(b)
                                              : ranks_.note(a) < ranks_.note(b);
  }
  void Put(std::size_t place, PageId page) {
    heap_[place] = page;
    places_[page] = static_cast<std::uint32_t>(place);
  }
  const IncrementalPageRank& ranks_;
  std::vector<PageId> heap_;
  std::vector<std::uint32_t> places_;
};

template <class Queue>
std::vector<PageId> Crawl(const WebGraph& graph, PageId seed, double& seconds) {
  const double began = CpuSeconds();
  IncrementalPageRank ranks(cut_off::kDirect);
  ranks.Resize(graph.page_count());
  Queue queue(ranks);
  std::vector<PageId> order;
  order.reserve(graph.page_count());
  std::uint32_t found = 0;
  ranks.SetNote(seed, found++);
  for (std::optional<PageId> page = seed; page; page = queue.Pop()) {
    order.push_back(*page);
    const auto links = graph.successors(*page);
    for (const PageId link : links)
      ranks.Prefetch(link);
    const double share = ranks.Fetch(*page, links.size());
    for (const PageId link : links) {
      if (!ranks.Receive(link, share, 1)) continue;
      if (ranks.note(link) == IncrementalPageRank::kNoNote) ranks.SetNote(link, found++);
      queue.Place(link);
    }
  }
  seconds = CpuSeconds() - began;
  return order;
}

Result<int> Run(const std::string& what) {
  RealFiles files;
  StoredGraph stored;
  std::uint64_t pages = 0;
  const auto [end, error] = std::from_chars(what.data(), what.data() + what.size(), pages);
  if (error == std::errc() && end == what.data() + what.size()) {
    MEGURI_TRY(GeneratedGraph made, GenerateGraph({.pages = pages, .seed = 1}));
    stored.graph = std::move(made.graph);
  } else {
    MEGURI_TRY(stored, ReadGraph(files, what));
  }
  stored.urls = {};  // sites would cost the same with every queue
  const GraphOfSites graph(std::move(stored));
  const PageId seed = what.ends_with("cnr-2000") ? 317 : 0;
  OrderWeb web;
  web.graph = graph.graph;
  web.originals.resize(graph.graph.page_count());
  std::iota(web.originals.begin(), web.originals.end(), PageId{0});
  fmt::print("{}: {} pages, {:.1f} links a page\n", what, web.size(),
             static_cast<double>(web.graph.arc_count()) / static_cast<double>(web.size()));
  double lazy = 0;
  double indexed = 0;
  const std::vector<PageId> order = Crawl<LazyHeap>(web.graph, seed, lazy);
  const bool same = order == Crawl<IndexedHeap>(web.graph, seed, indexed);
  double best = 1e9;
  bool exact = true;
  for (int round = 0; round < 3; ++round) {
    const auto run = RunOrder(web, std::span(&seed, 1), ParseOrder("ipr:dl1").value());
    best = std::min(best, run->cpu_seconds);
    exact = exact && run->order == order;
  }
  const auto count = static_cast<double>(order.size());
  fmt::print("  {:<40}{:>12.0f} pages per CPU second\n", "heap with stale entries", count / lazy);
  fmt::print("  {:<40}{:>12.0f}\n", "indexed heap, four children", count / indexed);
  fmt::print("  {:<40}{:>12.0f}  {:.2f} times the better heap\n", "buckets, as simulated",
             count / best, std::min(lazy, indexed) / best);
  if (!same || !exact) fmt::print("  NOT the same order\n");
  return same && exact ? 0 : 1;
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: queue_speed GRAPH|PAGES\n");
    return 2;
  }
  const auto code = meguri::Run(argv[1]);
  if (!code) fmt::print(stderr, "queue_speed: {}\n", code.error().context);
  return code.value_or(2);
}
