#include "app/crawl/connection_room.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>

namespace meguri::app {
namespace {

// libcurl's handles have two each; logs, archive, names, what is opened for a moment.
constexpr std::uint64_t kOwn = 96;
// The store's: as PageTable has them, which takes no more than a quarter.
constexpr std::uint64_t kMostTables = 256;
// Idle ones are counted for each of libcurl's handles.
constexpr std::uint64_t kLanes = 16;
constexpr std::uint64_t kLeastUnderWay = 4;
constexpr std::size_t kLeastIdle = 100;  // that are worth keeping

std::uint64_t OwnOf(std::uint64_t descriptors) {
  return kOwn + std::min(kMostTables, descriptors / 4);
}

}  // namespace

Result<ConnectionRoom> RoomForConnections(std::uint64_t descriptors, std::uint32_t wanted) {
  const std::uint64_t own = OwnOf(descriptors);
  const std::uint64_t room = descriptors - std::min(descriptors, own);
  if (room < kLanes + kLeastUnderWay) {
    constexpr std::uint64_t kLeast = (kOwn + kLanes + kLeastUnderWay) * 4 / 3;
    return Fail(
        ErrorCode::kIo,
        fmt::format("a process may open {} files here (ulimit -Hn); a crawl takes {} or more",
                    descriptors, kLeast));
  }
  const std::size_t idle = std::max<std::size_t>(wanted, kLeastIdle);
  ConnectionRoom result{wanted, idle};
  if (wanted + idle + kLanes <= room) return result;
  result.under_way = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(wanted, std::max(kLeastUnderWay, (room - kLanes) * 3 / 4)));
  result.idle = (room - result.under_way) / kLanes * kLanes;
  return result;
}

std::uint64_t MostDescriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max == RLIM_INFINITY) {
    return std::numeric_limits<std::uint32_t>::max();
  }
  return limit.rlim_max;
}

}  // namespace meguri::app
