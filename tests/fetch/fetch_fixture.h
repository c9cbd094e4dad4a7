// A LiveFetcher for tests, and servers that answer with the bytes they are told.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/owned_fd.h"
#include "fetch/live_fetcher.h"

namespace meguri::testing_fetch {

inline const IpAddress kLoopback = IpAddress::V4(0x7F000001);

inline AddressRule LoopbackOnly() {
  return AddressRule({*IpRange::Parse("127.0.0.0/8"), *IpRange::Parse("::1")}, false);
}

class Collected final : public FetchSink {
 public:
  void OnResolved(ResolveResult result) override {
    resolved.push_back(std::move(result));
    if (on_resolved) on_resolved(resolved.back());
  }
  void OnFetched(FetchResult result) override {
    fetched.push_back(std::move(result));
    if (on_fetched) on_fetched(fetched.back());
  }

  std::vector<ResolveResult> resolved;
  std::vector<FetchResult> fetched;
  std::function<void(const ResolveResult&)> on_resolved;
  std::function<void(const FetchResult&)> on_fetched;
};

class FetchRig {
 public:
  explicit FetchRig(LiveFetcherOptions options = {}, AddressRule rule = LoopbackOnly()) {
    options.rule = std::move(rule);
    auto created = LiveFetcher::Create(options, clock);
    EXPECT_TRUE(created) << ToString(created.error());
    fetcher = *std::move(created);
  }

  // Until so many results have come; 15 s at most.
  void RunUntil(std::size_t results) {
    const TimePoint end = clock.Now() + std::chrono::seconds(15);
    while (sink.fetched.size() + sink.resolved.size() < results && clock.Now() < end)
      fetcher->Run(end, sink);
    EXPECT_GE(sink.fetched.size() + sink.resolved.size(), results) << "in 15 s";
  }
  FetchResult Fetch(FetchTask task) {
    sink = {};
    task.ticket = ++last_ticket;
    fetcher->Fetch(std::move(task));
    RunUntil(1);
    if (sink.fetched.size() != 1) return {};
    EXPECT_EQ(sink.fetched[0].ticket, last_ticket);
    return std::move(sink.fetched[0]);
  }
  FetchResult Get(const std::string& url, const IpAddress& address = kLoopback,
                  const FetchLimits& limits = {}) {
    return Fetch(
        {.url = url, .address = address, .headers = "User-Agent: test\r\n", .limits = limits});
  }
  ResolveResult Resolve(const std::string& host) {
    sink = {};
    fetcher->Resolve({.ticket = ++last_ticket, .host = host});
    RunUntil(1);
    if (sink.resolved.size() != 1) return {};
    EXPECT_EQ(sink.resolved[0].ticket, last_ticket);
    EXPECT_EQ(sink.resolved[0].host, host);
    return std::move(sink.resolved[0]);
  }

  RealClock clock;
  std::unique_ptr<LiveFetcher> fetcher;
  Collected sink;
  std::uint64_t last_ticket = 0;
};

// One connection of a RawServer.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd) {}

  // To the empty line; "" at the end, or if none comes in 5 s.
  std::string ReadRequest() {
    std::string request;
    while (!request.ends_with("\r\n\r\n")) {
      pollfd poll{.fd = fd_, .events = POLLIN, .revents = 0};
      if (::poll(&poll, 1, 5000) <= 0) return "";
      char c = 0;
      if (::recv(fd_, &c, 1, 0) != 1) return "";
      request += c;
    }
    return request;
  }
  // False if the client is gone.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // Until the client is gone; 5 s at most.
  void WaitForEnd() {
    std::array<char, 4096> buffer;
    pollfd poll{.fd = fd_, .events = POLLIN, .revents = 0};
    while (::poll(&poll, 1, 5000) > 0 && ::recv(fd_, buffer.data(), buffer.size(), 0) > 0) {
    }
  }
  void Reset() {
    const linger hard{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  }

 private:
  int fd_;
};

// Has `serve` called for each connection, with its number from 0 on, one after the other; closes it
// after that.
class RawServer {
 public:
  using Serve = std::function<void(Peer& peer, int number)>;

  explicit RawServer(Serve serve, bool v6 = false) : serve_(std::move(serve)) {
    listener_ = OwnedFd(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_storage to{};
    socklen_t size = v6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    if (v6) {
      auto* address = reinterpret_cast<sockaddr_in6*>(&to);
      address->sin6_family = AF_INET6;
      address->sin6_addr = in6addr_loopback;
    } else {
      auto* address = reinterpret_cast<sockaddr_in*>(&to);
      address->sin_family = AF_INET;
      address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&to), size), 0);
    EXPECT_EQ(::listen(listener_.get(), 100), 0);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&to), &size);
    port_ = ntohs(reinterpret_cast<sockaddr_in*>(&to)->sin_port);  // at the same place in both
    thread_ = std::thread([this] { Run(); });
  }
  ~RawServer() {
    stopping_ = true;
    ::shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::uint16_t port() const { return port_; }
  int connections() const { return connections_; }
  std::string Url(std::string_view target = "/", std::string_view host = "a.test") const {
    return "http://" + std::string(host) + ":" + std::to_string(port_) + std::string(target);
  }

 private:
  void Run() {
    while (!stopping_) {
      const OwnedFd fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!fd) return;
      const int on = 1;
      ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      Peer peer(fd.get());
      serve_(peer, connections_++);
    }
  }

  Serve serve_;
  OwnedFd listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> connections_ = 0;
  std::thread thread_;
};

// Answers the first request of each connection with these bytes and closes.
inline RawServer::Serve AnswerWith(std::string bytes) {
  return [bytes = std::move(bytes)](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(bytes);
  };
}

}  // namespace meguri::testing_fetch
