#include "order/incremental_page_rank.h"

#include <cstring>

namespace meguri {
namespace {

template <class T>
void AppendAll(const std::vector<T>& values, std::string& out) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <class T>
void TakeAll(std::string_view& bytes, std::vector<T>& values) {
  if (values.empty()) return;  // memcpy() to nowhere is undefined
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  bytes.remove_prefix(values.size() * sizeof(T));
}

}  // namespace

void IncrementalPageRank::Resize(std::size_t count) {
  scores_.resize(count, 0);
  degrees_.resize(count, kNotFetched);
  if (accumulates()) waiting_.resize(count, 0);
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
  AppendAll(scores_, out);
  AppendAll(degrees_, out);
  AppendAll(waiting_, out);
}

bool IncrementalPageRank::Load(std::string_view bytes) {
  const std::size_t each =
      sizeof(double) + sizeof(std::uint32_t) + (accumulates() ? sizeof(double) : 0);
  if (bytes.size() % each != 0) return false;
  Resize(bytes.size() / each);
  TakeAll(bytes, scores_);
  TakeAll(bytes, degrees_);
  TakeAll(bytes, waiting_);
  passings_.clear();
  for (UrlId page = 0; page < waiting_.size(); ++page) {
    if (fetched(page) && degrees_[page] > 0 && waiting_[page] > 0) {
      Remember(page, scores_[page], 0, 1);
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
    passing.share = cut_off_.damping * passing.share / degrees_[passing.page];
    return passing;
  }
  return std::nullopt;
}

}  // namespace meguri
