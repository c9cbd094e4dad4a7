#include "order/host_queues.h"

#include <algorithm>
#include <cassert>

namespace meguri {

void HostQueues::Push(std::uint32_t host, UrlId url) {
  assert(!contains(url));
  if (host >= heaps_.size()) heaps_.resize(host + std::size_t{1});
  if (url >= places_.size()) places_.resize(url + std::size_t{1}, kNone);
  Heap& heap = heaps_[host];
  heap.push_back(url);
  places_[url] = static_cast<std::uint32_t>(heap.size() - 1);
  ++total_;
  SiftUp(heap, heap.size() - 1);
  if (!knows_oldest_) return;
  if (host >= pushed_.size()) pushed_.resize(host + std::size_t{1});
  pushed_[host].urls.push_back(url);
}

void HostQueues::Move(std::uint32_t host, UrlId url) {
  if (!contains(url)) return;
  SiftUp(heaps_[host], places_[url]);
  SiftDown(heaps_[host], places_[url]);
}

std::optional<UrlId> HostQueues::Best(std::uint32_t host) const {
  if (size(host) == 0) return std::nullopt;
  return heaps_[host].front();
}

std::optional<UrlId> HostQueues::Oldest(std::uint32_t host) {
  if (size(host) == 0 || !knows_oldest_) return std::nullopt;
  Pushed& pushed = pushed_[host];
  while (!contains(pushed.urls[pushed.first]))
    ++pushed.first;
  return pushed.urls[pushed.first];
}

UrlId HostQueues::Pop(std::uint32_t host) {
  const UrlId best = heaps_[host].front();
  Remove(host, best);
  return best;
}

void HostQueues::Remove(std::uint32_t host, UrlId url) {
  assert(contains(url));
  Heap& heap = heaps_[host];
  const std::size_t place = places_[url];
  const UrlId last = heap.back();
  heap.pop_back();
  places_[url] = kNone;
  --total_;
  if (last != url) {
    Put(heap, place, last);
    SiftUp(heap, place);
    SiftDown(heap, places_[last]);
  }
  if (!heap.empty()) return;
  Heap().swap(heap);  // most hosts run dry for good
  if (knows_oldest_) pushed_[host] = {};
}

void HostQueues::SiftUp(Heap& heap, std::size_t place) {
  const UrlId url = heap[place];
  const Priority own = order_.priority(url);
  while (place > 0) {
    const std::size_t parent = (place - 1) / kChildren;
    if (!Before(own, order_.priority(heap[parent]))) break;
    Put(heap, place, heap[parent]);
    place = parent;
  }
  Put(heap, place, url);
}

void HostQueues::SiftDown(Heap& heap, std::size_t place) {
  const UrlId url = heap[place];
  const Priority own = order_.priority(url);
  for (;;) {
    const std::size_t first = place * kChildren + 1;
    if (first >= heap.size()) break;
    std::size_t best = first;
    const std::size_t end = std::min(first + kChildren, heap.size());
    for (std::size_t child = first + 1; child < end; ++child) {
      if (order_.IsBefore(heap[child], heap[best])) best = child;
    }
    if (!Before(order_.priority(heap[best]), own)) break;
    Put(heap, place, heap[best]);
    place = best;
  }
  Put(heap, place, url);
}

}  // namespace meguri
