#include "lab/dns/dns_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

#include "lab/dns/dns_responder.h"
#include "lab/dns/dns_sockets.h"
#include "tests/lab/dns_query.h"
#include "tests/lab/small_web.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

VirtualWeb Web() {
  return SmallWeb({{.name = "www.kitamori.test"},
                   {.name = "rebinds.test", .misbehaviour = Misbehaviour::kDnsRebinding},
                   {.name = "lies.test", .misbehaviour = Misbehaviour::kDnsLies},
                   {.name = "silent.test", .misbehaviour = Misbehaviour::kDnsTimeout}},
                  {.several_addresses = 0, .v6 = 1});
}

OwnedFd Connected(int type, std::uint16_t port) {
  OwnedFd fd(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const timeval longest{.tv_sec = 5, .tv_usec = 0};
  ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  return fd;
}

void Send(const OwnedFd& fd, std::string_view bytes) {
  EXPECT_EQ(::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

// "" if nothing comes in time, or no more.
std::string Receive(const OwnedFd& fd) {
  std::array<char, 4096> buffer;
  const ssize_t got = ::recv(fd.get(), buffer.data(), buffer.size(), 0);
  return got <= 0 ? "" : std::string(buffer.data(), static_cast<std::size_t>(got));
}

std::string Framed(std::string_view message) {
  std::string out;
  AppendU16(static_cast<unsigned>(message.size()), out);
  return out += message;
}

std::string ReceiveFramed(const OwnedFd& fd, std::string& rest) {
  while (rest.size() < 2 || rest.size() < 2U + U16At(rest, 0)) {
    const std::string more = Receive(fd);
    if (more.empty()) return "";
    rest += more;
  }
  const std::string message = rest.substr(2, U16At(rest, 0));
  rest.erase(0, 2 + message.size());
  return message;
}

std::string Output(const std::string& command) {
  std::string output;
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");  // NOLINT(cert-env33-c): ours
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), got);
  }
  ::pclose(pipe);
  return output;
}

class DnsServerTest : public testing::Test {
 protected:
  void Start(const DnsServerOptions& options = {}) {
    auto server = DnsServer::Start(web_, options);
    ASSERT_TRUE(server) << server.error().context;
    server_ = *std::move(server);
  }
  // What a program that people use makes of it.
  std::string Ask(std::string_view program, std::string_view arguments) const {
    return Output(fmt::format("{} @127.0.0.1 -p {} {}", program, server_->port(), arguments));
  }

  VirtualWeb web_ = Web();
  std::unique_ptr<DnsServer> server_;
};

TEST(DnsResponderTest, KnowsWhoseANameIs) {
  const VirtualWeb web = Web();
  DnsResponder responder(web, kDnsUdpBytes);
  struct Case {
    std::string_view name;
    int type;
    int code;
    int answers;
  };
  std::string out;
  for (const Case& c :
       {Case{"www.kitamori.test", 1, 0, 1}, Case{"WWW.kitamori.TEST", 28, 0, 1},
        Case{"www.kitamori.test", 16, 0, 0}, Case{"www.kitamori.test", 2, 0, 0},
        Case{"www.kitamori.test", 255, 0, 1}, Case{"kitamori.test", 1, 0, 0}, Case{"test", 2, 0, 1},
        Case{"test", 6, 0, 1}, Case{"test", 1, 0, 0}, Case{"ns.test", 1, 0, 1},
        Case{"ns.test", 28, 0, 1}, Case{"x.test", 1, 3, 0}, Case{"x.www.kitamori.test", 1, 3, 0},
        Case{"ns.x.test", 1, 3, 0}, Case{"x.example", 1, 3, 0}, Case{"example", 255, 3, 0},
        Case{"", 2, 0, 1}, Case{"ns", 1, 0, 1}, Case{"www.kitamori.test", 252, 5, 0}}) {
    responder.Respond(MakeDnsQuery(c.name, static_cast<std::uint16_t>(c.type)), true, out);
    EXPECT_EQ(CodeOf(out), c.code) << c.name << ' ' << c.type;
    EXPECT_EQ(AnswersOf(out), c.answers) << c.name << ' ' << c.type;
    EXPECT_EQ(U16At(out, 8), c.answers == 0 && c.code != 5 ? 1 : 0) << c.name;  // SOA
    EXPECT_EQ((out[2] & 4) != 0, c.code != 5) << c.name;                        // AA
  }
  responder.Respond(MakeDnsQuery("version.bind", 16, {.klass = 3}), true, out);
  EXPECT_EQ(CodeOf(out), 5);
}

