#include "store/page_record.h"

#include <array>
#include <chrono>
#include <cstddef>

#include "base/ascii.h"
#include "store/log/byte_codec.h"
#include "warc/digest.h"

namespace meguri {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr auto kLastEnd = static_cast<std::uint8_t>(PageEnd::kUnwanted);

// How a text is kept: as it is, or, where that gives the same text back, in less than half.
enum class Form : std::uint8_t { kText = 0, kPacked = 1 };

constexpr std::size_t kSha1Bytes = 20;
constexpr std::string_view kUuidPrefix = "urn:uuid:";
constexpr std::size_t kUuidBytes = 16;
constexpr std::string_view kUuidShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

void AppendText(std::string_view text, std::string& out) {
  out += static_cast<char>(Form::kText);
  AppendSized(text, out);
}

void AppendDigest(std::string_view digest, std::string& out) {
  const auto parsed = warc::ParseLabelledDigest(digest);
  if (!parsed || parsed->raw.size() != kSha1Bytes ||
      warc::FormatLabelledDigest(warc::DigestAlgorithm::kSha1, parsed->raw) != digest) {
    AppendText(digest, out);
    return;
  }
  out += static_cast<char>(Form::kPacked);
  out += parsed->raw;
}

std::string ReadDigest(ByteReader& in) {
  if (in.Fixed<std::uint8_t>() == static_cast<std::uint8_t>(Form::kText)) {
    return std::string(in.Sized());
  }
  const std::string_view raw = in.Bytes(kSha1Bytes);
  return in.ok() ? warc::FormatLabelledDigest(warc::DigestAlgorithm::kSha1, raw) : std::string();
}

// The digits' values if `id` is a UUID in lower case.
bool PackUuid(std::string_view id, std::array<char, kUuidBytes>& packed) {
  if (id.size() != kUuidPrefix.size() + kUuidShape.size() || !id.starts_with(kUuidPrefix)) {
    return false;
  }
  id.remove_prefix(kUuidPrefix.size());
  std::size_t digits = 0;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (kUuidShape[i] == '-') {
      if (id[i] != '-') return false;
      continue;
    }
    if (!IsAsciiDigit(id[i]) && (id[i] < 'a' || id[i] > 'f')) return false;
    const int value = HexDigitValue(id[i]);
    char& byte = packed[digits / 2];
    byte = static_cast<char>(digits % 2 == 0 ? value << 4 : byte | value);
    ++digits;
  }
  return true;
}

void AppendRecordId(std::string_view id, std::string& out) {
  std::array<char, kUuidBytes> packed{};
  if (!PackUuid(id, packed)) {
    AppendText(id, out);
    return;
  }
  out += static_cast<char>(Form::kPacked);
  out.append(packed.data(), packed.size());
}

std::string ReadRecordId(ByteReader& in) {
  if (in.Fixed<std::uint8_t>() == static_cast<std::uint8_t>(Form::kText)) {
    return std::string(in.Sized());
  }
  const std::string_view raw = in.Bytes(kUuidBytes);
  if (!in.ok()) return {};
  std::string id(kUuidPrefix);
  std::size_t digits = 0;
  for (const char shape : kUuidShape) {
    if (shape == '-') {
      id += '-';
      continue;
    }
    const auto byte = static_cast<unsigned char>(raw[digits / 2]);
    id += kHexDigitsLower[digits % 2 == 0 ? byte >> 4U : byte & 15U];
    ++digits;
  }
  return id;
}

void AppendTime(WallTime time, std::string& out) {
  AppendSignedVarint(time.time_since_epoch().count(), out);
}

WallTime ReadTime(ByteReader& in) { return WallTime(std::chrono::microseconds(in.SignedVarint())); }

}  // namespace

void KeepPayload(const PageRecord& older, PageRecord& record) {
  record.payload_digest = older.payload_digest;
  record.record_id = older.record_id;
  record.first_seen = older.first_seen;
  if (record.etag.empty()) record.etag = older.etag;
  if (record.last_modified.empty()) record.last_modified = older.last_modified;
  if (record.simhash == 0) record.simhash = older.simhash;
}

std::string_view PageEndName(PageEnd end) {
  switch (end) {
    case PageEnd::kFetched:
      return "fetched";
    case PageEnd::kRobots:
      return "robots";
    case PageEnd::kNoSuchName:
      return "no-such-name";
    case PageEnd::kDnsFailed:
      return "dns-failed";
    case PageEnd::kConnectFailed:
      return "connect-failed";
    case PageEnd::kTlsFailed:
      return "tls-failed";
    case PageEnd::kTimedOut:
      return "timed-out";
    case PageEnd::kNoAnswer:
      return "no-answer";
    case PageEnd::kNotHttp:
      return "not-http";
    case PageEnd::kHeadTooLarge:
      return "head-too-large";
    case PageEnd::kForbiddenAddress:
      return "forbidden-address";
    case PageEnd::kTooManyRedirects:
      return "too-many-redirects";
    case PageEnd::kBlocked:
      return "blocked";
    case PageEnd::kHostGivenUp:
      return "host-given-up";
    case PageEnd::kUrlTooLong:
      return "url-too-long";
    case PageEnd::kBusy:
      return "busy";
    case PageEnd::kUnwanted:
      break;
  }
  return "unwanted";
}

void AppendPageRecord(const PageRecord& record, std::string& out) {
  out += static_cast<char>(kVersion);
  out += static_cast<char>(record.end);
  out += static_cast<char>(record.place ? 1 : 0);
  AppendVarint(record.status, out);
  AppendVarint(record.attempts, out);
  AppendVarint(record.visits, out);
  AppendTime(record.visited, out);
  if (record.place) {
    AppendVarint(record.place->file, out);
    AppendVarint(record.place->offset, out);
    AppendVarint(record.place->length, out);
  }
  AppendDigest(record.payload_digest, out);
  AppendSized(record.etag, out);
  AppendSized(record.last_modified, out);
  AppendRecordId(record.record_id, out);
  AppendTime(record.first_seen, out);
  AppendFixed(record.simhash, out);
  AppendVarint(record.links_at, out);
  AppendVarint(record.targets_at, out);
  AppendSized(record.detail, out);
}

std::optional<PageRecord> ParsePageRecord(std::string_view bytes) {
  ByteReader in(bytes);
  PageRecord record;
  if (in.Fixed<std::uint8_t>() != kVersion) return std::nullopt;
  const auto end = in.Fixed<std::uint8_t>();
  if (end > kLastEnd) return std::nullopt;
  record.end = static_cast<PageEnd>(end);
  const auto has_place = in.Fixed<std::uint8_t>();
  record.status = in.VarintAs<std::uint16_t>();
  record.attempts = in.VarintAs<std::uint16_t>();
  record.visits = in.VarintAs<std::uint32_t>();
  record.visited = ReadTime(in);
  if (has_place != 0) {
    ArchivePlace& place = record.place.emplace();
    place.file = in.VarintAs<std::uint32_t>();
    place.offset = in.Varint();
    place.length = in.Varint();
  }
  record.payload_digest = ReadDigest(in);
  record.etag = in.Sized();
  record.last_modified = in.Sized();
  record.record_id = ReadRecordId(in);
  record.first_seen = ReadTime(in);
  record.simhash = in.Fixed<std::uint64_t>();
  record.links_at = in.Varint();
  record.targets_at = in.Varint();
  record.detail = in.Sized();
  if (!in.done()) return std::nullopt;
  return record;
}

}  // namespace meguri
