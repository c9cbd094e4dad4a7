#include "crawl/audit/audit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/mem_files.h"
#include "base/random.h"
#include "crawl/audit/request_log_reader.h"
#include "tests/crawl/request_lines.h"

namespace meguri {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;

class AuditTest : public testing::Test {
 protected:
  void Put(std::string_view name, std::string_view text) {
    ASSERT_TRUE(files_.MakeDirectories("crawl/requests"));
    auto file = files_.OpenToWrite("crawl/requests/requests-" + std::string(name) + ".log",
                                   OpenMode::kCreate);
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->Append(text));
  }
  Audit Run(const AuditOptions& options = {}) {
    auto audit = AuditRequests(files_, "crawl", options);
    EXPECT_TRUE(audit) << audit.error().context;
    return audit ? *std::move(audit) : Audit();
  }
  Audit Of(std::string_view text, const AuditOptions& options = {}) {
    Put("00000", text);
    return Run(options);
  }

  MemFiles files_;
};

std::uint64_t CountOf(const AuditSide& side, BreachKind kind) {
  return side.breaches[static_cast<std::size_t>(kind)];
}

// Two hosts on two servers, politely.
std::string PoliteLog() {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000, .kind = "robots"}).End(1, 5100);
  log.Start({.number = 2, .at = 5000, .server = "192.0.2.2", .host = "b.org"}).End(2, 9000);
  log.Start({.number = 3, .at = 10100}).End(3, 10200);
  log.Start({.number = 4, .at = 14000, .server = "192.0.2.2", .host = "b.org"}).End(4, 14100);
  return log.text;
}

TEST_F(AuditTest, APoliteCrawlIsClean) {
  const Audit audit = Of(PoliteLog());
  EXPECT_TRUE(audit.clean());
  EXPECT_EQ(audit.requests, 4U);
  EXPECT_EQ(audit.processes, 1U);
  EXPECT_EQ(audit.files, 1U);
  EXPECT_EQ(audit.lines, 11U);
  EXPECT_EQ(audit.unfinished, 0U);
  EXPECT_EQ(audit.bytes, 400U);
  EXPECT_EQ(audit.hosts.seen, 2U);
  EXPECT_EQ(audit.servers.seen, 2U);
  EXPECT_THAT(audit.by_kind, ElementsAre(3, 1, 0, 0, 0));
  EXPECT_EQ(audit.hosts.gap_permille.count(), 2U);
  EXPECT_EQ(audit.hosts.gap_permille.min(), 1000U);
  EXPECT_EQ(audit.hosts.by_rule[0], 4U);
}

TEST_F(AuditTest, WhatTheWriterWritesIsRead) {
  ManualClock clock;
  IntervalPromise promise{.interval = seconds(5)};
  {
    auto log = RequestLog::Open(files_, "crawl", clock, promise, {.max_file_bytes = 500});
    ASSERT_TRUE(log);
    for (int i = 0; i < 20; ++i) {
      clock.Advance(seconds(5) + microseconds(i));
      const std::uint64_t number = (*log)->Start({.time = clock.Now(),
                                                  .server = IpAddress::V4({192, 0, 2, 1}),
                                                  .host = "a.org",
                                                  .url = "http://a.org/ \xff",
                                                  .host_interval = {seconds(5), {}},
                                                  .server_interval = {seconds(5), {}}});
      ASSERT_TRUE((*log)->Flush());
      clock.Advance(milliseconds(300));
      (*log)->End(number, {.time = clock.Now(), .status = 200, .bytes = 10});
    }
  }
  const Audit audit = Run();
  EXPECT_TRUE(audit.clean());
  EXPECT_EQ(audit.requests, 20U);
  EXPECT_EQ(audit.processes, 1U);
  EXPECT_GT(audit.files, 3U);
  EXPECT_EQ(audit.hosts.gap_permille.count(), 19U);
}

