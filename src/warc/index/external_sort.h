// Sorts more lines than fit into memory, in byte order, as `LC_ALL=C sort` does.
//
//   ExternalSorter sorter(files, {.directory = "/tmp", .name = "index-4711"});
//   MEGURI_CHECK_STATUS(sorter.Add("b"));
//   MEGURI_CHECK_STATUS(sorter.Finish([](std::string_view line) { …; return Status(); }));
//
// Lines gather in one piece of memory, text from the left, index from the right:
//
//   | b\n aa\n c\n ... →                 ← ... (6,1) (2,2) (0,1) |
//
// When the two meet, the lines are sorted and written to the spill file as a run; Finish() merges
// the runs, `fan_in` at a time, in as many passes as it takes. If all fits, no file is made.
//
// All runs of a pass lie in one file, which loses its name as soon as it is open: so there is
// nothing to clean up after an error, a signal or a crash, and no limit of open files. (Between
// the two a crash may leave an empty file; the next sorter of that name takes it over.) It holds
// as many bytes as the lines; twice that during a pass that isn't the last one.
//
// Memory: `memory_bytes`, and beyond that `fan_in` + 2 times the longest line while merging; 16
// bytes a line are for the index. O(n log n) comparisons, each byte written once a pass.
// An Error is the disk's (kDiskFull, kIo) or what the sink said; the sorter is of no use then.
// Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri::warc {

struct ExternalSortOptions {
  std::string directory = ".";       // must be there; where the spill files are
  std::string name = "meguri-sort";  // of those; no other sorter at work there may have it
  std::size_t memory_bytes = std::size_t{256} << 20;
  // Runs merged at once, 2 and more; fewer if their buffers would be shorter than 64 KiB. 256
  // with 256 MB are buffers of 1 MB and 64 GB sorted in one pass.
  std::size_t fan_in = 256;
  bool drop_duplicates = false;  // else equal lines come as often as they were added
};

class ExternalSorter {
 public:
  // Takes the sorted lines; what it returns as an error ends Finish().
  using Sink = std::function<Status(std::string_view line)>;

  // `files` must outlive it.
  ExternalSorter(Files& files, ExternalSortOptions options);
  ~ExternalSorter();
  ExternalSorter(const ExternalSorter&) = delete;
  ExternalSorter& operator=(const ExternalSorter&) = delete;

  // Amortised O(line + log n). REQUIRES: `line` has no '\n'; Finish() wasn't called.
  Status Add(std::string_view line);

  // Gives all lines to `sink`, sorted, each without a line feed and good during the call.
  Status Finish(const Sink& sink);

  std::uint64_t lines() const { return lines_; }
  // Runs that were written when lines were added: 0 if all were sorted in memory.
  std::size_t runs_spilled() const { return runs_spilled_; }
  // Merges into new runs, before the one into the sink.
  std::size_t merges_between() const { return merges_between_; }

 private:
  struct Slot {  // of the index
    std::uint64_t begin;
    std::uint64_t size;
  };
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  struct Spill {
    std::unique_ptr<WritableFile> out;
    std::unique_ptr<ReadableFile> in;
    std::vector<Run> runs;
  };
  class RunWriter;
  class RunReader;

  std::string_view TextOf(const Slot& slot) const;
  Status OpenSpill(Spill& spill);
  Status SpillOne(std::string_view line);
  Status SpillMemory();
  Status SortMemory(const Sink& sink);
  Status MergeOnce(std::size_t fan_in);
  Status Merge(std::size_t first, std::size_t count, const Sink& sink);

  Files& files_;
  const ExternalSortOptions options_;
  const std::size_t write_buffer_bytes_;  // taken off the budget
  const std::size_t arena_bytes_;
  std::unique_ptr<char[]> arena_;  // touched, and so paid for, only as far as it is filled
  std::size_t text_end_ = 0;
  std::size_t slots_ = 0;  // Slots at the right end of arena_, newest first
  Spill spill_;
  std::uint64_t lines_ = 0;
  std::size_t runs_spilled_ = 0;
  std::size_t merges_between_ = 0;
};

}  // namespace meguri::warc
