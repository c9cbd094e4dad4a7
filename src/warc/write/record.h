// A record to be written: what stands in its head, and its block in parts.
//
// Plain data; everything is a view that its maker keeps alive until the record is written. What
// is empty is not written. The functions below make the records that a crawl needs; whoever has
// more to tell sets further members:
//
//   Record record = ResponseRecord(url, date, http_head, body);
//   record.ip_address = "192.0.2.7";
//   record.protocols = protocols;   // {"h2", "tls/1.3"}
//
// Values may hold anything: the writer lets no control character out of them.
// The names are those of WARC 1.1 (ISO 28500:2017). No state: any thread may call the functions.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lifetime.h"
#include "warc/record_head.h"

namespace meguri::warc {

// Why a block is shorter than what the server sent.
enum class Truncation : std::uint8_t { kNone, kLength, kTime, kDisconnect, kUnspecified };
// "length", …; "" for kNone.
std::string_view TruncationName(Truncation truncation);

struct NamedField {
  std::string_view name;  // a token: letters, digits, '-'; anything else is written as '_'
  std::string_view value;
};

// The block: a few pieces, of which the last ones are the payload.
class BlockParts {
 public:
  static constexpr std::size_t kMax = 6;

  BlockParts() = default;
  // REQUIRES: at most kMax; `payload` <= parts.size().
  BlockParts(std::initializer_list<std::string_view> parts, std::size_t payload)
      : size_(parts.size()), payload_(payload) {
    assert(size_ <= kMax && payload <= size_);
    std::size_t at = 0;
    for (const std::string_view part : parts) {
      parts_[at++] = part;
    }
  }

  std::span<const std::string_view> all() const MEGURI_LIFETIME_BOUND {
    return std::span(parts_).first(size_);
  }
  std::span<const std::string_view> before_payload() const MEGURI_LIFETIME_BOUND {
    return all().first(payload_);
  }
  std::span<const std::string_view> payload() const MEGURI_LIFETIME_BOUND {
    return all().subspan(payload_);
  }
  std::uint64_t bytes() const;

 private:
  std::array<std::string_view, kMax> parts_;
  std::size_t size_ = 0;
  std::size_t payload_ = 0;
};

// Of which record another one is the repetition or the derivative.
struct RefersTo {
  std::string_view record_id;
  std::string_view target_uri;
  std::optional<WallTime> date;
};

struct Record {
  RecordType type = RecordType::kResource;
  std::string_view target_uri;  // bytes outside of visible ASCII, < and > are percent-encoded
  WallTime date{};
  std::string_view id;  // "urn:uuid:…", without brackets; the writer draws one for ""
  std::string_view content_type;
  BlockParts block;
  bool has_payload = true;  // that deserves a digest of its own

  std::string_view ip_address;
  std::span<const std::string_view> protocols;  // "h2", "tls/1.3": a field each
  std::string_view cipher_suite;
  Truncation truncated = Truncation::kNone;
  // "sha1:…": of the payload if it is known already, else the writer finds it; of a revisit, of
  // what is not stored again.
  std::string_view payload_digest;
  std::string_view block_digest;  // the same of the whole block
  std::string_view identified_payload_type;
  std::span<const std::string_view> concurrent_to;  // ids of the records of the same capture
  std::string_view profile;
  RefersTo refers_to;
  std::string_view filename;
  std::span<const NamedField> more;  // REQUIRES: none of those above
};

// `head` with its empty line; `body` as it came over the wire, less a chunked coding or with it.
Record ResponseRecord(std::string_view url, WallTime date, std::string_view head,
                      std::string_view body);
Record RequestRecord(std::string_view url, WallTime date, std::string_view head,
                     std::string_view body = {});

// The payload was seen before, `payload_digest` tells. The head is kept, and the record marked as
// truncated, as 6.7.2 of the standard says.
Record RevisitRecord(std::string_view url, WallTime date, std::string_view head,
                     std::string_view payload_digest, const RefersTo& original);
// 304: the server says that nothing changed since `original`.
Record NotModifiedRecord(std::string_view url, WallTime date, std::string_view head,
                         const RefersTo& original);

// `fields`: what AppendWarcFields() makes.
Record MetadataRecord(std::string_view url, WallTime date, std::string_view fields);
Record ResourceRecord(std::string_view url, WallTime date, std::string_view content_type,
                      std::string_view bytes);
// `original`: what was converted; its id suffices.
Record ConversionRecord(std::string_view url, WallTime date, std::string_view content_type,
                        std::string_view bytes, const RefersTo& original);
// `url`: "dns:example.org"; `answer`: lines as in a zone file, or the first line a date as others
// write it; `server`: the address of who answered.
Record DnsRecord(std::string_view url, WallTime date, std::string_view answer,
                 std::string_view server);

// Who made an archive, how and for whom. What is empty is left out.
struct Warcinfo {
  std::string software;    // "meguri/1.0"
  std::string hostname;    // of the machine
  std::string ip;          // of the machine
  std::string robots;      // "obey", "ignore for: example.org"
  std::string user_agent;  // as it is sent
  std::string operator_name;
  std::string contact;  // a mail address or a URL
  std::string is_part_of;
  std::string description;
};

// "name: value\r\n" for each, made safe as in a record's head.
void AppendWarcFields(std::span<const NamedField> fields, std::string& out);
std::string WarcinfoBlock(const Warcinfo& info);
// `block`: of WarcinfoBlock(); `filename`: of the archive that it begins.
Record WarcinfoRecord(WallTime date, std::string_view block, std::string_view filename);

// Appends `value` so that it stays within its line: control characters become spaces, and what is
// around it is trimmed.
void AppendSafeValue(std::string_view value, std::string& out);
// The same for a URI: what is not visible ASCII, and < and >, is percent-encoded.
void AppendSafeUri(std::string_view uri, std::string& out);
// "name: ": whatever is no token character becomes '_'.
void AppendFieldName(std::string_view name, std::string& out);

}  // namespace meguri::warc
