// Against the lab: TLS, what misbehaves, thousands at once, and how Run() ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <thread>

#include "tests/fetch/fetch_fixture.h"
#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;
using testing_fetch::FetchRig;
using testing_fetch::kLoopback;
using testing_lab::RunningLab;

std::string Http(const RunningLab& lab, const std::string& host, const std::string& target = "/") {
  return "http://" + host + ":" + std::to_string(lab.http()) + target;
}
std::string Https(const RunningLab& lab, const std::string& host, const std::string& target = "/") {
  return "https://" + host + ":" + std::to_string(lab.https()) + target;
}

TEST(LiveTlsTest, CertificatesAreChecked) {
  RunningLab lab;
  FetchRig rig({.ca_file = lab.ca_file()});
  const FetchResult good = rig.Get(Https(lab, "a.test"));
  EXPECT_EQ(good.outcome, FetchOutcome::kComplete) << good.error;
  EXPECT_EQ(good.body, "hello");
  EXPECT_TRUE(good.tls);
  EXPECT_TRUE(good.new_connection);
  EXPECT_FALSE(rig.Get(Https(lab, "a.test")).new_connection);

  const auto error_of = [&](const std::string& host) {
    const FetchResult result = rig.Get(Https(lab, host));
    EXPECT_EQ(result.outcome, FetchOutcome::kTlsFailed) << host;
    EXPECT_EQ(result.request, "") << host;
    return result.error;
  };
  EXPECT_THAT(error_of("expired.test"), HasSubstr("expired"));
  EXPECT_THAT(error_of("wrong.test"), HasSubstr("wrong.test"));
  EXPECT_NE(error_of("broken.test"), "");
}

TEST(LiveTlsTest, TheMachinesAuthoritiesDontKnowTheLab) {
  RunningLab lab;
  FetchRig rig;
  const FetchResult result = rig.Get(Https(lab, "a.test"));
  EXPECT_EQ(result.outcome, FetchOutcome::kTlsFailed);
  EXPECT_THAT(result.error, HasSubstr("certificate"));
}

TEST(LiveTlsTest, InsecureTakesAnyCertificate) {
  RunningLab lab;
  FetchRig rig({.insecure = true});
  for (const char* host : {"a.test", "expired.test", "wrong.test"})
    EXPECT_EQ(rig.Get(Https(lab, host)).outcome, FetchOutcome::kComplete) << host;
  EXPECT_EQ(rig.Get(Https(lab, "broken.test")).outcome, FetchOutcome::kTlsFailed);
}

TEST(LiveTlsTest, PlainHttpIsNoTls) {
  RunningLab lab;
  FetchRig rig({.ca_file = lab.ca_file()});
  const std::string url = "https://a.test:" + std::to_string(lab.http()) + "/";
  EXPECT_EQ(rig.Get(url).outcome, FetchOutcome::kTlsFailed);
}

TEST(LiveTlsTest, AuthoritiesThatCanNotBeReadAreAnError) {
  const RealClock clock{};
  testing_support::TemporaryDirectory folder;
  for (const std::string& path :
       {folder.path() + "/none.pem", folder.path(), std::string("/dev/zero")}) {
    const auto fetcher = LiveFetcher::Create({.ca_file = path}, clock);
    ASSERT_FALSE(fetcher);
    EXPECT_THAT(fetcher.error().context, StartsWith(path + ": "));
  }
}

// What the lab logs is what we say we asked, and it was asked once each.
TEST(LiveLabTest, ThousandsAtOnce) {
  constexpr std::uint32_t kFetches = 5000;
  RunningLab lab;
  FetchRig rig;
  std::vector<int> seen(kFetches);
  for (std::uint32_t i = 0; i < kFetches; ++i) {
    rig.fetcher->Fetch({.ticket = i,
                        .url = Http(lab, "a.test", "/" + std::to_string(i)),
                        .address = IpAddress::V4(0x7F010000 + i),
                        .headers = "User-Agent: test\r\n",
                        .limits = {.max_connect = 15s, .max_idle = 15s}});
  }
  EXPECT_EQ(rig.fetcher->fetches_under_way(), kFetches);
  rig.RunUntil(kFetches);
  EXPECT_EQ(rig.fetcher->fetches_under_way(), 0U);
  for (const FetchResult& result : rig.sink.fetched) {
    ++seen[result.ticket];
    EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
    EXPECT_EQ(result.body, "hello");
  }
  EXPECT_EQ(seen, std::vector<int>(kFetches, 1));
  rig.fetcher.reset();
  std::set<std::string> urls;
  const auto log = lab.Log();
  EXPECT_EQ(log.size(), kFetches);
  for (const auto& line : log)
    urls.insert(line.url);
  EXPECT_EQ(urls.size(), kFetches);
}

