#include "sim/sources/change_histories.h"

#include <chrono>
#include <utility>

#include "sim/sources/trace_lines.h"

namespace meguri {
namespace {

// Of one second the last event counts.
ChangeHistory HistoryOf(const TraceLine& line) {
  ChangeHistory history;
  for (std::size_t i = 0; i < line.times.size(); ++i) {
    if (i + 1 < line.times.size() && line.times[i + 1] == line.times[i]) continue;
    history.times.emplace_back(std::chrono::seconds(line.times[i]));
    history.versions.push_back(line.versions[i]);
  }
  history.times.shrink_to_fit();
  history.versions.shrink_to_fit();
  return history;
}

}  // namespace

Result<std::vector<ChangeHistory>> ReadChangeHistories(Files& files, const std::string& path) {
  MEGURI_TRY(TraceLines lines, TraceLines::Open(files, path));
  std::vector<ChangeHistory> histories;
  for (TraceLine line;;) {
    MEGURI_TRY(const bool there, lines.Next(line));
    if (!there) break;
    histories.push_back(HistoryOf(line));
  }
  if (histories.empty()) return Fail(ErrorCode::kCorrupt, path + ": has no line of a page");
  return histories;
}

}  // namespace meguri
