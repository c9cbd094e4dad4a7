// Every limit of a fetch, with small values.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "tests/fetch/fetch_fixture.h"

namespace meguri {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_fetch::AnswerWith;
using testing_fetch::FetchRig;
using testing_fetch::kLoopback;
using testing_fetch::Peer;
using testing_fetch::RawServer;

const std::string kOk = "HTTP/1.1 200 OK\r\n\r\n";

// Sends `bytes` a byte each `every`, until the client is gone.
RawServer::Serve Drip(std::string bytes, Duration every) {
  return [bytes = std::move(bytes), every](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    for (const char c : bytes) {
      if (!peer.Send({&c, 1})) return;
      std::this_thread::sleep_for(every);
    }
    peer.WaitForEnd();
  };
}

FetchResult Timed(const std::string& url, const FetchLimits& limits, Duration least) {
  FetchRig rig;
  FetchResult result = rig.Get(url, kLoopback, limits);
  EXPECT_GE(result.end - result.start, least);
  EXPECT_LE(result.end - result.start, least + 4s);  // the machine may be busy
  EXPECT_NE(result.error, "");
  return result;
}

TEST(LiveLimitsTest, ABodyIsCutAtItsLimit) {
  RawServer server([](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(kOk);
    const std::string more(65536, 'x');
    while (peer.Send(more)) {
    }
  });
  FetchRig rig;
  for (const std::size_t most : {0U, 1U, 100'000U, 3'000'000U}) {
    const FetchResult result = rig.Get(server.Url(), kLoopback, {.max_body_bytes = most});
    EXPECT_EQ(result.outcome, FetchOutcome::kTooLarge);
    EXPECT_EQ(result.head, kOk);
    EXPECT_EQ(result.body.size(), most);
    EXPECT_THAT(result.error, HasSubstr(std::to_string(most)));
  }
}

TEST(LiveLimitsTest, ABodyOfJustTheLimitIsWhole) {
  // It closes, and says so: else the next request might meet a connection that is just closing.
  RawServer server(
      AnswerWith("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"));
  FetchRig rig;
  EXPECT_EQ(rig.Get(server.Url(), kLoopback, {.max_body_bytes = 5}).outcome,
            FetchOutcome::kComplete);
  EXPECT_EQ(rig.Get(server.Url(), kLoopback, {.max_body_bytes = 4}).outcome,
            FetchOutcome::kTooLarge);
}

TEST(LiveLimitsTest, HeadsHaveALimitTogether) {
  const std::string interim = "HTTP/1.1 103 Early Hints\r\n\r\n";
  for (const std::string unit : {"X: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n"}) {
    RawServer server([&](Peer& peer, int /*number*/) {
      peer.ReadRequest();
      if (unit.starts_with('X')) peer.Send("HTTP/1.1 200 OK\r\n");
      while (peer.Send(unit)) {
      }
    });
    FetchRig rig;
    const FetchResult result = rig.Get(server.Url(), kLoopback, {.max_head_bytes = 10'000});
    EXPECT_EQ(result.outcome, FetchOutcome::kHeadTooLarge) << result.error;
    EXPECT_EQ(result.head, "");
    EXPECT_THAT(result.error, HasSubstr("10000"));
    // libcurl has a limit too; ours may be higher.
    EXPECT_EQ(rig.Get(server.Url(), kLoopback, {.max_head_bytes = 100'000'000}).outcome,
              FetchOutcome::kHeadTooLarge);
  }
  const std::string head = "HTTP/1.1 200 OK\r\nX: y\r\n\r\n";
  RawServer server(AnswerWith(interim + head));
  FetchRig rig;
  const std::size_t bytes = interim.size() + head.size();
  EXPECT_EQ(rig.Get(server.Url(), kLoopback, {.max_head_bytes = bytes}).outcome,
            FetchOutcome::kComplete);
  EXPECT_EQ(rig.Get(server.Url(), kLoopback, {.max_head_bytes = bytes - 1}).outcome,
            FetchOutcome::kHeadTooLarge);
}

TEST(LiveLimitsTest, Silence) {
  for (const std::string& before :
       {std::string(), std::string("HTTP/1.1 200 OK\r\nX"), kOk + "begin"}) {
    RawServer server(Drip(before, 0ms));
    const FetchResult result = Timed(server.Url(), {.max_idle = 100ms}, 100ms);
    EXPECT_EQ(result.outcome, FetchOutcome::kTimedOut);
    EXPECT_EQ(result.error, "no byte for 100ms");
    EXPECT_EQ(result.head, before.starts_with(kOk) ? kOk : "");
    EXPECT_EQ(result.body, before.starts_with(kOk) ? "begin" : "");
  }
}

// Also within a line of the head, of which libcurl says nothing before its end.
TEST(LiveLimitsTest, ADripIsNoSilence) {
  RawServer server(Drip("HTTP/1.1 200 OK, and a reason of " + std::string(100, 'x'), 10ms));
  EXPECT_EQ(Timed(server.Url(), {.max_idle = 500ms, .max_total = 700ms}, 700ms).error,
            "not done within 700ms");
}

TEST(LiveLimitsTest, ADripIsTooSlow) {
  RawServer server(Drip(kOk + std::string(1000, 'x'), 5ms));
  const FetchResult result =
      Timed(server.Url(), {.min_bytes_per_second = 2000, .slow_after = 200ms}, 200ms);
  EXPECT_EQ(result.outcome, FetchOutcome::kTimedOut);
  EXPECT_EQ(result.error, "less than 2000 bytes a second");
  EXPECT_EQ(result.head, kOk);
  EXPECT_NE(result.body, "");
}

TEST(LiveLimitsTest, WhatWasFastAtFirstHasCredit) {
  RawServer server([](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(kOk + std::string(981, 'x'));  // 1000 bytes: enough for 500 ms
    peer.WaitForEnd();
  });
  Timed(server.Url(), {.min_bytes_per_second = 2000, .slow_after = 100ms}, 500ms);
}

TEST(LiveLimitsTest, NoLimitsAtAll) {
  // It closes, and says so: else the next request might meet a connection that is just closing.
  RawServer server(
      AnswerWith("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"));
  FetchRig rig;
  const FetchResult result = rig.Get(server.Url(), kLoopback,
                                     {.max_body_bytes = SIZE_MAX,
                                      .max_head_bytes = SIZE_MAX,
                                      .max_connect = Duration::max(),
                                      .max_idle = Duration::max(),
                                      .max_total = Duration::max(),
                                      .min_bytes_per_second = 0,
                                      .slow_after = Duration::max()});
  EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
}

TEST(LiveLimitsTest, InTotal) {
  RawServer server(Drip(kOk + std::string(1000, 'x'), 5ms));
  const FetchResult result = Timed(server.Url(), {.max_total = 150ms}, 150ms);
  EXPECT_EQ(result.outcome, FetchOutcome::kTimedOut);
  EXPECT_EQ(result.error, "not done within 150ms");
  EXPECT_EQ(result.head, kOk);
}

TEST(LiveLimitsTest, ConnectingHasItsLimit) {
  // A server whose queue is full: nobody shakes hands.
  const OwnedFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof to;
  auto* address = reinterpret_cast<sockaddr*>(&to);
  ASSERT_EQ(::bind(listener.get(), address, size), 0);
  ASSERT_EQ(::listen(listener.get(), 0), 0);
  ::getsockname(listener.get(), address, &size);
  std::vector<OwnedFd> fillers;
  for (int i = 0; i < 4; ++i) {
    fillers.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ::connect(fillers.back().get(), address, size);
  }
  const std::string port = std::to_string(ntohs(to.sin_port));
  const FetchResult result = Timed("http://a.test:" + port + "/", {.max_connect = 150ms}, 150ms);
  EXPECT_EQ(result.outcome, FetchOutcome::kConnectFailed);
  EXPECT_EQ(result.error, "not connected within 150ms");
  EXPECT_EQ(result.request, "");
}

TEST(LiveLimitsTest, TlsIsPartOfConnecting) {
  RawServer server([](Peer& peer, int /*number*/) { peer.WaitForEnd(); });
  const FetchResult result =
      Timed("https://a.test:" + std::to_string(server.port()) + "/", {.max_connect = 150ms}, 150ms);
  EXPECT_EQ(result.outcome, FetchOutcome::kConnectFailed);
  EXPECT_EQ(result.error, "not connected within 150ms");
}

TEST(LiveLimitsTest, TheLargestIsCutForWantOfMemory) {
  const std::string begin = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
  std::atomic<bool> sent = false;
  RawServer large([&](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(begin + std::string(600'000, 'x'));
    sent = true;
    peer.WaitForEnd();
  });
  RawServer small(AnswerWith("HTTP/1.1 200 OK\r\n\r\n" + std::string(500'000, 'y')));
  FetchRig rig({.max_buffered_bytes = 1'000'000});
  rig.fetcher->Fetch({.ticket = 1, .url = large.Url(), .address = kLoopback});
  while (!sent)
    rig.fetcher->Run(rig.clock.Now() + 10ms, rig.sink);
  rig.fetcher->Run(rig.clock.Now() + 200ms, rig.sink);
  rig.fetcher->Fetch({.ticket = 2, .url = small.Url(), .address = kLoopback});
  rig.RunUntil(2);
  ASSERT_EQ(rig.sink.fetched.size(), 2U);
  std::ranges::sort(rig.sink.fetched, {}, &FetchResult::ticket);
  EXPECT_EQ(rig.sink.fetched[0].outcome, FetchOutcome::kTooLarge);
  EXPECT_EQ(rig.sink.fetched[0].body.size(), 600'000U);
  EXPECT_THAT(rig.sink.fetched[0].error, HasSubstr("memory"));
  EXPECT_EQ(rig.sink.fetched[1].outcome, FetchOutcome::kComplete);
  EXPECT_EQ(rig.sink.fetched[1].body.size(), 500'000U);
}

// Three at once, each as fast as it can.
TEST(LiveLimitsTest, AllTogetherKeepToTheRate) {
  const std::string body(1'000'000, 'x');
  const auto serve =
      AnswerWith(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
  RawServer servers[3]{RawServer(serve), RawServer(serve), RawServer(serve)};
  FetchRig rig({.max_bytes_per_second = 1'000'000});
  const TimePoint start = rig.clock.Now();
  std::uint64_t ticket = 0;
  for (RawServer& server : servers) {
    rig.fetcher->Fetch({.ticket = ++ticket,
                        .url = server.Url(),
                        .address = kLoopback,
                        .limits = {.max_idle = 500ms, .slow_after = 500ms}});
  }
  rig.RunUntil(3);
  for (const FetchResult& result : rig.sink.fetched) {
    EXPECT_EQ(FetchOutcomeName(result.outcome), "complete") << result.error;
    EXPECT_EQ(result.body.size(), body.size());
    EXPECT_GT(result.end - start, 2s) << "none at the cost of the others";
  }
  EXPECT_GT(rig.clock.Now() - start, 2800ms);
  EXPECT_LT(rig.clock.Now() - start, 4000ms);  // the machine may be busy
}

TEST(LiveLimitsTest, ABodyIsCutAtItsLimitThoughItHasToWait) {
  RawServer server([](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(kOk);
    const std::string more(65536, 'x');
    while (peer.Send(more)) {
    }
  });
  FetchRig rig({.max_bytes_per_second = 1'000'000});
  for (const std::size_t most : {1U, 200'000U, 300'001U}) {
    const FetchResult result = rig.Get(server.Url(), kLoopback, {.max_body_bytes = most});
    EXPECT_EQ(FetchOutcomeName(result.outcome), "too-large") << result.error;
    EXPECT_EQ(result.body.size(), most);
  }
}

}  // namespace
}  // namespace meguri
