// What is kept of a URL that was tried: the value in the store, and its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace meguri {

// A URL's number in its shard, dense from 0 in order of discovery, and the shard.
struct UrlKey {
  std::uint32_t shard = 0;
  std::uint32_t id = 0;

  auto operator<=>(const UrlKey&) const = default;  // NOLINT(modernize-use-nullptr)
  // Both in one number, for tables.
  std::uint64_t packed() const { return (std::uint64_t{shard} << 32U) | id; }
};

// Why a URL is done with. Values are on disk: add at the end, never renumber.
enum class PageEnd : std::uint8_t {
  kFetched = 0,        // an answer is in the archive, whatever its status
  kRobots = 1,         // robots.txt forbids it
  kNoSuchName = 2,     // DNS: no such host, or no address
  kDnsFailed = 3,      // DNS: no answer, after all attempts
  kConnectFailed = 4,  // after all attempts, as the next four
  kTlsFailed = 5,
  kTimedOut = 6,
  kNoAnswer = 7,
  kNotHttp = 8,
  kHeadTooLarge = 9,
  kForbiddenAddress = 10,  // the host leads to an address that may not be asked
  kTooManyRedirects = 11,  // 20 in a row
  kBlocked = 12,           // by the user
  kHostGivenUp = 13,       // its host failed too often in a row
  kUrlTooLong = 14,
  kBusy = 15,      // 429 or 503 to every attempt; the last answer is in the archive
  kUnwanted = 16,  // its type is not among those that are kept
};
// "fetched", "robots", "no-such-name", …
std::string_view PageEndName(PageEnd end);

// Where the response, or the revisit, lies in the archive.
struct ArchivePlace {
  std::uint32_t file = 0;  // its number in the store's list of archive files
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  bool operator==(const ArchivePlace&) const = default;
};

struct PageRecord {
  PageEnd end = PageEnd::kFetched;
  std::uint16_t status = 0;    // HTTP; 0: no answer
  std::uint16_t attempts = 1;  // of the last visit
  std::uint32_t visits = 0;    // answers archived so far
  WallTime visited;            // the last visit
  std::optional<ArchivePlace> place;
  std::string payload_digest;  // "sha1:…"; "" if there is none
  std::string etag;            // as sent
  std::string last_modified;   // as sent
  std::string record_id;       // of the last response that has the payload; for revisits
  WallTime first_seen;         // when that was archived
  std::uint64_t simhash = 0;
  std::uint64_t links_at = 0;    // place in the link log (LinkPlace, packed); 0: no links were read
  std::uint64_t targets_at = 0;  // place in the log of targets + 1; 0: no scored links
  std::string detail;            // one line for people: which rule, which error

  bool operator==(const PageRecord&) const = default;
};

// What a visit that brings no payload of its own leaves as it was.
void KeepPayload(const PageRecord& older, PageRecord& record);

// Versioned, varints; about 100 bytes. ParsePageRecord() is total: nullopt for what is none.
void AppendPageRecord(const PageRecord& record, std::string& out);
std::optional<PageRecord> ParsePageRecord(std::string_view bytes);

}  // namespace meguri
