// Splits a record's block, as it is read, into the HTTP head at its front and the payload.
//
//   HttpBlock block;
//   block.Begin(reader.head());
//   … payload.append(block.Add(piece)) … for each piece; block.End();
//
// A record that is not one of HTTP (a resource, a dns: answer) is all payload; so is one that says
// it is, but doesn't begin so, or whose head has no end in kMaxHeadBytes. Thread-compatible.
#pragma once

#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "http/response_head.h"
#include "warc/record_head.h"

namespace meguri::warc {

class HttpBlock {
 public:
  void Begin(const RecordHead& head);
  // The part of `piece` that is payload, or, if what came before it turns out to be none of a head,
  // that too. Good until the next call.
  std::string_view Add(std::string_view piece);
  // No more will come: a head without an end is one all the same.
  void End();

  // True once the head is there; its bytes, with the empty line if it has one. Before, what may
  // become it.
  bool has_head() const { return has_head_; }
  std::string_view head_bytes() const MEGURI_LIFETIME_BOUND { return bytes_; }
  // The response's, if that could be parsed, else nullptr. REQUIRES: has_head().
  const http::ResponseHead* response() const MEGURI_LIFETIME_BOUND {
    return parsed_ ? &response_ : nullptr;
  }

 private:
  std::string_view NoHead(std::string_view piece);
  void EndHead();

  bool in_head_ = false;
  bool is_response_ = false;
  bool has_head_ = false;
  bool parsed_ = false;
  std::string bytes_;
  std::string mended_;  // where response_ points, if the head had no end; or a payload's begin
  http::HeadEndScanner end_;
  http::ResponseHead response_;
};

// "text/html" of "text/html; charset=x": up to the first ';' or white space, case as it is.
std::string_view MimeOf(std::string_view content_type);

// What kind of content the payload is: the Content-Type of the HTTP head, or of the record; lower
// case, without parameters. "" if none is said. `block` has seen the record's head.
std::string PayloadMime(const RecordHead& head, const HttpBlock& block);

}  // namespace meguri::warc
