// The index beside each closed file of the archive: NAME.cdxj for NAME.warc.gz.
//
// Lines are made as records are appended, from what is known then, which is cheaper than to unpack
// the file again; they are what `meguri archive index` would find in it. The sorter holds a few
// megabytes, what is beyond lies in a file without a name. Should that go wrong, the file is
// indexed by reading it. Thread-compatible.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "warc/index/external_sort.h"
#include "warc/index/record_indexer.h"
#include "warc/record_head.h"
#include "warc/write/archive_writer.h"
#include "warc/write/record.h"

namespace meguri {

// "a.cdxj" of "a.warc.gz".
std::string IndexNameOf(std::string_view archive_name);

// Reads the closed file and writes its index.
Status IndexArchiveFile(Files& files, const std::string& directory, const std::string& name);
// The closed files of the folder that have none.
Result<std::vector<std::string>> FindUnindexed(Files& files, const std::string& directory);

class ArchiveIndex {
 public:
  // `name`: of the file, without ".open".
  ArchiveIndex(Files& files, std::string directory, std::string name);

  // REQUIRES: the record was appended to the file, and lies there.
  void Add(const warc::Record& record, std::string_view payload_digest,
           const warc::Location& location);

  // Once the file is closed. The object is of no more use.
  Status Write();

  const std::string& name() const { return name_; }

 private:
  void MakeHead(const warc::Record& record, std::string_view payload_digest);

  Files& files_;
  const std::string directory_;
  const std::string name_;
  warc::RecordIndexer indexer_;
  std::unique_ptr<warc::ExternalSorter> sorter_;  // none: it failed
  warc::RecordHead head_;
  std::string head_bytes_;
  std::string line_;
};

}  // namespace meguri
