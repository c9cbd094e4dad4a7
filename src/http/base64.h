// Base64 (RFC 4648 section 4): in data: URLs, and for bytes that must travel in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace meguri::http {

// The bytes of `text`; nullopt if it is not base64. This is the Infra Standard's "forgiving-base64
// decode": padding may be missing but not be wrong, ASCII white space is skipped, bits left over
// are dropped, anything else outside of the alphabet is an error. Linear.
std::optional<std::string> DecodeBase64(std::string_view text);

// With padding, without line breaks.
std::string EncodeBase64(std::string_view bytes);

}  // namespace meguri::http
