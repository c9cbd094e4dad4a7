#include "url/query_encoder.h"

#include <cstdint>

#include "base/utf8.h"
#include "encoding/encoder.h"
#include "url/percent.h"

namespace meguri::url {
namespace {

// Percent-encodes what `bytes` holds, and empties it.
void MoveEscaped(std::string& bytes, CharSet set, std::string& out) {
  for (const char byte : bytes) {
    if (IsIn(byte, set)) {
      AppendEscaped(static_cast<unsigned char>(byte), out);
    } else {
      out += byte;
    }
  }
  bytes.clear();
}

}  // namespace

std::optional<QueryEncoder> QueryEncoder::ForEncoding(encoding::Encoding encoding) {
  if (encoding::OutputEncoding(encoding) == encoding::Encoding::kUtf8) return std::nullopt;
  return QueryEncoder(encoding);
}

std::optional<QueryEncoder> QueryEncoder::ForEncoding(std::string_view label) {
  const auto found = encoding::FindEncoding(label);
  return found ? ForEncoding(*found) : std::nullopt;
}

// "Percent-encode after encoding".
void QueryEncoder::Append(std::string_view query, CharSet set, std::string& out) const {
  encoding::Encoder encoder(encoding_);
  std::string bytes;  // of one character: never more than the string itself holds
  for (std::size_t at = 0; at < query.size();) {
    const Utf8Step step = DecodeUtf8(query, at);
    at += step.length;
    const auto lacking = encoder.Append(step.code_point, bytes);
    MoveEscaped(bytes, set, out);
    if (lacking) {
      out += "%26%23";
      out += std::to_string(static_cast<std::uint32_t>(*lacking));
      out += "%3B";
    }
  }
  encoder.Finish(bytes);
  MoveEscaped(bytes, set, out);
}

}  // namespace meguri::url
