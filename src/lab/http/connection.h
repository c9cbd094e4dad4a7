// One client's connection: requests in, answers out, each with a line in the log.
//
//   kReading ──▶ kReadingBody ──▶ kSending ◀──▶ kWaiting      one request at a time; what else
//      ▲             (if any)        │                        comes waits in the socket
//      └─────────────────────────────┤
//                                    ├──▶ kResetting ──▶ kOver    RST, once the client has it all
//                                    └──▶ kLingering ──▶ kOver    FIN, after an error
//
// An ordinary answer goes out in one system call from the loop's buffers, and kSending is never
// entered. Only what the kernel has no room for, and what Delivery wants otherwise, is kept here
// (Exchange). Sockets are edge-triggered: `readable_` remembers that there is more to read.
//
// Moments. `start` of a request is when the loop learned that its first byte was there, be it that
// the connection has an answer on its way and reads it later (over TLS, of the first request: when
// it was read). `end` is right before the send() that took its last byte, so that no client can
// have had that byte before; or when FIN or RST was seen. Pipelined requests are answered one after
// the other, and may have started before the answer to the one before ended.
//
// After some requests it is the turn of the other connections: a timer that is due at once brings
// this one back. One thread: the loop's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ip_address.h"
#include "http/body_decoder.h"
#include "lab/http/answer_stream.h"
#include "lab/http/lab_sockets.h"
#include "lab/http/loop_context.h"
#include "lab/http/request_head.h"
#include "lab/http/responder.h"
#include "lab/log/access_log.h"
#include "lab/tls/tls_session.h"

namespace meguri::lab {

inline constexpr std::uint64_t kMaxRequestBodyBytes = std::uint64_t{1} << 20;

class Connection {
 public:
  // `server`: the local address.
  Connection(LoopContext& context, OwnedFd socket, std::uint64_t number, TimePoint opened,
             const IpAddress& server, bool tls);

  // For all of these: false when the connection is over and may be deleted.
  bool OnEvents(std::uint32_t events, TimePoint at);  // as from epoll, which said so at `at`
  bool OnTimer();
  // The client has let pass the time in which it should have sent or taken something.
  bool OnIdle();

  // Writes what is to be logged; the connection may only be deleted after that.
  void OnStop();

  int fd() const { return socket_.get(); }
  // It is the client's turn, so that OnIdle() may be called some day.
  bool waits_for_client() const { return state_ != State::kWaiting; }

 private:
  friend class Timers;
  friend class IdleList;
  friend class EventLoop;
  enum class State : std::uint8_t {
    kReading,
    kReadingBody,
    kSending,    // the client or the loop has to go on
    kWaiting,    // on purpose: with a timer, or for ever
    kResetting,  // with a timer
    kLingering,  // with a timer: FIN is sent, what comes is dropped
    kOver,
  };

  // A request whose answer is not through yet.
  struct Exchange {
    AccessEntry entry;
    std::string texts;                   // what entry's views are of
    std::optional<AnswerStream> stream;  // none: all the rest is in out_
    std::uint64_t produced = 0;          // bytes of the answer that went to out_ or the kernel
    std::uint64_t head_bytes = 0;
    std::uint64_t paced = 0;  // of `produced`, since paced_from
    TimePoint paced_from;
    bool never = false;
  };
  // A request whose body is not here yet.
  struct Body {
    http::BodyDecoder decoder;
    std::string head;
    TimePoint start;
  };

  void Drive();
  // Drops what a client still sends to one that has said its last.
  void Linger();
  void BeginTurn();

  // Reading (connection_read.cc)
  void ReadMore();
  // Reads once; false if there is nothing (then readable_ is false) or the connection ended.
  bool Receive();
  void TakePlain(std::string_view bytes, TimePoint at);
  // Answers the requests in `bytes` until one can't be; returns how many bytes were used. Those
  // before `fresh` came at input_since_, the others at `at`.
  std::size_t TakeRequests(std::string_view bytes, std::size_t fresh, TimePoint at);
  std::size_t TakeOne(std::string_view bytes, TimePoint start);
  std::size_t TakeBody(const RequestHead& head, const RequestParse& parse, std::string_view bytes,
                       TimePoint start);
  std::size_t ContinueBody(std::string_view bytes);

  // Answering (connection_send.cc)
  void Respond(const RequestHead& head, TimePoint start);
  void RespondToConnect(const RequestHead& head, TimePoint start);
  // `head`: nullptr if it could not be read.
  void Refuse(int status, std::string_view reason, const RequestHead* head, TimePoint start);
  // Sends context_.answer.
  void Deliver(AccessEntry& entry, const RequestHead& head);
  void SendWhole(AccessEntry& entry, bool has_body);
  Exchange& KeepExchange(const AccessEntry& entry);
  void StartExchange(const AccessEntry& entry, bool has_body);
  // Sends as much as it can; leaves kSending if that is all or must wait.
  void ContinueSending();
  std::size_t BytesAllowed();
  // Sends what is in out_; false if something is left.
  bool FlushOut();
  // Sends, and keeps in out_ what the kernel doesn't take; false if the client is gone.
  bool SendOrKeep(std::string_view first, std::string_view second);
  void SendPlainOrEncrypted(std::string_view bytes);
  void FinishExchange();
  RequestOrigin origin() const;

  // Ending (connection.cc)
  void AfterAnswer();
  void Close(bool linger);
  void Reset();
  // The client has gone, or we go: logs what is to be logged.
  void End(AccessEnd how);
  void LogEntry(AccessEntry& entry, AccessEnd how);
  void LogWithoutRequest(AccessEnd how);
  // Whom the client wants, as far as the connection alone tells.
  void DescribeConnection(AccessEntry& entry);
  TimePoint Now() const { return context_.clock.Now(); }

  LoopContext& context_;
  OwnedFd socket_;
  const std::uint64_t number_;
  const TimePoint opened_;
  const std::string server_;
  State state_ = State::kReading;
  bool readable_ = false;
  bool peer_closed_ = false;  // FIN was seen, perhaps with bytes before it
  bool close_after_ = false;  // the answer
  bool linger_ = false;       // when closing
  bool tunnelled_ = false;    // CONNECT was answered
  bool sniff_tls_ = false;    // the first byte behind CONNECT says whether it is TLS
  bool timer_set_ = false;
  std::uint32_t requests_ = 0;
  int turn_left_ = 0;  // how much more may be done before the others have their turn
  int resets_tried_ = 0;
  TimePoint timer_;
  TimePoint linger_until_;
  TimePoint arrived_;        // since when there is something to read; zero: not known
  TimePoint sent_at_;        // before the last send()
  TimePoint first_byte_;     // of the connection; zero: none came
  TimePoint input_since_;    // when the first byte of input_ came
  std::size_t scanned_ = 0;  // of input_
  std::string input_;        // read, but not used yet
  std::string out_;          // to be sent before anything else
  std::string tunnel_host_;  // named by CONNECT
  std::unique_ptr<TlsSession> tls_;
  std::unique_ptr<Exchange> exchange_;
  std::unique_ptr<Body> body_;

  // IdleList's.
  Connection* idle_before_ = nullptr;
  Connection* idle_after_ = nullptr;
  TimePoint idle_since_;
  // EventLoop's.
  std::size_t place_ = 0;
};

}  // namespace meguri::lab
