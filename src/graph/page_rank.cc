#include "graph/page_rank.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cmath>
#include <functional>
#include <thread>
#include <utility>

namespace meguri {
namespace {

// Pages that a thread takes at a time.
constexpr std::size_t kChunk = 1U << 14U;

class Iteration {
 public:
  Iteration(const WebGraph& graph, const PageRankOptions& options)
      : backwards_(Transposed(graph)),
        options_(options),
        ranks_(graph.page_count(), 1.0),
        shares_(graph.page_count()),
        degrees_(graph.page_count()) {
    for (PageId page = 0; page < degrees_.size(); ++page) {
      degrees_[page] = static_cast<double>(graph.successors(page).size());
    }
  }

  PageRankResult Run() {
    unsigned threads =
        options_.threads == 0 ? std::thread::hardware_concurrency() : options_.threads;
    threads = static_cast<unsigned>(
        std::clamp<std::size_t>(ranks_.size() / kChunk, 1, std::max(1U, threads)));
    std::barrier sync(threads);
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < threads; ++i) {
        helpers.emplace_back([&] { Work(sync); });
      }
      Work(sync);
    }
    return {std::move(ranks_), rounds_, residual_};
  }

 private:
  // Every thread goes through the same rounds; at a barrier one of them does what is done once.
  void Work(std::barrier<>& sync) {
    while (true) {
      ForEachChunk(next_share_, [&](PageId page) {
        shares_[page] = degrees_[page] > 0 ? (1 - options_.d) * ranks_[page] / degrees_[page] : 0;
      });
      sync.arrive_and_wait();
      double change = 0;
      ForEachChunk(next_rank_, [&](PageId page) {
        double rank = options_.d;
        for (const PageId source : backwards_.successors(page))
          rank += shares_[source];
        change = std::max(change, std::abs(rank - ranks_[page]) / rank);
        ranks_[page] = rank;
      });
      RaiseChange(change);
      sync.arrive_and_wait();
      if (chosen_.fetch_add(1) == 0) EndRound();
      sync.arrive_and_wait();
      chosen_.store(0);
      if (done_) return;
      sync.arrive_and_wait();
    }
  }

  template <class Function>
  void ForEachChunk(std::atomic<std::size_t>& next, Function function) {
    while (true) {
      const std::size_t begin = next.fetch_add(kChunk);
      if (begin >= ranks_.size()) return;
      const std::size_t end = std::min(begin + kChunk, ranks_.size());
      for (std::size_t page = begin; page < end; ++page)
        function(static_cast<PageId>(page));
    }
  }

  void RaiseChange(double change) {
    double known = change_.load();
    while (known < change && !change_.compare_exchange_weak(known, change)) {
    }
  }

  void EndRound() {
    ++rounds_;
    residual_ = change_.load();
    change_ = 0;
    next_share_ = 0;
    next_rank_ = 0;
    done_ = residual_ <= options_.tolerance || rounds_ >= options_.max_rounds;
    if (options_.progress) options_.progress(rounds_, residual_);
  }

  const WebGraph backwards_;
  const PageRankOptions options_;
  std::vector<double> ranks_;
  std::vector<double> shares_;  // what a page passes on over each of its links
  std::vector<double> degrees_;
  std::atomic<std::size_t> next_share_ = 0;
  std::atomic<std::size_t> next_rank_ = 0;
  std::atomic<double> change_ = 0;
  std::atomic<int> chosen_ = 0;
  std::uint32_t rounds_ = 0;  // these three: written between barriers
  double residual_ = 0;
  bool done_ = false;
};

}  // namespace

WebGraph Transposed(const WebGraph& graph) {
  const std::size_t pages = graph.page_count();
  std::vector<std::uint64_t> starts(pages + 1, 0);
  for (PageId page = 0; page < pages; ++page) {
    for (const PageId target : graph.successors(page))
      ++starts[target + 1];
  }
  for (std::size_t i = 0; i < pages; ++i)
    starts[i + 1] += starts[i];
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  std::vector<PageId> sources(graph.arc_count());
  for (PageId page = 0; page < pages; ++page) {
    for (const PageId target : graph.successors(page))
      sources[next[target]++] = page;
  }
  return {std::move(starts), std::move(sources)};
}

PageRankResult PageRank(const WebGraph& graph, const PageRankOptions& options) {
  if (graph.page_count() == 0) return {};
  return Iteration(graph, options).Run();
}

std::vector<std::uint64_t> PagesThatHold(std::span<const double> shares,
                                         const std::vector<double>& ranks) {
  std::vector<double> sorted = ranks;
  std::ranges::sort(sorted, std::greater<>());
  double total = 0;
  for (const double rank : sorted)
    total += rank;
  std::vector<std::uint64_t> counts;
  for (const double share : shares) {
    double sum = 0;
    std::uint64_t count = 0;
    while (count < sorted.size() && sum < share * total)
      sum += sorted[count++];
    counts.push_back(count);
  }
  return counts;
}

}  // namespace meguri
