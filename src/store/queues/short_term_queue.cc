#include "store/queues/short_term_queue.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "store/queues/due_block.h"

namespace meguri {
namespace {

bool IsBetter(const HeldPage& a, const HeldPage& b) {
  if (a.priority != b.priority) return a.priority > b.priority;
  return a.due != b.due ? a.due < b.due : a.key < b.key;
}

// Heaps of the library have the largest on top.
bool IsWorse(const HeldPage& a, const HeldPage& b) { return IsBetter(b, a); }
bool IsLater(const HeldPage& a, const HeldPage& b) { return a.due > b.due; }

template <class Less>
void Push(const DuePage& page, std::vector<HeldPage>& heap, Less less) {
  heap.emplace_back(page);
  std::ranges::push_heap(heap, less);
}

template <class Less>
HeldPage Pop(std::vector<HeldPage>& heap, Less less) {
  std::ranges::pop_heap(heap, less);
  HeldPage page = std::move(heap.back());
  heap.pop_back();
  return page;
}

// Trimming looks at all pages of a host: a quarter of them must have come since.
std::size_t WithSlack(std::size_t room) { return room + room / 4 + 16; }

}  // namespace

HeldPage::HeldPage(const DuePage& page)
    : key(page.key),
      due(page.due),
      interval(page.interval),
      generation(page.generation),
      priority(page.priority),
      is_new(page.is_new),
      url(page.url) {}

DuePage HeldPage::view() const {
  DuePage page;
  page.key = key;
  page.url = url;
  page.due = due;
  page.interval = interval;
  page.generation = generation;
  page.priority = priority;
  page.is_new = is_new;
  return page;
}

std::size_t ShortTermQueue::NameHash::operator()(std::string_view name) const {
  return static_cast<std::size_t>(StableHash64(name));
}

std::uint32_t ShortTermQueue::HostOf(std::string_view url) {
  const std::string_view origin = OriginOf(url);
  if (!hosts_.empty() && origin == last_origin_) return last_host_;
  last_origin_ = origin;
  const std::string_view name = HostOfOrigin(origin);
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return last_host_ = found->second;
  last_host_ = static_cast<std::uint32_t>(hosts_.size());
  numbers_.emplace(name, last_host_);
  Host& host = hosts_.emplace_back();
  host.name = name;
  const Duration own = options_.interval_of ? options_.interval_of(name) : options_.interval;
  const Duration interval = std::max<Duration>(own, std::chrono::milliseconds(1));
  const auto room =
      static_cast<double>(std::max<Duration::rep>(std::chrono::days(1) / interval, 1));
  // A host with room for one page alone has it for either kind, in turns.
  host.room.fresh = static_cast<std::size_t>(std::ceil(room * options_.new_share));
  host.room.known = static_cast<std::size_t>(std::ceil(room * (1 - options_.new_share)));
  return last_host_;
}

void ShortTermQueue::Add(const DuePage& page) {
  const std::uint32_t number = HostOf(page.url);
  Host& host = hosts_[number];
  if (host.empty()) {
    ++busy_;
    if (!host.woken) woken_.push_back(number);  // once, though nobody may ever ask
    host.woken = true;
  }
  if (!host.touched) {
    host.touched = true;
    touched_.push_back(number);
  }
  ++size_;
  if (page.is_new) {
    Push(page, host.fresh, IsWorse);
  } else {
    Push(page, host.later, IsLater);
  }
  if (host.fresh.size() > WithSlack(host.room.fresh) ||
      host.known.size() + host.later.size() > WithSlack(host.room.known)) {
    Trim(host);
  }
}

void ShortTermQueue::TrimHeap(std::vector<HeldPage>& heap, std::size_t room) {
  if (heap.size() <= room) return;
  const auto end = heap.begin() + static_cast<std::ptrdiff_t>(room);
  std::ranges::nth_element(heap, end, IsBetter);
  size_ -= heap.size() - room;
  std::move(end, heap.end(), std::back_inserter(overflow_));
  heap.erase(end, heap.end());
}

void ShortTermQueue::Trim(Host& host) {
  if (host.fresh.size() > host.room.fresh) {
    TrimHeap(host.fresh, host.room.fresh);
    std::ranges::make_heap(host.fresh, IsWorse);
  }
  if (host.known.size() + host.later.size() > host.room.known) {
    std::ranges::move(host.known, std::back_inserter(host.later));
    host.known.clear();
    TrimHeap(host.later, host.room.known);
    std::ranges::make_heap(host.later, IsLater);
  }
  if (host.empty()) --busy_;
}

std::optional<HeldPage> ShortTermQueue::Take(std::uint32_t number, DueMinute now) {
  Host& host = hosts_[number];
  while (!host.later.empty() && host.later.front().due <= now) {
    host.known.push_back(Pop(host.later, IsLater));
    std::ranges::push_heap(host.known, IsWorse);
  }
  if (host.known.empty() && host.fresh.empty()) return std::nullopt;
  bool fresh = host.known.empty();
  if (!host.known.empty() && !host.fresh.empty()) {
    host.credit += options_.new_share;
    fresh = host.credit >= 1;
    if (fresh) host.credit -= 1;
  }
  HeldPage page = fresh ? Pop(host.fresh, IsWorse) : Pop(host.known, IsWorse);
  --size_;
  if (host.empty()) --busy_;
  return page;
}

std::optional<DueMinute> ShortTermQueue::NextDue(std::uint32_t number) const {
  const Host& host = hosts_[number];
  if (!host.fresh.empty() || !host.known.empty()) return DueMinute{0};
  if (host.later.empty()) return std::nullopt;
  return host.later.front().due;
}

void ShortTermQueue::TrimAll() {
  for (const std::uint32_t number : touched_) {
    hosts_[number].touched = false;
    if (!hosts_[number].empty()) Trim(hosts_[number]);
  }
  touched_.clear();
}

void ShortTermQueue::Clear() {
  for (Host& host : hosts_) {
    host.fresh.clear();
    host.known.clear();
    host.later.clear();
    host.touched = false;
    host.woken = false;
  }
  overflow_.clear();
  touched_.clear();
  woken_.clear();
  size_ = 0;
  busy_ = 0;
}

std::vector<std::uint32_t> ShortTermQueue::TakeWoken() {
  for (const std::uint32_t number : woken_)
    hosts_[number].woken = false;
  return std::exchange(woken_, {});
}

}  // namespace meguri
