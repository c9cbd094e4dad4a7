#include "app/doctor/limits_check.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <limits>
#include <system_error>
#include <thread>
#include <vector>

#include "app/crawl/connection_room.h"
#include "base/mutex.h"
#include "base/size_text.h"

namespace meguri::app {
namespace {

// Above this, RoomForConnections() has room for any number that can be set.
constexpr std::uint64_t kManyFiles = 1'000'000;

std::optional<std::uint64_t> LimitOf(__rlimit_resource resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

// Holds threads until all are there.
class Gate {
 public:
  void Wait() MEGURI_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    while (!open_)
      opened_.Wait(mutex_);
  }
  void Open() MEGURI_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    open_ = true;
    opened_.NotifyAll();
  }

 private:
  Mutex mutex_;
  CondVar opened_;
  bool open_ MEGURI_GUARDED_BY(mutex_) = false;
};

int StartThreads(int wanted) {
  Gate gate;
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int i = 0; i < wanted; ++i)
      threads.emplace_back([&gate] { gate.Wait(); });
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): as many as there are, then
  }
  gate.Open();
  for (std::thread& thread : threads)
    thread.join();
  return static_cast<int>(threads.size());
}

bool AllFit(std::uint64_t open_files, std::uint32_t connections) {
  const auto room = RoomForConnections(open_files, connections);
  return room && room->under_way == connections;
}

// The least limit with which all connections fit.
std::uint64_t FilesFor(std::uint32_t connections) {
  std::uint64_t low = 0;
  std::uint64_t high = kManyFiles;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (AllFit(middle, connections)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

}  // namespace

LimitFacts ReadLimits() {
  return {.open_files = MostDescriptors(),
          .threads = StartThreads(kThreadsOfACrawl),
          .address_space = LimitOf(RLIMIT_AS),
          .file_bytes = LimitOf(RLIMIT_FSIZE)};
}

Finding JudgeOpenFiles(std::uint64_t open_files, std::uint32_t connections) {
  constexpr std::string_view kName = "open files";
  const auto room = RoomForConnections(open_files, connections);
  const std::uint64_t enough = FilesFor(connections);
  if (!room) {
    return FoundFailing(
        kName, room.error().context,
        fmt::format("Raise the hard limit to {} as root (ulimit -Hn {}), or with LimitNOFILE={} "
                    "in the unit of a service.",
                    enough, enough, enough));
  }
  if (room->under_way == connections) {
    return FoundOk(kName, open_files >= kManyFiles
                              ? fmt::format("enough for {} connections", connections)
                              : fmt::format("{} (ulimit -Hn), enough for {} connections",
                                            open_files, connections));
  }
  return FoundWarning(
      kName,
      fmt::format("{} (ulimit -Hn), enough for {} of {} connections", open_files, room->under_way,
                  connections),
      fmt::format("Raise the hard limit to {} as root (ulimit -Hn {}), or crawl with "
                  "--connections {}.",
                  enough, enough, room->under_way));
}

Finding JudgeThreads(int threads) {
  constexpr std::string_view kName = "threads";
  if (threads >= kThreadsOfACrawl)
    return FoundOk(kName, fmt::format("{} could be started at once", threads));
  return FoundFailing(
      kName, fmt::format("only {} of {} could be started at once", threads, kThreadsOfACrawl),
      "Raise the limit of processes (ulimit -u 4096), or that of the container (pids.max).");
}

Finding JudgeAddressSpace(std::optional<std::uint64_t> limit, std::uint64_t memory_bytes) {
  constexpr std::string_view kName = "address space";
  if (!limit) return FoundOk(kName, "not limited");
  const std::string found = fmt::format("limited to {} (ulimit -v), with --memory of {}",
                                        FormatSize(*limit), FormatSize(memory_bytes));
  const std::string advice = "Lift the limit (ulimit -v unlimited), or choose a smaller --memory.";
  if (*limit < memory_bytes) return FoundFailing(kName, found, advice);
  // Stacks, mapped libraries and what the allocator holds in reserve are not memory, but count.
  if (*limit / 2 < memory_bytes) return FoundWarning(kName, found, advice);
  return FoundOk(kName, found);
}

Finding JudgeFileSize(std::optional<std::uint64_t> limit, std::uint64_t largest) {
  constexpr std::string_view kName = "file size";
  if (!limit) return FoundOk(kName, "not limited");
  const std::string found = fmt::format("a file may have {} (ulimit -f)", FormatSize(*limit));
  if (*limit < largest) {
    return FoundFailing(
        kName, fmt::format("{}, and one of the archive has up to {}", found, FormatSize(largest)),
        "Lift the limit (ulimit -f unlimited), or choose a smaller --archive-file.");
  }
  return FoundWarning(kName,
                      fmt::format("{}, and the list of URLs grows as long as a crawl runs", found),
                      "Lift the limit before a long crawl (ulimit -f unlimited).");
}

}  // namespace meguri::app
