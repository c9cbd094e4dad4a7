// How much of a core the calling thread has used so far: for costs, which a busy machine doesn't
// change as it changes the time on the wall.
#pragma once

#include <ctime>

namespace meguri {

inline double ThreadCpuSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace meguri
