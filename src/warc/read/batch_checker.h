// Checks many records: the verdicts of RecordChecker, in the records' order, but some records
// later, so that their digests can be made many at a time. Holds at most kRecords blocks of at most
// RecordChecker::kMaxKeptBytes; larger ones are digested as they come. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "warc/read/record_checker.h"
#include "warc/record_head.h"
#include "warc/sha1_batch.h"

namespace meguri::warc {

class BatchChecker {
 public:
  static constexpr std::size_t kRecords = 64;

  // Told of each record, with the numbers that End() was given.
  using Sink = std::function<void(std::size_t file, std::uint64_t offset, const RecordVerdict&)>;
  explicit BatchChecker(Sink sink);

  void Begin(const RecordHead& head) { slots_[used_].checker.Begin(head, true); }
  void Add(std::string_view piece) { slots_[used_].checker.Add(piece); }
  void End(std::size_t file, std::uint64_t offset, bool complete);
  // Tells of all that have ended.
  void Flush();

 private:
  struct Slot {
    RecordChecker checker;
    std::size_t file = 0;
    std::uint64_t offset = 0;
  };

  Sink sink_;
  std::unique_ptr<Slot[]> slots_;
  std::size_t used_ = 0;
  Sha1Batch batch_;
};

}  // namespace meguri::warc