TEST(DnsResponderTest, ALabelWithADotIsNotTwo) {
  const VirtualWeb web = Web();
  DnsResponder responder(web, kDnsUdpBytes);
  std::string message = MakeDnsQuery("wwwxkitamori.test", 1);
  message[16] = '.';
  std::string out;
  responder.Respond(message, true, out);
  EXPECT_EQ(CodeOf(out), 3);
}

TEST(DnsResponderTest, RebindsAtTheSecondQueryForAnAddress) {
  const VirtualWeb web = Web();
  DnsResponder responder(web, kDnsUdpBytes);
  std::string out;
  const auto address = [&] {
    responder.Respond(MakeDnsQuery("rebinds.test", 1), true, out);
    return out.substr(out.size() - 4);
  };
  responder.Respond(MakeDnsQuery("rebinds.test", 28), true, out);
  EXPECT_EQ(AnswersOf(out), 0);
  EXPECT_NE(address(), "\x7F\x42\x42\x42");
  EXPECT_EQ(address(), "\x7F\x42\x42\x42");
  EXPECT_EQ(address(), "\x7F\x42\x42\x42");
}

TEST(DnsResponderTest, LiesAtOnce) {
  const VirtualWeb web = Web();
  DnsResponder responder(web, kDnsUdpBytes);
  std::string out;
  for (int i = 0; i < 2; ++i) {
    responder.Respond(MakeDnsQuery("lies.test", 1), true, out);
    EXPECT_EQ(AnswersOf(out), 1);
    EXPECT_EQ(out.substr(out.size() - 4), "\x7F\x42\x42\x42");
    responder.Respond(MakeDnsQuery("lies.test", 28), true, out);
    EXPECT_EQ(AnswersOf(out), 0);
  }
}

TEST_F(DnsServerTest, DigUnderstandsIt) {
  Start();
  const std::string answer = Ask("dig", "+norec WWW.kitamori.test A");
  EXPECT_THAT(answer, HasSubstr("status: NOERROR"));
  EXPECT_THAT(answer, HasSubstr("flags: qr aa;"));
  EXPECT_THAT(answer, HasSubstr("EDNS: version: 0, flags:; udp: 1232"));
  EXPECT_THAT(answer, testing::ContainsRegex("WWW.kitamori.test.\t(60|3600)\tIN\tA\t127.1.0.1"));
  EXPECT_THAT(answer, Not(HasSubstr("WARNING")));
  EXPECT_THAT(answer, Not(HasSubstr("malformed")));
  const std::string negative = Ask("dig", "+norec nobody.test AAAA");
  EXPECT_THAT(negative, HasSubstr("status: NXDOMAIN"));
  EXPECT_THAT(negative,
              HasSubstr("test.\t\t\t60\tIN\tSOA\tns.test. hostmaster.test. 1 3600 600 86400 60"));
  EXPECT_THAT(Ask("dig", "+norec +edns=1 +noednsneg www.kitamori.test"),
              HasSubstr("status: BADVERS"));
  EXPECT_THAT(Ask("dig", "+norec www.kitamori.test ANY +notcp"), HasSubstr("HINFO\t\"RFC8482\""));
  EXPECT_THAT(Ask("dig", "+short +tcp www.kitamori.test AAAA"), "::1\n");
  EXPECT_THAT(Ask("dig", "+opcode=notify www.kitamori.test"), HasSubstr("status: NOTIMP"));
}

TEST_F(DnsServerTest, KdigUnderstandsIt) {
  Start();
  EXPECT_EQ(Ask("kdig", "+short www.kitamori.test A"), "127.1.0.1\n");
  // Two queries on one connection.
  EXPECT_EQ(Ask("kdig", "+short +tcp +keepopen www.kitamori.test A www.kitamori.test AAAA"),
            "127.1.0.1\n::1\n");
  EXPECT_THAT(Ask("kdig", "test NS"), HasSubstr("ns.test."));
  EXPECT_THAT(Ask("kdig", "+noedns x.test"), HasSubstr("status: NXDOMAIN"));
}

