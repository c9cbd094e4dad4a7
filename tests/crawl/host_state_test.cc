#include "crawl/host_state.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

using std::chrono::milliseconds;

TEST(HostStateTest, MannersComeBack) {
  HostState host;
  host.manners = {.crawl_delay = milliseconds(1500),
                  .download_time = milliseconds(3),
                  .back_off = milliseconds(60000),
                  .retry_after = milliseconds(7)};
  host.failures = 5;
  host.given_up = true;
  HostState again;
  ASSERT_TRUE(LoadHost(SaveHost(host), again));
  EXPECT_EQ(again.manners, host.manners);
  EXPECT_EQ(again.failures, 5U);
  EXPECT_TRUE(again.given_up);
  Manners manners;
  ASSERT_TRUE(LoadManners(SaveManners(host.manners), manners));
  EXPECT_EQ(manners, host.manners);
}

TEST(HostStateTest, AServersKeyIsNoHosts) {
  const IpAddress server = IpAddress::V4(0x7F010203);
  EXPECT_EQ(ServerOfKey(ServerKey(server)), server);
  EXPECT_EQ(ServerOfKey("www.example.org"), std::nullopt);
  EXPECT_EQ(ServerOfKey("127.1.2.3"), std::nullopt) << "a host that is an address";
}

TEST(HostStateTest, GarbageChangesNothing) {
  const std::string good = SaveHost({});
  for (std::size_t size = 0; size < good.size(); ++size) {
    HostState host;
    EXPECT_FALSE(LoadHost(good.substr(0, size), host)) << size;
  }
  HostState host;
  EXPECT_FALSE(LoadHost("99999999999999999999 0 0 0 0 0 ", host));
  EXPECT_FALSE(LoadHost("-1 0 0 0 0 0 ", host));
  EXPECT_EQ(host.manners, Manners());
}

}  // namespace
}  // namespace meguri
