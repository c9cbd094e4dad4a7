// Each of the lab's misbehaviours, all at once, from the name to the outcome.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/web/bad_hosts.h"
#include "tests/fetch/fetch_fixture.h"
#include "tests/lab/served_web.h"

namespace meguri {
namespace {

using namespace std::chrono_literals;
using enum Misbehaviour;
using testing_fetch::FetchRig;
using testing_lab::EveryMisbehaviour;
using testing_lab::ServedWeb;

// Those of the hosts, and no others: not the forbidden one.
AddressRule RuleOf(const VirtualWeb& web) {
  std::vector<IpRange> ranges;
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    for (const IpAddress& address : web.FindHost(BadHostName({.kind = info.kind}))->addresses) {
      if (address != web.forbidden_address()) ranges.push_back(*IpRange::Parse(address.ToString()));
    }
  }
  return AddressRule(std::move(ranges), false);
}

std::string UrlOf(const ServedWeb& lab, Misbehaviour kind) {
  const bool tls = kind == kTlsBroken || kind == kTlsExpired || kind == kTlsWrongName;
  return lab.UrlOf(BadHostName({.kind = kind}), "/", tls);
}

// Others are pages like any, as far as fetching them goes.
const std::map<Misbehaviour, FetchOutcome> kOutcomes{
    {kHang, FetchOutcome::kTimedOut},
    {kDrip, FetchOutcome::kTimedOut},
    {kHugeBody, FetchOutcome::kTooLarge},
    {kMillionLinks, FetchOutcome::kTooLarge},
    {kEndlessHeaders, FetchOutcome::kHeadTooLarge},
    {kLengthTooLong, FetchOutcome::kCutOff},
    {kResetBody, FetchOutcome::kCutOff},
    {kTlsBroken, FetchOutcome::kTlsFailed},
    {kTlsExpired, FetchOutcome::kTlsFailed},
    {kTlsWrongName, FetchOutcome::kTlsFailed},
    {kDnsLies, FetchOutcome::kForbiddenAddress},
};

constexpr FetchLimits kLimits{.max_body_bytes = std::size_t{12} << 20U, .slow_after = 2500ms};

TEST(LiveMisbehaviourTest, EachHasItsOutcome) {
  const ServedWeb lab(EveryMisbehaviour());
  FetchRig rig(
      {.resolver = lab.resolver(), .dns_timeout = 1s, .dns_tries = 1, .ca_file = lab.ca_file()},
      RuleOf(lab.web()));
  rig.sink.on_resolved = [&](const ResolveResult& result) {
    const auto kind = static_cast<Misbehaviour>(result.ticket);
    EXPECT_EQ(result.outcome,
              kind == kDnsTimeout ? ResolveOutcome::kUnanswered : ResolveOutcome::kAddresses)
        << result.host;
    if (result.addresses.empty()) return;
    rig.fetcher->Fetch({.ticket = result.ticket,
                        .url = UrlOf(lab, kind),
                        .address = result.addresses.front(),
                        .limits = kLimits});
  };
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    rig.fetcher->Resolve({.ticket = static_cast<std::uint64_t>(info.kind),
                          .host = BadHostName({.kind = info.kind})});
  }
  rig.RunUntil(2 * Misbehaviours().size() - 1);  // kDnsTimeout has no page
  ASSERT_EQ(rig.sink.fetched.size(), Misbehaviours().size() - 1);
  for (const FetchResult& result : rig.sink.fetched) {
    const auto kind = static_cast<Misbehaviour>(result.ticket);
    const auto row = kOutcomes.find(kind);
    EXPECT_EQ(FetchOutcomeName(result.outcome),
              FetchOutcomeName(row == kOutcomes.end() ? FetchOutcome::kComplete : row->second))
        << MisbehaviourName(kind) << ": " << result.error;
    EXPECT_LE(result.body.size(), kLimits.max_body_bytes);
  }
}

TEST(LiveMisbehaviourTest, ANameThatMovesToAForbiddenAddress) {
  const ServedWeb lab(EveryMisbehaviour());
  FetchRig rig({.resolver = lab.resolver()}, RuleOf(lab.web()));
  const std::string host = BadHostName({.kind = kDnsRebinding});
  for (const FetchOutcome outcome : {FetchOutcome::kComplete, FetchOutcome::kForbiddenAddress}) {
    const ResolveResult found = rig.Resolve(host);
    ASSERT_EQ(found.outcome, ResolveOutcome::kAddresses);
    EXPECT_EQ(rig.Get(UrlOf(lab, kDnsRebinding), found.addresses.front()).outcome, outcome);
  }
}

}  // namespace
}  // namespace meguri
