// Work that may hang, such as reading from a network drive that is gone, and that is waited for
// only so long.
//
// It is done on a thread of its own. If it takes too long, the thread is left behind, and ends with
// its work or with the process; so `work` owns all that it uses. A system call that not even
// SIGKILL can interrupt (a dying disk) can still keep the process from being buried, but not from
// answering.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/duration_text.h"
#include "base/result.h"

namespace meguri::app {

// Each of the doctor's steps is given up after this.
inline constexpr Duration kStepLimit = std::chrono::seconds(2);

// What `work` gave, or kIo: "reading x took longer than 2s". `what` is the subject of that.
template <class T>
Result<T> WithinLimit(std::string_view what, std::function<Result<T>()> work,
                      Duration limit = kStepLimit) {
  auto task = std::make_shared<std::packaged_task<Result<T>()>>(std::move(work));
  std::future<Result<T>> future = task->get_future();
  try {
    std::thread([task] { (*task)(); }).detach();
  } catch (const std::system_error&) {  // the limit of threads, or of memory for its stack
    return Fail(ErrorCode::kIo, fmt::format("{} needs a thread, and none can be started", what));
  }
  if (future.wait_for(limit) == std::future_status::ready) return future.get();
  return Fail(ErrorCode::kIo,
              fmt::format("{} took longer than {}", what,
                          FormatDuration(std::chrono::floor<std::chrono::microseconds>(limit))));
}

}  // namespace meguri::app
