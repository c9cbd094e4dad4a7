// gzip undone in one go, for the usual case: the body is all there, is one member, and its end says
// truly how long the content is. Twice as fast as in pieces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::http {

// False, and `content` as good as empty, if it is not such a body, if its checksum is wrong, or if
// the content is longer than `max_bytes` or than 64 times the body: read it in pieces then, which
// decides. Takes no more memory than the end promises, so 64 times the body at most. Any thread.
bool DecodeWholeGzip(std::string_view bytes, std::uint64_t max_bytes, std::string& content);

}  // namespace meguri::http
