#include "order/incremental_page_rank.h"

#include <cstring>

namespace meguri {
namespace {

template <class T>
void AppendBytes(const T& value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
void TakeBytes(std::string_view& bytes, T& value) {
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
}

}  // namespace

void IncrementalPageRank::Resize(std::size_t count) {
  urls_.resize(count);
  if (accumulates()) waiting_.resize(count, 0);
}

RankOf IncrementalPageRank::rank(UrlId url) const {
  const Url& of = urls_[url];
  RankOf rank{.score = of.score, .fetched = fetched(url)};
  if (accumulates()) rank.waiting = waiting_[url];
  rank.redirect = of.degree == kRedirect;
  if (rank.fetched) rank.links = rank.redirect ? 1 : of.degree;
  return rank;
}

void IncrementalPageRank::Remember(UrlId page, double before, double share, std::uint32_t depth) {
  if (accumulates()) {
    const double waiting = waiting_[page] += share;
    const double whole = before + share;
    const double against = cut_off_.score_without_accumulated ? whole - waiting : whole;
    if (waiting > cut_off_.accumulated * against) passings_.push_back({page, 0, depth});
    return;
  }
  if (depth >= cut_off_.max_depth || !GoesTo(before, share)) return;
  passings_.push_back({page, share, depth});
}

void IncrementalPageRank::Save(std::string& out) const {
  for (const Url& url : urls_)
    AppendBytes(url.score, out);
  for (const Url& url : urls_)
    AppendBytes(url.degree, out);
  for (const double waiting : waiting_)
    AppendBytes(waiting, out);
}

bool IncrementalPageRank::Load(std::string_view bytes) {
  const std::size_t each =
      sizeof(double) + sizeof(std::uint32_t) + (accumulates() ? sizeof(double) : 0);
  if (bytes.size() % each != 0) return false;
  Resize(bytes.size() / each);
  for (Url& url : urls_)
    TakeBytes(bytes, url.score);
  for (Url& url : urls_)
    TakeBytes(bytes, url.degree);
  for (double& waiting : waiting_)
    TakeBytes(bytes, waiting);
  passings_.clear();
  for (UrlId page = 0; page < waiting_.size(); ++page) {
    if (fetched(page) && urls_[page].degree > 0 && waiting_[page] > 0) {
      Remember(page, urls_[page].score, 0, 1);
    }
  }
  return true;
}

std::optional<IncrementalPageRank::Passing> IncrementalPageRank::NextPassing() {
  while (!passings_.empty() && may_receive()) {
    Passing passing = passings_.front();
    passings_.pop_front();
    if (accumulates()) {
      passing.share = waiting_[passing.page];
      if (passing.share == 0) continue;  // an earlier entry has passed it on
      waiting_[passing.page] = 0;
    }
    const std::uint32_t degree = urls_[passing.page].degree;
    if (degree != kRedirect) passing.share = cut_off_.damping * passing.share / degree;
    return passing;
  }
  return std::nullopt;
}

}  // namespace meguri
