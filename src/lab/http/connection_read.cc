#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "lab/http/connection.h"

namespace meguri::lab {
namespace {

constexpr char kTlsHandshakeByte = 0x16;

}  // namespace

void Connection::ReadMore() {
  context_.timers.Cancel(*this);  // of a turn before
  if (!out_.empty()) FlushOut();  // of a handshake
  while (state_ == State::kReading || state_ == State::kReadingBody) {
    if (turn_left_ <= 0) {
      context_.timers.Set(*this, Now());
      return;
    }
    // What was read while an answer was on its way.
    if (!input_.empty() && scanned_ < input_.size()) {
      const std::string bytes = std::exchange(input_, {});
      TakePlain(bytes, input_since_);
      continue;
    }
    if (!readable_ || !Receive()) return;
  }
}

bool Connection::Receive() {
  --turn_left_;
  const ssize_t got = ::recv(fd(), context_.received.get(), LoopContext::kReceiveBytes, 0);
  if (got < 0) {
    readable_ = errno == EINTR;
    arrived_ = {};
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) End(AccessEnd::kClosed);
    return false;
  }
  // What is there first over TLS may be of the handshake, and the request behind it newer.
  const bool known = arrived_ != TimePoint{} && (tls_ == nullptr || requests_ > 0);
  const TimePoint at = known ? arrived_ : Now();
  arrived_ = {};
  if (got == 0) {
    peer_closed_ = true;
    readable_ = false;
    End(AccessEnd::kClosed);
    return false;
  }
  // A short read of a stream empties it (epoll(7)); the FIN behind it needs another.
  if (static_cast<std::size_t>(got) < LoopContext::kReceiveBytes) readable_ = peer_closed_;
  if (state_ == State::kLingering) return true;
  const std::string_view bytes(context_.received.get(), static_cast<std::size_t>(got));
  if (first_byte_ == TimePoint{}) first_byte_ = at;
  if (sniff_tls_ && bytes.front() == kTlsHandshakeByte) {
    tls_ = std::make_unique<TlsSession>(context_.tls, tunnel_host_);
  }
  sniff_tls_ = false;
  if (tls_ == nullptr) {
    TakePlain(bytes, at);
    return state_ != State::kOver;
  }
  std::size_t size = 0;
  context_.outgoing.clear();
  tls_->Receive(bytes, {context_.plain.get(), 2 * LoopContext::kReceiveBytes}, size,
                context_.outgoing);
  if (!context_.outgoing.empty() && !SendOrKeep(context_.outgoing, {})) {
    End(AccessEnd::kClosed);
    return false;
  }
  if (size > 0) TakePlain({context_.plain.get(), size}, at);
  if (tls_->state() == TlsSession::State::kOpen || state_ == State::kOver) {
    return state_ != State::kOver;
  }
  peer_closed_ = true;  // a goodbye is as good as FIN
  if (exchange_ != nullptr || turn_left_ <= 0) return true;
  const bool failed = tls_->state() == TlsSession::State::kFailed;
  if (failed && requests_ == 0) context_.counters.failed_handshakes.Add(1);
  End(failed ? AccessEnd::kReset : AccessEnd::kClosed);
  return false;
}

void Connection::TakePlain(std::string_view bytes, TimePoint at) {
  if (input_.empty()) {
    const std::size_t used = TakeRequests(bytes, 0, at);
    if (used == bytes.size() || state_ == State::kOver) return;
    input_.assign(bytes.substr(used));
    input_since_ = at;
    return;
  }
  const std::size_t before = input_.size();
  input_ += bytes;
  // Moved out, so that nothing that answering does can pull it away.
  std::string all = std::exchange(input_, {});
  const std::size_t used = TakeRequests(all, before, at);
  if (state_ == State::kOver) return;
  all.erase(0, used);
  input_ = std::move(all);
  if (used >= before) input_since_ = at;
}

std::size_t Connection::TakeRequests(std::string_view bytes, std::size_t fresh, TimePoint at) {
  std::size_t used = 0;
  while (used < bytes.size()) {
    std::size_t more = 0;
    if (state_ == State::kReadingBody) {
      more = ContinueBody(bytes.substr(used));
    } else if (state_ == State::kReading && sniff_tls_) {
      Refuse(400, "Wait for the answer to CONNECT.", nullptr, at);
      return bytes.size();
    } else if (state_ == State::kReading && turn_left_ > 0) {
      more = TakeOne(bytes.substr(used), used < fresh ? input_since_ : at);
    } else if (state_ == State::kLingering) {
      return bytes.size();
    }
    if (more == 0) break;
    used += more;
  }
  return used;
}

std::size_t Connection::TakeOne(std::string_view bytes, TimePoint start) {
  // Empty lines in front are no part of the request, which may start much later.
  if (const std::size_t empty = bytes.find_first_not_of("\r\n"); empty != 0) {
    return std::min(empty, bytes.size());
  }
  RequestHead head;
  const RequestParse parse = ParseRequestHead(bytes, scanned_, head);
  if (parse.state == RequestState::kIncomplete) {
    scanned_ = bytes.size();
    return 0;
  }
  scanned_ = 0;
  --turn_left_;
  if (parse.state == RequestState::kRefused) {
    Refuse(parse.status, parse.reason, nullptr, start);
    return bytes.size();
  }
  if (head.has_body()) return TakeBody(head, parse, bytes, start);
  Respond(head, start);
  return parse.size;
}

std::size_t Connection::TakeBody(const RequestHead& head, const RequestParse& parse,
                                 std::string_view bytes, TimePoint start) {
  if (head.content_length > kMaxRequestBodyBytes) {
    Refuse(413, "The request's body is over 1 MB.", &head, start);
    return bytes.size();
  }
  http::Framing framing;
  framing.kind = head.chunked ? http::FramingKind::kChunked : http::FramingKind::kLength;
  framing.length = head.content_length;
  body_ = std::make_unique<Body>(
      Body{http::BodyDecoder(framing), std::string(bytes.substr(0, parse.size)), start});
  state_ = State::kReadingBody;
  if (head.expects_continue && bytes.size() == parse.size) {
    SendPlainOrEncrypted("HTTP/1.1 100 Continue\r\n\r\n");
  }
  return parse.size;
}

std::size_t Connection::ContinueBody(std::string_view bytes) {
  http::BodyDecoder& decoder = body_->decoder;
  std::string_view rest = bytes;
  while (!decoder.Next(rest).empty()) {
  }
  const bool too_large = decoder.body_bytes() > kMaxRequestBodyBytes;
  if (decoder.state() == http::BodyState::kMore && !too_large) return bytes.size();
  const std::unique_ptr<Body> body = std::move(body_);
  state_ = State::kReading;
  RequestHead head;
  ParseRequestHead(body->head, 0, head);
  if (too_large) {
    Refuse(413, "The request's body is over 1 MB.", &head, body->start);
    return bytes.size();
  }
  if (decoder.state() != http::BodyState::kComplete) {
    Refuse(400, "The request's chunks can't be read.", &head, body->start);
    return bytes.size();
  }
  Respond(head, body->start);
  return bytes.size() - rest.size();
}

}  // namespace meguri::lab
