// What `meguri doctor` makes of facts, and how it gathers those of files and name servers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/crawl/connection_room.h"
#include "app/doctor/clock_check.h"
#include "app/doctor/crawl_folder_check.h"
#include "app/doctor/disk_check.h"
#include "app/doctor/findings.h"
#include "app/doctor/limits_check.h"
#include "app/doctor/memory_check.h"
#include "app/doctor/network_check.h"
#include "app/json_lines.h"
#include "store/crawl_folder.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr FindingState kOk = FindingState::kOk;
constexpr FindingState kWarning = FindingState::kWarning;
constexpr FindingState kFails = FindingState::kFails;

constexpr std::uint64_t kGigabyte = 1'000'000'000;

class FakeRoot {
 public:
  void Put(const std::string& path, const std::string& bytes) const {
    const std::filesystem::path file = folder_.path() + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
  }
  const std::string& path() const { return folder_.path(); }

 private:
  testing_support::TemporaryDirectory folder_;
};

// There is advice if and only if something is to be changed, and it is a sentence.
void ExpectSound(const Finding& finding) {
  EXPECT_FALSE(finding.name.empty());
  EXPECT_FALSE(finding.found.empty()) << finding.name;
  EXPECT_EQ(finding.advice.empty(), finding.state == kOk) << finding.name;
  EXPECT_TRUE(finding.advice.empty() || finding.advice.ends_with('.')) << finding.advice;
}

FindingState StateOf(const Finding& finding) {
  ExpectSound(finding);
  return finding.state;
}

std::vector<FindingState> StatesOf(const std::vector<Finding>& findings) {
  std::vector<FindingState> states;
  states.reserve(findings.size());
  for (const Finding& finding : findings)
    states.push_back(StateOf(finding));
  return states;
}

TEST(DoctorFindingsTest, TheVerdictCountsAndNames) {
  const Finding ok = FoundOk("a", "well");
  const Finding warning = FoundWarning("b", "so so", "Do x.");
  const Finding fails = FoundFailing("c", "bad", "Do y.");
  EXPECT_EQ(Verdict({ok}), "A crawl can run here.");
  EXPECT_EQ(Verdict({ok, warning}), "A crawl can run here; 1 thing could be better.");
  EXPECT_EQ(Verdict({warning, warning}), "A crawl can run here; 2 things could be better.");
  EXPECT_EQ(Verdict({ok, fails}), "A crawl would fail here, because of: c.");
  EXPECT_EQ(Verdict({fails, warning, FoundFailing("d e", "", "")}),
            "A crawl would fail here, because of: c, d e; 1 thing could be better.");
  EXPECT_TRUE(CanCrawl({ok, warning}));
  EXPECT_FALSE(CanCrawl({ok, fails}));
  EXPECT_TRUE(CanCrawl({}));
}

TEST(DoctorFindingsTest, ATableHasTheAdviceBelowItsRow) {
  EXPECT_EQ(FindingsInWords({FoundOk("names", "well"), FoundWarning("clock", "late", "Set it.")}),
            "names  ok       well\n"
            "clock  warning  late\n"
            "                Set it.\n"
            "A crawl can run here; 1 thing could be better.\n");
}

TEST(DoctorFindingsTest, JsonIsOneLineWhateverIsInIt) {
  const std::string line = FindingsAsJson({FoundFailing("names", "a\nb\xff", "Do \"y\".")});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const Answer json = Answer::parse(line);
  EXPECT_EQ(json["can_run"], false);
  EXPECT_EQ(json["fails"], 1);
  EXPECT_EQ(json["warnings"], 0);
  EXPECT_EQ(json["verdict"], "A crawl would fail here, because of: names.");
  ASSERT_THAT(json["checks"], SizeIs(1));
  EXPECT_EQ(json["checks"][0]["state"], "fails");
  EXPECT_EQ(json["checks"][0]["advice"], "Do \"y\".");
}

