// A whole archive read into memory: what tests compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "warc/read/record_checker.h"
#include "warc/read/record_reader.h"

namespace meguri::warc {

struct ReadRecord {
  std::string type;
  std::string uri;
  std::string id;
  std::string content_type;  // the record's
  std::string mime;          // the payload's
  std::string filename;      // of a warcinfo record
  std::uint64_t content_length = 0;
  Extent extent;
  std::uint64_t end = 0;
  bool whole = false;
  std::string block;
  RecordVerdict verdict;
};

struct ReadArchive {
  std::vector<ReadRecord> records;
  std::vector<Damage> damage;
  Packing packing = Packing::kPlain;

  std::vector<std::string> types() const {
    std::vector<std::string> types;
    for (const ReadRecord& record : records) {
      types.push_back(record.type);
    }
    return types;
  }
};

inline ReadArchive ReadAll(ByteSource& source, std::uint64_t offset = 0) {
  ReadArchive archive;
  RecordReader reader(source, offset);
  RecordChecker checker;
  while (reader.Next().value()) {
    const RecordHead& head = reader.head();
    ReadRecord record{.type = std::string(head.type_name()),
                      .uri = std::string(head.target_uri()),
                      .id = std::string(head.FindId("WARC-Record-ID")),
                      .content_type = std::string(head.Find("Content-Type")),
                      .filename = std::string(head.Find("WARC-Filename")),
                      .content_length = head.content_length()};
    checker.Begin(head);
    for (;;) {
      const std::string_view piece = reader.NextPiece().value();
      if (piece.empty()) break;
      checker.Add(piece);
      record.block += piece;
    }
    record.verdict = checker.End(reader.complete());
    record.mime = PayloadMime(head, checker.block());
    record.extent = reader.extent();
    record.end = reader.end();
    record.whole = reader.whole();
    archive.records.push_back(std::move(record));
  }
  archive.damage = reader.damage();
  archive.packing = reader.packing();
  return archive;
}

inline ReadArchive ReadAll(std::string_view bytes, std::uint64_t offset = 0) {
  MemorySource source(bytes);
  return ReadAll(source, offset);
}

}  // namespace meguri::warc