TEST(LiveLabTest, TheSinkMayBeginMore) {
  RunningLab lab;
  FetchRig rig;
  const auto begin = [&](std::uint64_t ticket) {
    // Every other is over as soon as it is begun.
    rig.fetcher->Fetch({.ticket = ticket,
                        .url = Http(lab, "a.test"),
                        .address = ticket % 2 == 0 ? kLoopback : IpAddress()});
  };
  rig.sink.on_fetched = [&](const FetchResult& result) {
    if (result.ticket < 100) begin(result.ticket + 1);
  };
  begin(0);
  rig.RunUntil(101);
  ASSERT_EQ(rig.sink.fetched.size(), 101U);
  for (std::uint64_t i = 0; i <= 100; ++i) {
    EXPECT_EQ(rig.sink.fetched[i].ticket, i);
    EXPECT_EQ(rig.sink.fetched[i].outcome,
              i % 2 == 0 ? FetchOutcome::kComplete : FetchOutcome::kForbiddenAddress);
  }
}

TEST(LiveLabTest, CancelAllEndsAll) {
  RunningLab lab([](const WebRequest&, WebAnswer& answer) { answer.delivery.never = true; });
  FetchRig rig;
  for (std::uint64_t i = 0; i < 50; ++i)
    rig.fetcher->Fetch({.ticket = i, .url = Http(lab, "a.test"), .address = kLoopback});
  rig.fetcher->Run(rig.clock.Now() + 100ms, rig.sink);
  EXPECT_TRUE(rig.sink.fetched.empty());
  rig.fetcher->CancelAll();
  EXPECT_EQ(rig.fetcher->fetches_under_way(), 50U);  // until the results are given
  rig.RunUntil(50);
  for (const FetchResult& result : rig.sink.fetched) {
    EXPECT_EQ(result.outcome, FetchOutcome::kCancelled);
    EXPECT_THAT(result.request, StartsWith("GET / "));
  }
  rig.fetcher->CancelAll();
  rig.fetcher->Run(rig.clock.Now(), rig.sink);
  EXPECT_EQ(rig.sink.fetched.size(), 50U);
  lab.WaitUntilGone(50);
}

TEST(LiveLabTest, ItMayEndWithEverythingUnderWay) {
  RunningLab lab([](const WebRequest&, WebAnswer& answer) { answer.delivery.never = true; });
  FetchRig rig({.resolver = "127.0.0.1:9"});
  for (int i = 0; i < 10; ++i) {
    rig.fetcher->Fetch({.url = Http(lab, "a.test"), .address = kLoopback});
    rig.fetcher->Resolve({.host = "a.test"});
  }
  rig.fetcher->Run(rig.clock.Now(), rig.sink);
}

TEST(LiveLabTest, RunEndsInTimeAndWhenWoken) {
  FetchRig rig;
  const TimePoint start = rig.clock.Now();
  rig.fetcher->Run(start - 1s, rig.sink);
  rig.fetcher->Run(start, rig.sink);
  EXPECT_LT(rig.clock.Now() - start, 50ms);
  rig.fetcher->Run(start + 100ms, rig.sink);
  EXPECT_GE(rig.clock.Now() - start, 100ms);
  EXPECT_LT(rig.clock.Now() - start, 400ms);

  rig.fetcher->Wake();  // before: the next one ends
  rig.fetcher->Wake();
  rig.fetcher->Run(TimePoint::max(), rig.sink);
  std::thread waker([&] {
    std::this_thread::sleep_for(100ms);
    rig.fetcher->Wake();
  });
  const TimePoint before = rig.clock.Now();
  rig.fetcher->Run(TimePoint::max(), rig.sink);
  EXPECT_GE(rig.clock.Now() - before, 90ms);
  waker.join();
}

TEST(LiveLabTest, IdleConnectionsAreLimited) {
  RunningLab lab;
  FetchRig rig({.idle_connections = 3});
  for (std::uint32_t i = 0; i < 10; ++i) {
    EXPECT_EQ(rig.Get(Http(lab, "a.test"), IpAddress::V4(0x7F010000 + i)).outcome,
              FetchOutcome::kComplete);
    std::this_thread::sleep_for(3ms);  // libcurl knows the oldest by milliseconds
  }
  for (int i = 0; i < 200 && lab.server().counters().open_connections.value() > 4; ++i)
    std::this_thread::sleep_for(5ms);
  EXPECT_LE(lab.server().counters().open_connections.value(), 4U);
  EXPECT_FALSE(rig.Get(Http(lab, "a.test"), IpAddress::V4(0x7F010009)).new_connection);
  EXPECT_TRUE(rig.Get(Http(lab, "a.test"), IpAddress::V4(0x7F010000)).new_connection);
}

}  // namespace
}  // namespace meguri
