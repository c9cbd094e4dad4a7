// Reads the records of an archive one after the other, whatever shape the file is in.
//
//   RecordReader reader(source);
//   for (;;) {
//     MEGURI_TRY(const bool there, reader.Next());
//     if (!there) break;
//     … reader.head() …
//     for (;;) {
//       MEGURI_TRY(const std::string_view piece, reader.NextPiece());   // of the block
//       if (piece.empty()) break;
//     }
//     … reader.extent(), reader.whole() …
//   }
//   … reader.damage() …
//
// WARC 0.x to 1.1 and ARC 1 and 2, plain, in gzip members or in zstd frames (with a dictionary in
// front, as others write it): which, the bytes tell. Streams in bounded memory; a piece is a view
// of what was read or inflated. No length is trusted: behind a record that is not as long as it
// says, and behind members that are corrupt, torn or cut in the wrong places, it goes on with the
// next record that can be found, and says so in damage(). Linear in what it reads, except that
// the place of damage in a file that can seek is read twice.
// An Error is the disk's; whatever an archive holds is none. Thread-compatible.
// How it finds the next record: docs/design/archive_reading.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "base/result.h"
#include "warc/read/byte_source.h"
#include "warc/record_head.h"

namespace meguri::warc {

enum class Packing : std::uint8_t { kPlain, kGzip, kZstd };
// "plain", "gzip", "zstd".
std::string_view PackingName(Packing packing);

// Where a record lies in its file, as an index has it.
struct Extent {
  std::uint64_t offset = 0;
  // Of a record that is packed: its member; 0 if that holds others, too. Else its head and block
  // without the empty lines that close it
  // (of an ARC record: without the last line break).
  std::uint64_t length = 0;

  bool operator==(const Extent&) const = default;
};

struct Damage {
  std::uint64_t offset = 0;  // in the file, as it is stored
  std::string what;          // one line, without the offset

  bool operator==(const Damage&) const = default;
};

class RecordReader {
 public:
  // Begins at `offset`, which must be that of a record. `source` must outlive the reader.
  explicit RecordReader(ByteSource& source, std::uint64_t offset = 0);
  ~RecordReader();
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  // Goes to the next record, past what is left of this one; false at the end of the archive.
  Result<bool> Next();

  // Of the record that Next() found, until it is called again.
  const RecordHead& head() const MEGURI_LIFETIME_BOUND;
  // The head's bytes, its empty line included.
  std::string_view head_bytes() const MEGURI_LIFETIME_BOUND;

  // The next bytes of the block, good until the next call; "" at its end.
  Result<std::string_view> NextPiece();

  // The offset is known from Next() on, all else once NextPiece() gave "".
  Extent extent() const;
  // The block has the length that its head says, and the record ends as it should; in a packed
  // archive the record is alone in its member, too.
  bool whole() const;
  // The block has the length that its head says, and was unpacked without a fault; but the record
  // may share a member, be cut over several, or lack its end.
  bool complete() const;
  // Where the next record may begin: right behind what closes this one. Up to here the file is
  // good if every record was whole().
  std::uint64_t end() const;

  Packing packing() const;
  // How much of the file's front is the dictionary that its records need (zstd); 0 if none.
  std::uint64_t dictionary_end() const;
  // All that was found so far, in the file's order; at most kMaxDamage, then one that says so.
  const std::vector<Damage>& damage() const MEGURI_LIFETIME_BOUND;
  static constexpr std::size_t kMaxDamage = 10'000;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace meguri::warc