TEST_F(DnsServerTest, AnswersOnIpv6) {
  Start();
  const OwnedFd fd(::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 own{};
  own.sin6_family = AF_INET6;
  own.sin6_addr = in6addr_loopback;
  const bool machine_has_v6 =
      ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
  ASSERT_EQ(server_->has_v6(), machine_has_v6);
  if (!machine_has_v6) return;
  EXPECT_EQ(Output(fmt::format("dig @::1 -p {} +short www.kitamori.test", server_->port())),
            "127.1.0.1\n");
}

TEST_F(DnsServerTest, ACutAnswerIsFetchedOverTcp) {
  Start({.max_udp_bytes = 40});
  const OwnedFd udp = Connected(SOCK_DGRAM, server_->port());
  Send(udp, MakeDnsQuery("www.kitamori.test", 1));
  const std::string cut = Receive(udp);
  EXPECT_TRUE(IsTruncated(cut));
  EXPECT_EQ(AnswersOf(cut), 0);
  EXPECT_EQ(Ask("dig", "+short www.kitamori.test"), "127.1.0.1\n");
  EXPECT_EQ(server_->counters().tcp_queries, 1U);
  EXPECT_EQ(server_->counters().truncated, 2U);
}

TEST_F(DnsServerTest, AHostThatTimesOutIsSilentAndTheNextIsNot) {
  Start();
  const OwnedFd udp = Connected(SOCK_DGRAM, server_->port());
  Send(udp, MakeDnsQuery("silent.test", 1, {.id = 1}));
  Send(udp, MakeDnsQuery("www.kitamori.test", 1, {.id = 2}));
  EXPECT_EQ(U16At(Receive(udp), 0), 2);
  EXPECT_EQ(server_->counters().silent, 1U);
}

TEST_F(DnsServerTest, TwoQueriesOnAConnectionInAnyPieces) {
  Start();
  const OwnedFd tcp = Connected(SOCK_STREAM, server_->port());
  const std::string both = Framed(MakeDnsQuery("www.kitamori.test", 1, {.id = 1})) +
                           Framed(MakeDnsQuery("x.test", 1, {.id = 2}));
  Send(tcp, both.substr(0, 1));
  ::usleep(20'000);
  Send(tcp, both.substr(1, 40));
  ::usleep(20'000);
  Send(tcp, both.substr(41));
  std::string rest;
  EXPECT_EQ(U16At(ReceiveFramed(tcp, rest), 0), 1);
  EXPECT_EQ(U16At(ReceiveFramed(tcp, rest), 0), 2);
  ::shutdown(tcp.get(), SHUT_WR);
  EXPECT_EQ(Receive(tcp), "");  // FIN for FIN
}

TEST_F(DnsServerTest, WhatWasAskedBeforeTheEndIsAnswered) {
  Start();
  const OwnedFd tcp = Connected(SOCK_STREAM, server_->port());
  Send(tcp, Framed(MakeDnsQuery("www.kitamori.test", 1)));
  ::shutdown(tcp.get(), SHUT_WR);
  std::string rest;
  EXPECT_EQ(AnswersOf(ReceiveFramed(tcp, rest)), 1);
}

TEST_F(DnsServerTest, DropsSlowClients) {
  Start({.tcp_idle = milliseconds(150)});
  const OwnedFd slow = Connected(SOCK_STREAM, server_->port());
  const std::string query = Framed(MakeDnsQuery("www.kitamori.test", 1));
  const auto begin = std::chrono::steady_clock::now();
  std::size_t sent = 0;
  while (sent < query.size() - 1 && ::send(slow.get(), query.data() + sent, 1, MSG_NOSIGNAL) == 1) {
    ++sent;
    ::usleep(20'000);
  }
  EXPECT_LT(sent, query.size() - 1);  // a byte now and then doesn't keep it
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
  EXPECT_EQ(server_->counters().timed_out, 1U);
}

TEST_F(DnsServerTest, TheOldestConnectionMakesRoom) {
  Start({.max_connections = 2});
  const OwnedFd first = Connected(SOCK_STREAM, server_->port());
  ::usleep(10'000);
  const OwnedFd second = Connected(SOCK_STREAM, server_->port());
  ::usleep(10'000);
  const OwnedFd third = Connected(SOCK_STREAM, server_->port());
  EXPECT_EQ(Receive(first), "");
  for (const OwnedFd* fd : {&second, &third}) {
    Send(*fd, Framed(MakeDnsQuery("www.kitamori.test", 1)));
    EXPECT_NE(Receive(*fd), "");
  }
}

TEST_F(DnsServerTest, AnswersTenThousandQueries) {
  Start();
  const OwnedFd udp = Connected(SOCK_DGRAM, server_->port());
  int right = 0;
  for (int window = 0; window < 100; ++window) {
    for (int i = 0; i < 100; ++i) {
      Send(udp, MakeDnsQuery("www.kitamori.test", 1));
    }
    for (int i = 0; i < 100; ++i) {
      const std::string answer = Receive(udp);
      ASSERT_FALSE(answer.empty());
      right += AnswersOf(answer);
    }
  }
  EXPECT_EQ(right, 10'000);
  EXPECT_EQ(server_->counters().udp_queries, 10'000U);
  EXPECT_EQ(server_->counters().answered, 10'000U);
}

TEST_F(DnsServerTest, APortInUseIsSaid) {
  Start();
  const auto second = DnsServer::Start(web_, {.port = server_->port()});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(second.error().context,
            fmt::format("DNS port {}: another program listens there", server_->port()));
}

}  // namespace
}  // namespace meguri
