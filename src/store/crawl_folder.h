// A crawl's folder: who is at work in it, and which crawl it is.
//
// The lock is an flock() on DIR/lock, which the system takes back when the process ends, however
// it does; the file has its process id, for people. crawl.json is written last when a folder is
// made: without it there is no crawl. No state but the lock; one thread.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"
#include "base/owned_fd.h"
#include "base/result.h"
#include "store/crawl_store.h"

namespace meguri {

class FolderLock {
 public:
  // Makes the folder on the real disk, if need be. kAlreadyExists: "another process (pid N) is at
  // work in DIR".
  static Result<FolderLock> Take(const std::string& directory);

 private:
  explicit FolderLock(OwnedFd file) : file_(std::move(file)) {}

  OwnedFd file_;
};

// nullopt: there is none. kCorrupt if it can't be understood, kUnsupported if it is of a later
// version.
Result<std::optional<CrawlIdentity>> ReadIdentity(Files& files, const std::string& directory);
Status WriteIdentity(Files& files, const std::string& directory, const CrawlIdentity& identity);

// kInvalidArgument with all differences if `wanted` is another crawl than `found`. A seed of 0
// fits any.
Status CompareIdentity(const std::string& directory, const CrawlIdentity& found,
                       const CrawlIdentity& wanted);

// kInvalidArgument unless it makes sense.
Status CheckIdentity(const CrawlIdentity& identity);

}  // namespace meguri
