// The head of an archived record: what it is, of which URL, when, how long.
//
// A WARC record's named fields, or an ARC record's one line, which is given the names that a WARC
// record would have: whoever reads an archive needs to know of one kind only. Parsing is total
// and takes what real writers write: bare LF, folded lines, any case, <URLs in brackets>, spaces
// in URLs, lines that are no field. No state outside of the object. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lifetime.h"
#include "http/header_list.h"
#include "http/response_head.h"

namespace meguri::warc {

enum class RecordType : std::uint8_t {
  kWarcinfo,  // also the first record of an ARC file
  kResponse,
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
  kOther,  // a type that is not known; to be passed over, says the standard
};
inline constexpr std::size_t kRecordTypes = 9;

// "warcinfo", …; "other".
std::string_view RecordTypeName(RecordType type);
std::optional<RecordType> FindRecordType(std::string_view name);

// More than any writer's; a head that is larger is damage.
inline constexpr std::size_t kMaxHeadBytes = std::size_t{256} << 10;

// How heads are read that somebody has stored, of records and of responses: a line that makes no
// sense costs that line, not the record.
inline constexpr http::HeadLimits kStoredHeadLimits = {
    .max_bytes = kMaxHeadBytes, .max_headers = kMaxHeadBytes, .forgiving = true};

class RecordHead {
 public:
  // Parses the head of a WARC record, from "WARC/" to the empty line, which must be there. The
  // views live as long as `bytes`. Gives why it is none, a static line, or "".
  std::string_view ParseWarc(std::string_view bytes);
  // The same for an ARC record's line, without its end: URL, IP address, date, type, length,
  // with more columns in version 2; a URL may have spaces. `first`: of the file.
  std::string_view ParseArc(std::string_view line, bool first);

  bool is_arc() const { return is_arc_; }
  std::string_view version() const MEGURI_LIFETIME_BOUND { return version_; }  // "1.1"
  RecordType type() const { return type_; }
  // As it is spelt, also of a type that is not known.
  std::string_view type_name() const MEGURI_LIFETIME_BOUND { return type_name_; }
  // Without brackets, spaces as %20; "" if there is none.
  std::string_view target_uri() const MEGURI_LIFETIME_BOUND { return target_uri_; }
  std::optional<WallTime> date() const { return date_; }
  std::uint64_t content_length() const { return content_length_; }
  // The named field, trimmed; "" if there is none.
  std::string_view Find(std::string_view name) const MEGURI_LIFETIME_BOUND;
  // "urn:uuid:…" of such a field, without the brackets.
  std::string_view FindId(std::string_view name) const MEGURI_LIFETIME_BOUND;
  const http::HeaderList& fields() const MEGURI_LIFETIME_BOUND { return fields_; }
  // The block should begin with an HTTP head: "application/http" and the like, or nothing is said
  // of an exchange over HTTP.
  bool has_http_block() const;

 private:
  void Clear();
  void SetTargetUri(std::string_view raw);

  http::HeaderList fields_;
  std::string_view version_;
  std::string_view type_name_;
  std::string_view target_uri_;
  std::string mended_uri_;  // where target_uri_ points, if it had to be mended
  std::string arc_date_;    // where fields_ of an ARC record point
  RecordType type_ = RecordType::kOther;
  std::optional<WallTime> date_;
  std::uint64_t content_length_ = 0;
  bool is_arc_ = false;
};

// True if `line`, without its end, can begin a record of an ARC file.
bool LooksLikeArcLine(std::string_view line);

// True if a record may begin with `bytes`: "WARC/1.", or an ARC record's line, as far as it is
// there. Looks at kMinRecordStart bytes, enough to tell records from what lies between them.
bool StartsRecord(std::string_view bytes);
inline constexpr std::size_t kMinRecordStart = 256;

}  // namespace meguri::warc
