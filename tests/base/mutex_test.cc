#include "base/mutex.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace meguri {
namespace {

class Counter {
 public:
  void Add() {
    {
      const MutexLock lock(mutex_);
      ++count_;
    }
    changed_.NotifyAll();
  }
  int WaitUntilAtLeast(int count) {
    const MutexLock lock(mutex_);
    while (count_ < count) {
      changed_.Wait(mutex_);
    }
    return count_;
  }
  bool WaitFor(std::chrono::nanoseconds longest) {
    const MutexLock lock(mutex_);
    return changed_.WaitFor(mutex_, longest);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  int count_ MEGURI_GUARDED_BY(mutex_) = 0;
};

TEST(MutexTest, NoIncrementIsLostAndTheWaiterWakes) {
  constexpr int kThreads = 4;
  constexpr int kEach = 1000;
  Counter counter;
  std::vector<std::jthread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&counter] {
      for (int n = 0; n < kEach; ++n) {
        counter.Add();
      }
    });
  }
  EXPECT_EQ(counter.WaitUntilAtLeast(kThreads * kEach), kThreads * kEach);
}

TEST(MutexTest, WaitForGivesUpAndLeavesTheMutexUsable) {
  Counter counter;
  // A spurious wake-up may end one wait early, not a hundred.
  int timeouts = 0;
  for (int i = 0; i < 100; ++i) {
    timeouts += counter.WaitFor(std::chrono::microseconds(10)) ? 0 : 1;
  }
  EXPECT_GT(timeouts, 0);
  counter.Add();
  EXPECT_EQ(counter.WaitUntilAtLeast(1), 1);
}

}  // namespace
}  // namespace meguri
