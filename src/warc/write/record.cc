#include "warc/write/record.h"

#include <array>

#include "base/ascii.h"
#include "url/percent.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kHttpRequest = "application/http; msgtype=request";
constexpr std::string_view kHttpResponse = "application/http; msgtype=response";
constexpr std::string_view kWarcFields = "application/warc-fields";
constexpr std::string_view kIdenticalDigest =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr std::string_view kServerNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

bool IsTokenChar(char c) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";  // RFC 9110, 5.6.2
  return IsAsciiAlphanumeric(c) || kOthers.find(c) != std::string_view::npos;
}

Record HttpRecord(RecordType type, std::string_view url, WallTime date, const BlockParts& block) {
  return {.type = type,
          .target_uri = url,
          .date = date,
          .content_type = type == RecordType::kRequest ? kHttpRequest : kHttpResponse,
          .block = block};
}

}  // namespace

std::string_view TruncationName(Truncation truncation) {
  constexpr std::array<std::string_view, 5> kNames = {"", "length", "time", "disconnect",
                                                      "unspecified"};
  return kNames[static_cast<std::size_t>(truncation)];
}

std::uint64_t BlockParts::bytes() const {
  std::uint64_t sum = 0;
  for (const std::string_view part : all()) {
    sum += part.size();
  }
  return sum;
}

Record ResponseRecord(std::string_view url, WallTime date, std::string_view head,
                      std::string_view body) {
  return HttpRecord(RecordType::kResponse, url, date, BlockParts({head, body}, 1));
}

Record RequestRecord(std::string_view url, WallTime date, std::string_view head,
                     std::string_view body) {
  Record record = HttpRecord(RecordType::kRequest, url, date, BlockParts({head, body}, 1));
  record.has_payload = !body.empty();
  return record;
}

Record RevisitRecord(std::string_view url, WallTime date, std::string_view head,
                     std::string_view payload_digest, const RefersTo& original) {
  Record record = HttpRecord(RecordType::kRevisit, url, date, BlockParts({head}, 1));
  record.has_payload = false;
  // "shall be used for any identical-digest truncation"; a block that isn't there is none.
  if (!head.empty()) record.truncated = Truncation::kLength;
  record.payload_digest = payload_digest;
  record.profile = kIdenticalDigest;
  record.refers_to = original;
  return record;
}

Record NotModifiedRecord(std::string_view url, WallTime date, std::string_view head,
                         const RefersTo& original) {
  Record record = HttpRecord(RecordType::kRevisit, url, date, BlockParts({head}, 1));
  record.has_payload = false;
  record.profile = kServerNotModified;
  record.refers_to = original;
  return record;
}

Record MetadataRecord(std::string_view url, WallTime date, std::string_view fields) {
  return {.type = RecordType::kMetadata,
          .target_uri = url,
          .date = date,
          .content_type = kWarcFields,
          .block = BlockParts({fields}, 0),
          .has_payload = false};
}

Record ResourceRecord(std::string_view url, WallTime date, std::string_view content_type,
                      std::string_view bytes) {
  return {.type = RecordType::kResource,
          .target_uri = url,
          .date = date,
          .content_type = content_type,
          .block = BlockParts({bytes}, 0)};
}

Record ConversionRecord(std::string_view url, WallTime date, std::string_view content_type,
                        std::string_view bytes, const RefersTo& original) {
  Record record = ResourceRecord(url, date, content_type, bytes);
  record.type = RecordType::kConversion;
  record.refers_to = original;
  return record;
}

Record DnsRecord(std::string_view url, WallTime date, std::string_view answer,
                 std::string_view server) {
  Record record = ResourceRecord(url, date, "text/dns", answer);
  record.ip_address = server;
  return record;
}

void AppendWarcFields(std::span<const NamedField> fields, std::string& out) {
  for (const NamedField& field : fields) {
    if (field.value.empty()) continue;
    AppendFieldName(field.name, out);
    AppendSafeValue(field.value, out);
    out += "\r\n";
  }
}

std::string WarcinfoBlock(const Warcinfo& info) {
  std::string block;
  const std::array<NamedField, 11> fields = {{
      {"software", info.software},
      {"format", "WARC File Format 1.1"},
      {"conformsTo",
       "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
      {"robots", info.robots},
      {"hostname", info.hostname},
      {"ip", info.ip},
      {"http-header-user-agent", info.user_agent},
      {"http-header-from", info.contact},
      {"operator", info.operator_name},
      {"isPartOf", info.is_part_of},
      {"description", info.description},
  }};
  AppendWarcFields(fields, block);
  return block;
}

Record WarcinfoRecord(WallTime date, std::string_view block, std::string_view filename) {
  return {.type = RecordType::kWarcinfo,
          .date = date,
          .content_type = kWarcFields,
          .block = BlockParts({block}, 0),
          .has_payload = false,
          .filename = filename};
}

void AppendSafeValue(std::string_view value, std::string& out) {
  for (const char c : TrimAsciiSpace(value)) {
    out += IsAsciiControl(c) ? ' ' : c;
  }
}

void AppendSafeUri(std::string_view uri, std::string& out) {
  for (const char c : TrimAsciiSpace(uri)) {
    if (c > 0x20 && c < 0x7F && c != '<' && c != '>') {
      out += c;
    } else {
      url::AppendEscaped(static_cast<unsigned char>(c), out);
    }
  }
}

void AppendFieldName(std::string_view name, std::string& out) {
  for (const char c : name) {
    out += IsTokenChar(c) ? c : '_';
  }
  out += ": ";
}

}  // namespace meguri::warc
