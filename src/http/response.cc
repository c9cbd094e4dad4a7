#include "http/response.h"

#include <algorithm>

namespace meguri::http {
namespace {

constexpr std::string_view kTooManyInterim = "too many interim responses";

std::string_view IncompleteHead(std::string_view bytes) {
  return bytes.empty() ? "no response: not a byte of it" : "it ends before its head does";
}

// What there is of a head that the end of the connection cut off.
bool TakeCutHead(std::string_view bytes, const ResponseOptions& options, ResponseHead& head,
                 Framing& framing) {
  if (!ParseCutHead(bytes, options.head_limits, head) || head.is_interim()) {
    head.headers.Clear();
    return false;
  }
  framing = FramingOf(head, options.to_head_request);
  return true;
}

}  // namespace

void Response::ReadBody(std::string_view bytes, const ResponseOptions& options) {
  BodyDecoder decoder(framing, options.body_limits);
  std::string_view rest = bytes;
  bool first = true;
  for (std::string_view piece = decoder.Next(rest); !piece.empty(); piece = decoder.Next(rest)) {
    if (first) {
      one_piece_ = piece;
    } else {
      if (joined_body_.empty()) joined_body_ = one_piece_;
      joined_body_ += piece;
    }
    first = false;
  }
  decoder.Finish();
  state = decoder.state();
  error = decoder.error();
  raw_body = bytes.substr(0, bytes.size() - rest.size());
  if (decoder.trailers().empty()) return;
  raw_trailers_ = std::make_unique<const std::string>(decoder.trailers());
  if (ParseHeaderLines(*raw_trailers_, options.head_limits, trailers)) trailers.Clear();
}

Response ParseResponse(std::string_view bytes, const ResponseOptions& options) {
  Response response;
  std::string_view rest = bytes;
  for (;;) {
    const HeadParse parse = ParseResponseHead(rest, options.head_limits, response.head);
    if (parse.state == HeadState::kBroken) {
      response.error = parse.error;
      return response;
    }
    if (parse.state == HeadState::kIncomplete) {
      response.state = BodyState::kTruncated;
      response.has_head = TakeCutHead(rest, options, response.head, response.framing);
      if (response.has_head) {
        response.size = bytes.size();
      } else {
        response.error = IncompleteHead(rest);
      }
      return response;
    }
    rest.remove_prefix(parse.size);
    if (!response.head.is_interim()) break;
    if (++response.interim_count > options.max_interim) {
      response.error = kTooManyInterim;
      return response;
    }
  }
  response.has_head = true;
  response.framing = FramingOf(response.head, options.to_head_request);
  response.error = response.framing.error;
  if (response.error.empty()) response.ReadBody(rest, options);
  response.size = bytes.size() - rest.size() + response.raw_body.size();
  return response;
}

std::string_view ResponseReader::Next(std::string_view& input) {
  while (state_ == BodyState::kMore && !has_head_ && !input.empty())
    TakeHead(input);
  if (state_ != BodyState::kMore || !has_head_) return {};
  const std::string_view piece = body_.Next(input);
  if (body_.state() != BodyState::kMore) Stop(body_.state(), body_.error());
  return piece;
}

void ResponseReader::TakeHead(std::string_view& input) {
  const std::string_view window = input.substr(0, options_.head_limits.max_bytes - buffer_.size());
  const auto end = head_end_.Scan(window);
  const std::size_t size = end.value_or(window.size());
  buffer_ += window.substr(0, size);
  input.remove_prefix(size);
  if (end || buffer_.size() == options_.head_limits.max_bytes) EndHead();
}

void ResponseReader::EndHead() {
  const HeadParse parse = ParseResponseHead(buffer_, options_.head_limits, head_);
  if (parse.state == HeadState::kBroken) return Stop(BodyState::kBroken, parse.error);
  if (parse.state == HeadState::kIncomplete) {
    has_head_ = TakeCutHead(buffer_, options_, head_, framing_);
    return Stop(BodyState::kTruncated, has_head_ ? "" : IncompleteHead(buffer_));
  }
  if (head_.is_interim()) {
    if (++interim_count_ > options_.max_interim) return Stop(BodyState::kBroken, kTooManyInterim);
    buffer_.clear();
    head_end_ = HeadEndScanner();
    return;
  }
  has_head_ = true;
  framing_ = FramingOf(head_, options_.to_head_request);
  if (!framing_.error.empty()) return Stop(BodyState::kBroken, framing_.error);
  body_ = BodyDecoder(framing_, options_.body_limits);
  if (body_.state() != BodyState::kMore) Stop(body_.state(), body_.error());
}

void ResponseReader::Finish() {
  if (state_ != BodyState::kMore) return;
  if (!has_head_) return EndHead();
  body_.Finish();
  Stop(body_.state(), body_.error());
}

void ResponseReader::Stop(BodyState state, std::string_view error) {
  state_ = state;
  error_ = error;
}

}  // namespace meguri::http
