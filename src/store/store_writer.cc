#include "store/store_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace meguri {
namespace {

constexpr std::size_t kNotifyBytes = std::size_t{256} << 10;
constexpr Duration kLongestTick = std::chrono::milliseconds(50);
// What is not committed when the process dies is fetched again. So it is committed as soon as that
// takes no more than a twentieth of the time; but no sooner than groups are worth it.
constexpr int kCommitShare = 20;
constexpr int kSoonest = 5;  // a fifth of commit_after

}  // namespace

StoreWriter::StoreWriter(const StoreWriterOptions& options, std::unique_ptr<GroupCommit> commit,
                         std::vector<std::string> files, std::function<void()> wake)
    : options_(options),
      wake_(std::move(wake)),
      tick_(std::clamp<Duration>(options.commit_after / 4, std::chrono::milliseconds(1),
                                 kLongestTick)),
      commit_(std::move(commit)),
      files_(std::move(files)) {
  if (options_.threaded) thread_ = std::thread([this] { Run(); });
}

StoreWriter::~StoreWriter() {
  if (!thread_.joinable()) return;
  {
    const MutexLock lock(mutex_);
    order_ = Order::kAbandon;
  }
  changed_.NotifyAll();
  thread_.join();
}

void StoreWriter::Submit(StoreItem item) {
  const std::size_t bytes = BytesOf(item);
  bool much = false;
  {
    const MutexLock lock(mutex_);
    if (state_.failure) return;  // nothing can be written any more: it must not pile up
    if (const auto* capture = std::get_if<Capture>(&item); capture && capture->has_record) {
      Submitted& submitted = submitted_[capture->key.packed()];
      submitted.record = capture->record;
      ++submitted.count;
    }
    queue_.push_back(std::move(item));
    much = queue_bytes_ < kNotifyBytes && queue_bytes_ + bytes >= kNotifyBytes;
    queue_bytes_ += bytes;
    state_.bytes_waiting += bytes;
  }
  if (much) changed_.NotifyOne();
}

std::vector<CrawlStore::Durable> StoreWriter::TakeDurable() {
  const MutexLock lock(mutex_);
  return std::exchange(durable_, {});
}

StoreState StoreWriter::state() const {
  const MutexLock lock(mutex_);
  return state_;
}

std::optional<PageRecord> StoreWriter::FindSubmitted(UrlKey key) const {
  const MutexLock lock(mutex_);
  const auto it = submitted_.find(key.packed());
  if (it == submitted_.end()) return std::nullopt;
  return it->second.record;
}

std::string StoreWriter::file_name(std::uint32_t file) const {
  const MutexLock lock(mutex_);
  return file < files_.size() ? files_[file] : std::string();
}

Status StoreWriter::Close() {
  {
    const MutexLock lock(mutex_);
    order_ = Order::kClose;
  }
  changed_.NotifyAll();
  if (thread_.joinable()) {
    thread_.join();
  } else if (!state().failure) {
    CloseHere();
  }
  const MutexLock lock(mutex_);
  if (state_.failure) return tl::unexpected(*state_.failure);
  if (state_.disk_full) return Fail(ErrorCode::kDiskFull, state_.message);
  return {};
}

// The one place where what a library throws is caught.
void StoreWriter::Run() {
  try {
    RunLoop();
  } catch (const std::exception& thrown) {
    Publish(Fail(ErrorCode::kIo, std::string("the thread that writes: ") + thrown.what()));
  }
}

void StoreWriter::RunLoop() {
  std::vector<StoreItem> items;
  bool full = false;
  for (;;) {
    const Order order = Wait(items, full);
    if (order == Order::kAbandon) return;
    for (StoreItem& item : items) {
      commit_->Add(std::move(item));
    }
    items.clear();
    const Status status = Work(order);
    Publish(status);
    full = !status && status.error().code == ErrorCode::kDiskFull;
    if (order == Order::kClose || (!status && !full)) return;
  }
}

// Until there is much to do, or a tick is over; after a full disk, until the next attempt.
StoreWriter::Order StoreWriter::Wait(std::vector<StoreItem>& items, bool retry) {
  const MutexLock lock(mutex_);
  const TimePoint until = clock_.Now() + (retry ? options_.retry_after : tick_);
  while (order_ == Order::kRun && (retry || queue_bytes_ < kNotifyBytes)) {
    const Duration left = until - clock_.Now();
    if (left <= Duration::zero()) break;
    changed_.WaitFor(mutex_, left);
  }
  items = TakeQueue();
  return order_;
}

