#include "sim/web/virtual_web.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace meguri {
namespace {

// Hosts "h0.NAME", "h1.NAME", … of one page each.
class SmallSource final : public PageSource {
 public:
  SmallSource(std::string name, std::uint32_t hosts) : name_(std::move(name)), hosts_(hosts) {}

  std::uint32_t host_count() const override { return hosts_; }
  std::string HostName(std::uint32_t host) const override {
    return "h" + std::to_string(host) + "." + name_;
  }
  void Answer(std::uint32_t host, const WebRequest& request, WallTime /*now*/,
              WebAnswer& answer) const override {
    answer.status = request.target == "/" ? 200 : 404;
    answer.body = HostName(host);
  }
  std::uint64_t PageCount(std::uint32_t /*host*/, WallTime /*now*/) const override { return 1; }
  void ForEachPage(std::uint32_t host, WallTime /*now*/,
                   const std::function<void(std::string_view url)>& visit) const override {
    visit("http://" + HostName(host) + "/");
  }
  std::string SeedUrl() const override { return "http://" + HostName(0) + "/"; }

 private:
  std::string name_;
  std::uint32_t hosts_;
};

VirtualWeb::Source SmallWeb(const std::string& name, std::uint32_t hosts) {
  return {std::make_unique<SmallSource>(name, hosts), {}};
}

Result<VirtualWeb> Make(const ServerSpec& servers, std::vector<VirtualWeb::Source> sources) {
  return VirtualWeb::Create(servers, {}, ManualClock::kDefaultStart, std::move(sources));
}

VirtualWeb Web(const ServerSpec& servers, VirtualWeb::Source source) {
  std::vector<VirtualWeb::Source> sources;
  sources.push_back(std::move(source));
  auto web = Make(servers, std::move(sources));
  EXPECT_TRUE(web);
  return *std::move(web);
}

TEST(VirtualWebTest, FindsHostsOfAllSourcesAndAsksTheRightOne) {
  std::vector<VirtualWeb::Source> sources;
  sources.push_back(SmallWeb("a.test", 3));
  sources.push_back(SmallWeb("b.test", 2));
  const auto web = Make({}, std::move(sources));
  ASSERT_TRUE(web);
  EXPECT_EQ(web->hosts().size(), 5U);
  EXPECT_EQ(web->PageCount(web->start()), 5U);
  EXPECT_THAT(web->SeedUrls(), testing::ElementsAre("http://h0.a.test/", "http://h0.b.test/"));
  WebAnswer answer;
  web->Answer({.host = "h1.b.test", .target = "/"}, web->start(), answer);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "h1.b.test");
  web->Answer({.host = "h9.b.test", .target = "/"}, web->start(), answer);
  EXPECT_EQ(answer.status, 421);
}

TEST(VirtualWebTest, SpreadsHostsEvenlyOverTheServersAskedFor) {
  const VirtualWeb web = Web({.servers = 7}, SmallWeb("a.test", 70));
  EXPECT_EQ(web.server_count(), 7U);
  std::set<IpAddress> addresses;
  for (const VirtualHost& host : web.hosts()) {
    addresses.insert(host.addresses.begin(), host.addresses.end());
  }
  EXPECT_EQ(addresses.size(), 7U);
  EXPECT_EQ(addresses.begin()->ToString(), "127.1.0.1");
  EXPECT_EQ(addresses.rbegin()->ToString(), "127.1.0.7");
}

TEST(VirtualWebTest, NoMoreServersThanHosts) {
  EXPECT_EQ(Web({.servers = 100}, SmallWeb("a.test", 5)).server_count(), 5U);
  EXPECT_EQ(Web({.servers = 0}, SmallWeb("a.test", 5)).server_count(), 5U);
}

TEST(VirtualWebTest, SomeHostsHaveSeveralAddressesAndSomeIpv6) {
  const VirtualWeb web = Web({.servers = 0}, SmallWeb("a.test", 1000));
  int several = 0;
  int v6 = 0;
  for (const VirtualHost& host : web.hosts()) {
    several += host.addresses.size() > 1 ? 1 : 0;
    v6 += host.has_v6 ? 1 : 0;
  }
  EXPECT_GT(several, 5);
  EXPECT_LT(several, 50);
  EXPECT_GT(v6, 20);
  EXPECT_LT(v6, 100);
}

TEST(VirtualWebTest, AMisbehavingHostHasItsServerForItself) {
  VirtualWeb::Source source = SmallWeb("a.test", 20);
  source.misbehaviours.resize(20, Misbehaviour::kNone);
  source.misbehaviours[3] = Misbehaviour::kHang;
  source.misbehaviours[4] = Misbehaviour::kDnsRebinding;
  const VirtualWeb web = Web({.servers = 4}, std::move(source));
  EXPECT_EQ(web.server_count(), 4U);
  for (const VirtualHost& host : web.hosts()) {
    if (host.misbehaviour != Misbehaviour::kNone) continue;
    for (const VirtualHost* bad : {web.FindHost("h3.a.test"), web.FindHost("h4.a.test")}) {
      EXPECT_THAT(host.addresses, testing::Not(testing::Contains(bad->addresses.front())));
    }
  }
  const VirtualHost* rebinding = web.FindHost("h4.a.test");
  EXPECT_EQ(web.Resolve(*rebinding, 0), rebinding->addresses);
  EXPECT_EQ(web.Resolve(*rebinding, 1), std::vector{web.forbidden_address()});
}

TEST(VirtualWebTest, RefusesWhatCanNotBe) {
  EXPECT_FALSE(Make({}, {}));
  std::vector<VirtualWeb::Source> twice;
  twice.push_back(SmallWeb("a.test", 2));
  twice.push_back(SmallWeb("a.test", 1));
  const auto same = Make({}, std::move(twice));
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().context, "two sources bring the host h0.a.test");
  std::vector<VirtualWeb::Source> many;
  many.push_back(SmallWeb("a.test", 3));
  EXPECT_FALSE(Make({.first = *IpAddress::Parse("127.255.255.254")}, std::move(many)));
}

}  // namespace
}  // namespace meguri
