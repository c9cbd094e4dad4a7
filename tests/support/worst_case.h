// For tests that a parser takes linear time on the worst input: makes such input, and
// compares CPU times. Never the clock on the wall, since machines are shared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>

#include "tests/support/sanitizers.h"

namespace meguri::testing_support {

// Seconds of this thread's CPU time that `work()` takes; the best of `rounds`.
template <class Work>
double CpuSeconds(Work&& work, int rounds = 3) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    work();
    best = std::min(best, now() - start);
  }
  return best;
}

// 1 MB, compared with 10 MB; less where sanitizers or a debug build make everything slow.
#if defined(NDEBUG) && !defined(MEGURI_ASAN) && !defined(MEGURI_TSAN)
inline constexpr std::size_t kWorstCaseBytes = 1'000'000;
inline constexpr bool kIsFullSpeed = true;  // speeds in bytes per second mean something
#else
inline constexpr std::size_t kWorstCaseBytes = 30'000;
inline constexpr bool kIsFullSpeed = false;
#endif

// `piece` again and again, at least `bytes` in all, the last one whole.
inline std::string Repeated(std::string_view piece, std::size_t bytes) {
  const std::size_t size = (bytes + piece.size() - 1) / piece.size() * piece.size();
  std::string text(piece);
  while (text.size() < size)
    text.append(text, 0, size - text.size());
  return text;
}

inline constexpr double kLinearGrowth = 30;

// How much longer work(make(10 * size)) takes than work(make(size)); the making doesn't
// count. Linear work gives about 10, up to 20 where the larger input falls out of a cache;
// quadratic work gives 100. Work that is over too soon to be measured counts as linear. What
// looks worse than linear is measured again: on a shared machine a neighbour may have the cache.
template <class Make, class Work>
double GrowthAtTenfold(std::size_t size, Make&& make, Work&& work) {
  constexpr double kTooShortToMeasure = 100e-6;  // 1 MB by memchr: caches matter more
  const auto small_input = make(size);
  const auto large_input = make(10 * size);
  double growth = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const double small = CpuSeconds([&] { work(small_input); });
    const double large = CpuSeconds([&] { work(large_input); });
    growth = large / std::max(small, kTooShortToMeasure);
    if (growth <= kLinearGrowth) break;
  }
  return growth;
}

}  // namespace meguri::testing_support