std::vector<StoreItem> StoreWriter::TakeQueue() {
  queue_bytes_ = 0;
  return std::exchange(queue_, {});
}

Status StoreWriter::Work(Order order) {
  if (order == Order::kClose) return commit_->Close();
  const TimePoint began = clock_.Now();
  do {
    MEGURI_CHECK_STATUS(WorkStep(clock_.Now()));
  } while (commit_->committing());
  if (commit_began_ >= began)
    last_commit_took_ = clock_.Now() - commit_began_;  // its last step too
  return {};
}

// What is waiting goes to the files; if a commit is due, or under way, one step of it.
Status StoreWriter::WorkStep(TimePoint now) {
  if (!commit_->committing()) {
    MEGURI_CHECK_STATUS(commit_->Stage());
    if (!CommitDue(now)) return {};
    commit_began_ = now;
  }
  MEGURI_CHECK_STATUS(commit_->CommitStep());
  if (commit_->committing()) return {};
  last_commit_took_ = now - commit_began_;
  dirty_since_.reset();
  return {};
}

bool StoreWriter::CommitDue(TimePoint now) {
  if (!commit_->dirty()) return false;
  if (!dirty_since_) dirty_since_ = now;
  const Duration after = std::clamp<Duration>(
      last_commit_took_ * kCommitShare, options_.commit_after / kSoonest, options_.commit_after);
  return commit_->bytes() >= options_.commit_after_bytes || now - *dirty_since_ >= after;
}

// --- Without a thread.

void StoreWriter::Pump(TimePoint now) {
  if (options_.threaded || now < next_pump_ || state().failure) return;
  if (!commit_->committing()) AddQueued();
  const Status status = WorkStep(now);
  Publish(status);
  const bool full = !status && status.error().code == ErrorCode::kDiskFull;
  next_pump_ = now + (full                    ? options_.retry_after
                      : commit_->committing() ? options_.step_takes
                                              : tick_);
}

std::optional<TimePoint> StoreWriter::NextPump() const {
  if (options_.threaded) return std::nullopt;
  const MutexLock lock(mutex_);
  const bool idle = queue_.empty() && !commit_->dirty() && !commit_->committing();
  if (idle || state_.failure) return std::nullopt;
  return next_pump_;
}

void StoreWriter::AddQueued() {
  std::vector<StoreItem> items;
  {
    const MutexLock lock(mutex_);
    items = TakeQueue();
  }
  for (StoreItem& item : items)
    commit_->Add(std::move(item));
}

void StoreWriter::CloseHere() {
  while (commit_->committing()) {
    if (const Status status = commit_->CommitStep(); !status) return Publish(status);
  }
  AddQueued();
  Publish(commit_->Close());
}

void StoreWriter::Publish(const Status& status) {
  GroupCommit::Done done = commit_->TakeDone();
  bool tell = !done.durable.empty();
  {
    const MutexLock lock(mutex_);
    Forget(done.durable);
    for (auto& [number, name] : done.files) {
      if (files_.size() <= number) files_.resize(number + 1);
      files_[number] = std::move(name);
    }
    std::ranges::move(done.durable, std::back_inserter(durable_));
    state_.bytes_waiting -= std::min<std::uint64_t>(state_.bytes_waiting, done.bytes);
    state_.archive_bytes = commit_->archive_bytes();
    const bool full = !status && status.error().code == ErrorCode::kDiskFull;
    tell = tell || full != state_.disk_full || (!status && !full);
    state_.disk_full = full;
    state_.message = full ? status.error().context : std::string();
    if (!status && !full) {
      state_.failure = status.error();
      queue_.clear();
    }
  }
  if (tell && wake_) wake_();
}

void StoreWriter::Forget(const std::vector<CrawlStore::Durable>& durable) {
  for (const CrawlStore::Durable& one : durable) {
    if (!one.has_record) continue;
    const auto it = submitted_.find(one.key.packed());
    if (it != submitted_.end() && --it->second.count == 0) submitted_.erase(it);
  }
}

}  // namespace meguri
