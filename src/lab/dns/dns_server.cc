#include "lab/dns/dns_server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "lab/dns/dns_responder.h"
#include "lab/dns/dns_sockets.h"

namespace meguri {
namespace {

using SteadyClock = std::chrono::steady_clock;  // sockets live in real time

constexpr std::size_t kMaxMessageBytes = 65'535;
constexpr std::size_t kMaxPendingBytes = std::size_t{1} << 18U;  // answers that nobody takes
constexpr int kUdpBurst = 256;  // before the others have their turn

bool WouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// A client over TCP: messages with their lengths before them (RFC 7766).
struct Connection {
  OwnedFd fd;
  std::string in;
  std::string out;
  bool closing = false;  // the client has said all; what is in `out` still goes
  SteadyClock::time_point deadline;
};

}  // namespace

class DnsServer::Loop {
 public:
  Loop(const VirtualWeb& web, const DnsServerOptions& options, DnsSockets sockets, OwnedFd wake)
      : options_(options),
        responder_(web, options.max_udp_bytes),
        sockets_(std::move(sockets)),
        wake_(std::move(wake)) {}

  std::uint16_t port() const { return sockets_.port; }
  bool has_v6() const { return sockets_.udp.size() > 1; }

  void Run() {
    for (;;) {
      Poll();
      if (polled_.front().revents != 0) return;
      std::size_t at = 1;
      for (const OwnedFd& udp : sockets_.udp) {
        if (polled_[at++].revents != 0) AnswerDatagrams(udp.get());
      }
      const std::size_t listeners = at;
      at += sockets_.tcp.size();
      // Those of this poll only: the new ones come behind them.
      for (auto connection = connections_.begin(); at < polled_.size(); ++at) {
        const auto current = connection++;
        if (!Serve(*current, polled_[at].revents)) connections_.erase(current);
      }
      for (std::size_t i = 0; i < sockets_.tcp.size(); ++i) {
        if (polled_[listeners + i].revents != 0) Accept(sockets_.tcp[i].get());
      }
      DropTheSlow();
    }
  }

  void Stop() {
    const std::uint64_t one = 1;
    // It can't fail: the counter is 0 before.
    static_cast<void>(::write(wake_.get(), &one, sizeof one) == sizeof one);
  }

  DnsCounters counters() const {
    return {.udp_queries = udp_queries_,
            .tcp_queries = tcp_queries_,
            .answered = outcomes_[0],
            .negative = outcomes_[2],
            .truncated = outcomes_[1],
            .errors = outcomes_[3],
            .silent = outcomes_[4],
            .connections = accepted_,
            .timed_out = timed_out_};
  }

 private:
  void Poll() {
    polled_.clear();
    polled_.push_back({.fd = wake_.get(), .events = POLLIN, .revents = 0});
    for (const auto* fds : {&sockets_.udp, &sockets_.tcp}) {
      for (const OwnedFd& fd : *fds)
        polled_.push_back({.fd = fd.get(), .events = POLLIN, .revents = 0});
    }
    int timeout = -1;
    const SteadyClock::time_point now = SteadyClock::now();
    for (const Connection& connection : connections_) {
      unsigned events = connection.out.empty() ? 0U : unsigned{POLLOUT};
      if (!connection.closing && connection.out.size() < kMaxPendingBytes) events |= POLLIN;
      polled_.push_back(
          {.fd = connection.fd.get(), .events = static_cast<short>(events), .revents = 0});
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(connection.deadline - now);
      const int wait = std::max(0, static_cast<int>(left.count()));
      timeout = timeout < 0 ? wait : std::min(timeout, wait);
    }
    if (::poll(polled_.data(), polled_.size(), timeout) < 0) {
      for (pollfd& polled : polled_)
        polled.revents = 0;  // EINTR
    }
  }

  DnsResponder::Outcome Respond(std::string_view message, bool udp) {
    (udp ? udp_queries_ : tcp_queries_).fetch_add(1, std::memory_order_relaxed);
    const DnsResponder::Outcome outcome = responder_.Respond(message, udp, answer_);
    outcomes_[static_cast<std::size_t>(outcome)].fetch_add(1, std::memory_order_relaxed);
    return outcome;
  }

  void AnswerDatagrams(int fd) {
    for (int i = 0; i < kUdpBurst; ++i) {
      sockaddr_storage from{};
      socklen_t from_size = sizeof from;
      auto* const address = reinterpret_cast<sockaddr*>(&from);
      const ssize_t got = ::recvfrom(fd, buffer_.data(), buffer_.size(), 0, address, &from_size);
      if (got < 0) return;
      const std::string_view message(buffer_.data(), static_cast<std::size_t>(got));
      if (Respond(message, true) == DnsResponder::Outcome::kSilent) continue;
      // A full buffer loses the answer, as UDP does.
      ::sendto(fd, answer_.data(), answer_.size(), 0, address, from_size);
    }
  }

