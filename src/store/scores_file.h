// The order's state on disk, and up to where in links.log it goes: DIR/scores.
//
// Written anew each time, under a temporary name first. It can always be made again from the link
// log: one that is missing or damaged is as good as none. Bytes: docs/formats/crawl_folder.md.
// No state; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

struct ScoresFile {
  std::uint64_t links_end = 0;
  std::vector<std::string> shards;

  bool operator==(const ScoresFile&) const = default;
};

// Durable when it returns. After an error the old one is there.
Status WriteScores(Files& files, const std::string& path, const ScoresFile& scores);
// nullopt: there is none, or it is damaged. An Error is the disk's.
Result<std::optional<ScoresFile>> ReadScores(Files& files, const std::string& path);

}  // namespace meguri
