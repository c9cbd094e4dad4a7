// A name server for tests that answers with the bytes it is told, and a writer of such bytes.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/ip_address.h"
#include "base/owned_fd.h"
#include "tests/lab/dns_query.h"

namespace meguri::testing_fetch {

inline void AppendU32(std::uint32_t value, std::string& out) {
  AppendU16(value >> 16U, out);
  AppendU16(value & 0xFFFFU, out);
}

inline std::string WireName(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::string_view label = name.substr(0, name.find('.'));
    out += static_cast<char>(label.size());
    out += label;
    name.remove_prefix(label.size() + (label.size() < name.size() ? 1 : 0));
  }
  return out + '\0';
}

// A record: its owner, what it is, its bytes.
inline std::string Record(std::string_view owner, std::uint16_t type, std::uint32_t ttl,
                          const std::string& data) {
  std::string out = WireName(owner);
  AppendU16(type, out);
  AppendU16(1, out);
  AppendU32(ttl, out);
  AppendU16(static_cast<unsigned>(data.size()), out);
  return out + data;
}
inline std::string A(std::string_view owner, std::uint32_t ttl, const char* address) {
  std::string data;
  AppendU32(IpAddress::Parse(address)->v4_number(), data);
  return Record(owner, 1, ttl, data);
}
inline std::string Aaaa(std::string_view owner, std::uint32_t ttl, const char* address) {
  const IpAddress parsed = *IpAddress::Parse(address);
  const auto& bytes = parsed.bytes();
  return Record(owner, 28, ttl, std::string(bytes.begin(), bytes.end()));
}
inline std::string Cname(std::string_view owner, std::uint32_t ttl, std::string_view target) {
  return Record(owner, 5, ttl, WireName(target));
}
inline std::string Soa(std::string_view owner, std::uint32_t ttl, std::uint32_t minimum) {
  std::string data = WireName("ns." + std::string(owner)) + WireName("root." + std::string(owner));
  for (const std::uint32_t number : {1U, 2U, 3U, 4U, minimum})
    AppendU32(number, data);
  return Record(owner, 6, ttl, data);
}

struct DnsReply {
  int code = 0;
  std::vector<std::string> answers;
  std::vector<std::string> authority;
  bool truncated = false;
};

struct DnsQuestion {
  std::string message;
  std::string name;  // "a.test"
  int type = 0;
  bool udp = true;
};

inline DnsQuestion ReadQuestion(std::string message, bool udp) {
  DnsQuestion question{.message = std::move(message), .udp = udp};
  std::size_t at = 12;
  while (at < question.message.size() && question.message[at] != 0) {
    const auto length = static_cast<std::size_t>(question.message[at]);
    if (!question.name.empty()) question.name += '.';
    question.name += question.message.substr(at + 1, length);
    at += length + 1;
  }
  question.type = at + 2 < question.message.size() ? U16At(question.message, at + 1) : 0;
  return question;
}

inline std::string WriteReply(const DnsQuestion& question, const DnsReply& reply) {
  std::string out = question.message.substr(0, 2);
  AppendU16(0x8180U | static_cast<unsigned>(reply.code) | (reply.truncated ? 0x200U : 0), out);
  AppendU16(1, out);
  AppendU16(static_cast<unsigned>(reply.answers.size()), out);
  AppendU16(static_cast<unsigned>(reply.authority.size()), out);
  AppendU16(0, out);
  out += WireName(question.name);
  AppendU16(static_cast<unsigned>(question.type), out);
  AppendU16(1, out);
  for (const auto* records : {&reply.answers, &reply.authority}) {
    for (const std::string& record : *records)
      out += record;
  }
  return out;
}

// Over UDP and, one query for each connection, TCP. nullopt: no answer.
class RawDnsServer {
 public:
  using Answer = std::function<std::optional<std::string>(const DnsQuestion& question)>;

  explicit RawDnsServer(Answer answer) : answer_(std::move(answer)) {
    // The port that UDP got may be taken for TCP.
    for (int i = 0; i < 20 && !Bind(); ++i) {
    }
    EXPECT_NE(port_, 0);
    thread_ = std::thread([this] { Run(); });
  }
  ~RawDnsServer() {
    stopping_ = true;
    thread_.join();
  }
  RawDnsServer(const RawDnsServer&) = delete;
  RawDnsServer& operator=(const RawDnsServer&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int queries() const { return queries_; }
  int tcp_queries() const { return tcp_queries_; }

 private:
  bool Bind() {
    udp_ = OwnedFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    tcp_ = OwnedFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof to;
    auto* address = reinterpret_cast<sockaddr*>(&to);
    if (::bind(udp_.get(), address, size) != 0) return false;
    ::getsockname(udp_.get(), address, &size);
    if (::bind(tcp_.get(), address, size) != 0 || ::listen(tcp_.get(), 10) != 0) return false;
    port_ = ntohs(to.sin_port);
    return true;
  }
  void Run() {
    while (!stopping_) {
      std::array<pollfd, 2> polls{{{udp_.get(), POLLIN, 0}, {tcp_.get(), POLLIN, 0}}};
      if (::poll(polls.data(), polls.size(), 20) <= 0) continue;
      if (polls[0].revents != 0) AnswerUdp();
      if (polls[1].revents != 0) AnswerTcp();
    }
  }
  void AnswerUdp() {
    std::array<char, 4096> buffer;
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t got = ::recvfrom(udp_.get(), buffer.data(), buffer.size(), 0,
                                   reinterpret_cast<sockaddr*>(&from), &size);
    if (got < 12) return;
    ++queries_;
    const auto reply =
        answer_(ReadQuestion(std::string(buffer.data(), static_cast<std::size_t>(got)), true));
    if (reply) {
      ::sendto(udp_.get(), reply->data(), reply->size(), 0, reinterpret_cast<sockaddr*>(&from),
               size);
    }
  }
  void AnswerTcp() {
    const OwnedFd fd(::accept4(tcp_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    std::string all;
    std::array<char, 4096> buffer;
    while (all.size() < 2 || all.size() < 2U + U16At(all, 0)) {
      pollfd poll{.fd = fd.get(), .events = POLLIN, .revents = 0};
      if (::poll(&poll, 1, 1000) <= 0) return;
      const ssize_t got = ::recv(fd.get(), buffer.data(), buffer.size(), 0);
      if (got <= 0) return;
      all.append(buffer.data(), static_cast<std::size_t>(got));
    }
    ++tcp_queries_;
    const auto reply = answer_(ReadQuestion(all.substr(2, U16At(all, 0)), false));
    if (!reply) return;
    std::string framed;
    AppendU16(static_cast<unsigned>(reply->size()), framed);
    framed += *reply;
    ::send(fd.get(), framed.data(), framed.size(), MSG_NOSIGNAL);
  }

  Answer answer_;
  OwnedFd udp_, tcp_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> queries_ = 0;
  std::atomic<int> tcp_queries_ = 0;
  std::thread thread_;
};

}  // namespace meguri::testing_fetch
