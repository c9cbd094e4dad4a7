#include "sim/polite/servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/polite/beast_order.h"
#include "sim/polite/star_budgets.h"
#include "tests/sim/made_webs.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

TEST(PoliteServersTest, PseudoHostsAreIntervalsThatNoShortLinkCrosses) {
  // 0 <-> 2, 3 alone, 4 -> 5; 0 -> 5 is long.
  const WebGraph graph({0, 2, 2, 3, 3, 4, 4}, {2, 5, 0, 5});
  EXPECT_THAT(PseudoHosts(graph, 2), ElementsAre(0, 0, 0, 1, 2, 2));
  EXPECT_THAT(PseudoHosts(graph, 5), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(PseudoHosts(WebGraph()), ElementsAre());
}

// Each boundary, looked at by itself.
TEST(PoliteServersTest, PseudoHostsAreThePlainOnesOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const GraphOfSites graph = RandomGraph(seed, 60, 2, false);
    const std::vector<std::uint32_t> hosts = PseudoHosts(graph.graph, 7);
    std::uint32_t host = 0;
    for (PageId page = 1; page < 60; ++page) {
      bool crossed = false;
      for (PageId from = 0; from < 60; ++from) {
        for (const PageId to : graph.graph.successors(from)) {
          const PageId low = std::min(from, to);
          const PageId high = std::max(from, to);
          crossed = crossed || (high - low <= 7 && low < page && page <= high);
        }
      }
      if (!crossed) ++host;
      ASSERT_EQ(hosts[page], host) << seed << ' ' << page;
    }
  }
}

GraphOfSites WithHosts(const std::vector<std::string>& hosts) {
  StoredGraph stored;
  std::vector<std::uint64_t> starts(hosts.size() + 1, 0);
  stored.graph = WebGraph(std::move(starts), {});
  for (const std::string& host : hosts)
    stored.urls.Add("http://" + host + "/");
  return GraphOfSites(std::move(stored));
}

TEST(PoliteServersTest, HostsAreServersUnlessAFileSaysMore) {
  const GraphOfSites graph = WithHosts({"b.test", "a.test", "B.test", "c.test"});
  const Servers by_host = FindServers(graph, {});
  EXPECT_EQ(by_host.kind, "hosts");
  EXPECT_THAT(by_host.of_page, ElementsAre(0, 1, 0, 2));
  EXPECT_THAT(by_host.addresses, ElementsAre(0, 1, 2));
  const auto hosts = ParseHosts("# who is where\nb.test 10.0.0.7 80ms\nC.test\t10.0.0.7\n", "h");
  ASSERT_TRUE(hosts);
  const Servers by_address = FindServers(graph, {.hosts = *hosts});
  EXPECT_EQ(by_address.kind, "addresses");
  EXPECT_THAT(by_address.of_page, ElementsAre(0, 1, 0, 0));
  EXPECT_EQ(by_address.addresses[0], 0x0A000007U);
  EXPECT_EQ(by_address.downloads[0], milliseconds(80));
}

TEST(PoliteServersTest, DomainsAreThoseOfTheIcannSection) {
  const GraphOfSites graph = WithHosts(
      {"alice.github.io", "bob.github.io", "www.example.co.uk", "example.co.uk", "10.0.0.1"});
  EXPECT_THAT(FindServers(graph, {}).domains, ElementsAre(0, 0, 1, 1, 2));
}

TEST(PoliteServersTest, DownloadTimesAreDrawnAroundTheirMean) {
  std::vector<std::string> names;
  for (int i = 0; i < 500; ++i)
    names.push_back("h" + std::to_string(i) + ".test");
  const Servers servers = FindServers(WithHosts(names), {.download = milliseconds(400)});
  Duration sum{0};
  for (const Duration each : servers.downloads) {
    EXPECT_GE(each, milliseconds(100));
    EXPECT_LE(each, milliseconds(700));
    sum += each;
  }
  EXPECT_GT(sum / 500, milliseconds(370));
  EXPECT_LT(sum / 500, milliseconds(430));
}

TEST(PoliteServersTest, AHostsFileThatIsNoneIsRefusedByLine) {
  const auto context = [](const char* text) { return ParseHosts(text, "hosts").error().context; };
  EXPECT_EQ(context("a 1.2.3.4\nb nowhere\n"),
            "hosts:2: 'nowhere' is no address: want 'host address'");
  EXPECT_EQ(context("a 1.2.3.4 fast"), "hosts:1: 'fast' is no length of time, such as 120ms");
  EXPECT_EQ(context("a 1.2.3.4 1ms x"), "hosts:1: more than 'host address 120ms'");
  EXPECT_EQ(context("# nobody\n"), "hosts: no host in it; want lines 'host address'");
}

TEST(StarBudgetsTest, GrowWithTheDomainsThatLink) {
  StarBudgets budgets(4);
  EXPECT_EQ(budgets.Budget(0), 10U);
  budgets.Link(0, 1);
  budgets.Link(0, 1);  // the same once more
  budgets.Link(1, 1);  // itself
  budgets.Link(2, 1);
  budgets.Link(0, 3);
  EXPECT_EQ(budgets.Budget(1), 1000U);
  EXPECT_EQ(budgets.Budget(3), 505U);
  EXPECT_EQ(budgets.Budget(2), 10U);
}

// Page 0 links to 30 others of its own pseudo-host: with a budget of 10 a queue has ten of them.
TEST(BeastOrderTest, ADomainHasNoMoreThanItsBudgetInAQueue) {
  std::vector<std::string> names(31, "big.test");
  names.insert(names.end(), {"x.test", "y.test"});
  StoredGraph stored;
  std::vector<PageId> targets;
  for (PageId page = 1; page <= 30; ++page)
    targets.push_back(page);
  targets.push_back(31);
  std::vector<std::uint64_t> starts = {0};
  for (PageId page = 0; page < 33; ++page) {
    if (page == 31) targets.push_back(32);  // found while the second queue is read
    starts.push_back(page == 0 ? 31 : page < 31 ? 31 : 32);
  }
  stored.graph = WebGraph(std::move(starts), std::move(targets));
  for (const std::string& name : names)
    stored.urls.Add("http://" + name + "/");
  const GraphOfSites graph(std::move(stored));
  const auto reached = WebFrom(graph, {0});
  const Servers servers = FindServers(graph, {});
  const PoliteWeb web(graph, servers, *reached);
  const std::vector<PageId> order = BeastOrder(web, std::vector<PageId>{0});
  ASSERT_EQ(order.size(), 33U);
  // The seed; ten of big.test and x.test; ten more of big.test, and y.test.
  EXPECT_EQ(order[11], 31U);
  EXPECT_EQ(order[22], 32U);
  EXPECT_EQ(order[32], 30U);
}

}  // namespace
}  // namespace meguri
