// Which encoding a document is in, and its text in UTF-8.
//
// The first of these that says something: byte order mark; charset of the Content-Type (RFC
// 7303); UTF-16 without a mark, seen by its zero bytes; the encoding of the XML declaration;
// UTF-8. A label that means nothing says nothing. If it says UTF-8 and the first bytes beyond
// ASCII are none, the document is windows-1252: so many of them are, and a reader who is strict
// shows nothing but U+FFFD.
// Linear; no state: any thread may call this.
#pragma once

#include <string>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::xml {

struct DecodedDocument {
  std::string_view text;  // UTF-8 without a byte order mark; a view of the bytes or of scratch
  encoding::Encoding encoding = encoding::Encoding::kUtf8;
};

// `content_type` is the whole header field, "" if there is none.
DecodedDocument DecodeDocument(std::string_view bytes, std::string_view content_type,
                               std::string& scratch);

}  // namespace meguri::xml
