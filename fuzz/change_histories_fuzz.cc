// Change histories of any bytes: moments that ascend, each with its version, that can be replayed;
// or an error that names a line.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "sim/sources/change_histories.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

void CheckHistory(const ChangeHistory& history) {
  Check(!history.times.empty(), "a page has a first moment");
  Check(history.times.size() == history.versions.size(), "a version for each moment");
  for (std::size_t i = 1; i < history.times.size(); ++i)
    Check(history.times[i - 1] < history.times[i], "moments ascend");
}

void CheckReplay(const ChangeHistory& history) {
  const auto replay = ReplayedChanges({history}, std::chrono::hours(1));
  const WallTime last = history.times.back() + std::chrono::hours(1);
  const PageState state = replay->At(1, last);
  Check(state.absent == (history.versions.back() == 0), "0 is absent");
  Check(state.absent || state.version == history.versions.back(), "the last version is the last");
  const auto changes = replay->ChangesIn(1, WallTime(), last);
  Check(changes.size() <= history.times.size(), "no more changes than events");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MemFiles files;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Check((*files.OpenToWrite("in", OpenMode::kCreate))->Append(bytes).has_value(), "written");
  const auto histories = ReadChangeHistories(files, "in");
  if (!histories) {
    Check(histories.error().context.starts_with("in:"), "errors name the file");
    return 0;
  }
  Check(!histories->empty(), "there is one at least");
  for (const ChangeHistory& history : *histories) {
    CheckHistory(history);
    CheckReplay(history);
  }
  return 0;
}
