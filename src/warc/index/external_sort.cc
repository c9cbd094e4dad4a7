#include "warc/index/external_sort.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace meguri::warc {
namespace {

// Less would be many small reads, more doesn't make them faster.
constexpr std::size_t kGoodBufferBytes = std::size_t{64} << 10;
// Enough for a few lines, so that a budget of nothing works, slowly.
constexpr std::size_t kLeastMemoryBytes = 256;

ExternalSortOptions Usable(ExternalSortOptions options) {
  options.memory_bytes = std::max(options.memory_bytes, kLeastMemoryBytes);
  options.fan_in = std::max<std::size_t>(options.fan_in, 2);
  return options;
}

// Passes lines on but for those that repeat the one before.
class DuplicateFilter {
 public:
  explicit DuplicateFilter(bool on) : on_(on) {}

  bool Takes(std::string_view line) {
    if (!on_) return true;
    if (last_ == line) return false;
    last_ = line;
    return true;
  }

 private:
  bool on_;
  std::optional<std::string> last_;
};

}  // namespace

// Appends lines to a spill file, through a buffer, as one run.
class ExternalSorter::RunWriter {
 public:
  RunWriter(Spill& spill, std::size_t buffer_bytes)
      : spill_(spill), buffer_bytes_(buffer_bytes), begin_(spill.out->size()) {
    buffer_.reserve(buffer_bytes);
  }

  Status Add(std::string_view line) {
    if (buffer_.size() + line.size() + 1 > buffer_bytes_) MEGURI_CHECK_STATUS(Flush());
    if (line.size() >= buffer_bytes_) {  // isn't copied
      MEGURI_CHECK_STATUS(spill_.out->Append(line));
      return spill_.out->Append("\n");
    }
    buffer_ += line;
    buffer_ += '\n';
    return {};
  }

  Status Finish() {
    MEGURI_CHECK_STATUS(Flush());
    spill_.runs.push_back({begin_, spill_.out->size()});
    return {};
  }

 private:
  Status Flush() {
    MEGURI_CHECK_STATUS(spill_.out->Append(buffer_));
    buffer_.clear();
    return {};
  }

  Spill& spill_;
  const std::size_t buffer_bytes_;
  const std::uint64_t begin_;
  std::string buffer_;
};

// Reads the lines of a run one after the other.
class ExternalSorter::RunReader {
 public:
  RunReader(const ReadableFile& file, Run run, std::size_t buffer_bytes)
      : file_(file), run_(run), buffer_bytes_(buffer_bytes) {}

  // Goes to the next line; false at the end of the run.
  Result<bool> Next() {
    begin_ = next_;
    std::size_t searched = begin_;
    for (;;) {
      const void* const found = std::memchr(buffer_.data() + searched, '\n', filled_ - searched);
      if (found != nullptr) {
        const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
        line_ = std::string_view(buffer_).substr(begin_, end - begin_);
        next_ = end + 1;
        return true;
      }
      searched = filled_ - begin_;
      MEGURI_TRY(const bool more, Fill());
      if (!more) return false;
    }
  }

  std::string_view line() const { return line_; }

 private:
  // Moves the line that has begun to the front and reads on behind it. A line that fills the
  // buffer makes it grow.
  Result<bool> Fill() {
    if (run_.begin == run_.end) return false;
    if (buffer_.empty()) buffer_.resize(buffer_bytes_);
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    filled_ -= begin_;
    begin_ = 0;
    if (filled_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const auto wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(buffer_.size() - filled_, run_.end - run_.begin));
    MEGURI_TRY(const std::size_t got,
               file_.ReadAt(run_.begin, std::span(buffer_).subspan(filled_, wanted)));
    if (got < wanted) {
      return Fail(ErrorCode::kCorrupt, "a spill file is shorter than what was written to it");
    }
    filled_ += got;
    run_.begin += got;
    return true;
  }

  const ReadableFile& file_;
  Run run_;  // what is not read yet
  const std::size_t buffer_bytes_;
  std::string buffer_;
  std::size_t filled_ = 0;
  std::size_t begin_ = 0;  // of the line
  std::size_t next_ = 0;
  std::string_view line_;
};

ExternalSorter::ExternalSorter(Files& files, ExternalSortOptions options)
    : files_(files),
      options_(Usable(std::move(options))),
      write_buffer_bytes_(std::min(kGoodBufferBytes, options_.memory_bytes / 8)),
      // Whole slots, so that those at the right end are aligned.
      arena_bytes_((options_.memory_bytes - write_buffer_bytes_) / sizeof(Slot) * sizeof(Slot)) {}

ExternalSorter::~ExternalSorter() = default;

Status ExternalSorter::Add(std::string_view line) {
  assert(line.find('\n') == std::string_view::npos);
  ++lines_;
  const auto fits = [&] {
    return text_end_ + line.size() + (slots_ + 1) * sizeof(Slot) <= arena_bytes_;
  };
  if (!fits()) {
    MEGURI_CHECK_STATUS(SpillMemory());
    if (!fits()) return SpillOne(line);
  }
  if (!arena_) arena_.reset(new char[arena_bytes_]);  // make_unique would write zeros
  std::memcpy(arena_.get() + text_end_, line.data(), line.size());
  ++slots_;
  const Slot slot{.begin = text_end_, .size = line.size()};
  std::memcpy(arena_.get() + arena_bytes_ - slots_ * sizeof(Slot), &slot, sizeof slot);
  text_end_ += line.size();
  return {};
}

