// Clients that want the lab to fail, or that go where they must not.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing_lab::Client;
using testing_lab::LogLine;
using testing_lab::RunningLab;

TEST(HostileClientsTest, TheForbiddenAddressIsTheSameInOtherWords) {
  RunningLab lab;
  for (const char* host : {"127.66.66.66.", "2135048770", "0x7f.66.66.66", "0177.66.16962",
                           "%31%32%37.66.66.66", "[::ffff:127.66.66.66]", "[::ffff:7f42:4242]"}) {
    Client client(lab.http());
    EXPECT_EQ(client.Get("http://" + std::string(host) + "/", host).status(), 403) << host;
    client.Send("CONNECT " + std::string(host) + ":443 HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.Read().status(), 403) << host;
  }
  Client other(lab.http());
  EXPECT_EQ(other.Get("http://2135048771/").status(), 421);
  EXPECT_EQ(other.Get("http://[::ffff:127.66.66.67]/").status(), 421);
  const std::vector<LogLine> log = lab.Log();
  ASSERT_EQ(log.size(), 16U);
  for (std::size_t i = 0; i < 14; ++i)
    EXPECT_EQ(log[i].server, "127.66.66.66") << log[i].url;
}

TEST(HostileClientsTest, AHostThatIsNotThereHasNoServer) {
  RunningLab lab;
  Client client(lab.http());
  EXPECT_EQ(client.Get("http://nobody.test/", "nobody.test").status(), 421);
  EXPECT_EQ(client.Get("/", "nobody.test").status(), 421);
  const std::vector<LogLine> log = lab.Log();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0].server, "-");  // a proxy is none
  EXPECT_EQ(log[0].host, "nobody.test");
  EXPECT_EQ(log[1].server, "127.1.0.1");
}

// Requests in one piece, one after the other; the answers are taken by somebody else.
TEST(HostileClientsTest, AFloodOfRequestsLeavesRoomForOthers) {
  std::atomic<int> flooded = 0;
  RunningLab lab([&](const WebRequest& request, WebAnswer& /*answer*/) {
    if (request.host != "a.test") return;
    ++flooded;
    std::this_thread::sleep_for(milliseconds(1));
  });
  Client flood(lab.http());
  std::string requests;
  for (int i = 0; i < 1000; ++i)
    requests += "HEAD / HTTP/1.1\r\nHost: a.test\r\n\r\n";
  flood.Send(requests);
  while (flooded == 0)
    std::this_thread::sleep_for(milliseconds(1));
  Client client(lab.http());
  EXPECT_EQ(client.Get("/", "b.test").status(), 200);
  EXPECT_LT(flooded, 500);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(flood.Read(true).status(), 200) << i;
}

// The timer by which an answer of many turns goes on must not end the waiting of the next. It does
// if the last turn comes from the socket first, so there are many tries.
TEST(HostileClientsTest, WhatNeverIsAnsweredIsNotAfterALargeAnswerEither) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    answer.body.assign(request.target == "/large" ? 2'400'000 : 5, 'x');
    answer.delivery.never = request.target == "/never";
  });
  for (int i = 0; i < 40; ++i) {
    Client client(lab.http());
    client.Send("GET /large HTTP/1.1\r\nHost: a.test\r\n\r\n");
    for (const char c : std::string_view("GET /never HTTP/1.1\r\nHost: a.test\r\n\r\n"))
      client.Send({&c, 1});
    EXPECT_EQ(client.Read().body.size(), 2'400'000U);
    ASSERT_EQ(client.Read(false, milliseconds(20)).status(), 0) << i;
  }
}

}  // namespace
}  // namespace meguri
