// Each of the lab's misbehaviours, all at once, from the name to the outcome.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "base/files.h"
#include "lab/dns/dns_server.h"
#include "lab/http/lab_server.h"
#include "sim/web/bad_hosts.h"
#include "sim/web/web_builder.h"
#include "tests/fetch/fetch_fixture.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using namespace std::chrono_literals;
using enum Misbehaviour;
using testing_fetch::FetchRig;

class BadLab {
 public:
  BadLab() : output_(real_, sink_, {.level = LogLevel::kOff}) {
    LabServerOptions options;
    options.ca_folder = folder_.path();
    server_ = *LabServer::Start(options, Logger(output_, "lab"));
    WebSpec spec;
    spec.ports = server_->ports();
    spec.sources.emplace_back();
    spec.sources.back().generated.hosts = 2;
    spec.sources.back().generated.pages = 10;
    for (const MisbehaviourInfo& info : Misbehaviours())
      spec.misbehaviours.push_back({.kind = info.kind});
    RealFiles files;
    web_ = std::make_unique<VirtualWeb>(*BuildWeb(spec, files));
    names_ = *DnsServer::Start(*web_, {});
    clock_ = std::make_unique<LabClock>(real_, web_->start(), 1);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run(*web_, *clock_, nullptr)); });
  }
  ~BadLab() {
    server_->Stop();
    thread_.join();
  }

  std::string resolver() const { return "127.0.0.1:" + std::to_string(names_->port()); }
  std::string ca_path() const { return server_->ca_certificate_path(); }
  // Those of the hosts, and no others: not the forbidden one.
  AddressRule Rule() const {
    std::vector<IpRange> ranges;
    for (const MisbehaviourInfo& info : Misbehaviours()) {
      for (const IpAddress& address : web_->FindHost(BadHostName({.kind = info.kind}))->addresses) {
        if (address != web_->forbidden_address())
          ranges.push_back(*IpRange::Parse(address.ToString()));
      }
    }
    return AddressRule(std::move(ranges), false);
  }
  std::string UrlOf(Misbehaviour kind) const {
    const bool tls = kind == kTlsBroken || kind == kTlsExpired || kind == kTlsWrongName;
    const WebPorts ports = server_->ports();
    return (tls ? "https://" : "http://") + BadHostName({.kind = kind}) + ":" +
           std::to_string(tls ? ports.https : ports.http) + "/";
  }

 private:
  testing_support::TemporaryDirectory folder_;
  RealClock real_;
  StderrSink sink_;
  LogOutput output_;
  std::unique_ptr<LabServer> server_;
  std::unique_ptr<VirtualWeb> web_;
  std::unique_ptr<DnsServer> names_;
  std::unique_ptr<LabClock> clock_;
  std::thread thread_;
};

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
  const BadLab lab;
  FetchRig rig(
      {.resolver = lab.resolver(), .dns_timeout = 1s, .dns_tries = 1, .ca_file = lab.ca_path()},
      lab.Rule());
  rig.sink.on_resolved = [&](const ResolveResult& result) {
    const auto kind = static_cast<Misbehaviour>(result.ticket);
    EXPECT_EQ(result.outcome,
              kind == kDnsTimeout ? ResolveOutcome::kFailed : ResolveOutcome::kAddresses)
        << result.host;
    if (result.addresses.empty()) return;
    rig.fetcher->Fetch({.ticket = result.ticket,
                        .url = lab.UrlOf(kind),
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
  const BadLab lab;
  FetchRig rig({.resolver = lab.resolver()}, lab.Rule());
  const std::string host = BadHostName({.kind = kDnsRebinding});
  for (const FetchOutcome outcome : {FetchOutcome::kComplete, FetchOutcome::kForbiddenAddress}) {
    const ResolveResult found = rig.Resolve(host);
    ASSERT_EQ(found.outcome, ResolveOutcome::kAddresses);
    EXPECT_EQ(rig.Get(lab.UrlOf(kDnsRebinding), found.addresses.front()).outcome, outcome);
  }
}

}  // namespace
}  // namespace meguri
