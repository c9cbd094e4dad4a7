// Runs that have nothing to do with each other, over several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace meguri {

// Calls `run` with 0 … count - 1, each once, from `threads` threads (0: one for each core) at once;
// begins with no more of them once `stop` is true. Returns when all have ended.
template <class Run>
void RunParallel(unsigned threads, std::size_t count, const std::atomic<bool>& stop,
                 const Run& run) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t number = next++; number < count && !stop; number = next++)
      run(number);
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads; ++i)
    others.emplace_back(work);
  work();
}

}  // namespace meguri
