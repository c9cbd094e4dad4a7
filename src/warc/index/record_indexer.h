// From a record to its line in an index.
//
//   RecordIndexer indexer("a.warc.gz");
//   if (indexer.Begin(reader.head()) == IndexVerdict::kTake) {
//     … indexer.Add(piece) … for each piece of the block
//     AppendCdxjLine(indexer.End(reader.extent()), line);
//   }
//
// It takes what cdxj-indexer takes: responses, revisits, resources, and metadata that is not of
// the archive itself (application/warc-fields); dns: records, too. The digest is the one that the
// record names, or else SHA-1 of its payload as stored, chunks and codings left on.
// Streams; holds the HTTP head, no more. Thread-compatible. docs/formats/cdxj.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "url/surt/surt.h"
#include "warc/digest.h"
#include "warc/index/cdxj.h"
#include "warc/read/http_block.h"
#include "warc/read/record_reader.h"
#include "warc/record_head.h"

namespace meguri::warc {

enum class IndexVerdict : std::uint8_t {
  kTake,
  kNotIndexed,  // a kind of record that no index has
  kNoTarget,    // it would be in the index if it said of which URL it is,
  kNoDate,      // or when
};

class RecordIndexer {
 public:
  // `filename`: of the archive, as the index is to have it.
  explicit RecordIndexer(std::string_view filename);

  // Takes all that it needs of `head`. Unless it says kTake, the record is done with.
  IndexVerdict Begin(const RecordHead& head);
  // The block, piece by piece.
  void Add(std::string_view piece);
  // The entry, good until the next Begin(). Without a length if the record shares its member.
  const CdxjEntry& End(const Extent& extent) MEGURI_LIFETIME_BOUND;

 private:
  void TakeHttpHead();

  CdxjEntry entry_;
  url::SurtWriter surt_;
  HttpBlock block_;
  Digester digester_{DigestAlgorithm::kSha1};
  bool is_http_response_ = false;
  bool needs_digest_ = false;
};

}  // namespace meguri::warc
