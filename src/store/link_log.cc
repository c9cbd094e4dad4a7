#include "store/link_log.h"

#include <fmt/format.h>

#include <utility>

#include "store/log/append_log.h"
#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::uint32_t kMaxBlockEntries = 0xFFFF;
constexpr std::size_t kReadBytes = std::size_t{128} << 10;  // most blocks are smaller, packed

}  // namespace

LinkLog::LinkLog(std::unique_ptr<AppendLog> log) : log_(std::move(log)) {}

LinkLog::~LinkLog() = default;

Result<std::unique_ptr<LinkLog>> LinkLog::Open(Files& files, const std::string& path,
                                               std::uint64_t committed) {
  MEGURI_TRY(auto log, AppendLog::Open(files, path));
  MEGURI_CHECK_STATUS(log->Cut(committed));
  return std::unique_ptr<LinkLog>(new LinkLog(std::move(log)));
}

Result<std::unique_ptr<LinkLog>> LinkLog::OpenToRead(Files& files, const std::string& path,
                                                     std::uint64_t committed) {
  MEGURI_TRY(auto log, AppendLog::OpenToRead(files, path, committed));
  return std::unique_ptr<LinkLog>(new LinkLog(std::move(log)));
}

LinkPlace LinkLog::Append(const LoggedPage& page, std::uint64_t targets_at) {
  entry_.clear();
  AppendLinkEntry(page, targets_at, entry_);
  const bool full = entries_ == kMaxBlockEntries || raw_.size() + entry_.size() > kBlockBytes;
  if (full && entries_ > 0) EndBlock();
  const LinkPlace place{log_->end(), entries_};
  AppendSized(entry_, raw_);
  ++entries_;
  return place;
}

std::uint64_t LinkLog::EndBlock() {
  if (entries_ > 0) {
    packed_.clear();
    AppendLinkBlock(raw_, entries_, packed_);
    log_->Append(packed_);
    raw_.clear();
    entries_ = 0;
  }
  return log_->end();
}

Status LinkLog::Flush() {
  EndBlock();
  return log_->Flush();
}

Error LinkLog::Damaged(std::uint64_t at) const {
  return {ErrorCode::kCorrupt,
          fmt::format("{}: damaged in the block at byte {}: put back a copy of the folder",
                      log_->path(), at)};
}

// Gives the place of the next one.
Result<std::uint64_t> LinkLog::ReadBlock(std::uint64_t at, std::string& packed,
                                         std::string& raw) const {
  std::size_t size = kReadBytes;
  while (size > 0) {
    MEGURI_CHECK_STATUS(log_->Read(at, size, packed));
    std::size_t needed = 0;
    if (const auto block = ParseLinkBlock(packed, raw, &needed)) return at + block->size;
    if (packed.size() < size) break;
    size = needed;
  }
  return tl::unexpected(Damaged(at));
}

Status LinkLog::Replay(std::uint64_t from, const Sink& sink) const {
  const std::uint64_t end = durable_end();
  std::string packed;
  std::string raw;
  LoggedPage page;
  while (from < end) {
    MEGURI_TRY(const std::uint64_t next, ReadBlock(from, packed, raw));
    ByteReader entries(raw);
    while (!entries.at_end()) {
      std::uint64_t targets_at = 0;
      const std::string_view entry = entries.Sized();
      if (!entries.ok() || !ParseLinkEntry(entry, page, targets_at)) {
        return tl::unexpected(Damaged(from));
      }
      MEGURI_CHECK_STATUS(sink(page, targets_at));
    }
    from = next;
  }
  return {};
}

Status LinkLog::Read(const LinkPlace& place, LoggedPage& page, std::uint64_t& targets_at) const {
  std::string packed;
  std::string raw;
  MEGURI_CHECK_STATUS(ReadBlock(place.block, packed, raw).map([](std::uint64_t) {}));
  ByteReader entries(raw);
  for (std::uint32_t entry = 0; entry < place.entry; ++entry) {
    entries.Sized();
  }
  const std::string_view bytes = entries.Sized();
  if (!entries.ok() || !ParseLinkEntry(bytes, page, targets_at)) {
    return tl::unexpected(Damaged(place.block));
  }
  return {};
}

std::uint64_t LinkLog::durable_end() const { return log_->durable_end(); }

}  // namespace meguri
