#include "warc/read/batch_checker.h"

#include <utility>

namespace meguri::warc {

BatchChecker::BatchChecker(Sink sink)
    : sink_(std::move(sink)), slots_(std::make_unique<Slot[]>(kRecords)) {}

void BatchChecker::End(std::size_t file, std::uint64_t offset, bool complete) {
  Slot& slot = slots_[used_];
  slot.checker.EndInto(batch_, complete);
  slot.file = file;
  slot.offset = offset;
  if (++used_ == kRecords) Flush();
}

void BatchChecker::Flush() {
  batch_.Run();
  for (std::size_t i = 0; i < used_; ++i) {
    sink_(slots_[i].file, slots_[i].offset, slots_[i].checker.Settle());
  }
  used_ = 0;
}

}  // namespace meguri::warc
