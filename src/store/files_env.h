// RocksDB on a disk of ours: its files go through Files, its time comes from a Clock.
//
// For simulations, where the disk fails and crashes on demand. What RocksDB asks of a disk maps
// onto Files as it is: append, sync, sync of folders. No lock: a simulated disk has one process.
// Its threads are RocksDB's own; whoever wants the same run twice gives them nothing to do.
#pragma once

#include <rocksdb/env.h>

#include <memory>

#include "base/clock.h"
#include "base/files.h"

namespace meguri {

// Both must outlive it.
std::unique_ptr<rocksdb::Env> MakeFilesEnv(Files& files, const Clock& clock);

}  // namespace meguri
