// A whole response: interim ones skipped, the final head parsed, its body found.
//
// ParseResponse() is for bytes that are all in memory (a record of an archive), ResponseReader for
// bytes as they come from a connection; both give the same answer. The body is what is left once
// the chunks are undone; content codings are undone by content_coding.h.
// Linear. Thread-compatible.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "http/body_decoder.h"
#include "http/header_list.h"
#include "http/response_head.h"

namespace meguri::http {

struct ResponseOptions {
  bool to_head_request = false;   // the request's method was HEAD: no body comes
  std::size_t max_interim = 100;  // 1xx heads before the final one
  HeadLimits head_limits;
  BodyLimits body_limits;
};

class Response {
 public:
  bool has_head = false;  // else there is nothing but the state and the error
  ResponseHead head;
  Framing framing;
  // kComplete, kTruncated or kBroken. kTruncated also if the head is cut off: then there are its
  // whole lines and no body, or no head at all if not even the status line is whole.
  BodyState state = BodyState::kBroken;
  std::string_view error;     // static; why it is broken, or has no head; else ""
  std::string_view raw_body;  // as it came, chunk sizes and all
  HeaderList trailers;        // of a chunked body; empty if they can't be read
  std::size_t interim_count = 0;
  std::size_t size = 0;  // bytes of the message; another may follow

  // Without a copy where it came in one piece.
  std::string_view body() const MEGURI_LIFETIME_BOUND {
    return joined_body_.empty() ? one_piece_ : std::string_view(joined_body_);
  }

 private:
  friend Response ParseResponse(std::string_view bytes, const ResponseOptions& options);
  void ReadBody(std::string_view bytes, const ResponseOptions& options);

  std::string_view one_piece_;
  std::string joined_body_;
  std::unique_ptr<const std::string> raw_trailers_;  // where trailers' views point
};

// Parses the message at the front of `bytes`, which must outlive the Response; the end of `bytes`
// is the end of the connection.
Response ParseResponse(std::string_view bytes, const ResponseOptions& options);

class ResponseReader {
 public:
  explicit ResponseReader(const ResponseOptions& options) : options_(options) {}
  ResponseReader(const ResponseReader&) = delete;  // the head's views point into buffer_
  ResponseReader& operator=(const ResponseReader&) = delete;

  // Takes bytes off the front of `input` and returns the next piece of body in them, a view into
  // `input`; "" once `input` is used up or state() is no longer kMore. Call it until then.
  std::string_view Next(std::string_view& input);
  // The connection was closed.
  void Finish();

  BodyState state() const { return state_; }
  std::string_view error() const { return error_; }
  bool has_head() const { return has_head_; }
  // REQUIRES: has_head().
  const ResponseHead& head() const MEGURI_LIFETIME_BOUND { return head_; }
  const Framing& framing() const MEGURI_LIFETIME_BOUND { return framing_; }
  std::string_view trailers() const MEGURI_LIFETIME_BOUND { return body_.trailers(); }
  std::size_t interim_count() const { return interim_count_; }

 private:
  void TakeHead(std::string_view& input);
  void EndHead();
  void Stop(BodyState state, std::string_view error);

  ResponseOptions options_;
  std::string buffer_;  // of the head
  HeadEndScanner head_end_;
  ResponseHead head_;
  Framing framing_;
  BodyDecoder body_{Framing()};
  BodyState state_ = BodyState::kMore;
  std::string_view error_;
  bool has_head_ = false;
  std::size_t interim_count_ = 0;
};

}  // namespace meguri::http
