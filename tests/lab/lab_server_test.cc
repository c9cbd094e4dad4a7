#include "lab/http/lab_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <ifaddrs.h>
#include <sys/resource.h>

#include <atomic>

#include "base/random.h"
#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing_lab::Client;
using testing_lab::Ending;
using testing_lab::LogLine;
using testing_lab::Reply;
using testing_lab::RunningLab;

std::string Twice(std::string_view text) { return std::string(text) + std::string(text); }

TEST(LabServerTest, AnswersWithTheFieldsThatAreItsOwn) {
  RunningLab lab;
  Client client(lab.http());
  const Reply reply = client.Get("/x");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 OK\r\n")) << reply.head;
  EXPECT_TRUE(reply.Has("Server: meguri-lab"));
  EXPECT_TRUE(reply.Has("Content-Type: text/plain"));
  EXPECT_TRUE(reply.Has("Content-Length: 5"));
  EXPECT_NE(reply.head.find("\r\nDate: Thu, 01 Jan 2026 00:0"), std::string::npos) << reply.head;
  EXPECT_EQ(reply.head.find("Connection"), std::string::npos);
  EXPECT_EQ(reply.body, "hello");
}

TEST(LabServerTest, KeepsTheConnectionAndPassesOnWhatTheWebHasToKnow) {
  std::vector<std::uint64_t> ordinals;
  RunningLab lab([&](const WebRequest& request, WebAnswer& answer) {
    ordinals.push_back(request.ordinal);
    answer.body = std::string(request.method) + " " + std::string(request.host) +
                  std::string(request.target) + " " + std::string(request.user_agent) + " " +
                  std::string(request.cookie) + " " + std::string(request.if_none_match) + " " +
                  std::string(request.if_modified_since) + (request.accepts_gzip ? " gzip" : "");
  });
  Client client(lab.http());
  EXPECT_EQ(client.Get("/1?q").body, "GET a.test/1?q    ");
  EXPECT_EQ(client
                .Get("/2", "A.Test:8080",
                     "User-agent:me\r\ncookie: c=1 \r\nIF-NONE-MATCH: \"e\"\r\n"
                     "If-Modified-Since: then\r\nAccept-Encoding: br, gzip;q=0.5\r\n")
                .body,
            "GET a.test/2 me c=1 \"e\" then gzip");
  EXPECT_EQ(client.Get("/3", "b.test", "Accept-Encoding: gzip;q=0\r\n").body, "GET b.test/3    ");
  lab.Stop();
  EXPECT_THAT(ordinals, testing::ElementsAre(0, 1, 0));
}

TEST(LabServerTest, AnswersPipelinedRequestsInOrder) {
  RunningLab lab(
      [](const WebRequest& request, WebAnswer& answer) { answer.body = request.target; });
  Client client(lab.http());
  std::string requests;
  for (int i = 0; i < 2000; ++i) {
    requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a.test\r\n\r\n";
  }
  std::thread sender([&] { client.Send(requests); });
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(client.Read().body, "/" + std::to_string(i));
  }
  sender.join();
  EXPECT_EQ(lab.Log().size(), 2000U);
}

TEST(LabServerTest, TakesARequestInAnyPieces) {
  RunningLab lab;
  Client client(lab.http());
  for (const char c : Twice("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")) {
    client.Send({&c, 1});
  }
  EXPECT_EQ(client.Read().status(), 200);
  EXPECT_EQ(client.Read().status(), 200);
}

