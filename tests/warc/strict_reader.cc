#include "tests/warc/strict_reader.h"

#include <zlib.h>

#include <cstdint>
#include <cstdlib>

#include "base/ascii.h"
#include "warc/digest.h"

namespace meguri::warc {
namespace {

// The record that `bytes` begins with; how long it is, or why there is none.
struct Parsed {
  std::size_t length = 0;
  std::string why;
};

std::string ParseField(std::string_view line, StrictRecord& record) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon == 0) return "no field: " + std::string(line);
  for (const char c : line) {
    if (IsAsciiControl(c)) return "a control character in the head";
  }
  record.fields.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  return "";
}

Parsed ParseRecord(std::string_view bytes, StrictRecord& record) {
  constexpr std::string_view kFirst = "WARC/1.1\r\n";
  if (!bytes.starts_with(kFirst)) return {.why = "no WARC/1.1"};
  const std::size_t head_end = bytes.find("\r\n\r\n");
  if (head_end == std::string_view::npos) return {.why = "no end of the head"};
  std::string_view lines = bytes.substr(kFirst.size(), head_end + 2 - kFirst.size());
  while (!lines.empty()) {
    const std::size_t end = lines.find("\r\n");
    if (std::string why = ParseField(lines.substr(0, end), record); !why.empty())
      return {.why = why};
    lines.remove_prefix(end + 2);
  }
  if (record.Count("Content-Length") != 1) return {.why = "not one Content-Length"};
  const std::size_t length = std::strtoull(record.Get("Content-Length").c_str(), nullptr, 10);
  const std::string_view rest = bytes.substr(head_end + 4);
  if (rest.size() < length + 4) return {.why = "the block is cut"};
  if (rest.substr(length, 4) != "\r\n\r\n") return {.why = "no end of the record"};
  record.block = rest.substr(0, length);
  const auto digest = ParseLabelledDigest(record.Get("WARC-Block-Digest"));
  if (!digest) return {.why = "no block digest"};
  Digester digester(digest->algorithm);
  digester.Update(record.block);
  if (digester.Finish() != digest->raw) return {.why = "wrong block digest"};
  return {.length = head_end + 4 + length + 4};
}

}  // namespace

std::string StrictRecord::Get(std::string_view name) const {
  for (const auto& [field, value] : fields) {
    if (field == name) return value;
  }
  return "";
}

std::size_t StrictRecord::Count(std::string_view name) const {
  std::size_t count = 0;
  for (const auto& [field, value] : fields) {
    if (field == name) ++count;
  }
  return count;
}

std::string Gunzip(std::string_view bytes, std::size_t* used) {
  z_stream stream{};
  if (used != nullptr) *used = 0;
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return "";
  std::string out;
  std::string piece(1 << 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    code = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, 0, piece.size() - stream.avail_out);
  }
  if (code == Z_STREAM_END && used != nullptr) *used = bytes.size() - stream.avail_in;
  inflateEnd(&stream);
  return out;
}

StrictFile ReadStrictly(std::string_view bytes, bool packed) {
  StrictFile file;
  while (file.end < bytes.size()) {
    const std::string_view rest = bytes.substr(file.end);
    StrictRecord record{.offset = file.end};
    std::string unpacked;
    std::size_t used = 0;
    if (packed) {
      unpacked = Gunzip(rest, &used);
      if (used == 0) return file.why = "no whole member", file;
    }
    const Parsed parsed = ParseRecord(packed ? unpacked : rest, record);
    if (!parsed.why.empty()) return file.why = parsed.why, file;
    if (packed && parsed.length != unpacked.size()) return file.why = "more in the member", file;
    record.length = packed ? used : parsed.length;
    file.end += record.length;
    file.records.push_back(std::move(record));
  }
  return file;
}

}  // namespace meguri::warc
