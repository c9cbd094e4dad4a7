// Base64 (RFC 4648 section 4), for bytes that must travel in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace meguri::app {

// The bytes of `text`; nullopt if it is not base64. Padding may be missing; ASCII white
// space is skipped; anything else outside of the alphabet is an error.
std::optional<std::string> DecodeBase64(std::string_view text);

// With padding, without line breaks.
std::string EncodeBase64(std::string_view bytes);

}  // namespace meguri::app
