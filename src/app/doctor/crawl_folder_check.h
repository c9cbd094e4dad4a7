// Is there a crawl in the folder already, and is somebody at work in it?
//
// A lock file that a crawl left behind means nothing: it is the lock on it that counts, and the
// system gives that back when a process ends, however it does (store/crawl_folder.h).
#pragma once

#include <cstdint>
#include <string>

#include "app/doctor/findings.h"
#include "base/result.h"

namespace meguri::app {

enum class FolderUse : std::uint8_t {
  kNone,
  kCrawl,  // that no process has open
  kInUse,
};

struct FolderFacts {
  FolderUse use = FolderUse::kNone;
  std::string owner;  // with kInUse: the process id, as far as it is known
};

// Takes the lock for a moment, shared. Fails if what is there can't be read.
Result<FolderFacts> LookIntoFolder(const std::string& directory);

Finding JudgeFolder(const Result<FolderFacts>& facts);

}  // namespace meguri::app
