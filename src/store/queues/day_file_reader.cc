#include "store/queues/day_file_reader.h"

#include <algorithm>
#include <span>
#include <utility>

namespace meguri {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{4} << 20U;
constexpr std::string_view kMagicText = "MDU1";

}  // namespace

Result<DayFileReader> DayFileReader::Open(Files& files, const std::string& path, DayNumber day,
                                          std::uint64_t size) {
  MEGURI_TRY(auto file, files.OpenToRead(path));
  MEGURI_TRY(const std::uint64_t there, file->Size());
  return DayFileReader(std::move(file), day, std::min(size, there));
}

Status DayFileReader::Fill(std::uint64_t offset, std::size_t want) {
  const std::uint64_t left = size_ - offset;
  want = static_cast<std::size_t>(std::min<std::uint64_t>(want, left));
  if (offset >= window_at_ && offset + want <= window_at_ + window_.size()) return {};
  const auto bytes =
      static_cast<std::size_t>(std::min<std::uint64_t>(std::max(want, kWindowBytes), left));
  window_.resize(bytes);
  window_at_ = offset;
  MEGURI_TRY(const std::size_t got, file_->ReadAt(offset, std::span(window_.data(), bytes)));
  window_.resize(got);
  if (got < bytes) size_ = offset + got;  // it was cut while we read
  return {};
}

Result<std::optional<DayFileReader::Block>> DayFileReader::At(std::uint64_t offset) {
  MEGURI_CHECK_STATUS(Fill(offset, kDueBlockHeadBytes));
  const auto view = [&] {
    return std::string_view(window_).substr(static_cast<std::size_t>(offset - window_at_));
  };
  const auto head = ParseDueBlockHead(view());
  if (!head || head->day != day_ || head->size() > size_ - offset) return std::optional<Block>();
  MEGURI_CHECK_STATUS(Fill(offset, head->size()));
  if (view().size() < head->size() || !IsWholePartA(*head, view())) return std::optional<Block>();
  return Block{*head, offset, view().substr(0, head->size())};
}

Result<std::uint64_t> DayFileReader::FindMagic(std::uint64_t offset) {
  while (offset + kMagicText.size() <= size_) {
    MEGURI_CHECK_STATUS(Fill(offset, kMagicText.size()));
    const std::string_view view(window_);
    const std::size_t at = view.find(kMagicText, static_cast<std::size_t>(offset - window_at_));
    if (at != std::string_view::npos) return window_at_ + at;
    offset = window_at_ + window_.size() - (kMagicText.size() - 1);
    if (window_at_ + window_.size() >= size_) break;
  }
  return size_;
}

Result<std::optional<DayFileReader::Block>> DayFileReader::Next() {
  const std::uint64_t from = next_;
  std::uint64_t offset = from;
  while (offset < size_) {
    MEGURI_TRY(const auto block, At(offset));
    if (block) {
      if (offset > from) damages_.push_back({from, offset});
      next_ = offset + block->head.size();
      return block;
    }
    MEGURI_TRY(offset, FindMagic(offset + 1));
  }
  if (from < size_) damages_.push_back({from, size_});
  next_ = size_;
  return std::optional<Block>();
}

}  // namespace meguri
