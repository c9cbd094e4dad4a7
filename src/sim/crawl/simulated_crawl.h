// A whole crawl of a virtual web, on a virtual clock, network and disk, with faults: killed, begun
// anew, checked after each crash and at its end.
//
//   MEGURI_TRY(const SimReport report, SimulateCrawl({.seed = 42}, {}));
//   if (!report.findings.empty()) …   // the engine has broken a promise
//
// The engine is the live one. All follows from the options: the same seed, the same crawl, event
// for event and byte for byte. One thread each; several may run in several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "sim/crawl/sim_disk.h"
#include "sim/crawl/sim_faults.h"
#include "sim/crawl/sim_trace.h"
#include "sim/web/web_spec.h"

namespace meguri {

struct SimOptions {
  std::uint64_t seed = 1;
  std::optional<std::string> graph;  // NAME of a web graph; else a generated web
  std::uint64_t pages = 0;           // of the lab's generated web; 0: a small one of 200 to 260
  std::uint32_t hosts = 0;           // 0: 24 to 32, drawn
  std::uint32_t servers = 0;         // 0: 20 to 24, drawn
  std::uint32_t shards = 4;
  FaultCounts faults;
};

struct SimReport {
  std::uint64_t seed = 0;
  std::uint64_t pages = 0;  // that the web has
  std::uint64_t hosts = 0;
  std::uint64_t servers = 0;
  std::uint32_t shards = 0;
  Duration took{0};  // virtual
  std::uint32_t lives = 0;
  std::uint32_t kills = 0;
  std::uint32_t crashes = 0;       // of those, with the machine
  std::uint64_t disk_faults = 0;   // that were met
  std::uint64_t troubled = 0;      // requests and look-ups in times of trouble
  std::uint32_t other_faults = 0;  // troubled times, standstills, jumps, stops that were met
  std::uint64_t urls = 0;
  std::uint64_t fetched = 0;  // of these
  std::uint64_t reasons = 0;  // with another end than an answer
  std::uint64_t requests = 0;
  std::uint64_t twice = 0;  // URLs that were fetched more than once
  std::uint64_t records_checked = 0;
  std::uint64_t scores_checked = 0;
  std::uint64_t events = 0;
  std::uint64_t order = 0;            // hash of all events
  std::uint64_t bytes = 0;            // hash of the disk at the end, without RocksDB's files
  std::vector<std::uint64_t> states;  // hashes of what each life began with
  DiskSites sites;
  std::vector<std::string> findings;  // none: all is well
};

// Fails if there is no such graph, or the options make no sense.
Result<SimReport> SimulateCrawl(const SimOptions& options, SimTrace::Sink trace);

}  // namespace meguri
