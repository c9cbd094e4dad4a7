#include "app/archive/capture_time.h"

#include "base/printable.h"
#include "warc/warc_date.h"

namespace meguri::app {

Result<std::optional<WallTime>> ParseAtFlag(const std::string& text) {
  if (text.empty()) return std::optional<WallTime>();
  const std::optional<WallTime> at = warc::ParseAnyDate(text);
  if (at) return at;
  return Fail(ErrorCode::kInvalidArgument,
              "--at '" + Printable(text) +
                  "' is no date; want 2024, 2024-05-31, 2024-05-31T12:00:00Z or 20240531120000");
}

bool IsBetterTime(std::optional<WallTime> a, std::optional<WallTime> b,
                  std::optional<WallTime> at) {
  if (!a || !b) return a.has_value() && !b.has_value();
  if (!at) return *a > *b;
  const auto distance = [&](WallTime time) { return time > *at ? time - *at : *at - time; };
  return distance(*a) < distance(*b);
}

}  // namespace meguri::app