TEST_F(AuditTest, ARequestWhileAnotherIsInFlight) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000});                          // line 4
  log.Start({.number = 2, .at = 20000, .server = "192.0.2.2"});  // the same host: line 5
  log.End(1, 30000).End(2, 31000);
  const Audit audit = Of(log.text);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kInFlight), 1U);
  EXPECT_EQ(audit.breach_count(), 1U) << "the servers are two";
  ASSERT_EQ(audit.breaches.size(), 1U);
  EXPECT_EQ(audit.breaches[0].place, (LogPlace{"requests-00000.log", 5}));
  EXPECT_EQ(audit.breaches[0].before, (LogPlace{"requests-00000.log", 4}));
  EXPECT_EQ(audit.breaches[0].who, "a.org");
  EXPECT_FALSE(audit.breaches[0].server);
  EXPECT_FALSE(audit.clean());
}

TEST_F(AuditTest, ServersAreJudgedToo) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000}).End(1, 5100);
  log.Start({.number = 2, .at = 10099, .host = "b.org"}).End(2, 11000);
  const Audit audit = Of(log.text);
  EXPECT_EQ(CountOf(audit.servers, BreachKind::kTooSoon), 1U);
  EXPECT_EQ(audit.breach_count(), 1U);
  ASSERT_EQ(audit.breaches.size(), 1U);
  EXPECT_EQ(audit.breaches[0].who, "192.0.2.1");
  EXPECT_EQ(audit.breaches[0].got, milliseconds(4999));
  EXPECT_EQ(audit.breaches[0].wanted, seconds(5));
}

TEST_F(AuditTest, Ipv6ServersAreSlash64) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000, .server = "2001:db8::1"}).End(1, 5100);
  log.Start({.number = 2, .at = 6000, .server = "2001:db8::ffff", .host = "b.org"}).End(2, 6001);
  log.Start({.number = 3, .at = 7000, .server = "2001:db8:0:1::1", .host = "c.org"}).End(3, 7001);
  log.Start({.number = 4, .at = 7000, .server = "::ffff:192.0.2.9", .host = "d.org"}).End(4, 7001);
  log.Start({.number = 5, .at = 7000, .server = "192.0.2.10", .host = "e.org"}).End(5, 7001);
  const Audit audit = Of(log.text);
  EXPECT_EQ(audit.breach_count(), 1U);
  ASSERT_EQ(audit.breaches.size(), 1U);
  EXPECT_EQ(audit.breaches[0].who, "2001:db8::/64");
  EXPECT_EQ(audit.servers.seen, 4U);
}

TEST_F(AuditTest, TheIntervalThatIsStatedHolds) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000}).End(1, 5100);
  log.Start({.number = 2, .at = 20000, .host_interval = 15000, .host_rule = "crawl-delay"});
  log.End(2, 20100);
  const Audit audit = Of(log.text);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kTooSoon), 1U);
  EXPECT_EQ(audit.breach_count(), 1U);
  ASSERT_FALSE(audit.longest.empty());
  EXPECT_EQ(audit.longest[0].who, "a.org");
  EXPECT_EQ(audit.longest[0].interval, seconds(15));
  EXPECT_EQ(audit.longest[0].rule, IntervalRule::kCrawlDelay);
}

TEST_F(AuditTest, AnIntervalStatedMustBeTheUsersAtLeast) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 50000, .host_interval = 4999, .server_interval = 0});
  const Audit audit = Of(log.text);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kShortInterval), 1U);
  EXPECT_EQ(CountOf(audit.servers, BreachKind::kShortInterval), 1U);
  EXPECT_EQ(audit.breach_count(), 2U);
  EXPECT_EQ(audit.breaches[0].got, milliseconds(4999));
  EXPECT_EQ(audit.breaches[0].wanted, seconds(5));
}