TEST(LabServerTest, HeadHasTheLengthButNoBody) {
  RunningLab lab;
  Client client(lab.http());
  client.Send("HEAD / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  EXPECT_TRUE(client.Read(true).Has("Content-Length: 5"));
  EXPECT_EQ(client.Get("/").body, "hello");
  EXPECT_EQ(lab.Log()[0].bytes, "0");
}

TEST(LabServerTest, StatusesWithoutBodyHaveNone) {
  RunningLab lab([](const WebRequest&, WebAnswer& answer) { answer.status = 304; });
  Client client(lab.http());
  const Reply reply = client.Get("/");
  EXPECT_EQ(reply.status(), 304);
  EXPECT_EQ(reply.head.find("Content-Length"), std::string::npos);
  EXPECT_EQ(client.Get("/").status(), 304);
}

TEST(LabServerTest, Http10ClosesUnlessAskedOtherwise) {
  RunningLab lab;
  Client old(lab.http());
  old.Send("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n");
  EXPECT_TRUE(old.Read().Has("Connection: close"));
  EXPECT_EQ(old.ReadToEnd(), "");
  EXPECT_EQ(old.ending(), Ending::kFin);
  Client kept(lab.http());
  kept.Send("GET / HTTP/1.0\r\nHost: a.test\r\nConnection: Keep-Alive\r\n\r\n");
  EXPECT_TRUE(kept.Read().Has("Connection: keep-alive"));
  EXPECT_EQ(kept.Get("/").status(), 200);
  Client closing(lab.http());
  EXPECT_TRUE(closing.Get("/", "a.test", "Connection: close\r\n").Has("Connection: close"));
  EXPECT_EQ(closing.ReadToEnd(), "");
  EXPECT_EQ(closing.ending(), Ending::kFin);
}

TEST(LabServerTest, ReadsAndDropsBodies) {
  RunningLab lab;
  Client client(lab.http());
  client.Send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\n01234");
  client.Send("56789GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  EXPECT_EQ(client.Read().status(), 200);
  EXPECT_EQ(client.Read().status(), 200);
  client.Send(
      "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: "
      "chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n");
  EXPECT_EQ(client.Read().status(), 200);
  client.Send(
      "POST / HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(client.Read().status(), 100);
  client.Send("abc");
  EXPECT_EQ(client.Read().status(), 200);
  client.Send("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  EXPECT_EQ(client.Read().status(), 400);
}

TEST(LabServerTest, RefusesLargeBodiesSoThatTheClientReadsWhy) {
  RunningLab lab;
  Client client(lab.http());
  client.Send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2000000\r\n\r\n");
  client.Send(std::string(300'000, 'x'));
  EXPECT_EQ(client.Read().status(), 413);
  Client chunked(lab.http());
  chunked.Send("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n");
  chunked.Send(std::string(1'100'000, 'x'));
  EXPECT_EQ(chunked.Read().status(), 413);
}

struct BadRequest {
  std::string_view request;
  int status;
};

TEST(LabServerTest, RefusesWhatIsNoRequest) {
  RunningLab lab;
  const std::string long_head =
      "GET / HTTP/1.1\r\nHost: a.test\r\nX: " + std::string(70'000, 'x') + "\r\n\r\n";
  for (const BadRequest& bad : std::initializer_list<BadRequest>{
           {"GET / HTTP/1.1\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nHost: a.test\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
           {"GET / HTTP/1.0\r\n\r\n", 400},
           {"GET /\r\nHost: a.test\r\n\r\n", 400},
           {"GET /a b HTTP/1.1\r\nHost: a.test\r\n\r\n", 400},
           {"GET ftp://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a.test\r\n folded\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost : a.test\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: -1\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1\r\nTransfer-Encoding: "
            "chunked\r\n\r\n",
            400},
           {"\x16\x03\x01", 400},
           {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
           {"GET / HTTP/1.1\r\nHost: a.test\r\nExpect: wonders\r\n\r\n", 417},
           {"BREW / HTTP/1.1\r\nHost: a.test\r\n\r\n", 501},
           {"DELETE / HTTP/1.1\r\nHost: a.test\r\n\r\n", 405},
           {"OPTIONS * HTTP/1.1\r\nHost: a.test\r\n\r\n", 405},
           {"GET / HTTP/1.1\r\nHost: nowhere.test\r\n\r\n", 421},
           {long_head, 431},
       }) {
    Client client(lab.http());
    client.Send(bad.request);
    EXPECT_EQ(client.Read().status(), bad.status) << bad.request.substr(0, 100);
  }
}

TEST(LabServerTest, RandomBytesDoNoHarm) {
  RunningLab lab;
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    std::string bytes =
        i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n" : "";
    for (std::uint64_t n = random.Uniform(3000); n > 0; --n)
      bytes += static_cast<char>(random.Uniform(4) == 0 ? "\r\n: "[random.Uniform(4)]
                                                        : random.Uniform(256));
    Client plain(lab.http());
    plain.Send(bytes);
    Client tls(lab.https());
    tls.Send(bytes);
  }
  Client client(lab.http());
  EXPECT_EQ(client.Get("/").status(), 200);
}

TEST(LabServerTest, IsAForwardProxyToo) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    answer.body = std::string(request.https ? "https " : "http ") + std::string(request.host) +
                  " " + std::string(request.target);
  });
  Client client(lab.http(), 0x7F000001);
  EXPECT_EQ(client.Get("http://b.test/x?y", "ignored.test").body, "http b.test /x?y");
  EXPECT_EQ(client.Get("http://B.test").body, "http b.test /");
  EXPECT_EQ(client.Get("http://b.test?q").body, "http b.test /?q");
  EXPECT_EQ(client.Get("http://127.66.66.66/").status(), 403);
  const std::vector<LogLine> log = lab.Log();
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[0].server, "127.1.0.2");
  EXPECT_EQ(log[0].url, "http://b.test/x?y");
  EXPECT_EQ(log[2].url, "http://b.test/?q");
  EXPECT_EQ(log[3].server, "127.66.66.66");
}

TEST(LabServerTest, ServesAllOfLoopbackAndNobodyElse) {
  RunningLab lab;
  for (const std::uint32_t address : {0x7F000001U, 0x7F010203U, 0x7FFFFFFEU}) {
    Client client(lab.http(), address);
    EXPECT_EQ(client.Get("/").status(), 200);
  }
  if (lab.server().has_v6()) {
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_port = htons(lab.http());
    to.sin6_addr = in6addr_loopback;
    const int fd = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    Client client(fd, ::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    EXPECT_EQ(client.Get("/").status(), 200);
  }
  // Another address of this machine comes in over the loopback device, too.
  ifaddrs* all = nullptr;
  ASSERT_EQ(::getifaddrs(&all), 0);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    const std::uint32_t address =
        ntohl(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr);
    if (address >> 24U == 127) continue;
    Client client(lab.http(), address);
    client.Send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
    EXPECT_EQ(client.Read().status(), 0);
  }
  ::freeifaddrs(all);
}

TEST(LabServerTest, TheForbiddenAddressIsAnsweredWith403AndLogged) {
  RunningLab lab;
  {
    Client client(lab.http(), 0x7F424242);
    EXPECT_EQ(client.Get("/secret").status(), 403);
    const Client silent(lab.http(), 0x7F424242);
    // Accepted, before it goes.
    Client other(lab.http());
    other.Get("/");
  }
  lab.WaitUntilGone(3);
  const std::vector<LogLine> log = lab.Log();
  ASSERT_EQ(log.size(), 3U);
  EXPECT_EQ(log[0].server, "127.66.66.66");
  EXPECT_EQ(log[0].status, "403");
  EXPECT_EQ(log[0].url, "http://a.test/secret");
  EXPECT_EQ(log[2].server, "127.66.66.66");
  EXPECT_EQ(log[2].url, "-");
  EXPECT_EQ(log[2].status, "0");
  EXPECT_EQ(log[2].ended, "closed");
}

TEST(LabServerTest, LetsIdleClientsGo) {
  RunningLab lab({}, {.idle_timeout = milliseconds(500)});
  Client silent(lab.http());
  Client half(lab.http());
  half.Send("GET / HT");
  Client after(lab.http());
  EXPECT_EQ(after.Get("/").status(), 200);
  for (Client* client : {&silent, &half, &after}) {
    client->ReadToEnd();
    EXPECT_NE(client->ending(), Ending::kNone);
  }
}

TEST(LabServerTest, PausesWhenThereAreTooManyConnections) {
  RunningLab lab({}, {.max_connections = 3});
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<Client>(lab.http()));
    ASSERT_TRUE(clients.back()->connected());  // by the kernel
    clients.back()->Send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(clients[static_cast<std::size_t>(i)]->Read().status(), 200);
  }
  EXPECT_EQ(clients[3]->Read(false, milliseconds(100)).status(), 0);
  EXPECT_EQ(lab.server().counters().open_connections.value(), 3U);
  clients[0]->Close();
  EXPECT_EQ(clients[3]->Read().status(), 200);
  clients[1]->Close();
  clients[2]->Close();
  EXPECT_EQ(clients[4]->Read().status(), 200);
  EXPECT_EQ(clients[5]->Read().status(), 200);
}

TEST(LabServerTest, GoesOnWhenDescriptorsRunOut) {
  RunningLab lab;
  Client first(lab.http());
  EXPECT_EQ(first.Get("/").status(), 200);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  // The client's socket takes the last descriptor that the limit will allow.
  Client second(lab.http());
  EXPECT_EQ(second.Get("/").status(), 200);
  const int last = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::close(last);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(last) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  Client third(lab.http());
  ASSERT_TRUE(third.connected());  // by the kernel
  third.Send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  EXPECT_EQ(third.Read(false, milliseconds(150)).status(), 0);
  EXPECT_EQ(first.Get("/").status(), 200);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(third.Read().status(), 200);
}

TEST(LabServerTest, HoldsFiveThousandConnections) {
  RunningLab lab;  // raises the limit of descriptors, for this process
  rlimit descriptors{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &descriptors), 0);
  // Two for each connection; fewer where the machine has fewer.
  const std::size_t wanted = std::min<std::size_t>(5000, (descriptors.rlim_cur - 100) / 2);
  std::vector<std::unique_ptr<Client>> clients;
  while (lab.server().counters().connections.value() == 0) {
    clients.push_back(std::make_unique<Client>(lab.http()));
    std::this_thread::sleep_for(milliseconds(5));
  }
  for (std::uint32_t i = 0; clients.size() < wanted; ++i) {
    clients.push_back(std::make_unique<Client>(lab.http(), 0x7F010001 + i));
    ASSERT_TRUE(clients.back()->connected());
  }
  for (const auto& client : clients)
    client->Send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  for (const auto& client : clients) {
    ASSERT_EQ(client->Read().body, "hello");
  }
  EXPECT_EQ(lab.server().counters().open_connections.value(), wanted);
  lab.Stop();  // a request is counted after its answer is sent
  EXPECT_EQ(lab.server().counters().requests.value(), wanted);
  EXPECT_EQ(lab.server().counters().by_class[2].value(), wanted);
}

TEST(LabServerTest, TwoLabsCanNotHaveOnePort) {
  RunningLab lab;
  const testing_support::TemporaryDirectory folder;
  const RealClock clock{};
  StderrSink sink;
  LogOutput output(clock, sink);
  const auto second = LabServer::Start({.http_port = lab.http(), .ca_folder = folder.path()},
                                       Logger(output, "lab"));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().context, testing::HasSubstr("another program listens there"));
}

}  // namespace
}  // namespace meguri