TEST(DoctorLimitsTest, OpenFilesAreHeldAgainstTheConnections) {
  EXPECT_EQ(StateOf(JudgeOpenFiles(0, 500)), kFails);
  EXPECT_EQ(StateOf(JudgeOpenFiles(153, 1)), kFails);
  EXPECT_EQ(StateOf(JudgeOpenFiles(1'000'000, 500)), kOk);
  EXPECT_EQ(StateOf(JudgeOpenFiles(std::numeric_limits<std::uint32_t>::max(), 60'000)), kOk);
  for (const std::uint32_t connections : {1U, 100U, 500U, 60'000U}) {
    // What is advised is just enough.
    std::uint64_t enough = 0;
    while (!RoomForConnections(enough, connections) ||
           RoomForConnections(enough, connections)->under_way != connections)
      ++enough;
    EXPECT_EQ(StateOf(JudgeOpenFiles(enough, connections)), kOk);
    const Finding less = JudgeOpenFiles(enough - 1, connections);
    EXPECT_NE(StateOf(less), kOk);
    EXPECT_THAT(less.advice, HasSubstr("ulimit -Hn " + std::to_string(enough)));
  }
  EXPECT_EQ(StateOf(JudgeOpenFiles(1024, 500)), kWarning);
}

TEST(DoctorLimitsTest, ThreadsAddressSpaceAndFileSize) {
  EXPECT_EQ(StateOf(JudgeThreads(kThreadsOfACrawl)), kOk);
  EXPECT_EQ(StateOf(JudgeThreads(kThreadsOfACrawl - 1)), kFails);
  EXPECT_EQ(StateOf(JudgeAddressSpace(std::nullopt, 100)), kOk);
  EXPECT_EQ(StateOf(JudgeAddressSpace(99, 100)), kFails);
  EXPECT_EQ(StateOf(JudgeAddressSpace(100, 100)), kWarning);
  EXPECT_EQ(StateOf(JudgeAddressSpace(199, 100)), kWarning);
  EXPECT_EQ(StateOf(JudgeAddressSpace(200, 100)), kOk);
  EXPECT_EQ(StateOf(JudgeFileSize(std::nullopt, 100)), kOk);
  EXPECT_EQ(StateOf(JudgeFileSize(99, 100)), kFails);
  EXPECT_EQ(StateOf(JudgeFileSize(100, 100)), kWarning);
}

TEST(DoctorLimitsTest, ThisProcessHasSome) {
  const LimitFacts facts = ReadLimits();
  EXPECT_EQ(facts.threads, kThreadsOfACrawl);
  EXPECT_GT(facts.open_files, 0U);
}

TEST(DoctorNetworkTest, RoutesAndPortsAreReadFromProc) {
  const FakeRoot root;
  root.Put("/proc/net/route",
           "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
           "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
           "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n");
  root.Put("/proc/net/ipv6_route",
           "00000000000000000000000000000000 00 00000000000000000000000000000000 00 "
           "fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n");
  root.Put("/proc/net/if_inet6", "20010db8000000000000000000000001 02 40 00 80     eth0\n");
  root.Put("/proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
  const NetworkFacts facts = ReadNetworkFacts(root.path());
  EXPECT_TRUE(facts.v4_route);
  EXPECT_TRUE(facts.v6_route);
  EXPECT_TRUE(facts.v6_address);
  ASSERT_TRUE(facts.ports);
  EXPECT_EQ(facts.ports->first, 32768U);
  EXPECT_EQ(facts.ports->second, 60999U);
  EXPECT_EQ(StateOf(JudgeRoute(facts)), kOk);
  EXPECT_EQ(JudgeV6(facts).found, "available");
}

TEST(DoctorNetworkTest, WhatLeadsNowhereIsNoRoute) {
  const FakeRoot root;
  root.Put("/proc/net/route",
           "Iface\tDestination\n"
           "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n");
  root.Put("/proc/net/ipv6_route",
           "00000000000000000000000000000000 00 00000000000000000000000000000000 00 "
           "00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo\n");
  root.Put("/proc/net/if_inet6", "fe800000000000000000000000000001 02 40 20 80     eth0\n");
  const NetworkFacts facts = ReadNetworkFacts(root.path());
  EXPECT_FALSE(facts.v4_route);
  EXPECT_FALSE(facts.v6_route);
  EXPECT_FALSE(facts.v6_address);
  EXPECT_FALSE(facts.ports);
  EXPECT_EQ(StateOf(JudgeRoute(facts)), kWarning);
  EXPECT_EQ(StateOf(JudgeV6(facts)), kOk);
  EXPECT_EQ(StateOf(JudgePorts(facts, 500)), kOk);
  EXPECT_EQ(StateOf(JudgeRoute(NetworkFacts{.v6_route = true})), kWarning);
  EXPECT_FALSE(ReadNetworkFacts(root.path() + "/nowhere").v4_route);
}

TEST(DoctorNetworkTest, PortsAreHeldAgainstTheConnections) {
  const auto judge = [](std::uint32_t first, std::uint32_t last) {
    NetworkFacts facts;
    facts.ports = {first, last};
    return StateOf(JudgePorts(facts, 500));
  };
  EXPECT_EQ(judge(1000, 2099), kOk);  // 1100 of them
  EXPECT_EQ(judge(1000, 2098), kWarning);
  EXPECT_EQ(judge(2000, 1000), kWarning);
}

FindingState DateState(WallTime wall) {
  return StateOf(
      JudgeClocks({.wall = wall, .slept = milliseconds(20), .wanted = milliseconds(20)}).front());
}

TEST(DoctorClockTest, TheDateIsNeitherBeforeTheReleaseNorDecadesAhead) {
  EXPECT_EQ(DateState(WallTime()), kFails);
  EXPECT_EQ(DateState(kReleaseYear - std::chrono::microseconds(1)), kFails);
  EXPECT_EQ(DateState(kReleaseYear), kOk);
  EXPECT_EQ(DateState(kEndOfUse - std::chrono::microseconds(1)), kOk);
  EXPECT_EQ(DateState(kEndOfUse), kFails);
}

TEST(DoctorClockTest, TheSteadyClockMoves) {
  const auto judge = [](Duration slept) {
    return StateOf(
        JudgeClocks({.wall = kReleaseYear, .slept = slept, .wanted = milliseconds(20)}).at(1));
  };
  EXPECT_EQ(judge(milliseconds(0)), kFails);
  EXPECT_EQ(judge(milliseconds(-5)), kFails);
  EXPECT_EQ(judge(milliseconds(9)), kFails);
  EXPECT_EQ(judge(milliseconds(10)), kOk);
  EXPECT_EQ(judge(milliseconds(800)), kOk);
  EXPECT_EQ(judge(seconds(60)), kWarning);
}

TEST(DoctorClockTest, AClockThatNobodyKeepsRightIsAWarning) {
  const auto judge = [](TimeSync sync) {
    return StateOf(JudgeClocks({.wall = kReleaseYear, .sync = sync}).at(2));
  };
  EXPECT_EQ(judge(TimeSync::kSynchronised), kOk);
  EXPECT_EQ(judge(TimeSync::kNot), kWarning);
  EXPECT_EQ(judge(TimeSync::kUnknown), kWarning);
  EXPECT_EQ(StatesOf(JudgeClocks(ReadClocks(RealClock()))).at(1), kOk);
  const ManualClock stopped;
  EXPECT_EQ(StatesOf(JudgeClocks(ReadClocks(stopped))).at(1), kFails);
}

TEST(DoctorDiskTest, RoomAndSyncsHaveTheirBounds) {
  const DiskFacts good{.folder = ".",
                       .free_bytes = 5 * kGigabyte,
                       .free_files = 5'000,
                       .sync_time = milliseconds(499)};
  EXPECT_THAT(StatesOf(JudgeDisk(good)), ElementsAre(kOk, kOk, kOk, kOk));
  DiskFacts facts = good;
  facts.free_bytes = 5 * kGigabyte - 1;
  facts.free_files = 4'999;
  facts.sync_time = milliseconds(500);
  EXPECT_THAT(StatesOf(JudgeDisk(facts)), ElementsAre(kOk, kWarning, kWarning, kWarning));
  facts.free_bytes = 100'000'000;
  facts.free_files = 500;
  EXPECT_THAT(StatesOf(JudgeDisk(facts)), ElementsAre(kOk, kWarning, kWarning, kWarning));
  facts.free_bytes = 99'999'999;
  facts.free_files = 499;
  EXPECT_THAT(StatesOf(JudgeDisk(facts)), ElementsAre(kOk, kFails, kFails, kWarning));
  facts = good;
  facts.can_lock = false;
  facts.free_files = std::nullopt;
  EXPECT_THAT(StatesOf(JudgeDisk(facts)), ElementsAre(kFails, kOk, kOk, kOk));
  EXPECT_THAT(StatesOf(JudgeDisk(Fail(ErrorCode::kIo, "x: can't write"))), ElementsAre(kFails));
}

TEST(DoctorDiskTest, AProbeLeavesNothingBehind) {
  const testing_support::TemporaryDirectory folder;
  const RealClock clock{};
  const auto facts = ProbeDisk(folder.path(), clock);
  ASSERT_TRUE(facts) << facts.error().context;
  EXPECT_EQ(facts->folder, folder.path());
  EXPECT_TRUE(facts->is_wanted);
  EXPECT_TRUE(facts->can_lock);
  EXPECT_GT(facts->free_bytes, 0U);
  const auto below = ProbeDisk(folder.path() + "/a/b//c/", clock);
  ASSERT_TRUE(below) << below.error().context;
  EXPECT_EQ(below->folder, folder.path());
  EXPECT_FALSE(below->is_wanted);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(DoctorDiskTest, WhereNoFileCanBeMadeItFails) {
  const testing_support::TemporaryDirectory folder;
  const RealClock clock{};
  std::ofstream(folder.path() + "/file") << "x";
  EXPECT_THAT(ProbeDisk(folder.path() + "/file", clock).error().context, HasSubstr("no folder"));
  EXPECT_FALSE(ProbeDisk(folder.path() + "/file/below", clock));
  EXPECT_THAT(ProbeDisk("/proc", clock).error().context, HasSubstr("/proc: can't make a file"));
  EXPECT_FALSE(ProbeDisk("/proc/nothing/below", clock));
  EXPECT_FALSE(ProbeDisk(folder.path() + "/" + std::string(300, 'x'), clock));
}

TEST(DoctorDiskTest, TemporaryFilesAreNoConditionForACrawl) {
  DiskFacts facts{.folder = "/tmp", .free_bytes = kGigabyte};
  EXPECT_EQ(StateOf(JudgeTemporaryFolder(facts)), kOk);
  facts.free_bytes = 1;
  EXPECT_EQ(StateOf(JudgeTemporaryFolder(facts)), kWarning);
  facts = {.folder = "/", .is_wanted = false, .free_bytes = kGigabyte};
  EXPECT_EQ(StateOf(JudgeTemporaryFolder(facts)), kWarning);
  EXPECT_EQ(StateOf(JudgeTemporaryFolder(Fail(ErrorCode::kIo, "x"))), kWarning);
}

TEST(DoctorFolderTest, OnlyALockThatIsHeldCounts) {
  const testing_support::TemporaryDirectory folder;
  EXPECT_EQ(LookIntoFolder(folder.path() + "/nowhere")->use, FolderUse::kNone);
  {
    const auto lock = FolderLock::Take(folder.path());
    ASSERT_TRUE(lock);
    const auto facts = LookIntoFolder(folder.path());
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->use, FolderUse::kInUse);
    EXPECT_EQ(facts->owner, std::to_string(::getpid()));
    EXPECT_EQ(StateOf(JudgeFolder(facts)), kFails);
  }
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/lock"));
  EXPECT_EQ(LookIntoFolder(folder.path())->use, FolderUse::kNone);
  RealFiles files;
  ASSERT_TRUE(WriteIdentity(files, folder.path(), {.seed = 1, .shards = 16}));
  EXPECT_EQ(LookIntoFolder(folder.path())->use, FolderUse::kCrawl);
  EXPECT_EQ(StateOf(JudgeFolder(LookIntoFolder(folder.path()))), kOk);
  std::ofstream(folder.path() + "/crawl.json") << "{";
  EXPECT_EQ(StateOf(JudgeFolder(LookIntoFolder(folder.path()))), kFails);
}

TEST(DoctorMemoryTest, TheLeastOfMachineAndGroupCounts) {
  const auto judge = [](const MemoryFacts& facts) {
    return StateOf(JudgeMemory(facts, 2 * kGigabyte));
  };
  EXPECT_EQ(judge({}), kWarning);
  EXPECT_EQ(judge({.total = 4 * kGigabyte, .available = 3 * kGigabyte}), kOk);
  EXPECT_EQ(judge({.total = 4 * kGigabyte, .available = 2 * kGigabyte - 1}), kWarning);
  EXPECT_EQ(judge({.total = 2 * kGigabyte - 1}), kFails);
  EXPECT_EQ(judge({.total = 2 * kGigabyte}), kWarning);
  EXPECT_EQ(judge({.total = 64 * kGigabyte, .group_limit = kGigabyte}), kFails);
  EXPECT_EQ(judge({.total = 64 * kGigabyte, .group_limit = 3 * kGigabyte}), kOk);
  EXPECT_EQ(judge({.group_limit = 3 * kGigabyte}), kOk);
  EXPECT_THAT(JudgeMemory({.total = kGigabyte}, 2 * kGigabyte).advice, HasSubstr("--memory 750MB"));
  EXPECT_THAT(JudgeMemory({.total = 64'000'000}, 2 * kGigabyte).advice, HasSubstr("64MB"));
}

TEST(DoctorMemoryTest, GroupsOfBothVersionsAreRead) {
  const FakeRoot root;
  root.Put("/proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:   500 kB\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).total, 1'024'000U);
  EXPECT_EQ(ReadMemoryFacts(root.path()).available, 512'000U);
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, std::nullopt);
  root.Put("/proc/self/cgroup", "0::/a/b\n");
  root.Put("/sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, std::nullopt);
  root.Put("/sys/fs/cgroup/a/memory.max", "4000\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, 4000U);
  root.Put("/proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/docker/x\n0::/\ngarbage\n:\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, std::nullopt);
  root.Put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, std::nullopt);
  root.Put("/sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "3000\n");
  EXPECT_EQ(ReadMemoryFacts(root.path()).group_limit, 3000U);
  EXPECT_EQ(ReadMemoryFacts(root.path() + "/nowhere").total, std::nullopt);
}

}  // namespace
}  // namespace meguri::app
