#include "polite/paper_steps.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Duration kInterval = seconds(5);
constexpr TimePoint kStart{seconds(100)};

std::vector<std::uint32_t> HostsOf(PaperSteps& steps, TimePoint now) {
  std::vector<std::uint32_t> hosts;
  steps.Step(
      now, [&](const HostRef& host) { hosts.push_back(host.host); },
      [](const HostRef&) { return true; });
  return hosts;
}

TEST(PaperStepsTest, ResiduesAreOfAddresses) {
  const PaperSteps steps({.queues = 4, .slots = 10}, kInterval, kStart);
  EXPECT_EQ(steps.ResidueOf(IpAddress::V4(37)), 7U);
  EXPECT_EQ(steps.ResidueOf(IpAddress::V4(0xFFFFFFFF)), 5U);
  EXPECT_EQ(steps.ResidueOf(*IpAddress::Parse("2001:db8::1")),
            steps.ResidueOf(*IpAddress::Parse("2001:db8::2:3")))
      << "one network";
}

TEST(PaperStepsTest, StepsComeAnIntervalApartWhileSomebodyWaits) {
  PaperSteps steps({.queues = 8, .slots = 4}, kInterval, kStart);
  EXPECT_EQ(steps.NextDue(), std::nullopt);
  steps.Place(0, {0, 1}, kInterval);
  steps.Place(0, {0, 2}, kInterval);
  steps.Place(1, {0, 3}, kInterval);
  EXPECT_EQ(steps.NextDue(), kStart + kInterval);
  EXPECT_THAT(HostsOf(steps, kStart + kInterval - milliseconds(1)), IsEmpty()) << "too early";
  const TimePoint late = kStart + 3 * kInterval;
  EXPECT_THAT(HostsOf(steps, late), ElementsAre(1, 3));
  EXPECT_THAT(HostsOf(steps, late), IsEmpty()) << "what was missed is not made up for";
  EXPECT_THAT(HostsOf(steps, late + kInterval), IsEmpty()) << "not in adjacent steps";
  EXPECT_THAT(HostsOf(steps, late + 2 * kInterval), ElementsAre(2));
  EXPECT_EQ(steps.NextDue(), std::nullopt);
}

TEST(PaperStepsTest, WhatHasNoRoomWaitsForItAndComesInItsOrder) {
  PaperSteps steps({.queues = 6, .slots = 2}, kInterval, kStart);
  for (std::uint32_t host = 0; host < 10; ++host) {
    EXPECT_EQ(steps.HasRoom(1), host < steps.most_of_residue()) << host;
    steps.Place(1, {0, host}, kInterval);
  }
  EXPECT_TRUE(steps.HasRoom(0)) << "of another residue";
  EXPECT_EQ(steps.in_slots(), 3U);
  EXPECT_EQ(steps.aside(), 7U);
  std::vector<std::uint32_t> hosts;
  TimePoint now = kStart;
  for (int step = 0; step < 40; ++step) {
    now += kInterval;
    const auto some = HostsOf(steps, now);
    EXPECT_LE(some.size(), 1U);
    hosts.insert(hosts.end(), some.begin(), some.end());
  }
  EXPECT_THAT(hosts, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_TRUE(steps.HasRoom(1));
}

TEST(PaperStepsTest, ALongIntervalTakesMoreSteps) {
  PaperSteps steps({.queues = 32, .slots = 1}, kInterval, kStart);
  steps.Place(0, {0, 0}, 4 * kInterval - milliseconds(1));
  steps.Place(0, {0, 1}, kInterval);
  std::vector<int> at;
  for (int step = 1; step <= 10; ++step) {
    if (!HostsOf(steps, kStart + step * kInterval).empty()) at.push_back(step);
  }
  EXPECT_THAT(at, ElementsAre(1, 6)) << "four intervals after the end of one that takes a step";
}

TEST(PaperStepsTest, WhoWaitsInVainHoldsUpNobody) {
  PaperSteps steps({.queues = 4, .slots = 1}, kInterval, kStart);
  for (int i = 0; i < 500; ++i)
    steps.Place(0, {0, 1}, kInterval);
  steps.Place(0, {0, 2}, kInterval);
  EXPECT_EQ(steps.aside(), 499U);
  EXPECT_GT(steps.memory_bytes(), PaperSteps::MemoryBytes(4, 1) + 499 * sizeof(HostRef));
  int at = 0;
  for (int step = 1; step <= 100 && at == 0; ++step) {
    steps.Step(
        kStart + step * kInterval,
        [&](const HostRef& host) {
          if (host.host == 2) at = step;
        },
        [](const HostRef& host) { return host.host == 2; });
  }
  EXPECT_GT(at, 0);
  EXPECT_LE(at, 8) << "after the two that had a slot";
  EXPECT_EQ(steps.aside(), 0U);
}

// Networks are given out in large blocks: the lower bits of their numbers say little.
TEST(PaperStepsTest, Ipv6NetworksAreSpreadOverAllResidues) {
  const PaperSteps steps({.queues = 4, .slots = 1024}, kInterval, kStart);
  std::set<std::uint32_t> residues;
  for (int i = 0; i < 1000; ++i)
    residues.insert(steps.ResidueOf(*IpAddress::Parse(fmt::format("2001:db8:{:x}::", i))));
  EXPECT_GT(residues.size(), 500U);
}

TEST(PaperStepsTest, AnyCallsKeepSpacingAndBoundAndLoseNothing) {
  Random random(3);
  for (int run = 0; run < 200; ++run) {
    const PaperSchedulerOptions options{.queues = 3 + static_cast<std::uint32_t>(random.Uniform(9)),
                                        .slots = 1 + static_cast<std::uint32_t>(random.Uniform(4))};
    PaperSteps steps(options, kInterval, kStart);
    std::map<std::uint32_t, int> last;  // by residue, which is the host's number here
    std::uint64_t placed = 0;
    std::uint64_t came = 0;
    TimePoint now = kStart;
    for (int step = 0; step < 300; ++step) {
      now += kInterval;
      const auto came_up = [&](const HostRef& host) {
        ++came;
        const auto found = last.find(host.host);
        if (found != last.end()) {
          EXPECT_GE(step - found->second, 2);
        }
        last[host.host] = step;
        if (random.Chance(0.3) && step < 100) {  // an attempt that is repeated
          ++placed;
          steps.Place(host.host, host, kInterval);
        }
      };
      steps.Step(now, came_up, [](const HostRef&) { return true; });
      for (std::uint64_t n = step < 100 ? random.Uniform(4) : 0; n > 0; --n) {
        const auto residue = static_cast<std::uint32_t>(random.Uniform(options.slots));
        ++placed;
        steps.Place(residue, {0, residue},
                    random.Chance(0.1) ? Duration(seconds(12)) : Duration(kInterval));
      }
      EXPECT_LE(steps.in_slots(), steps.most_in_slots());
      EXPECT_EQ(steps.in_slots() + steps.aside() + came, placed);
    }
    while (steps.NextDue()) {
      now += kInterval;
      came += HostsOf(steps, now).size();
    }
    EXPECT_EQ(came, placed);
  }
}

}  // namespace
}  // namespace meguri
