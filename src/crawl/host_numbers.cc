#include "crawl/host_numbers.h"

#include <utility>

namespace meguri {
namespace {

constexpr std::size_t kFirstSlots = 64;

}  // namespace

std::optional<std::uint32_t> HostNumbers::Find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint64_t hash = hash_.Hash64(name);
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = static_cast<std::size_t>(hash) & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number == kNone) return std::nullopt;
    if (slot.tag == tag && NameOf(slot) == name) return slot.number;
  }
}

std::uint32_t HostNumbers::Add(std::string_view name) {
  if (2 * (std::size_t{size_} + 1) > slots_.size()) Grow();
  const Slot slot{.number = size_,
                  .name_at = static_cast<std::uint32_t>(names_.size()),
                  .name_size = static_cast<std::uint32_t>(name.size())};
  names_ += name;
  Insert(slot);
  return size_++;
}

void HostNumbers::Insert(Slot slot) {
  const std::uint64_t hash = hash_.Hash64(NameOf(slot));
  slot.tag = static_cast<std::uint32_t>(hash >> 32U);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at].number != kNone)
    at = (at + 1) & mask;
  slots_[at] = slot;
}

void HostNumbers::Grow() {
  const std::size_t size = slots_.empty() ? kFirstSlots : slots_.size() * 2;
  for (const Slot& slot : std::exchange(slots_, std::vector<Slot>(size)))
    if (slot.number != kNone) Insert(slot);
}

}  // namespace meguri
