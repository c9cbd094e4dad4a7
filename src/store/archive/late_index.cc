#include "store/archive/late_index.h"

#include <exception>
#include <string>
#include <utility>

#include "store/archive/archive_index.h"

namespace meguri {

LateIndex::LateIndex(Files& files, std::string directory, std::vector<std::string> names,
                     bool threaded)
    : files_(files),
      directory_(std::move(directory)),
      names_(std::move(names)),
      threaded_(threaded) {}

LateIndex::~LateIndex() {
  stop_.store(true, std::memory_order_relaxed);
  Join();
}

void LateIndex::Begin() {
  if (begun_ || names_.empty()) return;
  begun_ = true;
  if (!threaded_) return Run();
  thread_ = std::thread([this] { Run(); });
}

Status LateIndex::Finish() {
  Begin();
  Join();
  return status_;
}

void LateIndex::Join() {
  if (thread_.joinable()) thread_.join();
}

// What a library throws is no reason to end: the next start finds the files again.
void LateIndex::Run() {
  try {
    for (const std::string& name : names_) {
      if (stop_.load(std::memory_order_relaxed)) return;
      Status status = IndexArchiveFile(files_, directory_, name);
      if (!status && status_) status_ = std::move(status);
    }
  } catch (const std::exception& thrown) {
    status_ = Fail(ErrorCode::kIo, std::string("the archive's index: ") + thrown.what());
  }
}

}  // namespace meguri
