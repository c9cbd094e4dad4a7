#include "order/url_order.h"

#include <algorithm>
#include <utility>

namespace meguri {
namespace {

CutOff CutOffOf(Strategy strategy) {
  return strategy == Strategy::kAccumulated2 ? cut_off::kAccumulated2 : cut_off::kDirect;
}

// Fewer slashes, then shorter, then first found.
std::uint64_t BacklinkTie(std::uint64_t sequence, std::string_view url) {
  const auto slashes =
      static_cast<std::uint64_t>(std::min<std::ptrdiff_t>(std::ranges::count(url, '/'), 0xFF));
  const auto length = std::min<std::uint64_t>(url.size(), 0xFFFF);
  return slashes << 56U | length << 40U | (sequence & 0xFFFFFFFFFF);
}

}  // namespace

UrlOrder::UrlOrder(Strategy strategy)
    : strategy_(strategy), by_returns_(strategy == Strategy::kMeguri), ranks_(CutOffOf(strategy)) {}

UrlId UrlOrder::Add(std::uint64_t sequence, std::string_view url) {
  ties_.push_back(strategy_ == Strategy::kBacklinkCount ? BacklinkTie(sequence, url) : sequence);
  boosts_.push_back(0);
  by_returns_ ? returns_.Resize(ties_.size()) : ranks_.Resize(ties_.size());
  return static_cast<UrlId>(ties_.size() - 1);
}

bool UrlOrder::Boost(UrlId url, double boost) {
  const auto narrow = static_cast<float>(boost);
  if (narrow <= boosts_[url]) return false;
  boosts_[url] = narrow;
  return true;
}

double UrlOrder::Fetch(UrlId page, std::size_t links, std::uint32_t site, std::size_t fresh) {
  if (by_returns_) {
    ++changes_;
    if (const auto parent = returns_.Begin(page, site, links)) returns_.PassFirst(*parent);
    returns_.Earn(links, links / 2);  // who of them waits is not known here
    if (links == 0) return 0;
    const double back =
        fresh == 0 ? 0 : static_cast<double>(fresh) * returns_.UsualBack(page, site);
    return returns_.Share(page, back, back);
  }
  const double share = ranks_.Fetch(page, links);
  sums_.known += 1;
  sums_.fetched += ranks_.score(page);
  switch (strategy_) {
    case Strategy::kBreadthFirst:
      return 0;
    case Strategy::kBacklinkCount:
      return 1;
    default:
      return share;
  }
}

double UrlOrder::Redirect(UrlId page) {
  ++changes_;
  if (by_returns_) return returns_.Redirect(page);
  sums_.fetched += ranks_.score(page);
  const double share = ranks_.Redirect(page);
  return strategy_ == Strategy::kBreadthFirst ? 0 : share;
}

bool UrlOrder::Receive(UrlId url, double share, const Origin& from) {
  if (share == 0) return false;
  if (by_returns_) {
    ++changes_;
    if (is_new(url)) {
      returns_.Found(url, from.page.value_or(ExpectedReturns::kNone), from.site, from.other_site);
    }
    return returns_.Receive(url, share);
  }
  sums_.known += share;
  if (ranks_.fetched(url)) sums_.fetched += share;
  return ranks_.Receive(url, share, 1);
}

const UrlOrder::Sums& UrlOrder::sums() const {
  constexpr std::size_t kFew = 65'536;
  if (by_returns_ && changes_ > (size() < kFew ? 0 : size())) {
    changes_ = 0;
    sums_ = AddedUp();
  }
  return sums_;
}

UrlOrder::Sums UrlOrder::AddedUp() const {
  Sums sums;
  for (UrlId url = 0; url < size(); ++url) {
    sums.known += score(url);
    if (fetched(url)) sums.fetched += score(url);
  }
  return sums;
}

std::size_t UrlOrder::memory_bytes() const {
  return ties_.capacity() * (sizeof ties_[0] + sizeof boosts_[0]) +
         (by_returns_ ? returns_.memory_bytes() : size() * 24);
}

std::string UrlOrder::SaveScores() const {
  std::string bytes(1, static_cast<char>(strategy_));
  by_returns_ ? returns_.Save(bytes) : ranks_.Save(bytes);
  return bytes;
}

bool UrlOrder::LoadScores(std::string_view bytes) {
  if (bytes.empty() || bytes.front() != static_cast<char>(strategy_)) return false;
  bytes.remove_prefix(1);
  if (by_returns_) {
    ExpectedReturns returns;
    if (!returns.Load(bytes) || returns.size() > ties_.size()) return false;
    returns_ = std::move(returns);
    returns_.Resize(ties_.size());
  } else {
    IncrementalPageRank ranks(CutOffOf(strategy_));
    if (!ranks.Load(bytes) || ranks.size() > ties_.size()) return false;
    ranks_ = std::move(ranks);
    ranks_.Resize(ties_.size());
  }
  changes_ = 0;
  sums_ = AddedUp();
  return true;
}

void UrlOrder::ForgetScores() {
  ranks_ = IncrementalPageRank(CutOffOf(strategy_));
  returns_ = ExpectedReturns();
  by_returns_ ? returns_.Resize(size()) : ranks_.Resize(size());
  changes_ = 0;
  sums_ = {};
}

}  // namespace meguri
