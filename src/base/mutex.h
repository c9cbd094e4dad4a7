// Mutex, MutexLock and CondVar: std::mutex and std::condition_variable with annotations, so
// that clang's -Wthread-safety proves at compile time that guarded fields are only touched
// under their lock (libstdc++'s own have none). They cost what the std:: ones cost.
//
//   class Queue {
//    public:
//     void Push(Job job) {
//       {
//         const MutexLock lock(mutex_);
//         jobs_.push_back(std::move(job));
//       }
//       not_empty_.NotifyOne();
//     }
//     Job Pop() {
//       const MutexLock lock(mutex_);
//       while (jobs_.empty()) not_empty_.Wait(mutex_);   // a loop: wake-ups may be spurious
//       ...
//     }
//    private:
//     Mutex mutex_;
//     CondVar not_empty_;
//     std::deque<Job> jobs_ MEGURI_GUARDED_BY(mutex_);
//   };
//
// Wait() takes no predicate: the analysis doesn't see that a lambda runs under the lock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define MEGURI_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define MEGURI_THREAD_ATTRIBUTE(x)
#endif

// On a field: only touched while the mutex is held. PT_: the same for what it points to.
#define MEGURI_GUARDED_BY(mutex) MEGURI_THREAD_ATTRIBUTE(guarded_by(mutex))
#define MEGURI_PT_GUARDED_BY(mutex) MEGURI_THREAD_ATTRIBUTE(pt_guarded_by(mutex))
// On a function: the caller holds the mutex / must not hold it.
#define MEGURI_REQUIRES(...) MEGURI_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define MEGURI_EXCLUDES(...) MEGURI_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// On lock classes themselves.
#define MEGURI_CAPABILITY(name) MEGURI_THREAD_ATTRIBUTE(capability(name))
#define MEGURI_SCOPED_CAPABILITY MEGURI_THREAD_ATTRIBUTE(scoped_lockable)
#define MEGURI_ACQUIRE(...) MEGURI_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define MEGURI_RELEASE(...) MEGURI_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))

namespace meguri {

class MEGURI_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() MEGURI_ACQUIRE() { mutex_.lock(); }
  void Unlock() MEGURI_RELEASE() { mutex_.unlock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

// Holds the mutex for its own lifetime.
class MEGURI_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) MEGURI_ACQUIRE(mutex) : mutex_(mutex) { mutex_.Lock(); }
  ~MutexLock() MEGURI_RELEASE() { mutex_.Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class CondVar {
 public:
  // Gives the mutex up, sleeps until notified (or for no reason), takes it again.
  void Wait(Mutex& mutex) MEGURI_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();  // the caller still holds it
  }

  // The same for at most `longest`; false if that passed. It is real time, whatever the
  // Clock says: only for threads that a simulation doesn't have.
  bool WaitFor(Mutex& mutex, std::chrono::nanoseconds longest) MEGURI_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    const std::cv_status status = condition_.wait_for(lock, longest);
    lock.release();
    return status == std::cv_status::no_timeout;
  }

  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace meguri
