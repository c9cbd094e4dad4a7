// Reads pages in a thread of its own, so that the loop is free for sockets and turns meanwhile: a
// page is half of a crawl's work, and a large one takes as long as hundreds of requests.
//
//   reading.Submit(page);                           the loop: never waits
//   while (auto page = reading.TakeRead()) …        in the order in which they were submitted
//
// `on_read` is called by the thread when there was nothing to take, and now is. Submit(),
// TakeRead() and waiting() are the loop's. Who is destroyed ends the page at hand, and drops the
// others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "crawl/crawl_context.h"
#include "crawl/reading/page_reading.h"

namespace meguri {

class ReadingThread {
 public:
  ReadingThread(std::unique_ptr<PageReading> pages, std::function<void()> on_read);
  ~ReadingThread();
  ReadingThread(const ReadingThread&) = delete;
  ReadingThread& operator=(const ReadingThread&) = delete;

  void Submit(ReadPage page);
  std::optional<ReadPage> TakeRead();
  // Submitted and not yet taken: how many, and the bytes of their answers.
  std::size_t waiting() const { return waiting_; }
  std::uint64_t waiting_bytes() const { return waiting_bytes_; }
  // Of what was found in those that can be taken: 16 MiB, and one page more, at the most.
  std::uint64_t read_bytes() {
    const std::lock_guard lock(mutex_);
    return read_bytes_;
  }

 private:
  void Run();

  const std::unique_ptr<PageReading> pages_;  // the thread's
  const std::function<void()> on_read_;       // the thread's
  std::size_t waiting_ = 0;                   // the loop's
  std::uint64_t waiting_bytes_ = 0;

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<ReadPage> unread_;
  std::deque<ReadPage> read_;
  std::uint64_t read_bytes_ = 0;  // of findings: it waits while they are many
  bool ending_ = false;

  std::thread thread_;  // the last: it uses all of the above
};

}  // namespace meguri