  void Accept(int listener) {
    for (;;) {
      OwnedFd fd(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (!fd) return;
      if (connections_.size() >= options_.max_connections) {
        connections_.erase(std::ranges::min_element(connections_, {}, &Connection::deadline));
        ++timed_out_;
      }
      ++accepted_;
      Connection connection;
      connection.fd = std::move(fd);
      connection.deadline = SteadyClock::now() + options_.tcp_idle;
      connections_.push_back(std::move(connection));
    }
  }

  // False: it is over.
  bool Serve(Connection& connection, short revents) {
    if (revents == 0) return true;
    if ((static_cast<unsigned>(revents) & POLLIN) != 0 && !Receive(connection)) return false;
    if ((static_cast<unsigned>(revents) & (POLLERR | POLLNVAL)) != 0) return false;
    if (!Send(connection)) return false;
    const bool hung_up = (static_cast<unsigned>(revents) & (POLLIN | POLLHUP)) == POLLHUP;
    return !hung_up && !(connection.closing && connection.out.empty());
  }

  bool Receive(Connection& connection) {
    const ssize_t got = ::recv(connection.fd.get(), buffer_.data(), buffer_.size(), 0);
    if (got < 0) return WouldBlock(errno);
    if (got == 0) connection.closing = true;
    connection.in.append(buffer_.data(), static_cast<std::size_t>(got));
    std::string_view rest = connection.in;
    while (rest.size() >= 2) {
      const std::size_t size = static_cast<std::size_t>(static_cast<unsigned char>(rest[0])) << 8U |
                               static_cast<unsigned char>(rest[1]);
      if (size == 0) return false;
      if (rest.size() < 2 + size) break;
      if (Respond(rest.substr(2, size), false) != DnsResponder::Outcome::kSilent) {
        connection.out += static_cast<char>(answer_.size() >> 8U);
        connection.out += static_cast<char>(answer_.size() & 0xFFU);
        connection.out += answer_;
      }
      rest.remove_prefix(2 + size);
      connection.deadline = SteadyClock::now() + options_.tcp_idle;
    }
    connection.in.erase(0, connection.in.size() - rest.size());
    return true;
  }

  static bool Send(Connection& connection) {
    if (connection.out.empty()) return true;
    const ssize_t sent =
        ::send(connection.fd.get(), connection.out.data(), connection.out.size(), MSG_NOSIGNAL);
    if (sent < 0) return WouldBlock(errno);
    connection.out.erase(0, static_cast<std::size_t>(sent));
    return true;
  }

  void DropTheSlow() {
    const SteadyClock::time_point now = SteadyClock::now();
    timed_out_ += connections_.remove_if(
        [&](const Connection& connection) { return connection.deadline <= now; });
  }

  // Constant
  const DnsServerOptions options_;
  // The thread's own
  DnsResponder responder_;
  DnsSockets sockets_;
  OwnedFd wake_;
  std::list<Connection> connections_;
  std::vector<pollfd> polled_;
  std::array<char, kMaxMessageBytes> buffer_;
  std::string answer_;
  // Read by others
  std::atomic<std::uint64_t> udp_queries_ = 0;
  std::atomic<std::uint64_t> tcp_queries_ = 0;
  std::array<std::atomic<std::uint64_t>, 5> outcomes_{};  // by DnsResponder::Outcome
  std::atomic<std::uint64_t> accepted_ = 0;
  std::atomic<std::uint64_t> timed_out_ = 0;
};

Result<std::unique_ptr<DnsServer>> DnsServer::Start(const VirtualWeb& web,
                                                    const DnsServerOptions& options) {
  MEGURI_TRY(DnsSockets sockets, OpenDnsSockets(options.port));
  OwnedFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake) return Fail(ErrorCode::kIo, "can't make an eventfd; raise ulimit -n");
  auto loop = std::make_unique<Loop>(web, options, std::move(sockets), std::move(wake));
  return std::unique_ptr<DnsServer>(new DnsServer(std::move(loop)));
}

DnsServer::DnsServer(std::unique_ptr<Loop> loop)
    : loop_(std::move(loop)), thread_([this] { loop_->Run(); }) {}

DnsServer::~DnsServer() {
  loop_->Stop();
  thread_.join();
}

std::uint16_t DnsServer::port() const { return loop_->port(); }
bool DnsServer::has_v6() const { return loop_->has_v6(); }
DnsCounters DnsServer::counters() const { return loop_->counters(); }

}  // namespace meguri
