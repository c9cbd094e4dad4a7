#include "html/text/minhash.h"

#include <algorithm>

namespace meguri::html {

void MinHash::Add(std::span<const std::uint64_t> features) {
  for (const std::uint64_t feature : features) {
    Add(feature);
  }
}

MinHashSignature MinHash::Signature() const {
  MinHashSignature signature{};
  std::ranges::transform(smallest_, signature.begin(), [](std::uint64_t smallest) {
    if (smallest == kEmpty) return std::uint16_t{0};
    // The low bits: the high ones of a minimum are mostly zeros.
    const auto kept = static_cast<std::uint16_t>(smallest);
    return std::max(kept, std::uint16_t{1});
  });
  return signature;
}

double EstimateJaccard(const MinHashSignature& a, const MinHashSignature& b) {
  // 16-bit sums, so that the compiler takes eight slots at a time.
  std::uint16_t used = 0;
  std::uint16_t equal = 0;
  for (std::size_t i = 0; i < kMinHashSlots; ++i) {
    const auto is_used = static_cast<std::uint16_t>((a[i] | b[i]) != 0);
    const auto is_equal = static_cast<std::uint16_t>(a[i] == b[i]);
    used = static_cast<std::uint16_t>(used + is_used);
    equal = static_cast<std::uint16_t>(equal + (is_used & is_equal));
  }
  return used == 0 ? 1 : static_cast<double>(equal) / used;
}

}  // namespace meguri::html
