#include "graph/generate_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "base/append_number.h"
#include "base/mutex.h"
#include "base/random.h"

namespace meguri {
namespace {

constexpr std::uint64_t kBranches = 8;
constexpr std::uint64_t kChunk = 1U << 15U;  // pages that a thread takes at a time
constexpr std::uint64_t kSample = 1U << 17U;
constexpr double kMaxQuota = 10'000;
constexpr double kMaxLinks = 1000;
constexpr double kDanglingShare = 0.15;  // of the pages that needn't have links
constexpr double kOutsideShare = 0.25;
constexpr std::uint64_t kNear = 16;  // ids

// All roots are by sqrt() and all powers by multiplication, which every machine rounds alike.
double EighthRoot(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }
double EighthPower(double x) {
  x *= x;
  x *= x;
  return x * x;
}

// From (0, 1].
double PositiveDouble(Random& random) { return 1 - random.Double(); }

// 0 … size - 1, n with a probability of about (n + 1)^(-7/8).
class ZipfDraw {
 public:
  explicit ZipfDraw(std::uint64_t size)
      : size_(size), spread_(EighthRoot(static_cast<double>(size) + 1) - 1) {}

  std::uint64_t operator()(Random& random) const {
    const double value = EighthPower(1 + random.Double() * spread_) - 1;
    return std::min(static_cast<std::uint64_t>(value), size_ - 1);
  }

 private:
  std::uint64_t size_;
  double spread_;
};

// The table of sites, and whatever else is made before the pages.
class Sites {
 public:
  Sites(std::uint64_t pages, std::uint64_t sites, const Random& random) {
    MakeSizes(pages, sites, random.Split("sizes"));
    MakeRanks(random.Split("ranks"));
    MakeEntrances(random.Split("entrances"));
  }

  std::size_t size() const { return starts_.size() - 1; }
  PageId start(std::size_t site) const { return starts_[site]; }
  PageId end(std::size_t site) const { return starts_[site + 1]; }
  std::size_t SiteOf(PageId page) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, page) - starts_.begin()) - 1;
  }
  // The most popular is 0.
  std::size_t ByRank(std::uint64_t rank) const { return by_rank_[rank]; }
  std::vector<PageId> TakeStarts() { return std::move(starts_); }

  // The sites that are entered from this page.
  template <class Function>
  void ForEachEntered(PageId page, Function function) const {
    const auto first = std::ranges::lower_bound(entrances_, page, {}, &Entrance::from);
    for (auto at = first; at != entrances_.end() && at->from == page; ++at)
      function(at->site);
  }

 private:
  struct Entrance {
    PageId from = 0;
    std::uint32_t site = 0;
  };

  // Sizes with a tail of exponent 2.1; each has a page at least.
  void MakeSizes(std::uint64_t pages, std::uint64_t sites, Random random) {
    std::vector<double> sums(sites);
    const double least = 0.25 / static_cast<double>(sites);
    double sum = 0;
    for (double& entry : sums) {
      const double root = EighthRoot(std::max(PositiveDouble(random), least));
      sum += root / EighthPower(root);
      entry = sum;
    }
    const auto spare = static_cast<double>(pages - sites);
    starts_.reserve(sites + 1);
    starts_.push_back(0);
    for (std::uint64_t site = 1; site < sites; ++site) {
      const double before = std::min(sums[site - 1] / sum * spare, spare);
      starts_.push_back(static_cast<PageId>(site + static_cast<std::uint64_t>(before)));
    }
    starts_.push_back(static_cast<PageId>(pages));
  }

  void MakeRanks(Random random) {
    by_rank_.resize(size());
    for (std::size_t i = 0; i < by_rank_.size(); ++i)
      by_rank_[i] = static_cast<std::uint32_t>(i);
    random.Shuffle(std::span(by_rank_));
  }

  void MakeEntrances(Random random) {
    entrances_.reserve(size() - 1);
    for (std::size_t site = 1; site < size(); ++site) {
      const std::size_t from = random.Uniform(site);
      const std::uint64_t index = ZipfDraw(end(from) - start(from))(random);
      entrances_.push_back(
          {static_cast<PageId>(start(from) + index), static_cast<std::uint32_t>(site)});
    }
    std::ranges::sort(entrances_, [](const Entrance& a, const Entrance& b) {
      return a.from != b.from ? a.from < b.from : a.site < b.site;
    });
  }

  std::vector<PageId> starts_;
  std::vector<std::uint32_t> by_rank_;
  std::vector<Entrance> entrances_;  // by page
};