TEST_F(AuditTest, SharedAndNamedRanges) {
  constexpr std::string_view kHead =
      "#shared\t10.0.0.0/8\t1000000\n#named\t127.0.0.0/8\t0\n#host\tslow.org\t9000000\n";
  RequestLines log;
  log.Process("2026-01-01T00:00:00.000000Z", kHead);
  // A server of many: a second is enough for it, not for a host on it.
  log.Start({.number = 1, .at = 5000, .server = "10.0.0.1", .server_interval = 1000}).End(1, 5100);
  log.Start(
      {.number = 2, .at = 6200, .server = "10.0.0.1", .host = "b.org", .server_interval = 1000});
  log.End(2, 6300);
  // Our own: no interval at all, but one request at a time.
  log.Start({.number = 3,
             .at = 0,
             .server = "127.0.0.1",
             .host = "c.org",
             .host_interval = 0,
             .server_interval = 0});
  log.End(3, 100);
  log.Start({.number = 4,
             .at = 100,
             .server = "127.0.0.1",
             .host = "c.org",
             .host_interval = 0,
             .server_interval = 0});
  log.End(4, 200);
  const std::string clean = log.text;
  EXPECT_TRUE(Of(clean).clean());

  log.Start({.number = 5,
             .at = 30000,
             .server = "10.0.0.1",
             .host_interval = 1000,
             .server_interval = 1000});
  log.End(5, 30001);
  log.Start({.number = 6,
             .at = 60000,
             .server = "127.0.0.1",
             .host = "www.slow.org",
             .host_interval = 0,
             .server_interval = 0});
  ASSERT_TRUE(files_.Remove("crawl/requests/requests-00000.log"));
  const Audit audit = Of(log.text);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kShortInterval), 2U);
  EXPECT_EQ(audit.breach_count(), 2U);
}

TEST_F(AuditTest, AfterAStartTheWholeIntervalPasses) {
  Put("00000", PoliteLog());
  RequestLines next;
  next.Process("2026-01-01T00:10:00.000000Z");
  next.Start({.number = 1, .at = 4999}).End(1, 5050);
  Put("00001", next.text);
  const Audit audit = Run();
  EXPECT_EQ(audit.processes, 2U);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kAfterStart), 1U);
  EXPECT_EQ(CountOf(audit.servers, BreachKind::kAfterStart), 1U);
  EXPECT_EQ(audit.breach_count(), 2U);
  EXPECT_EQ(audit.breaches[0].place.file, "requests-00001.log");
  EXPECT_EQ(audit.breaches[0].place.line, 4U);
  EXPECT_EQ(audit.breaches[0].before.line, 0U);
}

TEST_F(AuditTest, RequestsWithoutAnEndEndWithTheProcess) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000});
  Put("00000", log.text + "S\t2\t60000");  // killed while writing
  RequestLines next;
  next.Process("2026-01-01T00:10:00.000000Z");
  next.Start({.number = 1, .at = 5000});
  Put("00001", next.text);
  const Audit audit = Run();
  EXPECT_TRUE(audit.clean());
  EXPECT_EQ(audit.unfinished, 2U);
  EXPECT_EQ(audit.torn, 1U);
  EXPECT_EQ(audit.requests, 2U);
}

TEST_F(AuditTest, AProcessGoesOnInTheNextFile) {
  RequestLines first;
  first.Process();
  first.Start({.number = 1, .at = 5000});
  RequestLines second;
  second.Continue();
  second.End(1, 6000);
  second.Start({.number = 2, .at = 10999}).End(2, 11000);
  Put("00009", first.text);
  Put("00010", second.text);
  const Audit audit = Run();
  EXPECT_EQ(audit.processes, 1U);
  EXPECT_EQ(audit.unfinished, 0U);
  EXPECT_EQ(CountOf(audit.hosts, BreachKind::kTooSoon), 1U);
  EXPECT_EQ(audit.breaches[0].before, (LogPlace{"requests-00009.log", 4}));
}

TEST_F(AuditTest, ALostBeginningIsNoted) {
  RequestLines log;
  log.Continue();
  log.End(70, 6000);
  log.Start({.number = 90, .at = 10}).End(90, 20);
  log.Start({.number = 91, .at = 5000}).End(91, 5010);
  const Audit audit = Of(log.text);
  EXPECT_TRUE(audit.beginning_lost);
  EXPECT_EQ(audit.damaged, 0U);
  EXPECT_EQ(audit.missing, 0U);
  EXPECT_EQ(audit.breach_count(), 2U) << "from the second request on";
}

