#include "warc/record_head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <system_error>
#include <vector>

#include "base/ascii.h"
#include "url/scheme.h"
#include "warc/warc_date.h"

namespace meguri::warc {
namespace {

constexpr std::array<std::string_view, kRecordTypes> kTypeNames = {
    "warcinfo", "response",   "resource",     "request", "metadata",
    "revisit",  "conversion", "continuation", "other"};

constexpr std::string_view kWarcMark = "WARC/";

std::optional<std::uint64_t> ParseLength(std::string_view text) {
  text = TrimAsciiSpace(text);
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

// "1.0" of "WARC/1.0"; "" if the line is no version line.
std::string_view VersionOf(std::string_view line) {
  if (!line.starts_with(kWarcMark)) return {};
  const std::string_view version = TrimAsciiSpace(line.substr(kWarcMark.size()));
  const bool fine =
      !version.empty() && version.size() <= 8 &&
      std::ranges::all_of(version, [](char c) { return IsAsciiDigit(c) || c == '.'; });
  return fine ? version : std::string_view();
}

std::string_view TakeLine(std::string_view& bytes) {
  const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
  std::string_view line = bytes.substr(0, newline);
  bytes.remove_prefix(std::min(newline + 1, bytes.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool IsHttpUrl(std::string_view url) {
  return EqualsIgnoringAsciiCase(url.substr(0, 7), "http://") ||
         EqualsIgnoringAsciiCase(url.substr(0, 8), "https://");
}

// The columns of an ARC line. In version 2, between type and length: result code, checksum,
// location, offset, file name.
struct ArcColumns {
  std::string_view url;
  std::string_view address;
  std::string_view date;
  std::string_view type;
  std::string_view length;
};

bool IsArcDate(std::string_view text) {
  return text.size() >= 12 && text.size() <= 20 && std::ranges::all_of(text, IsAsciiDigit);
}

bool IsAddress(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return IsAsciiHexDigit(c) || c == '.' || c == ':' || c == '-';
  });
}

// From the right, since a URL may have spaces.
std::optional<ArcColumns> SplitArcLine(std::string_view line) {
  constexpr std::size_t kMostColumns = 10;
  std::array<std::string_view, kMostColumns> columns;  // the last one first
  std::array<std::string_view, kMostColumns> before;   // what is left of it
  std::string_view rest = line;
  std::size_t count = 0;
  while (count < kMostColumns) {
    const std::size_t space = rest.rfind(' ');
    if (space == std::string_view::npos) break;
    columns[count] = rest.substr(space + 1);
    rest = rest.substr(0, space);
    before[count] = rest;
    ++count;
  }
  for (const std::size_t address : {std::size_t{3}, std::size_t{8}}) {
    if (count <= address) break;
    const ArcColumns found{.url = before[address],
                           .address = columns[address],
                           .date = columns[address - 1],
                           .type = columns[address - 2],
                           .length = columns[0]};
    if (IsArcDate(found.date) && IsAddress(found.address) && url::HasScheme(found.url))
      return found;
  }
  return std::nullopt;
}

}  // namespace

std::string_view RecordTypeName(RecordType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

std::optional<RecordType> FindRecordType(std::string_view name) {
  for (std::size_t i = 0; i + 1 < kTypeNames.size(); ++i) {
    if (EqualsIgnoringAsciiCase(name, kTypeNames[i])) return static_cast<RecordType>(i);
  }
  return std::nullopt;
}

void RecordHead::Clear() {
  fields_.Clear();
  version_ = type_name_ = target_uri_ = {};
  type_ = RecordType::kOther;
  date_.reset();
  content_length_ = 0;
  is_arc_ = false;
}

std::string_view RecordHead::ParseWarc(std::string_view bytes) {
  Clear();
  std::string_view rest = bytes;
  version_ = VersionOf(TakeLine(rest));
  if (version_.empty()) return "no line with the WARC version";
  if (http::ParseHeaderLines(rest, kStoredHeadLimits, fields_)) {
    return "a head that can't be read";
  }
  type_name_ = Find("WARC-Type");
  if (type_name_.empty()) return "no WARC-Type";
  type_ = FindRecordType(type_name_).value_or(RecordType::kOther);
  SetTargetUri(Find("WARC-Target-URI"));
  date_ = ParseWarcDate(Find("WARC-Date"));
  const std::string_view length = Find("Content-Length");
  if (length.empty()) return "no Content-Length";
  const std::optional<std::uint64_t> number = ParseLength(length);
  if (!number) return "a Content-Length that is no number";
  content_length_ = *number;
  return {};
}

std::string_view RecordHead::ParseArc(std::string_view line, bool first) {
  Clear();
  is_arc_ = true;
  const std::optional<ArcColumns> columns = SplitArcLine(line);
  if (!columns) return "no line that begins an ARC record";
  version_ = "1.0";
  type_ = first && columns->url.starts_with("filedesc:") ? RecordType::kWarcinfo
                                                         : RecordType::kResponse;
  type_name_ = RecordTypeName(type_);
  fields_.Add("WARC-Type", type_name_);
  date_ = ParseTimestamp14(columns->date);
  if (date_) {
    arc_date_ = FormatIso8601(*date_);
    fields_.Add("WARC-Date", arc_date_);
  }
  if (type_ == RecordType::kWarcinfo) {
    constexpr std::string_view kFileUrl = "filedesc://";
    fields_.Add("WARC-Filename", columns->url.starts_with(kFileUrl)
                                     ? columns->url.substr(kFileUrl.size())
                                     : columns->url);
  } else {
    SetTargetUri(columns->url);
    fields_.Add("WARC-Target-URI", target_uri_);
    fields_.Add("WARC-IP-Address", columns->address);
  }
  const bool http = IsHttpUrl(target_uri_);
  fields_.Add("Content-Type", http ? "application/http; msgtype=response" : columns->type);
  fields_.Add("Content-Length", columns->length);
  const std::optional<std::uint64_t> number = ParseLength(columns->length);
  if (!number) return "a length that is no number";
  content_length_ = *number;
  return {};
}

// Some writers put the URL in brackets, as record ids are; some leave spaces in it.
void RecordHead::SetTargetUri(std::string_view raw) {
  raw = TrimAsciiSpace(raw);
  if (raw.size() >= 2 && raw.front() == '<' && raw.back() == '>') {
    raw = raw.substr(1, raw.size() - 2);
  }
  target_uri_ = raw;
  if (raw.find(' ') == std::string_view::npos) return;
  mended_uri_.clear();
  for (const char c : raw) {
    if (c == ' ') {
      mended_uri_ += "%20";
    } else {
      mended_uri_ += c;
    }
  }
  target_uri_ = mended_uri_;
}

std::string_view RecordHead::Find(std::string_view name) const {
  return fields_.Find(name).value_or(std::string_view());
}

std::string_view RecordHead::FindId(std::string_view name) const {
  std::string_view id = Find(name);
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

bool RecordHead::has_http_block() const {
  const std::string_view type = Find("Content-Type");
  constexpr std::string_view kHttp = "application/http";
  const bool exchange = type_ == RecordType::kResponse || type_ == RecordType::kRequest ||
                        type_ == RecordType::kRevisit;
  if (type.empty()) return exchange && IsHttpUrl(target_uri_);
  return type.size() >= kHttp.size() &&
         EqualsIgnoringAsciiCase(type.substr(0, kHttp.size()), kHttp);
}

bool LooksLikeArcLine(std::string_view line) { return SplitArcLine(line).has_value(); }

bool StartsRecord(std::string_view bytes) {
  bytes = bytes.substr(0, kMinRecordStart);
  if (bytes.size() > kWarcMark.size() && bytes.starts_with(kWarcMark)) {
    return IsAsciiDigit(bytes[kWarcMark.size()]);
  }
  const std::size_t newline = bytes.find('\n');
  if (newline != std::string_view::npos) return LooksLikeArcLine(bytes.substr(0, newline));
  return bytes.size() >= kMinRecordStart && url::HasScheme(bytes);
}

}  // namespace meguri::warc
