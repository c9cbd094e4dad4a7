// Archives of any bytes: read to the end, whatever they are, and the same from a pipe's pieces.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "tests/warc/slow_source.h"
#include "warc/read/record_checker.h"
#include "warc/read/record_reader.h"
#include "warc/write/archive_repair.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

struct Seen {
  std::size_t records = 0;
  std::size_t whole = 0;
  std::uint64_t bytes = 0;
  bool damaged = false;

  bool operator==(const Seen&) const = default;
};

Seen ReadThrough(warc::ByteSource& source, std::uint64_t size) {
  Seen seen;
  warc::RecordReader reader(source);
  warc::RecordChecker checker;
  std::uint64_t last = 0;
  while (*reader.Next()) {
    ++seen.records;
    checker.Begin(reader.head());
    std::uint64_t length = 0;
    for (;;) {
      const std::string_view piece = *reader.NextPiece();
      if (piece.empty()) break;
      checker.Add(piece);
      length += piece.size();
    }
    checker.End(reader.whole());
    seen.bytes += length;
    seen.whole += reader.whole() ? 1 : 0;
    Check(length <= reader.head().content_length(), "no more than the length says");
    Check(!reader.whole() || length == reader.head().content_length(), "a whole record");
    Check(reader.extent().offset + reader.extent().length <= size, "extents lie in the file");
    Check(reader.end() <= size, "the end lies in the file");
    Check(!reader.whole() || reader.extent().offset >= last, "whole records don't overlap");
    if (reader.whole()) last = reader.end();
  }
  Check(reader.damage().size() <= warc::RecordReader::kMaxDamage + 1, "damage is bounded");
  seen.damaged = !reader.damage().empty();
  return seen;
}

// What repair keeps is a good archive.
void CheckRepair(std::string_view bytes) {
  MemFiles files;
  Check((*files.OpenToWrite("in", OpenMode::kCreate))->Append(bytes).has_value(), "written");
  const auto to = *files.OpenToWrite("out", OpenMode::kCreate);
  const auto report = warc::RepairArchive(files, "in", *to, [](const warc::Damage&) {});
  Check(report.has_value(), "repaired");
  const std::string repaired = *ReadWholeFile(files, "out");
  warc::MemorySource source(repaired);
  const Seen seen = ReadThrough(source, repaired.size());
  Check(seen.records == report->copied + report->repacked, "all that was kept is there");
  Check(!seen.damaged, "and is whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  warc::MemorySource memory(bytes);
  const Seen seen = ReadThrough(memory, size);
  warc::SlowSource slow(bytes, 1 + size % 7);
  const Seen slowly = ReadThrough(slow, size);
  // Of members that are corrupt, more or less of the beginning comes out.
  Check(seen.whole == slowly.whole, "pieces make no difference");
  Check(seen.damaged || seen == slowly, "pieces make no difference");
  CheckRepair(bytes);
  return 0;
}