TEST_F(AuditTest, AFileMissingInBetweenIsDamage) {
  Put("00000", PoliteLog());
  RequestLines log;
  log.Continue("2026-01-01T07:00:00.000000Z");
  Put("00002", log.text);
  const Audit audit = Run();
  EXPECT_FALSE(audit.clean());
  EXPECT_EQ(audit.damaged, 1U);
  EXPECT_FALSE(audit.beginning_lost);
}

TEST_F(AuditTest, NumbersLeftOutAreMissed) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000}).End(1, 5001);
  log.Start({.number = 4, .at = 50000}).End(4, 50001);
  const Audit audit = Of(log.text);
  EXPECT_EQ(audit.missing, 2U);
  EXPECT_EQ(audit.breach_count(), 0U);
  EXPECT_FALSE(audit.clean());
}

TEST_F(AuditTest, TimeWithoutWorkIsNoDelay) {
  RequestLines log;
  log.Process();
  log.Start({.number = 1, .at = 5000}).End(1, 5100);
  // It had nothing to fetch until 60 s, and was then late by 0.5 s.
  log.Start({.number = 2, .at = 60'500, .waited = 500}).End(2, 60'600);
  // It had asked all the time, and was late by 2 s.
  log.Start({.number = 3, .at = 67'600, .waited = 2000}).End(3, 67'700);
  const Audit audit = Of(log.text);
  EXPECT_TRUE(audit.clean());
  EXPECT_EQ(audit.servers.gap_permille.count(), 2U);
  EXPECT_EQ(audit.servers.gap_permille.min(), 1100U);
  EXPECT_EQ(audit.servers.gap_permille.max(), 1400U);
}

TEST_F(AuditTest, DamagedLinesAreCounted) {
  const std::vector<std::string> lines = {
      "",
      "garbage",
      std::string("\0\0\0\0", 4),
      "S",
      "S\t1",
      "S\tx\t5000000\t192.0.2.1\ta.org\tu\tpage\t1\tconfigured\t1\tconfigured\t0",
      "S\t1\t-5\t192.0.2.1\ta.org\tu\tpage\t1\tconfigured\t1\tconfigured\t0",
      "S\t1\t99999999999999999\t192.0.2.1\ta.org\tu\tpage\t1\tconfigured\t1\tconfigured\t0",
      "S\t1\t5\tnobody\ta.org\tu\tpage\t1\tconfigured\t1\tconfigured\t0",
      "S\t1\t5\t192.0.2.1\ta.org\tu\tfilm\t1\tconfigured\t1\tconfigured\t0",
      "S\t1\t5\t192.0.2.1\ta.org\tu\tpage\t1\twhim\t1\tconfigured\t0",
      "S\t1\t5\t192.0.2.1\ta.org\tu\tpage\t1\tconfigured\t1\tconfigured\t0\tmore",
      "S\t1\t5\t192.0.2.1\t\tu\tpage\t1\tconfigured\t1\tconfigured\t0",
      "E\t1\t5\t200\t3",
      "E\t1\t5\t70000\t3\tcomplete",
      "E\t77\t5\t200\t3\tcomplete",  // never began
      "#interval\tx",
      std::string(RequestLogReader::kMaxLineBytes + 5, 'x'),
      std::string(3 * RequestLogReader::kMaxLineBytes, 'x'),
  };
  RequestLines log;
  log.Process();
  for (const std::string& line : lines)
    log.text += line + "\n";
  log.text += "#later\tsomething\n";
  log.Start({.number = 1, .at = 5000}).End(1, 5001).End(1, 5002);
  log.Start({.number = 2, .at = 50000}).End(2, 40000);
  log.Start({.number = 1, .at = 90000});
  const Audit audit = Of(log.text, {.max_listed = 100});
  EXPECT_EQ(audit.damaged, lines.size() + 3);
  ASSERT_EQ(audit.damages.size(), lines.size() + 3);
  EXPECT_EQ(audit.damages[0].place.line, 4U);
  EXPECT_THAT(audit.damages.back().what, HasSubstr("number"));
  EXPECT_EQ(audit.requests, 2U);
  EXPECT_FALSE(audit.clean());
  EXPECT_EQ(audit.breach_count(), 0U);
}

TEST_F(AuditTest, AHeadThatIsNoneIsDamage) { EXPECT_EQ(Of("hello\nS\t1\n").damaged, 2U); }

TEST_F(AuditTest, AProcessMustSayItsInterval) {
  EXPECT_EQ(Of("#meguri-requests 1\n#start\tx\n").damaged, 1U);
}

TEST_F(AuditTest, EmptyFilesAreNothing) {
  Put("00000", "");
  Put("00001", PoliteLog());
  EXPECT_TRUE(Run().clean());
}

TEST_F(AuditTest, ListsAreAsLongAsAskedFor) {
  RequestLines log;
  log.Process();
  for (int i = 1; i <= 10; ++i)
    log.Start({.number = static_cast<std::uint64_t>(i), .at = i});
  log.text += "x\ny\nz\n";
  const Audit audit = Of(log.text, {.max_listed = 2, .longest_waits = 1});
  EXPECT_EQ(audit.breaches.size(), 2U);
  EXPECT_EQ(audit.damages.size(), 2U);
  EXPECT_EQ(audit.longest.size(), 1U);
  EXPECT_EQ(audit.breach_count(), 20U);
  EXPECT_EQ(audit.damaged, 3U);
}

TEST_F(AuditTest, SaysHowFarItIs) {
  RequestLines log;
  log.Process();
  for (int i = 1; i <= 2000; ++i)
    log.Start({.number = static_cast<std::uint64_t>(i), .at = 10000 * i}).End(i, 10000 * i);
  std::vector<std::uint64_t> said;
  EXPECT_TRUE(
      Of(log.text, {.progress = [&](std::uint64_t lines, std::uint64_t) { said.push_back(lines); }})
          .clean());
  EXPECT_THAT(said, ElementsAre(1024, 2048, 3072));
}

TEST_F(AuditTest, TheFilesFolderItselfMayBeGiven) {
  Put("00000", PoliteLog());
  const auto audit = AuditRequests(files_, "crawl/requests");
  ASSERT_TRUE(audit);
  EXPECT_EQ(audit->requests, 4U);
}

TEST_F(AuditTest, SaysWhatIsWrong) {
  const auto none = AuditRequests(files_, "nowhere");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(none.error().context, HasSubstr("nowhere: no request log"));
  Put("00000", "#meguri-requests 2\n");
  const auto later = AuditRequests(files_, "crawl");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(later.error().context, HasSubstr("requests-00000.log: line 1: version '2'"));
}

// A polite log, broken in one place: either nothing is wrong that wasn't, or it is seen.
TEST_F(AuditTest, NoBrokenByteIsTakenForProof) {
  const std::string whole = PoliteLog();
  const std::size_t head = whole.find("S\t");
  Random random(7);
  for (std::size_t at = head; at < whole.size(); ++at) {
    if (whole[at] != '\n' && whole[at] != '\t') continue;
    std::string text = whole;
    text[at] = static_cast<char>('a' + random.Uniform(26));
    if (at + 1 == whole.size()) continue;  // a torn end is none
    MemFiles files;
    ASSERT_TRUE(files.MakeDirectories("c"));
    ASSERT_TRUE((*files.OpenToWrite("c/requests-00000.log", OpenMode::kCreate))->Append(text));
    const auto audit = AuditRequests(files, "c");
    ASSERT_TRUE(audit);
    EXPECT_FALSE(audit->clean()) << at;
  }
}

}  // namespace
}  // namespace meguri
