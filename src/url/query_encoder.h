// Queries in legacy charsets: "?q=…" in a Shift_JIS page is sent as Shift_JIS bytes.
//
// The URL Standard encodes the query of a special URL in the encoding of the document that
// the link stands in; what that encoding lacks becomes a decimal character reference, itself
// escaped (%26%238224%3B). UTF-8 and UTF-16 pages need no encoder: pass none.
//
// A value; any thread may use one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "encoding/encoding.h"
#include "url/char_class.h"

namespace meguri::url {

class QueryEncoder {
 public:
  // nullopt for encodings whose output encoding is UTF-8: then no encoder is needed.
  static std::optional<QueryEncoder> ForEncoding(encoding::Encoding encoding);
  // The same by a label of the Encoding Standard ("Shift_JIS", "x-sjis"), in any case; nullopt
  // also if it is none.
  static std::optional<QueryEncoder> ForEncoding(std::string_view label);

  // Appends `query` (UTF-8) in this encoding, percent-encoded where `set` asks for it.
  void Append(std::string_view query, CharSet set, std::string& out) const;

 private:
  explicit QueryEncoder(encoding::Encoding encoding) : encoding_(encoding) {}
  encoding::Encoding encoding_;
};

}  // namespace meguri::url
