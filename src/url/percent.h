// Percent-encoding and -decoding of bytes.
#pragma once

#include <string>
#include <string_view>

#include "url/char_class.h"

namespace meguri::url {

// Appends `text` with every byte of `set` as %XX. `text` is read as UTF-8: what is not
// UTF-8 is escaped as U+FFFD (%EF%BF%BD), as the standard's decoder would have made it.
void AppendEncoded(std::string_view text, CharSet set, std::string& out);

// Appends one byte as %XX, upper case.
void AppendEscaped(unsigned char byte, std::string& out);

// Appends `text` with each %XX replaced by its byte; a '%' without two hex digits stays.
void AppendDecoded(std::string_view text, std::string& out);

}  // namespace meguri::url
