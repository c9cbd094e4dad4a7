#include "app/doctor/memory_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/size_text.h"

namespace meguri::app {
namespace {

// Version 1 says "none" with a number such as this, rounded down to pages.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60;
constexpr std::uint64_t kLeastMemory = 64'000'000;  // that --memory takes

void TakeLeast(std::optional<std::uint64_t>& least, std::uint64_t value) {
  if (value < kNoLimit) least = std::min(least.value_or(value), value);
}

void ReadLimit(const std::string& path, std::optional<std::uint64_t>& least) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  if (file >> value) TakeLeast(least, value);  // "max" is no number
}

// A group's limit holds for those below it. In a container the path may be that of outside; then
// only the mounted top is there.
void ReadLimits(const std::string& mount, std::string path, std::string_view file,
                std::optional<std::uint64_t>& least) {
  for (;;) {
    ReadLimit(fmt::format("{}{}/{}", mount, path == "/" ? "" : path, file), least);
    if (path.empty() || path == "/") return;
    path.resize(path.rfind('/'));
  }
}

std::optional<std::uint64_t> ReadGroupLimit(const std::string& root) {
  std::optional<std::uint64_t> least;
  std::ifstream groups(root + "/proc/self/cgroup");
  // "0::/user.slice" of version 2, "4:cpu,memory:/docker/x" of version 1.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos || second + 1 >= line.size() || line[second + 1] != '/') continue;
    const std::string path = line.substr(second + 1);
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controllers == ",,") {
      ReadLimits(root + "/sys/fs/cgroup", path, "memory.max", least);
    } else if (controllers.find(",memory,") != controllers.npos) {
      ReadLimits(root + "/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", least);
    }
  }
  return least;
}

// What would do: three quarters of what there is.
std::string AdviceFor(std::uint64_t there) {
  const std::uint64_t fitting = there / 4 * 3 / 1'000'000;
  if (fitting * 1'000'000 < kLeastMemory)
    return "Use a machine or container with more memory; a crawl needs at least 64MB.";
  return fmt::format("Crawl with --memory {}MB, or give this machine or container more memory.",
                     fitting);
}

}  // namespace

MemoryFacts ReadMemoryFacts(const std::string& root) {
  MemoryFacts facts;
  std::ifstream file(root + "/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kilobytes = 0;
    if (!(words >> name >> kilobytes)) continue;
    if (name == "MemTotal:") facts.total = kilobytes << 10U;
    if (name == "MemAvailable:") facts.available = kilobytes << 10U;
  }
  facts.group_limit = ReadGroupLimit(root);
  return facts;
}

Finding JudgeMemory(const MemoryFacts& facts, std::uint64_t wanted) {
  constexpr std::string_view kName = "memory";
  if (!facts.total && !facts.group_limit) {
    return FoundWarning(
        kName, "the system doesn't say how much there is",
        fmt::format("Make sure that there is more than the {} of --memory.", FormatSize(wanted)));
  }
  std::uint64_t there = kNoLimit;
  if (facts.total) there = std::min(there, *facts.total);
  const bool by_group = facts.group_limit && *facts.group_limit < there;
  if (by_group) there = *facts.group_limit;
  const std::string found =
      fmt::format("{}{}, and a crawl may take {}", FormatSize(there),
                  by_group ? " (the control group's limit)" : "", FormatSize(wanted));
  if (there < wanted) return FoundFailing(kName, found, AdviceFor(there));
  const std::uint64_t free = std::min(there, facts.available.value_or(there));
  if (free < wanted) {
    return FoundWarning(kName, fmt::format("{}; {} are available now", found, FormatSize(free)),
                        AdviceFor(free));
  }
  // The program itself, and the system's cache of files, want some too.
  if (there - there / 8 < wanted) return FoundWarning(kName, found, AdviceFor(there));
  return FoundOk(kName, found);
}

}  // namespace meguri::app
