// Goes through the records of some archives, for the commands that do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/progress.h"
#include "base/files.h"
#include "base/result.h"
#include "warc/read/http_block.h"
#include "warc/read/record_reader.h"

namespace meguri::app {

// Called at each record; it may read the block, or leave it. False: it has seen enough.
using RecordVisitor =
    std::function<Result<bool>(const std::string& file, warc::RecordReader& reader)>;
// Called for each damage.
using DamageVisitor = std::function<void(const std::string& file, const warc::Damage& damage)>;

// Visits every record of `files`, in their order. A file that can't be opened or read ends it.
Status ScanArchives(Files& disk, const std::vector<std::string>& files, const RecordVisitor& visit,
                    const DamageVisitor& damaged);

// Says damage on stderr, and remembers that there was some.
class DamageReport {
 public:
  // `progress`, if given, is taken off the screen for it.
  explicit DamageReport(std::string_view command, Progress* progress = nullptr)
      : command_(command), progress_(progress) {}
  void operator()(const std::string& file, const warc::Damage& damage);
  // Calls the file at `path` by `name`.
  void Name(std::string path, std::string name) { names_[std::move(path)] = std::move(name); }
  bool any() const { return any_; }

 private:
  std::string command_;
  Progress* progress_;
  std::map<std::string, std::string> names_;
  bool any_ = false;
};

// Reads the rest of the block. `payload`, if given, gets what is behind the HTTP head, at most
// `max_bytes` of it; false if there was more.
Result<bool> ReadBlock(warc::RecordReader& reader, warc::HttpBlock& block, std::string* payload,
                       std::uint64_t max_bytes);

// Writes to stdout; an error if that fails for another reason than a reader that went away, for
// which it gives false.
Result<bool> WriteOut(std::string_view bytes);

}  // namespace meguri::app
