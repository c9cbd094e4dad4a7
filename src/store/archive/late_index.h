// Indexes closed files of the archive that a crash has left without an index, in a thread of its
// own: a file of a gigabyte takes many seconds, which neither a start nor a commit should wait for.
//
// What can't be indexed is found again at the next start. Threads: all calls by one; the Files must
// outlive it.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

class LateIndex {
 public:
  // `names`: of FindUnindexed(). Not `threaded`: Begin() does it all.
  LateIndex(Files& files, std::string directory, std::vector<std::string> names,
            bool threaded = true);
  // Ends after the file that is at work.
  ~LateIndex();
  LateIndex(const LateIndex&) = delete;
  LateIndex& operator=(const LateIndex&) = delete;

  // Starts the thread, if it hasn't been started yet.
  void Begin();
  // Does all that is left, and waits for it; the first error, if there was one.
  Status Finish();

 private:
  void Run();
  void Join();

  Files& files_;
  const std::string directory_;
  const std::vector<std::string> names_;
  const bool threaded_;
  bool begun_ = false;
  std::atomic<bool> stop_{false};
  Status status_;       // the thread's until it has ended
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace meguri