std::string_view ExternalSorter::TextOf(const Slot& slot) const {
  return {arena_.get() + slot.begin, slot.size};
}

// Gives the lines in memory to `sink`, in order, and forgets them.
Status ExternalSorter::SortMemory(const Sink& sink) {
  const std::span slots(
      reinterpret_cast<Slot*>(arena_.get() + arena_bytes_ - slots_ * sizeof(Slot)), slots_);
  std::ranges::sort(slots, {}, [this](const Slot& slot) { return TextOf(slot); });
  DuplicateFilter filter(options_.drop_duplicates);
  for (const Slot& slot : slots) {
    const std::string_view line = TextOf(slot);
    if (filter.Takes(line)) MEGURI_CHECK_STATUS(sink(line));
  }
  text_end_ = 0;
  slots_ = 0;
  return {};
}

// A file to write and read that has no name.
Status ExternalSorter::OpenSpill(Spill& spill) {
  const std::string path = options_.directory + "/" + options_.name + ".spill";
  auto out = files_.OpenToWrite(path, OpenMode::kCreate);
  if (!out && out.error().code == ErrorCode::kAlreadyExists) {  // left by a crash
    MEGURI_CHECK_STATUS(files_.Remove(path));
    out = files_.OpenToWrite(path, OpenMode::kCreate);
  }
  if (!out) return tl::unexpected<Error>(std::move(out).error());
  auto in = files_.OpenToRead(path);
  MEGURI_CHECK_STATUS(files_.Remove(path));
  if (!in) return tl::unexpected<Error>(std::move(in).error());
  spill.out = *std::move(out);
  spill.in = *std::move(in);
  return {};
}

Status ExternalSorter::SpillOne(std::string_view line) {
  if (!spill_.out) MEGURI_CHECK_STATUS(OpenSpill(spill_));
  RunWriter writer(spill_, write_buffer_bytes_);
  MEGURI_CHECK_STATUS(writer.Add(line));
  ++runs_spilled_;
  return writer.Finish();
}

Status ExternalSorter::SpillMemory() {
  if (slots_ == 0) return {};
  if (!spill_.out) MEGURI_CHECK_STATUS(OpenSpill(spill_));
  RunWriter writer(spill_, write_buffer_bytes_);
  MEGURI_CHECK_STATUS(SortMemory([&](std::string_view line) { return writer.Add(line); }));
  ++runs_spilled_;
  return writer.Finish();
}

// Merges `count` runs of spill_ from `first` on.
Status ExternalSorter::Merge(std::size_t first, std::size_t count, const Sink& sink) {
  const std::size_t buffer_bytes =
      std::max<std::size_t>((options_.memory_bytes - write_buffer_bytes_) / count, 1);
  std::vector<RunReader> readers;
  readers.reserve(count);
  std::vector<std::size_t> heap;  // of readers that are at a line, the least on top
  for (std::size_t i = 0; i < count; ++i) {
    readers.emplace_back(*spill_.in, spill_.runs[first + i], buffer_bytes);
    MEGURI_TRY(const bool there, readers[i].Next());
    if (there) heap.push_back(i);
  }
  const auto later = [&readers](std::size_t a, std::size_t b) {
    return readers[a].line() > readers[b].line();
  };
  std::ranges::make_heap(heap, later);
  DuplicateFilter filter(options_.drop_duplicates);
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, later);
    RunReader& reader = readers[heap.back()];
    if (filter.Takes(reader.line())) MEGURI_CHECK_STATUS(sink(reader.line()));
    MEGURI_TRY(const bool there, reader.Next());
    if (there) {
      std::ranges::push_heap(heap, later);
    } else {
      heap.pop_back();
    }
  }
  return {};
}

// One pass: groups of `fan_in` runs become one run each, in a new spill file.
Status ExternalSorter::MergeOnce(std::size_t fan_in) {
  Spill merged;
  MEGURI_CHECK_STATUS(OpenSpill(merged));
  for (std::size_t first = 0; first < spill_.runs.size(); first += fan_in) {
    RunWriter writer(merged, write_buffer_bytes_);
    MEGURI_CHECK_STATUS(Merge(first, std::min(fan_in, spill_.runs.size() - first),
                              [&](std::string_view line) { return writer.Add(line); }));
    MEGURI_CHECK_STATUS(writer.Finish());
    ++merges_between_;
  }
  spill_ = std::move(merged);
  return {};
}

Status ExternalSorter::Finish(const Sink& sink) {
  if (spill_.runs.empty()) {
    Status status = slots_ == 0 ? Status() : SortMemory(sink);
    arena_.reset();
    return status;
  }
  MEGURI_CHECK_STATUS(SpillMemory());
  arena_.reset();  // its bytes are the buffers' now
  const std::size_t fan_in =
      std::clamp<std::size_t>(options_.memory_bytes / kGoodBufferBytes, 2, options_.fan_in);
  while (spill_.runs.size() > fan_in) {
    MEGURI_CHECK_STATUS(MergeOnce(fan_in));
  }
  Status status = Merge(0, spill_.runs.size(), sink);
  spill_ = {};
  return status;
}

}  // namespace meguri::warc
