#include "order/url_order.h"

#include <algorithm>

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

UrlOrder::UrlOrder(Strategy strategy) : strategy_(strategy), ranks_(CutOffOf(strategy)) {}

UrlId UrlOrder::Add(std::uint64_t sequence, std::string_view url) {
  ties_.push_back(strategy_ == Strategy::kBacklinkCount ? BacklinkTie(sequence, url) : sequence);
  boosts_.push_back(0);
  ranks_.Resize(ties_.size());
  return static_cast<UrlId>(ties_.size() - 1);
}

bool UrlOrder::Boost(UrlId url, double boost) {
  const auto narrow = static_cast<float>(boost);
  if (narrow <= boosts_[url]) return false;
  boosts_[url] = narrow;
  return true;
}

double UrlOrder::Fetch(UrlId page, std::size_t links) {
  const double share = ranks_.Fetch(page, links);
  score_known_ += 1;
  score_fetched_ += ranks_.score(page);
  switch (strategy_) {
    case Strategy::kBreadthFirst:
      return 0;
    case Strategy::kBacklinkCount:
      return 1;
    case Strategy::kDirect:
    case Strategy::kAccumulated2:
      break;
  }
  return share;
}

double UrlOrder::Redirect(UrlId page) {
  score_fetched_ += ranks_.score(page);
  const double share = ranks_.Redirect(page);
  return strategy_ == Strategy::kBreadthFirst ? 0 : share;
}

bool UrlOrder::Receive(UrlId url, double share) {
  if (share == 0) return false;
  score_known_ += share;
  if (ranks_.fetched(url)) score_fetched_ += share;
  return ranks_.Receive(url, share, 1);
}

std::string UrlOrder::SaveScores() const {
  std::string bytes(1, static_cast<char>(strategy_));
  ranks_.Save(bytes);
  return bytes;
}

bool UrlOrder::LoadScores(std::string_view bytes) {
  if (bytes.empty() || bytes.front() != static_cast<char>(strategy_)) return false;
  IncrementalPageRank ranks(CutOffOf(strategy_));
  if (!ranks.Load(bytes.substr(1)) || ranks.size() > ties_.size()) return false;
  ranks_ = std::move(ranks);
  score_known_ = score_fetched_ = 0;
  for (UrlId url = 0; url < ranks_.size(); ++url) {
    score_known_ += ranks_.score(url);
    if (ranks_.fetched(url)) score_fetched_ += ranks_.score(url);
  }
  ranks_.Resize(ties_.size());
  return true;
}

}  // namespace meguri
