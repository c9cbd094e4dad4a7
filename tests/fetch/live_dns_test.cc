// Names, asked of the lab's name server and of ones that lie, stutter or are dead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "lab/dns/dns_server.h"
#include "tests/fetch/dns_fixture.h"
#include "tests/fetch/fetch_fixture.h"
#include "tests/lab/small_web.h"

namespace meguri {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing_fetch::A;
using testing_fetch::Aaaa;
using testing_fetch::Cname;
using testing_fetch::DnsQuestion;
using testing_fetch::DnsReply;
using testing_fetch::FetchRig;
using testing_fetch::RawDnsServer;
using testing_fetch::Soa;
using testing_fetch::WriteReply;

constexpr int kA = 1;

IpAddress Ip(const char* text) { return *IpAddress::Parse(text); }

LiveFetcherOptions AskingAt(const std::string& server) {
  return {.resolver = server, .dns_timeout = 200ms, .dns_tries = 2};
}

// What comes of these replies to A and to AAAA; nullopt: none.
ResolveResult WithReplies(const std::optional<DnsReply>& to_a,
                          const std::optional<DnsReply>& to_aaaa,
                          const std::string& host = "a.test") {
  RawDnsServer server([&](const DnsQuestion& question) -> std::optional<std::string> {
    const auto& reply = question.type == kA ? to_a : to_aaaa;
    if (!reply) return std::nullopt;
    return WriteReply(question, *reply);
  });
  FetchRig rig(AskingAt(server.address()));
  ResolveResult result = rig.Resolve(host);
  EXPECT_EQ(result.server, server.address());
  EXPECT_THAT(result.valid_for, AllOf(Ge(kMinTtl), Le(kMaxTtl)));
  EXPECT_EQ(result.error.empty(), result.outcome == ResolveOutcome::kAddresses);
  return result;
}

class LabNamesTest : public testing::Test {
 protected:
  VirtualWeb web_ = SmallWeb({{.name = "www.kitamori.test"},
                              {.name = "lies.test", .misbehaviour = Misbehaviour::kDnsLies},
                              {.name = "silent.test", .misbehaviour = Misbehaviour::kDnsTimeout}},
                             {.several_addresses = 0, .v6 = 1});
  std::unique_ptr<DnsServer> server_ = *DnsServer::Start(web_, {});
  FetchRig rig_{AskingAt("127.0.0.1:" + std::to_string(server_->port()))};
};

TEST_F(LabNamesTest, EveryOutcome) {
  const ResolveResult found = rig_.Resolve("www.kitamori.test");
  EXPECT_EQ(found.outcome, ResolveOutcome::kAddresses) << found.error;
  ASSERT_EQ(found.addresses.size(), 2U);
  EXPECT_EQ(found.addresses[0], web_.FindHost("www.kitamori.test")->addresses[0]);
  EXPECT_EQ(found.addresses[1], Ip("::1"));
  EXPECT_THAT(found.records, HasSubstr("www.kitamori.test. "));
  EXPECT_THAT(found.records, HasSubstr(" IN AAAA ::1\n"));

  EXPECT_EQ(rig_.Resolve("x.test").outcome, ResolveOutcome::kNoSuchName);
  EXPECT_EQ(rig_.Resolve("kitamori.test").outcome, ResolveOutcome::kNoAddress);
  EXPECT_EQ(rig_.Resolve("silent.test").outcome, ResolveOutcome::kUnanswered);
  EXPECT_THAT(rig_.Resolve("lies.test").addresses, ElementsAre(Ip("127.66.66.66")));
}

TEST_F(LabNamesTest, ManyAtOnce) {
  constexpr std::size_t kNames = 3000;
  LiveFetcherOptions options = AskingAt("127.0.0.1:" + std::to_string(server_->port()));
  options.dns_timeout = 3s;
  FetchRig rig(options);
  for (std::size_t i = 0; i < kNames; ++i) {
    rig.fetcher->Resolve({.ticket = i, .host = i % 2 == 0 ? "www.kitamori.test" : "x.test"});
  }
  rig.RunUntil(kNames);
  std::vector<int> seen(kNames);
  for (const ResolveResult& result : rig.sink.resolved) {
    ++seen[result.ticket];
    EXPECT_EQ(result.outcome,
              result.ticket % 2 == 0 ? ResolveOutcome::kAddresses : ResolveOutcome::kNoSuchName)
        << result.error;
  }
  EXPECT_EQ(seen, std::vector<int>(kNames, 1));
}

TEST_F(LabNamesTest, IPv6ServersCanBeAsked) {
  if (!server_->has_v6()) return;
  FetchRig rig(AskingAt("[::1]:" + std::to_string(server_->port())));
  const ResolveResult result = rig.Resolve("www.kitamori.test");
  EXPECT_EQ(result.outcome, ResolveOutcome::kAddresses) << result.error;
  EXPECT_EQ(result.server, "[::1]:" + std::to_string(server_->port()));
}

TEST(LiveDnsTest, MergesFamiliesAndFollowsAliases) {
  const DnsReply to_a{.answers = {Cname("a.test", 300, "b.test"), A("b.test", 600, "192.0.2.1"),
                                  A("b.test", 600, "192.0.2.2"), A("b.test", 600, "192.0.2.1"),
                                  A("other.test", 600, "192.0.2.9")}};
  const DnsReply to_aaaa{
      .answers = {Cname("a.test", 300, "b.test"), Aaaa("b.test", 200, "2001:db8::1")}};
  const ResolveResult result = WithReplies(to_a, to_aaaa);
  EXPECT_EQ(result.outcome, ResolveOutcome::kAddresses);
  EXPECT_THAT(result.addresses, ElementsAre(Ip("192.0.2.1"), Ip("192.0.2.2"), Ip("2001:db8::1")));
  EXPECT_EQ(result.valid_for, 200s);
  EXPECT_EQ(result.records,
            "a.test. 300 IN CNAME b.test.\n"
            "b.test. 600 IN A 192.0.2.1\n"
            "b.test. 600 IN A 192.0.2.2\n"
            "b.test. 200 IN AAAA 2001:db8::1\n");
}

TEST(LiveDnsTest, TtlsAreClamped) {
  const DnsReply none;
  const auto valid_for = [&](std::uint32_t ttl) {
    return WithReplies(DnsReply{.answers = {A("a.test", ttl, "192.0.2.1")}}, none).valid_for;
  };
  EXPECT_EQ(valid_for(0), kMinTtl);
  EXPECT_EQ(valid_for(59), kMinTtl);
  EXPECT_EQ(valid_for(61), 61s);
  EXPECT_EQ(valid_for(86'400), kMaxTtl);
  EXPECT_EQ(valid_for(86'401), kMaxTtl);
  EXPECT_EQ(valid_for(0x80000000), kMinTtl);  // RFC 2181: 0
}

TEST(LiveDnsTest, AbsenceHoldsAsLongAsTheSoaSays) {
  const DnsReply nothing{.code = 3, .authority = {Soa("test", 900, 300)}};
  const ResolveResult no_name = WithReplies(nothing, nothing);
  EXPECT_EQ(no_name.outcome, ResolveOutcome::kNoSuchName);
  EXPECT_EQ(no_name.valid_for, 300s);
  EXPECT_EQ(no_name.records, "test. 900 IN SOA ns.test. root.test. 1 2 3 4 300\n");

  const DnsReply no_data{.authority = {Soa("test", 200, 300)}};
  const ResolveResult no_address = WithReplies(no_data, no_data);
  EXPECT_EQ(no_address.outcome, ResolveOutcome::kNoAddress);
  EXPECT_EQ(no_address.valid_for, 200s);

  EXPECT_EQ(WithReplies(DnsReply{.code = 3}, DnsReply{.code = 3}).valid_for, kMinTtl);
}

TEST(LiveDnsTest, OneFamilyIsEnough) {
  const DnsReply v4{.answers = {A("a.test", 300, "192.0.2.1")}};
  const DnsReply v6{.answers = {Aaaa("a.test", 300, "2001:db8::1")}};
  const DnsReply broken{.code = 2};
  const DnsReply no_data{.authority = {Soa("test", 70, 70)}};
  for (const auto& other :
       {std::optional<DnsReply>(), std::optional(broken), std::optional(no_data),
        std::optional(DnsReply{.code = 3}), std::optional(DnsReply{.code = 5})}) {
    const ResolveResult first = WithReplies(v4, other);
    EXPECT_EQ(first.outcome, ResolveOutcome::kAddresses);
    EXPECT_THAT(first.addresses, ElementsAre(Ip("192.0.2.1")));
    EXPECT_EQ(first.valid_for, 300s);
  }
  for (const auto& other :
       {std::optional<DnsReply>(), std::optional(broken), std::optional(no_data)}) {
    EXPECT_THAT(WithReplies(other, v6).addresses, ElementsAre(Ip("2001:db8::1")));
  }
}

TEST(LiveDnsTest, WhatIsNoUseFails) {
  const DnsReply no_data;
  const DnsReply broken{.code = 2};
  EXPECT_EQ(WithReplies(broken, broken).outcome, ResolveOutcome::kUnanswered);
  EXPECT_EQ(WithReplies(DnsReply{.code = 5}, DnsReply{.code = 5}).outcome,
            ResolveOutcome::kUnanswered);
  // Nobody knows whether there is an address.
  EXPECT_EQ(WithReplies(no_data, std::nullopt).outcome, ResolveOutcome::kFailed);
  EXPECT_EQ(WithReplies(std::nullopt, no_data).outcome, ResolveOutcome::kFailed);
  EXPECT_EQ(WithReplies(std::nullopt, DnsReply{.code = 3}).outcome, ResolveOutcome::kNoSuchName);
  const ResolveResult silent = WithReplies(std::nullopt, std::nullopt);
  EXPECT_EQ(silent.outcome, ResolveOutcome::kUnanswered);
  EXPECT_THAT(silent.error, HasSubstr("Timeout"));
  EXPECT_THAT(silent.error, HasSubstr("127.0.0.1:"));
}

TEST(LiveDnsTest, BrokenBytesFail) {
  for (const std::string& tail :
       {std::string("\xC0"), std::string(5, '\xFF'), std::string("\xC0\x1E", 2)}) {
    RawDnsServer server([&](const DnsQuestion& question) -> std::optional<std::string> {
      std::string reply = WriteReply(question, {.answers = {std::string()}});
      return reply + tail;
    });
    FetchRig rig(AskingAt(server.address()));
    EXPECT_EQ(rig.Resolve("a.test").outcome, ResolveOutcome::kFailed);
  }
}

TEST(LiveDnsTest, AnAliasOfNothingHasNoAddress) {
  const DnsReply loop{.answers = {Cname("a.test", 300, "b.test"), Cname("b.test", 300, "a.test")}};
  EXPECT_EQ(WithReplies(loop, loop).outcome, ResolveOutcome::kNoAddress);
}

TEST(LiveDnsTest, RecordsOfOthersAreNotBelieved) {
  const DnsReply lies{.answers = {A("b.test", 300, "192.0.2.1")}};
  EXPECT_THAT(WithReplies(lies, lies).addresses, IsEmpty());
}

TEST(LiveDnsTest, ALongAnswerComesOverTcp) {
  DnsReply all;
  for (int i = 1; i <= 200; ++i)
    all.answers.push_back(A("a.test", 300, ("192.0.2." + std::to_string(i)).c_str()));
  RawDnsServer server([&](const DnsQuestion& question) -> std::optional<std::string> {
    if (question.type != kA) return WriteReply(question, {});
    if (question.udp) return WriteReply(question, {.truncated = true});
    return WriteReply(question, all);
  });
  FetchRig rig(AskingAt(server.address()));
  EXPECT_EQ(rig.Resolve("a.test").addresses.size(), 200U);
  EXPECT_EQ(server.tcp_queries(), 1);
}

TEST(LiveDnsTest, ADeadServerFailsAtOnce) {
  std::string address;
  {
    RawDnsServer server([](const DnsQuestion&) { return std::nullopt; });
    address = server.address();
  }
  FetchRig rig(AskingAt(address));
  const ResolveResult result = rig.Resolve("a.test");
  EXPECT_EQ(result.outcome, ResolveOutcome::kUnanswered);
  EXPECT_THAT(result.error, HasSubstr("contact DNS servers"));
}

TEST(LiveDnsTest, NamesThatCanNotBe) {
  RawDnsServer server([](const DnsQuestion&) { return std::nullopt; });
  FetchRig rig(AskingAt(server.address()));
  for (const std::string& host :
       {std::string("a..test"), std::string(64, 'x') + ".test", std::string(300, '.'),
        std::string("x.onion"), std::string("a.test+"), std::string("a,b"),
        std::string("\"https")}) {
    EXPECT_EQ(rig.Resolve(host).outcome, ResolveOutcome::kNoSuchName) << host;
  }
  EXPECT_EQ(server.queries(), 0);
}

TEST(LiveDnsTest, CancelledLookupsFail) {
  RawDnsServer server([](const DnsQuestion&) { return std::nullopt; });
  FetchRig rig(AskingAt(server.address()));
  for (std::uint64_t i = 0; i < 2500; ++i)  // more than are asked at once
    rig.fetcher->Resolve({.ticket = i, .host = "a.test"});
  rig.fetcher->CancelAll();
  rig.RunUntil(2500);
  for (const ResolveResult& result : rig.sink.resolved)
    EXPECT_EQ(result.outcome, ResolveOutcome::kUnanswered);
  EXPECT_EQ(rig.sink.resolved.size(), 2500U);
}

TEST(LiveDnsTest, ResolversThatAreNone) {
  const RealClock clock{};
  for (const char* text : {"localhost", "1.2.3.4:", "1.2.3.4:0", "1.2.3.4:65536", "[::1", "::1]:5",
                           "1.2.3.4:53 ", "a:53"}) {
    const auto fetcher = LiveFetcher::Create({.resolver = text}, clock);
    ASSERT_FALSE(fetcher) << text;
    EXPECT_EQ(fetcher.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(fetcher.error().context, HasSubstr(text));
  }
  for (const char* text : {"", "1.2.3.4", "::1", "[::1]", "[::1]:5353"})
    EXPECT_TRUE(LiveFetcher::Create({.resolver = text}, clock)) << text;
}

}  // namespace
}  // namespace meguri
