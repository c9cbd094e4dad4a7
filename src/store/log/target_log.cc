#include "store/log/target_log.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::size_t kCountBytes = 4;
constexpr std::size_t kReadBytes = 1024;  // a hundred targets: most pages have fewer

}  // namespace

Result<std::unique_ptr<TargetLog>> TargetLog::Open(Files& files, const std::string& path,
                                                   std::uint64_t committed) {
  MEGURI_TRY(auto log, AppendLog::Open(files, path));
  MEGURI_CHECK_STATUS(log->Cut(committed));
  return std::unique_ptr<TargetLog>(new TargetLog(std::move(log)));
}

Result<std::unique_ptr<TargetLog>> TargetLog::OpenToRead(Files& files, const std::string& path,
                                                         std::uint64_t committed) {
  MEGURI_TRY(auto log, AppendLog::OpenToRead(files, path, committed));
  return std::unique_ptr<TargetLog>(new TargetLog(std::move(log)));
}

std::uint64_t TargetLog::Append(std::span<const LinkTarget> targets) {
  assert(targets.size() <= kMaxTargets);
  scratch_.clear();
  AppendFixed(static_cast<std::uint32_t>(targets.size()), scratch_);
  for (const LinkTarget& target : targets) {
    assert(target.shard <= 0xFFFF);
    AppendFixed(static_cast<std::uint16_t>(target.shard), scratch_);
    AppendFixed(target.fingerprint, scratch_);
  }
  return log_->Append(scratch_);
}

Result<std::vector<LinkTarget>> TargetLog::Read(std::uint64_t place) const {
  std::string bytes;
  MEGURI_CHECK_STATUS(log_->Read(place, kReadBytes, bytes));
  const auto count = ByteReader(bytes).Fixed<std::uint32_t>();
  const std::size_t size = kCountBytes + count * kTargetBytes;
  if (count <= kMaxTargets && size > bytes.size()) {
    MEGURI_CHECK_STATUS(log_->Read(place, size, bytes));
  }
  if (count > kMaxTargets || bytes.size() < kCountBytes || size > bytes.size()) {
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: no targets at byte {}: the file is damaged", log_->path(), place));
  }
  ByteReader in(std::string_view(bytes).substr(kCountBytes));
  std::vector<LinkTarget> targets(count);
  for (LinkTarget& target : targets) {
    target.shard = in.Fixed<std::uint16_t>();
    target.fingerprint = in.Fixed<std::uint64_t>();
  }
  return targets;
}

}  // namespace meguri
