// The thread that writes: takes what the loop submits from a queue, and commits in groups
// (group_commit.h).
//
// The loop only ever puts into the queue and takes what is durable out of a list; both are moves
// under a lock that is never held during work. The thread looks at the queue every few
// milliseconds, or at once when much is there: a page costs the loop no system call.
//
// Without a thread (simulations) the caller does its work by Pump(), one step of a commit at a
// time, so that the loop goes on in between as it does beside the thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "store/crawl_store.h"
#include "store/group_commit.h"

namespace meguri {

struct StoreWriterOptions {
  // At the latest; sooner where the disk is quick (store_writer.cc).
  Duration commit_after = std::chrono::milliseconds(500);
  std::size_t commit_after_bytes = std::size_t{16} << 20;
  Duration retry_after = std::chrono::seconds(1);  // when the disk is full
  bool threaded = true;
  Duration step_takes = std::chrono::milliseconds(5);  // without a thread: from one to the next
};

class StoreWriter {
 public:
  // `files`: names of the archive's files so far, by number. `wake`: as CrawlStore::Open()'s.
  StoreWriter(const StoreWriterOptions& options, std::unique_ptr<GroupCommit> commit,
              std::vector<std::string> files, std::function<void()> wake);
  // Without Close() it is as if the process had been killed.
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  void Submit(StoreItem item);
  std::vector<CrawlStore::Durable> TakeDurable();
  StoreState state() const;
  // As it was submitted last, if that is not durable yet.
  std::optional<PageRecord> FindSubmitted(UrlKey key) const;
  // "" if there is no such file.
  std::string file_name(std::uint32_t file) const;
  // The error of a full disk, too, if it is full now.
  Status Close();

  // Without a thread: what is due by now, at most one step; and when to come again.
  void Pump(TimePoint now);
  std::optional<TimePoint> NextPump() const;

 private:
  enum class Order : std::uint8_t { kRun, kClose, kAbandon };
  struct Submitted {
    PageRecord record;
    std::uint32_t count = 0;  // submits that are not durable yet
  };

  void Run();
  void RunLoop();
  Order Wait(std::vector<StoreItem>& items, bool retry);
  Status Work(Order order);
  Status WorkStep(TimePoint now);
  void AddQueued();
  void CloseHere();
  bool CommitDue(TimePoint now);
  std::vector<StoreItem> TakeQueue() MEGURI_REQUIRES(mutex_);
  void Publish(const Status& status);
  void Forget(const std::vector<CrawlStore::Durable>& durable) MEGURI_REQUIRES(mutex_);

  // Constant.
  const StoreWriterOptions options_;
  const std::function<void()> wake_;
  const Duration tick_;
  const RealClock clock_{};  // the thread's waits are real ones

  // The thread's, or Pump()'s.
  const std::unique_ptr<GroupCommit> commit_;
  std::optional<TimePoint> dirty_since_;
  TimePoint next_pump_{};
  Duration last_commit_took_{0};
  TimePoint commit_began_{};

  mutable Mutex mutex_;
  CondVar changed_;
  Order order_ MEGURI_GUARDED_BY(mutex_) = Order::kRun;
  std::vector<StoreItem> queue_ MEGURI_GUARDED_BY(mutex_);
  std::size_t queue_bytes_ MEGURI_GUARDED_BY(mutex_) = 0;
  std::unordered_map<std::uint64_t, Submitted> submitted_ MEGURI_GUARDED_BY(mutex_);
  std::vector<CrawlStore::Durable> durable_ MEGURI_GUARDED_BY(mutex_);
  std::vector<std::string> files_ MEGURI_GUARDED_BY(mutex_);
  StoreState state_ MEGURI_GUARDED_BY(mutex_);

  std::thread thread_;  // last: it uses all of the above; none if not `threaded`
};

}  // namespace meguri
