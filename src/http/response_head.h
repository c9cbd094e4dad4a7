// The head of a response: status line and headers, as real servers send them.
//
// Parsing is total: any bytes give a head, or "not all here yet", or one line saying why they are
// none. It is linear, and stops reading at HeadLimits::max_bytes. What is taken beyond RFC 9112,
// what is refused and why: docs/design/http.md. In short: a bare LF ends a line, empty lines may
// come first, folded values are joined, a line without a name and a colon is ignored; NUL, a bare
// CR and white space inside of a name are refused.
// No state outside of the objects: any thread may call the functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/header_list.h"

namespace meguri::http {

struct HeadLimits {
  std::size_t max_bytes = std::size_t{256} << 10;  // empty lines in front of it included
  std::size_t max_headers = 2000;
  // For what somebody has stored, where no connection can be mis-framed any more: NUL is a
  // character, and a line that would be refused is ignored.
  bool forgiving = false;
};

struct ResponseHead {
  std::uint8_t major = 0;  // HTTP/1.1 is 1 and 1; "HTTP/2", as archives have it, is 2 and 0
  std::uint8_t minor = 0;
  std::uint16_t status = 0;       // 100 to 999
  std::string_view reason;        // as sent, any bytes but NUL, CR and LF; often empty
  HeaderList headers;             // its views point into the bytes parsed
  std::size_t ignored_lines = 0;  // without a name and a colon

  bool is_interim() const { return status < 200 && status != 101; }
};

enum class HeadState : std::uint8_t {
  kIncomplete,  // the empty line has not come yet, and what is there may begin a head
  kComplete,
  kBroken,  // can't become a head, whatever follows
};

struct HeadParse {
  HeadState state = HeadState::kIncomplete;
  std::size_t size = 0;    // kComplete: bytes up to and with the empty line
  std::string_view error;  // kBroken: one line, static
};

// False if `bytes`, as far as they are there, can't begin a response.
bool MayBeginResponse(std::string_view bytes);

// Parses the head at the front of `bytes` into `head`, whose old contents are lost. The views in
// `head` live as long as `bytes`.
HeadParse ParseResponseHead(std::string_view bytes, const HeadLimits& limits, ResponseHead& head);

// The same for a head that the end of the connection cut off: its whole lines. False if not even
// the status line is one.
bool ParseCutHead(std::string_view bytes, const HeadLimits& limits, ResponseHead& head);

// Parses header lines without a status line: the trailers of a chunked body. `bytes` ends with or
// before an empty line. nullopt, or why they are none.
std::optional<std::string_view> ParseHeaderLines(std::string_view bytes, const HeadLimits& limits,
                                                 HeaderList& headers);

// Finds the end of a head that comes in pieces, looking at each byte once.
class HeadEndScanner {
 public:
  enum class Begin : std::uint8_t {
    kStatusLine,   // empty lines may come first
    kHeaderLines,  // trailers: an empty line is the end
  };
  explicit HeadEndScanner(Begin begin = Begin::kStatusLine)
      : started_(begin == Begin::kHeaderLines) {}

  // How many bytes of `piece` belong to the head, if it ends there.
  std::optional<std::size_t> Scan(std::string_view piece);

 private:
  bool started_;            // something else than empty lines was seen
  bool line_empty_ = true;  // nothing of the line seen but perhaps CRs
};

}  // namespace meguri::http
