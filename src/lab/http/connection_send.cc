#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/ascii.h"
#include "lab/http/connection.h"
#include "lab/http/responder.h"

namespace meguri::lab {
namespace {

// Larger bodies are streamed, so that the loop's buffers stay small.
constexpr std::size_t kMaxWholeBytes = std::size_t{256} << 10;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
// After so many it is the turn of the other connections.
constexpr std::size_t kTurnBytes = std::size_t{1} << 20;
constexpr std::size_t kRecordBytes = 16384;  // TLS
constexpr std::uint64_t kNanosPerSecond = 1'000'000'000;
constexpr std::uint32_t kPacedTurnsPerSecond = 50;

bool IsOrdinary(const WebAnswer& answer) {
  const Delivery& d = answer.delivery;
  return !d.never && d.delay == Duration{0} && d.bytes_per_second == 0 && !d.endless_head &&
         d.repeats == 0 && d.trailer.empty() && !d.reset_after &&
         answer.body.size() <= kMaxWholeBytes;
}

}  // namespace

void Connection::Respond(const RequestHead& head, TimePoint start) {
  ++requests_;
  close_after_ = !head.keep_alive;
  if (head.form == TargetForm::kAuthority && tls_ == nullptr && !tunnelled_) {
    RespondToConnect(head, start);
    return;
  }
  AccessEntry entry;
  entry.start = start;
  AnswerRequest(context_, origin(), head, start, entry);
  Deliver(entry, head);
}

void Connection::RespondToConnect(const RequestHead& head, TimePoint start) {
  const Authority authority = SplitAuthority(head.authority);
  AccessEntry entry;
  entry.start = start;
  DescribeRequest(context_, origin(), head, entry);
  if (!authority.valid) {
    AnswerWithError(400, "CONNECT wants host:port.", context_.answer);
  } else if (server_ == context_.forbidden || IsForbidden(context_, context_.host)) {
    AnswerWithError(403, "Nobody may ask this address.", context_.answer);
  } else if (context_.web.FindHost(context_.host) == nullptr) {
    AnswerWithError(502, "No such host in this web.", context_.answer);
  } else {
    // No request to the web yet, so none is logged.
    --requests_;
    tunnelled_ = sniff_tls_ = true;
    tunnel_host_ = context_.host;
    close_after_ = false;
    SendPlainOrEncrypted("HTTP/1.1 200 Connection established\r\n\r\n");
    return;
  }
  Deliver(entry, head);
}

void Connection::Refuse(int status, std::string_view reason, const RequestHead* head,
                        TimePoint start) {
  ++requests_;
  close_after_ = linger_ = true;
  AccessEntry entry;
  entry.start = start;
  if (head != nullptr) {
    DescribeRequest(context_, origin(), *head, entry);
  } else {
    DescribeConnection(entry);
  }
  AnswerWithError(status, reason, context_.answer);
  Deliver(entry, head != nullptr ? *head : RequestHead());
}

void Connection::Deliver(AccessEntry& entry, const RequestHead& head) {
  WebAnswer& answer = context_.answer;
  const Delivery& delivery = answer.delivery;
  const bool may_have_body = MayHaveBody(answer.status);
  const bool has_body = may_have_body && head.method != "HEAD";
  const std::uint64_t length = BodyBytes(answer);
  AnswerHead said{.status = answer.status,
                  .fields = answer.fields,
                  .date = context_.date.At(context_.clock.WallAt(entry.start)),
                  .content_length = delivery.claimed_length,
                  .http10 = head.minor == 0,
                  .close = close_after_ || delivery.close,
                  .unfinished = delivery.endless_head};
  if (!said.content_length && may_have_body) said.content_length = length;
  // A lie about the length is not announced.
  const bool lies = delivery.claimed_length && *delivery.claimed_length != length;
  close_after_ = said.close || (lies && has_body);
  entry.status = answer.status;
  context_.head.clear();
  AppendAnswerHead(said, context_.head);
  if (IsOrdinary(answer)) {
    SendWhole(entry, has_body);
  } else {
    StartExchange(entry, has_body);
  }
}

void Connection::SendWhole(AccessEntry& entry, bool has_body) {
  std::string& head = context_.head;
  const std::size_t head_bytes = head.size();
  const std::string_view body =
      has_body ? std::string_view(context_.answer.body) : std::string_view();
  bool sent = false;
  if (tls_ == nullptr) {
    sent = SendOrKeep(head, body);
  } else {
    // The first record takes the head and as much of the body as it has room for.
    const std::size_t with_head =
        std::min(body.size(), kRecordBytes - std::min(head.size(), kRecordBytes));
    head.append(body.substr(0, with_head));
    context_.outgoing.clear();
    tls_->Send(head, context_.outgoing);
    tls_->Send(body.substr(with_head), context_.outgoing);
    sent = SendOrKeep(context_.outgoing, {});
  }
  if (sent && out_.empty()) {
    entry.end = sent_at_;
    entry.bytes = body.size();
    LogEntry(entry, AccessEnd::kSent);
    AfterAnswer();
    return;
  }
  Exchange& exchange = KeepExchange(entry);
  exchange.head_bytes = head_bytes;
  exchange.produced = sent ? head_bytes + body.size() : 0;
  state_ = State::kSending;
  if (!sent) End(AccessEnd::kClosed);
}

Connection::Exchange& Connection::KeepExchange(const AccessEntry& entry) {
  exchange_ = std::make_unique<Exchange>();
  exchange_->entry = entry;
  const std::array views = {&exchange_->entry.server, &exchange_->entry.host,
                            &exchange_->entry.method, &exchange_->entry.url,
                            &exchange_->entry.agent};
  std::string& texts = exchange_->texts;
  for (const std::string_view* view : views)
    texts += *view;
  std::size_t at = 0;
  for (std::string_view* view : views) {
    *view = std::string_view(texts).substr(at, view->size());
    at += view->size();
  }
  return *exchange_;
}

void Connection::StartExchange(const AccessEntry& entry, bool has_body) {
  Exchange& exchange = KeepExchange(entry);
  exchange.never = context_.answer.delivery.never;
  exchange.head_bytes = context_.head.size();
  exchange.stream.emplace(context_.head, context_.answer, has_body);
  const Duration delay = exchange.stream->delivery().delay;
  exchange.paced_from = Now() + delay;
  // The caller is reading; it comes to sending by itself.
  state_ = State::kSending;
  if (exchange.never) {
    state_ = State::kWaiting;
  } else if (delay > Duration{0}) {
    state_ = State::kWaiting;
    context_.timers.Set(*this, exchange.paced_from);
  }
}

void Connection::ContinueSending() {
  std::size_t turn = 0;
  while (FlushOut()) {
    Exchange& exchange = *exchange_;
    if (!exchange.stream || exchange.stream->finished()) {
      FinishExchange();
      return;
    }
    if (turn >= kTurnBytes) {
      context_.timers.Set(*this, Now());
      return;
    }
    const std::size_t allowed = BytesAllowed();
    if (allowed == 0) return;
    context_.piece.clear();
    const std::size_t size = exchange.stream->Fill(allowed, context_.piece);
    turn += size;
    exchange.produced += size;
    exchange.paced += size;
    SendPlainOrEncrypted(context_.piece);
    if (state_ == State::kOver) return;
  }
}

std::size_t Connection::BytesAllowed() {
  Exchange& exchange = *exchange_;
  const std::uint64_t rate = exchange.stream->delivery().bytes_per_second;
  if (rate == 0) return kPieceBytes;
  const auto elapsed =
      static_cast<std::uint64_t>(std::max(Now() - exchange.paced_from, Duration{0}).count());
  // The first byte at once, and then `rate` each second.
  const std::uint64_t due =
      1 + elapsed / kNanosPerSecond * rate + elapsed % kNanosPerSecond * rate / kNanosPerSecond;
  if (due > exchange.paced) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(due - exchange.paced, kPieceBytes));
  }
  const std::uint64_t next =
      exchange.paced + std::max<std::uint64_t>(rate / kPacedTurnsPerSecond, 1) - 1;
  const std::chrono::duration<double> wait(static_cast<double>(next) / static_cast<double>(rate));
  state_ = State::kWaiting;
  context_.timers.Set(*this, exchange.paced_from + std::chrono::ceil<Duration>(wait) + Duration{1});
  return 0;
}

