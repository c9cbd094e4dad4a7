// The lines that an archive has in an index: what tests compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warc/index/record_indexer.h"
#include "warc/read/record_reader.h"

namespace meguri::warc {

struct IndexedArchive {
  std::vector<std::string> lines;      // in the archive's order
  std::vector<IndexVerdict> verdicts;  // of every record
};

inline IndexedArchive IndexArchive(std::string_view bytes, std::string_view filename) {
  IndexedArchive archive;
  MemorySource source(bytes);
  RecordReader reader(source);
  RecordIndexer indexer(filename);
  while (reader.Next().value()) {
    archive.verdicts.push_back(indexer.Begin(reader.head()));
    if (archive.verdicts.back() != IndexVerdict::kTake) continue;
    for (;;) {
      const std::string_view piece = reader.NextPiece().value();
      if (piece.empty()) break;
      indexer.Add(piece);
    }
    AppendCdxjLine(indexer.End(reader.extent()), archive.lines.emplace_back());
  }
  return archive;
}

}  // namespace meguri::warc
