// What the system lets a process have: open files, threads, address space, the size of a file.
#pragma once

#include <cstdint>
#include <optional>

#include "app/doctor/findings.h"

namespace meguri::app {

// As many as a crawl runs at once, and some to spare: the loop, the reader, the writer, the index
// of the archive, RocksDB's two.
inline constexpr int kThreadsOfACrawl = 8;

struct LimitFacts {
  std::uint64_t open_files = 0;  // to which a crawl may raise its limit
  int threads = 0;               // that could be started at once, kThreadsOfACrawl at most
  // Bytes; nullopt: any number.
  std::optional<std::uint64_t> address_space;
  std::optional<std::uint64_t> file_bytes;
};

// Starts that many threads for a moment.
LimitFacts ReadLimits();

Finding JudgeOpenFiles(std::uint64_t open_files, std::uint32_t connections);
Finding JudgeThreads(int threads);
// `memory_bytes`: the crawl's --memory.
Finding JudgeAddressSpace(std::optional<std::uint64_t> limit, std::uint64_t memory_bytes);
// `largest`: that a file of the archive may have.
Finding JudgeFileSize(std::optional<std::uint64_t> limit, std::uint64_t largest);

}  // namespace meguri::app
