// In which versions of a page which of its blocks (paragraphs, lists, tables) is rewritten: in
// those that are its phase modulo `period`, and phases go round from block to block. So every
// version rewrites one block in `period`, and at least one if there are that many; and how often a
// block was rewritten is arithmetic, however large the version.
//
// One division per page, none per block.
#pragma once

#include <cstdint>

namespace meguri {

class RewriteCycle {
 public:
  RewriteCycle() = default;
  RewriteCycle(std::uint64_t key, std::uint64_t period, std::uint64_t version)
      : period_(period),
        phase_(key % period),
        full_(version / period),
        rest_(version - full_ * period) {}

  // How often the next block was rewritten, in versions 1 to `version`.
  std::uint64_t Next() {
    const std::uint64_t times = full_ + (phase_ != 0 && phase_ <= rest_ ? 1 : 0);
    phase_ = phase_ + 1 == period_ ? 0 : phase_ + 1;
    return times;
  }

 private:
  std::uint64_t period_ = 1;
  std::uint64_t phase_ = 0;  // of the next block
  std::uint64_t full_ = 0;
  std::uint64_t rest_ = 0;
};

}  // namespace meguri