// The links of one page after the other; a thread has its own.
class PageMaker {
 public:
  PageMaker(const Sites& sites, std::uint64_t key, double scale)
      : sites_(sites), key_(key), scale_(scale), site_draw_(sites.size()), page_draw_(1) {
    EnterSite(0);
  }

  // Appends them to `out`.
  void Append(PageId page, std::vector<PageId>& out) {
    if (page < start_ || page >= start_ + size_) EnterSite(sites_.SiteOf(page));
    Random random(key_ + page);
    links_.clear();
    const std::uint64_t index = page - start_;
    AddChildren(index);
    sites_.ForEachEntered(page, [&](std::uint32_t site) { links_.push_back(sites_.start(site)); });
    const bool dangles = links_.empty() && random.Chance(kDanglingShare);
    const std::uint64_t quota = dangles ? 0 : DrawQuota(random);
    AddNavigation(index, quota);
    while (links_.size() < quota)
      links_.push_back(DrawTarget(index, random));
    std::ranges::sort(links_);
    PageId last = page;
    for (const PageId link : links_) {
      if (link != page && (link != last || last == page)) out.push_back(link);
      last = link;
    }
  }

 private:
  void EnterSite(std::size_t site) {
    start_ = sites_.start(site);
    size_ = sites_.end(site) - start_;
    page_draw_ = ZipfDraw(size_);
  }

  // A tail of exponent 2.6, and few links as often as it has to be for that.
  std::uint64_t DrawQuota(Random& random) const {
    const double root = EighthRoot(PositiveDouble(random));
    const double square = root * root;
    const double quota = scale_ * 2 * random.Double() / (square * square * root);
    return 1 + static_cast<std::uint64_t>(std::min(quota, kMaxQuota));
  }

  void AddIndex(std::uint64_t index) {
    if (index < size_) links_.push_back(static_cast<PageId>(start_ + index));
  }

  void AddChildren(std::uint64_t index) {
    for (std::uint64_t i = 1; i <= kBranches && index * kBranches + i < size_; ++i)
      AddIndex(index * kBranches + i);
  }

  void AddNavigation(std::uint64_t index, std::uint64_t quota) {
    constexpr std::uint64_t kMenu = 4;
    if (index == 0) return;  // it has them all as children
    const std::uint64_t parent = (index - 1) / kBranches;
    for (const std::uint64_t to : {std::uint64_t{0}, parent, index + 1, index - 1}) {
      if (links_.size() < quota) AddIndex(to);
    }
    for (std::uint64_t i = 1; i <= kMenu && links_.size() < quota; ++i)
      AddIndex(i);
  }

  PageId DrawTarget(std::uint64_t index, Random& random) const {
    // A site of a few pages has soon linked to them all.
    const double outside = size_ <= kBranches ? 1 : kOutsideShare;
    if (sites_.size() > 1 && random.Chance(outside)) return DrawOutside(random);
    if (random.Chance(0.5)) return static_cast<PageId>(start_ + page_draw_(random));
    const std::uint64_t first = index < kNear ? 0 : index - kNear;
    const std::uint64_t end = std::min<std::uint64_t>(index + kNear + 1, size_);
    return static_cast<PageId>(start_ + first + random.Uniform(end - first));
  }

  PageId DrawOutside(Random& random) const {
    const std::size_t site = sites_.ByRank(site_draw_(random));
    const PageId start = sites_.start(site);
    if (random.Chance(0.5)) return start;
    return static_cast<PageId>(start + ZipfDraw(sites_.end(site) - start)(random));
  }

  const Sites& sites_;
  const std::uint64_t key_;
  const double scale_;
  ZipfDraw site_draw_;
  ZipfDraw page_draw_;  // in the site
  PageId start_ = 0;    // of the site
  std::uint64_t size_ = 0;
  std::vector<PageId> links_;
};

// What makes pages have so many links on average: dropped repetitions and links that every page
// must have are in the way of an exact formula, so a sample is made again and again.
double FindScale(const Sites& sites, std::uint64_t key, std::uint64_t pages, double links) {
  const std::uint64_t step = std::max<std::uint64_t>(pages / kSample, 1);
  double scale = links * 3 / 8;
  std::vector<PageId> out;
  for (int round = 0; round < 6; ++round) {
    PageMaker maker(sites, key, scale);
    out.clear();
    std::uint64_t sampled = 0;
    for (std::uint64_t page = 0; page < pages; page += step, ++sampled)
      maker.Append(static_cast<PageId>(page), out);
    const double mean =
        std::max(static_cast<double>(out.size()) / static_cast<double>(sampled), 0.01);
    scale = std::clamp(scale * links / mean, 1e-3, kMaxQuota);
  }
  return scale;
}

