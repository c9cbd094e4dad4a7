// The head of a request, as a server has to read it: request line and the few fields that the lab
// answers by.
//
// Parsing is total and linear, and allocates nothing: any bytes give a head, or "not all here yet",
// or the status with which to refuse them. Strict where two readers might differ about where a
// request ends (RFC 9112 sections 2.2, 3, 6.3): two lengths, a length and a coding, folded lines,
// blanks before a colon, two Hosts and control characters are refused; a bare LF ends a line.
// No state: any thread may call this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace meguri::lab {

enum class TargetForm : std::uint8_t {
  kOrigin,     // "/path?query"
  kAbsolute,   // "http://host/path": to a proxy
  kAuthority,  // "host:443": CONNECT
  kAsterisk,   // OPTIONS *
};

// Views of the bytes parsed. A field that was not sent is empty.
struct RequestHead {
  std::string_view method;
  TargetForm form = TargetForm::kOrigin;
  bool https_target = false;   // of kAbsolute
  std::string_view authority;  // the target's if it has one, else Host: with the port, as sent
  std::string_view target;     // path and query, "/" first, unless `bare_query` or kAsterisk
  bool bare_query = false;     // "http://host?query": a "/" is to be put in front
  std::uint8_t minor = 1;      // HTTP/1.minor
  std::string_view user_agent;
  std::string_view cookie;
  std::string_view if_none_match;
  std::string_view if_modified_since;
  bool accepts_gzip = false;
  bool keep_alive = true;
  bool expects_continue = false;
  bool chunked = false;
  std::uint64_t content_length = 0;

  bool has_body() const { return chunked || content_length > 0; }
};

enum class RequestState : std::uint8_t { kIncomplete, kComplete, kRefused };

struct RequestParse {
  RequestState state = RequestState::kIncomplete;
  std::size_t size = 0;     // kComplete: bytes up to and with the empty line
  int status = 0;           // kRefused: 400, 417, 431, 501 or 505 …
  std::string_view reason;  // … and why, one line, static
};

inline constexpr std::size_t kMaxRequestHeadBytes = std::size_t{64} << 10;

// The head at the front of `bytes`; empty lines may come before it. `scanned`: that many bytes
// were here when it was last incomplete; they are not searched for the end again.
RequestParse ParseRequestHead(std::string_view bytes, std::size_t scanned, RequestHead& head);

// "Example.test:8080" in parts.
struct Authority {
  std::string_view host;  // as sent: any case; no dot at the end, no brackets
  std::string_view port;  // digits; "" if there is none
  bool valid = false;     // nothing but what names and address literals are made of
};
Authority SplitAuthority(std::string_view authority);

}  // namespace meguri::lab
