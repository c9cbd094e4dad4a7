// Makes a good archive of what is whole in a damaged one, which is not touched.
//
// A record that is whole is copied byte by byte, packed as it is. One that is complete, but shares
// its member with others, is cut over several or lacks its end, is packed anew. All else is left
// out: it can't be told what of it is true. Digests are not looked at: a record with a wrong
// one is kept, and `check` will tell. A zstd archive keeps its dictionary.
// Streams, in bounded memory; where records are packed anew the archive is read twice.
// docs/design/archive_reading.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/files.h"
#include "base/result.h"
#include "warc/read/record_reader.h"

namespace meguri::warc {

struct RepairReport {
  std::uint64_t copied = 0;    // records, as they were
  std::uint64_t repacked = 0;  // records, in a member of their own
  std::uint64_t dropped = 0;   // records that begin, but are not whole
  std::uint64_t damage = 0;    // places
};

struct RepairOptions {
  // A record that is larger and would have to be packed anew is left out: it would be in memory.
  std::uint64_t max_repacked_bytes = std::uint64_t{1} << 30;
};

// Reads the archive `from`, and appends to `to` what is whole of it. `damaged` is told of every
// place that is not as it should be. Fails only if reading or writing does.
Result<RepairReport> RepairArchive(Files& files, const std::string& from, WritableFile& to,
                                   const std::function<void(const Damage&)>& damaged,
                                   const RepairOptions& options = {});

}  // namespace meguri::warc
