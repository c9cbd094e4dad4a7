// Checks one record after the other against what its head says of it: digests and the fields
// that must be there. Lengths and members are RecordReader's to check, references those of who
// sees all records. Costs the digests that the record names, and no more. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/body_decoder.h"
#include "warc/digest.h"
#include "warc/read/http_block.h"
#include "warc/record_head.h"
#include "warc/sha1_batch.h"

namespace meguri::warc {

enum class DigestVerdict : std::uint8_t { kNone, kPass, kFail };

struct RecordVerdict {
  // kNone: the record has no such digest, or one of a kind that is not known here.
  DigestVerdict block_digest = DigestVerdict::kNone;
  DigestVerdict payload_digest = DigestVerdict::kNone;
  std::vector<std::string> problems;  // a line each; a failed digest among them
};

class RecordChecker {
 public:
  // `keep`: the record will end with EndInto(), if End() is not to do the work at once.
  void Begin(const RecordHead& head, bool keep = false);
  void Add(std::string_view piece);
  // REQUIRES: after each Begin(). `complete`: the reader's word. Of a record that isn't, digests
  // are not judged.
  const RecordVerdict& End(bool complete);

  // For who checks many: SHA-1 of records up to kMaxKeptBytes is left to `batch`. Once that has
  // run, Settle() gives the verdict. The checker must stay where it is until then.
  void EndInto(Sha1Batch& batch, bool complete);
  const RecordVerdict& Settle();
  static constexpr std::size_t kMaxKeptBytes = std::size_t{256} << 10;

  const HttpBlock& block() const { return block_; }

 private:
  // A digest that the record claims, and the bytes that it is of.
  struct Claim {
    std::string_view field;  // its name
    std::string text;        // as the record has it; "" if there is none to check
    std::optional<LabelledDigest> digest;
    bool unreadable = false;           // it should be one, but is none
    std::optional<Digester> digester;  // kept from record to record
    Sha1 batched{};                    // or made by a batch
  };

  void Take(Claim& claim, const RecordHead& head);
  void CheckFields(const RecordHead& head);
  void AddPayload(std::string_view piece);
  DigestVerdict Judge(Claim& claim, bool batched);
  bool keeps_payload() const { return keeps_ && !chunks_; }

  Claim block_claim_{.field = "WARC-Block-Digest"};
  Claim payload_claim_{.field = "WARC-Payload-Digest"};
  HttpBlock block_;
  // Of a chunked body: some writers take the digest of what the chunks hold.
  std::optional<http::BodyDecoder> chunks_;
  std::optional<Digester> unchunked_;
  bool is_revisit_ = false;
  bool payload_begun_ = false;
  bool complete_ = false;
  bool keeps_ = false;  // the block, for a batch
  std::string kept_;
  std::size_t payload_at_ = 0;  // in it
  RecordVerdict verdict_;
};

}  // namespace meguri::warc
