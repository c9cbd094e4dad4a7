// Queries in legacy charsets: "?q=…" in a Shift_JIS page is sent as Shift_JIS bytes.
//
// The URL Standard encodes the query of a special URL in the encoding of the document that
// the link stands in; what that encoding lacks becomes a decimal character reference, itself
// escaped (%26%238224%3B). UTF-8 and UTF-16 pages need no encoder: pass none.
//
// ICU's tables do the work, mended where they differ in what pages hold (query_encoder.cc). Not
// mended: big5's kana and Cyrillic, gbk's and gb18030's characters of after 2005, two letters
// of koi8-u and windows-1255; these become references. ISO-8859-16 and x-user-defined, which
// ICU lacks, have no encoder.
//
// Not thread-safe: the converter keeps state; one per thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "url/char_class.h"

namespace meguri::url {

class QueryEncoder {
 public:
  // `name` is an encoding's name in the Encoding Standard ("Shift_JIS", "windows-1252"), in
  // any case, not one of its further labels. nullopt if it is none, or one whose output
  // encoding is UTF-8: then no encoder is needed.
  static std::optional<QueryEncoder> ForEncoding(std::string_view name);

  QueryEncoder(QueryEncoder&&) noexcept;
  QueryEncoder& operator=(QueryEncoder&&) noexcept;
  ~QueryEncoder();

  // Appends `query` (UTF-8) in this encoding, percent-encoded where `set` asks for it.
  void Append(std::string_view query, CharSet set, std::string& out) const;

 private:
  struct Converter;
  explicit QueryEncoder(std::unique_ptr<Converter> converter);
  std::unique_ptr<Converter> converter_;
};

}  // namespace meguri::url
