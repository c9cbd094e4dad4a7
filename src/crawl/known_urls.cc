#include "crawl/known_urls.h"

#include <utility>

namespace meguri {
namespace {

constexpr std::size_t kFirstSlots = 1024;

// 0 marks an empty slot; one more collision in 2⁶⁴.
std::uint64_t NotZero(std::uint64_t fingerprint) { return fingerprint == 0 ? 1 : fingerprint; }

}  // namespace

std::size_t KnownUrls::SlotOf(std::uint64_t fingerprint) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(fingerprint >> 8U) & mask;
  while (slots_[slot] != kEmpty && slots_[slot] != fingerprint)
    slot = (slot + 1) & mask;
  return slot;
}

std::optional<UrlId> KnownUrls::Find(std::uint64_t fingerprint) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t slot = SlotOf(NotZero(fingerprint));
  if (slots_[slot] == kEmpty) return std::nullopt;
  return ids_[slot];
}

KnownUrls::Added KnownUrls::Add(std::uint64_t fingerprint) {
  if (size_ * 4 >= slots_.size() * 3) Grow();
  const std::size_t slot = SlotOf(NotZero(fingerprint));
  if (slots_[slot] != kEmpty) return {ids_[slot], false};
  slots_[slot] = NotZero(fingerprint);
  ids_[slot] = static_cast<UrlId>(size_++);
  return {ids_[slot], true};
}

void KnownUrls::Grow() {
  const std::size_t size = slots_.empty() ? kFirstSlots : slots_.size() * 2;
  const auto slots = std::exchange(slots_, std::vector<std::uint64_t>(size, kEmpty));
  const auto ids = std::exchange(ids_, std::vector<UrlId>(size, 0));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] == kEmpty) continue;
    const std::size_t slot = SlotOf(slots[i]);
    slots_[slot] = slots[i];
    ids_[slot] = ids[i];
  }
}

}  // namespace meguri
