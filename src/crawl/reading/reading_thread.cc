#include "crawl/reading/reading_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "url/url.h"

namespace meguri {
namespace {

constexpr int kNiceness = 5;
constexpr std::uint64_t kMostReadBytes = std::uint64_t{16} << 20U;

std::uint64_t BytesOf(const ReadPage& page) {
  return page.result.head.size() + page.result.body.size();
}

// A small page, unpacked, may have links of many megabytes.
std::uint64_t BytesOf(const PageFindings& findings) {
  std::uint64_t bytes = 0;
  for (const LoggedLink& link : findings.links)
    bytes += sizeof link + link.url.size() + link.text.size();
  return bytes;
}

}  // namespace

ReadingThread::ReadingThread(std::unique_ptr<PageReading> pages, std::function<void()> on_read)
    : pages_(std::move(pages)), on_read_(std::move(on_read)), thread_([this] { Run(); }) {}

ReadingThread::~ReadingThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void ReadingThread::Submit(ReadPage page) {
  ++waiting_;
  waiting_bytes_ += BytesOf(page);
  {
    const std::lock_guard lock(mutex_);
    unread_.push_back(std::move(page));
    if (unread_.size() > 1) return;  // then it is at work, or told
  }
  changed_.notify_one();
}

std::optional<ReadPage> ReadingThread::TakeRead() {
  std::optional<ReadPage> page;
  bool tell = false;
  {
    const std::lock_guard lock(mutex_);
    if (read_.empty()) return page;
    page = std::move(read_.front());
    read_.pop_front();
    const bool was_full = read_bytes_ >= kMostReadBytes;
    read_bytes_ -= BytesOf(page->findings);
    tell = was_full && read_bytes_ < kMostReadBytes;
  }
  if (tell) changed_.notify_one();
  --waiting_;
  waiting_bytes_ -= BytesOf(*page);
  return page;
}

void ReadingThread::Run() {
  // Where there are fewer processors than threads, who keeps the turns comes first. On Linux this
  // is of the thread alone.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
  url::Url url;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock,
                  [this] { return ending_ || (!unread_.empty() && read_bytes_ < kMostReadBytes); });
    if (ending_) return;
    ReadPage page = std::move(unread_.front());
    unread_.pop_front();
    lock.unlock();
    if (url.Assign(page.plan.text)) page.findings = pages_->Read(url, page.result);
    const std::uint64_t bytes = BytesOf(page.findings);
    lock.lock();
    const bool tell = read_.empty();
    read_bytes_ += bytes;
    read_.push_back(std::move(page));
    if (!tell) continue;
    lock.unlock();
    on_read_();
    lock.lock();
  }
}

}  // namespace meguri
