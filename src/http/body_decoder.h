// Where the body of a response begins and ends (RFC 9112 section 6): by length, in chunks, until
// the connection closes, or not there at all.
//
// BodyDecoder takes the bytes behind the head in any pieces and gives the body's bytes as views
// into them, without copying; how the bytes were cut makes no difference. A body that ends too
// early is data with a mark (kTruncated). Chunks are read as leniently as can be without doubt
// about where they end: bare LF or CR CR LF, blanks behind the size, extensions, trailers, a
// missing last empty line; anything else is kBroken, and what was read until there stays valid.
// Linear, memory bounded by BodyLimits. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "http/header_list.h"
#include "http/response_head.h"

namespace meguri::http {

enum class FramingKind : std::uint8_t { kNone, kLength, kChunked, kUntilClose };

struct Framing {
  FramingKind kind = FramingKind::kNone;
  std::uint64_t length = 0;  // of kLength
  // Transfer codings below the chunks, as in Content-Encoding: "gzip" of "gzip, chunked".
  std::string codings;
  // Both a length and a transfer coding: the coding holds, but the connection must not be used
  // for another request (RFC 9112 section 6.3).
  bool suspect = false;
  std::string_view error;  // static, "" if none; the body can't be found then

  bool operator==(const Framing&) const = default;
};

// How the body behind `head` is framed. `to_head_request`: the request's method was HEAD.
Framing FramingOf(const ResponseHead& head, bool to_head_request);

struct ContentLength {
  enum class Kind : std::uint8_t {
    kAbsent,    // none, or none that is a number: until the connection closes
    kValid,     // several are fine if they are the same, letter by letter
    kConflict,  // several that differ
  };
  Kind kind = Kind::kAbsent;
  std::uint64_t length = 0;  // a number of over 64 bits is the largest of 64 bits

  bool operator==(const ContentLength&) const = default;
};

// The Fetch Standard's "extract a length".
ContentLength ExtractContentLength(const HeaderList& headers);

enum class BodyState : std::uint8_t {
  kMore,       // wants more bytes
  kComplete,   // the message is over; bytes behind it are not touched
  kTruncated,  // the connection closed before
  kBroken,     // the chunks can't be read further
};

struct BodyLimits {
  std::size_t max_chunk_line_bytes = std::size_t{16} << 10;  // size and extensions of one chunk
  std::size_t max_trailer_bytes = std::size_t{64} << 10;
};

class BodyDecoder {
 public:
  // REQUIRES: framing.error is empty.
  explicit BodyDecoder(const Framing& framing, const BodyLimits& limits = {});

  // Takes bytes off the front of `input` and returns the next piece of body in them; "" once
  // `input` is used up or state() is no longer kMore. Call it until then.
  std::string_view Next(std::string_view& input);

  // No more bytes will come.
  void Finish();

  BodyState state() const { return state_; }
  std::string_view error() const { return error_; }  // of kBroken: one line, static
  std::uint64_t body_bytes() const { return body_bytes_; }
  // Header lines behind the last chunk, as they came, for ParseHeaderLines().
  std::string_view trailers() const MEGURI_LIFETIME_BOUND { return trailers_; }

 private:
  enum class Step : std::uint8_t {
    kPlain,      // no chunks: `remaining_` bytes, or until the connection closes
    kSizeStart,  // the first digit of a chunk's size
    kSize,       // more digits
    kAfterSize,  // blanks
    kExtension,  // up to the end of the line
    kSizeLf,     // the LF behind a CR, or several
    kData,       // `remaining_` bytes
    kDataEnd,    // CRLF or LF
    kDataLf,     // the LF behind a CR, or several
    kTrailers,
  };

  std::string_view TakeData(std::string_view& input);
  // Takes what is no data; at least one byte.
  void TakeControl(std::string_view& input);
  void TakeSizeByte(char c);
  void TakeExtension(std::string_view& input);
  void TakeTrailers(std::string_view& input);
  void CountLineBytes(std::size_t count);
  void EndSizeLine();
  void Break(std::string_view why);

  FramingKind kind_;
  BodyLimits limits_;
  BodyState state_ = BodyState::kMore;
  Step step_ = Step::kPlain;
  std::uint64_t remaining_ = 0;  // of the body, or of the chunk
  std::uint64_t body_bytes_ = 0;
  std::size_t line_bytes_ = 0;  // of the chunk's size line so far
  std::string trailers_;
  HeadEndScanner trailer_end_{HeadEndScanner::Begin::kHeaderLines};
  std::string_view error_;
};

}  // namespace meguri::http