// Threads take chunks of pages and put them down one after the other, each in its turn.
class Assembly {
 public:
  Assembly(const Sites& sites, const GenerateOptions& options, std::uint64_t key, double scale)
      : sites_(sites), options_(options), key_(key), scale_(scale) {
    starts_.reserve(options.pages + 1);
    starts_.push_back(0);
    targets_.reserve(
        static_cast<std::size_t>(static_cast<double>(options.pages) * options.links * 1.05));
  }

  WebGraph Run() {
    const std::uint64_t chunks = (options_.pages + kChunk - 1) / kChunk;
    std::uint64_t threads =
        options_.threads == 0 ? std::thread::hardware_concurrency() : options_.threads;
    threads = std::clamp<std::uint64_t>(threads, 1, chunks);
    {
      std::vector<std::jthread> helpers;
      for (std::uint64_t i = 1; i < threads; ++i)
        helpers.emplace_back([&] { Work(chunks); });
      Work(chunks);
    }
    const MutexLock lock(mutex_);
    return {std::move(starts_), std::move(targets_)};
  }

 private:
  void Work(std::uint64_t chunks) {
    PageMaker maker(sites_, key_, scale_);
    std::vector<PageId> links;
    std::vector<std::uint64_t> ends;
    for (std::uint64_t chunk = next_++; chunk < chunks; chunk = next_++) {
      links.clear();
      ends.clear();
      const std::uint64_t end = std::min((chunk + 1) * kChunk, options_.pages);
      for (std::uint64_t page = chunk * kChunk; page < end; ++page) {
        maker.Append(static_cast<PageId>(page), links);
        ends.push_back(links.size());
      }
      PutDown(chunk, links, ends);
    }
  }

  void PutDown(std::uint64_t chunk, const std::vector<PageId>& links,
               const std::vector<std::uint64_t>& ends) {
    const MutexLock lock(mutex_);
    while (turn_ != chunk)
      turn_came_.Wait(mutex_);
    const std::uint64_t before = targets_.size();
    targets_.insert(targets_.end(), links.begin(), links.end());
    for (const std::uint64_t end : ends)
      starts_.push_back(before + end);
    if (options_.progress) options_.progress(starts_.size() - 1);
    ++turn_;
    turn_came_.NotifyAll();
  }

  const Sites& sites_;
  const GenerateOptions& options_;
  const std::uint64_t key_;
  const double scale_;
  std::atomic<std::uint64_t> next_ = 0;  // chunk that nobody has taken
  Mutex mutex_;
  CondVar turn_came_;
  std::uint64_t turn_ MEGURI_GUARDED_BY(mutex_) = 0;  // chunk that is put down next
  std::vector<std::uint64_t> starts_ MEGURI_GUARDED_BY(mutex_);
  std::vector<PageId> targets_ MEGURI_GUARDED_BY(mutex_);
};

}  // namespace

Result<GeneratedGraph> GenerateGraph(const GenerateOptions& options) {
  if (options.pages == 0 || options.pages > kMaxPages) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} pages; want 1 to {}", options.pages, kMaxPages));
  }
  if (!(options.links >= 1 && options.links <= kMaxLinks)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} links a page; want 1 to {}", options.links, kMaxLinks));
  }
  const std::uint64_t count =
      options.sites == 0 ? std::max<std::uint64_t>(options.pages / 100, 1) : options.sites;
  if (count > options.pages) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} sites of {} pages; each has one at least", count, options.pages));
  }
  const Random random(options.seed);
  Sites sites(options.pages, count, random);
  const std::uint64_t key = random.Split("pages").Next();
  const double scale = FindScale(sites, key, options.pages, options.links);
  GeneratedGraph generated;
  generated.graph = Assembly(sites, options, key, scale).Run();
  generated.site_starts = sites.TakeStarts();
  return generated;
}

UrlList MakeSiteUrls(const std::vector<PageId>& site_starts) {
  UrlList urls;
  for (std::size_t site = 0; site + 1 < site_starts.size(); ++site) {
    std::string url = "http://s";
    AppendNumber(site, url);
    url += ".test/";
    const std::size_t home = url.size();
    const std::uint64_t size = site_starts[site + 1] - site_starts[site];
    for (std::uint64_t index = 0; index < size; ++index) {
      url.resize(home);
      if (index > 0) {
        std::uint64_t section = index;
        while (section > kBranches)
          section = (section - 1) / kBranches;
        url += 'c';
        AppendNumber(section, url);
        url += '/';
        if (index > kBranches) AppendNumber(index, url);
      }
      urls.Add(url);
    }
  }
  return urls;
}

}  // namespace meguri
