// The archives that a command was given: files, folders of them, stdin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "warc/byte_source.h"

namespace meguri::app {

struct ArchiveInput {
  std::string path;  // "-" for stdin
};

// The files of `paths`, in their order; of a folder all archives in and below it, by name.
Result<std::vector<ArchiveInput>> FindArchives(Files& files, const std::vector<std::string>& paths);

Result<std::unique_ptr<warc::ByteSource>> Open(Files& files, const ArchiveInput& input);

}  // namespace meguri::app