bool Connection::FlushOut() {
  while (!out_.empty()) {
    sent_at_ = Now();
    const ssize_t sent = ::send(fd(), out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      out_.erase(0, static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) End(AccessEnd::kClosed);
    return false;
  }
  return true;
}

bool Connection::SendOrKeep(std::string_view first, std::string_view second) {
  std::size_t sent = 0;
  if (out_.empty()) {
    // sendmsg() does not write to what it is given.
    std::array<iovec, 2> parts{{{const_cast<char*>(first.data()), first.size()},
                                {const_cast<char*>(second.data()), second.size()}}};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = second.empty() ? 1 : 2;
    ssize_t result = 0;
    sent_at_ = Now();
    do {
      result = ::sendmsg(fd(), &message, MSG_NOSIGNAL);
    } while (result < 0 && errno == EINTR);
    if (result < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return false;
    sent = static_cast<std::size_t>(std::max<ssize_t>(result, 0));
    if (sent == first.size() + second.size()) return true;
  }
  out_.append(first.substr(std::min(sent, first.size())));
  out_.append(second.substr(sent - std::min(sent, first.size())));
  return true;
}

void Connection::SendPlainOrEncrypted(std::string_view bytes) {
  std::string_view wire = bytes;
  if (tls_ != nullptr) {
    context_.outgoing.clear();
    tls_->Send(bytes, context_.outgoing);
    wire = context_.outgoing;
  }
  if (!SendOrKeep(wire, {})) End(AccessEnd::kClosed);
}

void Connection::FinishExchange() {
  const std::unique_ptr<Exchange> exchange = std::move(exchange_);
  AccessEntry& entry = exchange->entry;
  entry.end = sent_at_;
  entry.bytes = exchange->produced - std::min(exchange->produced, exchange->head_bytes);
  const bool reset = exchange->stream && exchange->stream->delivery().reset_after.has_value();
  LogEntry(entry, reset ? AccessEnd::kReset : AccessEnd::kSent);
  if (reset) {
    Reset();
  } else {
    AfterAnswer();
  }
}

}  // namespace meguri::lab
