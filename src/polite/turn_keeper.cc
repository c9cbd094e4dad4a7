#include "polite/turn_keeper.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace meguri {
namespace {

std::uint64_t KeyOf(const HostRef& host) { return std::uint64_t{host.shard} << 32U | host.host; }

}  // namespace

IpAddress ServerOf(const IpAddress& address) {
  if (address.is_v4()) return address;
  auto bytes = address.bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return IpAddress::V6(bytes);
}

std::size_t TurnKeeper::AddressHash::operator()(const IpAddress& address) const {
  const auto& bytes = address.bytes();
  return StableHash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

TurnKeeper::TurnKeeper(TurnKeeperOptions options, TimePoint start)
    : options_(std::move(options)), start_(start), wheel_(start) {}

void TurnKeeper::Restore(const IpAddress& server, const Manners& manners) {
  servers_[Find(server)].manners = manners;
}

std::uint32_t TurnKeeper::Find(const IpAddress& address) {
  const auto [found, is_new] =
      numbers_.try_emplace(address, static_cast<std::uint32_t>(servers_.size()));
  if (is_new) {
    Server& server = servers_.emplace_back();
    server.address = address;
    server.configured =
        options_.interval_of ? options_.interval_of(address) : options_.intervals.interval;
    server.last_end = start_ + options_.over_after_start;
  }
  return found->second;
}

Interval TurnKeeper::IntervalOf(const Server& server) const {
  IntervalOptions options = options_.intervals;
  options.interval = server.configured;
  return IntervalFor(options, server.manners);
}

void TurnKeeper::Request(const TurnRequest& request, TimePoint now) {
  const std::uint32_t number = Find(request.server);
  Server& server = servers_[number];
  const auto asks = asking_.find(KeyOf(request.host));
  if (request.again) {
    if (asks == asking_.end() || asks->second.server != number) return;
    asks->second.serial = ++last_serial_;
  } else {
    assert(asks == asking_.end());
    asking_.emplace(KeyOf(request.host), Asking{++last_serial_, number, request.since});
    ++server.asking;
  }
  server.offers.push_back({{request.value, request.tie}, request.host, last_serial_});
  std::ranges::push_heap(server.offers, WorseOffer());
  DropReplaced(server);
  if (server.phase == Phase::kIdle) {
    Rearm(number, now);
  } else if (server.phase == Phase::kReady && server.offers.front().host == request.host) {
    MakeReady(number);
  }
}

bool TurnKeeper::IsCurrent(const Offer& offer) const {
  const auto asks = asking_.find(KeyOf(offer.host));
  return asks != asking_.end() && asks->second.serial == offer.serial;
}

bool TurnKeeper::IsCurrent(const Ready& ready) const {
  const Server& server = servers_[ready.server];
  return server.phase == Phase::kReady && server.offers.front().serial == ready.serial;
}

void TurnKeeper::DropReplaced(Server& server) {
  std::vector<Offer>& offers = server.offers;
  if (offers.size() > 2 * std::size_t{server.asking} + 16) {
    std::erase_if(offers, [this](const Offer& offer) { return !IsCurrent(offer); });
    std::ranges::make_heap(offers, WorseOffer());
  }
  while (!offers.empty() && !IsCurrent(offers.front())) {
    std::ranges::pop_heap(offers, WorseOffer());
    offers.pop_back();
  }
}

void TurnKeeper::Rearm(std::uint32_t number, TimePoint now) {
  Server& server = servers_[number];
  if (server.asking == 0) {
    server.phase = Phase::kIdle;
    return;
  }
  // Without the wheel's tick where there is nothing to wait for.
  const TimePoint due = server.last_end + IntervalOf(server).length;
  if (due <= now) return MakeReady(number);
  server.phase = Phase::kWaiting;
  wheel_.Arm(number, due);
}

void TurnKeeper::MakeReady(std::uint32_t number) {
  Server& server = servers_[number];
  server.phase = Phase::kReady;
  if (ready_.size() > 2 * servers_.size() + 16) {
    std::erase_if(ready_, [this](const Ready& ready) { return !IsCurrent(ready); });
    std::ranges::make_heap(ready_, WorseReady());
  }
  ready_.push_back({server.offers.front().offered, server.offers.front().serial, number});
  std::ranges::push_heap(ready_, WorseReady());
}

void TurnKeeper::TakeDue(TimePoint now) {
  while (const auto number = wheel_.PopDue(now)) {
    Server& server = servers_[*number];
    if (server.phase == Phase::kGranted) {  // nobody has reported its end
      server.last_end = now;
      Rearm(*number, now);
    } else {
      MakeReady(*number);
    }
  }
}

std::optional<Turn> TurnKeeper::NextGrant(TimePoint now) {
  TakeDue(now);
  while (!ready_.empty()) {
    std::ranges::pop_heap(ready_, WorseReady());
    const Ready best = ready_.back();
    ready_.pop_back();
    // An entry of before a better offer came: the better one has an entry of its own.
    if (!IsCurrent(best)) continue;
    Server& server = servers_[best.server];
    server.granted = server.offers.front().host;
    const auto asked = asking_.find(KeyOf(server.granted));
    const Duration waited = now - asked->second.since;
    asking_.erase(asked);
    --server.asking;
    DropReplaced(server);
    server.phase = Phase::kGranted;
    wheel_.Arm(best.server, now + options_.max_turn);
    return Turn{server.granted, server.address, IntervalOf(server), waited};
  }
  return std::nullopt;
}

std::optional<Manners> TurnKeeper::Ended(const Turn& turn, const std::optional<Access>& access,
                                         TimePoint now) {
  const std::uint32_t number = Find(turn.server);
  Server& server = servers_[number];
  if (server.phase != Phase::kGranted || server.granted != turn.host) return std::nullopt;
  wheel_.Disarm(number);
  if (access) {
    Learn(options_.intervals, *access, server.manners);
    server.last_end = access->end == TimePoint::max() ? now : access->end;
  }
  Rearm(number, now);
  return server.manners;
}

}  // namespace meguri
