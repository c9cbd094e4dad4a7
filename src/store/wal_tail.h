// RocksDB's log after a crash of the machine: is only its end bad, which was never synced?
//
// RocksDB forgives a last record that is cut short; one that has its length but not its bytes (a
// file system knew of the one and not of the other) it takes for damage, and refuses. Forgiving any
// damage would make a log with a bad byte in its middle look like a shorter one. The difference:
// each of our batches is synced before the next begins, so behind a bad record at the end no other
// batch begins. Bytes: RocksDB's log format, blocks of 32 KiB. No state; any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

// Total. False if all is well, too: then there is nothing to forgive.
bool IsTornAtItsEnd(std::string_view log);

// The same of the logs in the folder of a database: one is, those before it are whole, and behind
// it is no more than what an interrupted recovery leaves.
Result<bool> LogsAreTornAtTheirEnd(Files& files, const std::string& directory);

}  // namespace meguri
