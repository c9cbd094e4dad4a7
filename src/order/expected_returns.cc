#include "order/expected_returns.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace meguri {
namespace {

template <class T>
void AppendAll(const std::vector<T>& values, std::string& out) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::uint64_t count = values.size();
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
  out.append(reinterpret_cast<const char*>(values.data()), count * sizeof(T));
}

template <class T>
bool TakeAll(std::string_view& bytes, std::vector<T>& values) {
  std::uint64_t count = 0;
  if (bytes.size() < sizeof count) return false;
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  if (count > bytes.size() / sizeof(T)) return false;
  values.resize(count);
  if (count > 0) std::memcpy(static_cast<void*>(values.data()), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

}  // namespace

RankOf ExpectedReturns::rank(UrlId url) const {
  const Url& of = urls_[url];
  RankOf rank{.score = of.score, .fetched = fetched(url)};
  if (rank.fetched) {
    rank.waiting = of.waiting;
    rank.links = of.links;
    rank.redirect = of.state == State::kRedirect;
    return rank;
  }
  if (of.parent != kNone) rank.gives_back[0] = {of.parent, of.back.parent};
  if (of.home != kNone) rank.gives_back[1] = {of.home, of.back.home};
  return rank;
}

void ExpectedReturns::Save(std::string& out) const {
  out.reserve(out.size() + memory_bytes() + to_pass_.size() * sizeof(UrlId) + sizeof sums_ + 64);
  AppendAll(urls_, out);
  AppendAll(finds_, out);
  AppendAll(sites_, out);
  AppendAll(chosen_, out);
  AppendAll(std::vector<UrlId>(to_pass_.begin(), to_pass_.end()), out);
  AppendAll(std::vector<Sums>{sums_}, out);
}

bool ExpectedReturns::Load(std::string_view bytes) {
  ExpectedReturns loaded(options_);
  std::vector<UrlId> to_pass;
  std::vector<Sums> sums;
  if (!TakeAll(bytes, loaded.urls_) || !TakeAll(bytes, loaded.finds_) ||
      !TakeAll(bytes, loaded.sites_) || !TakeAll(bytes, loaded.chosen_) ||
      !TakeAll(bytes, to_pass) || !TakeAll(bytes, sums) || !bytes.empty() || sums.size() != 1 ||
      loaded.finds_.size() != loaded.urls_.size()) {
    return false;
  }
  const std::size_t count = loaded.urls_.size();
  const auto is_known = [count](UrlId url) { return url < count || url == kNone; };
  const auto fits = [&](const Url& url) {
    return is_known(url.parent) && (url.state != State::kWaiting || is_known(url.home));
  };
  const auto exists = [count](UrlId url) { return url < count; };
  if (!std::ranges::all_of(loaded.urls_, fits) ||
      !std::ranges::all_of(loaded.sites_, is_known, &Site::home) ||
      !std::ranges::all_of(loaded.chosen_, exists, &Choice::url) ||
      !std::ranges::all_of(to_pass, exists)) {
    return false;
  }
  loaded.to_pass_.assign(to_pass.begin(), to_pass.end());
  loaded.sums_ = sums.front();
  *this = std::move(loaded);
  return true;
}

}  // namespace meguri
