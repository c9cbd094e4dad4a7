#include "store/log/append_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace meguri {
namespace {

Error TooShort(const std::string& path, std::uint64_t size, std::uint64_t committed) {
  return {
      ErrorCode::kCorrupt,
      fmt::format("{}: {} bytes long, but {} were safely written: put back a copy of the folder",
                  path, size, committed)};
}

}  // namespace

AppendLog::AppendLog(Files& files, const std::string& path, std::unique_ptr<ReadableFile> reader,
                     std::uint64_t size)
    : files_(files), path_(path), reader_(std::move(reader)), durable_end_(size) {}

Result<std::unique_ptr<AppendLog>> AppendLog::Open(Files& files, const std::string& path) {
  MEGURI_TRY(auto file, files.OpenToWrite(path, OpenMode::kCreateOrAppend));
  MEGURI_TRY(auto reader, files.OpenToRead(path));
  std::unique_ptr<AppendLog> log(new AppendLog(files, path, std::move(reader), file->size()));
  log->file_ = std::move(file);
  return log;
}

Result<std::unique_ptr<AppendLog>> AppendLog::OpenToRead(Files& files, const std::string& path,
                                                         std::uint64_t size) {
  MEGURI_TRY(auto reader, files.OpenToRead(path));
  MEGURI_TRY(const std::uint64_t there, reader->Size());
  if (there < size) return tl::unexpected(TooShort(path, there, size));
  return std::unique_ptr<AppendLog>(new AppendLog(files, path, std::move(reader), size));
}

Status AppendLog::Cut(std::uint64_t end) {
  const MutexLock lock(mutex_);
  if (durable_end_ < end) return tl::unexpected(TooShort(path_, durable_end_, end));
  if (end == durable_end_) return {};
  MEGURI_CHECK_STATUS(file_->Truncate(end));
  durable_end_ = end;
  unsynced_ = true;
  return {};
}

std::uint64_t AppendLog::Append(std::string_view bytes) {
  const MutexLock lock(mutex_);
  const std::uint64_t place = durable_end_ + flushing_.size() + pending_.size();
  pending_ += bytes;
  return place;
}

Status AppendLog::Flush() {
  bool again = false;
  {
    const MutexLock lock(mutex_);
    again = !flushing_.empty();  // a failed attempt has left it: it goes before what came since
  }
  if (again) MEGURI_CHECK_STATUS(FlushOnce());
  return FlushOnce();
}

Status AppendLog::FlushOnce() {
  std::uint64_t from = 0;
  std::string_view bytes;
  {
    const MutexLock lock(mutex_);
    if (flushing_.empty()) flushing_.swap(pending_);
    from = durable_end_;
    bytes = flushing_;
  }
  if (bytes.empty() && !unsynced_) return {};
  if (Status written = Write(from, bytes); !written) {
    file_.reset();
    return written;
  }
  unsynced_ = false;
  std::string done;  // freed without the lock
  const MutexLock lock(mutex_);
  durable_end_ += flushing_.size();
  if (flushing_.capacity() > (std::size_t{1} << 20U)) {
    done.swap(flushing_);
  } else {
    flushing_.clear();
  }
  return {};
}

Status AppendLog::Write(std::uint64_t from, std::string_view bytes) {
  if (!file_) {
    MEGURI_TRY(file_, files_.OpenToWrite(path_, OpenMode::kAppend));
    MEGURI_CHECK_STATUS(file_->Truncate(std::min(from, file_->size())));
  }
  MEGURI_CHECK_STATUS(file_->Append(bytes));
  return file_->Sync();
}

Status AppendLog::Read(std::uint64_t offset, std::size_t size, std::string& out) const {
  out.clear();
  std::uint64_t on_disk = 0;
  {
    const MutexLock lock(mutex_);
    if (offset >= durable_end_) {
      std::uint64_t at = offset - durable_end_;
      const bool in_flight = at < flushing_.size();
      if (!in_flight) at -= flushing_.size();
      const std::string& part = in_flight ? flushing_ : pending_;
      if (at < part.size()) out.assign(part, static_cast<std::size_t>(at), size);
      return {};
    }
    on_disk = durable_end_ - offset;
  }
  out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(on_disk, size)));
  MEGURI_TRY(const std::size_t got, reader_->ReadAt(offset, std::span(out.data(), out.size())));
  out.resize(got);
  return {};
}

std::uint64_t AppendLog::durable_end() const {
  const MutexLock lock(mutex_);
  return durable_end_;
}

std::uint64_t AppendLog::end() const {
  const MutexLock lock(mutex_);
  return durable_end_ + flushing_.size() + pending_.size();
}

}  // namespace meguri
