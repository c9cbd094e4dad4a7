#include "crawl/audit/request_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/mem_files.h"

namespace meguri {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const IpAddress kServer = IpAddress::V4({192, 0, 2, 1});

class RequestLogTest : public testing::Test {
 protected:
  std::unique_ptr<RequestLog> Open(const RequestLogOptions& options = {}) {
    auto log = RequestLog::Open(files_, "crawl", clock_, promise_, options);
    EXPECT_TRUE(log) << log.error().context;
    return *std::move(log);
  }
  std::string Text(std::string_view number = "00000") {
    const std::string path = "crawl/requests/requests-" + std::string(number) + ".log";
    return ReadWholeFile(files_, path).value_or("no file");
  }
  RequestStart AStart() const {
    return {.time = clock_.Now(),
            .server = kServer,
            .host = "a.org",
            .url = "http://a.org/",
            .host_interval = {seconds(5), IntervalRule::kConfigured},
            .server_interval = {seconds(7), IntervalRule::kBackOff},
            .waited = microseconds(1200)};
  }

  MemFiles files_;
  ManualClock clock_;
  IntervalPromise promise_{.interval = seconds(5)};
};

TEST_F(RequestLogTest, WritesWhatIsDocumented) {
  clock_.Advance(seconds(100));  // times count from the opening
  promise_.shared.push_back({"10.0.0.0/8", *IpRange::Parse("10.0.0.0/8"), seconds(1)});
  promise_.named.push_back({"::1/128", *IpRange::Parse("::1/128"), seconds(0)});
  promise_.hosts.push_back({"slow.org", seconds(60)});
  auto log = Open();
  clock_.Advance(microseconds(1500));
  EXPECT_EQ(log->Start(AStart()), 1U);
  clock_.Advance(milliseconds(20));
  log->End(1, {.time = clock_.Now(), .status = 200, .bytes = 1234});
  RequestStart robots = AStart();
  robots.kind = RequestKind::kRobots;
  robots.server = *IpAddress::Parse("2001:db8::1");
  robots.url = "http://a.org/\t\xff";
  robots.host = "";
  EXPECT_EQ(log->Start(robots), 2U);
  log->End(2, {.time = clock_.Now(), .outcome = FetchOutcome::kConnectFailed});
  ASSERT_TRUE(log->Flush());
  EXPECT_EQ(Text(),
            "#meguri-requests 1\n"
            "#interval\t5000000\n"
            "#shared\t10.0.0.0/8\t1000000\n"
            "#named\t::1/128\t0\n"
            "#host\tslow.org\t60000000\n"
            "#start\t2026-01-01T00:01:40.000000Z\n"
            "S\t1\t1500\t192.0.2.1\ta.org\thttp://a.org/\tpage\t5000000\tconfigured\t7000000\t"
            "back-off\t1200\n"
            "E\t1\t21500\t200\t1234\tcomplete\n"
            "S\t2\t21500\t2001:db8::1\t-\thttp://a.org/%09%FF\trobots\t5000000\tconfigured\t"
            "7000000\tback-off\t1200\n"
            "E\t2\t21500\t0\t0\tconnect-failed\n");
}

TEST_F(RequestLogTest, IsInTheFileAfterFlushAndNotBefore) {
  auto log = Open();
  const std::string head = Text();
  EXPECT_THAT(head, EndsWith("#start\t2026-01-01T00:00:00.000000Z\n"));
  log->Start(AStart());
  EXPECT_EQ(Text(), head);
  EXPECT_GT(log->buffered_bytes(), 0U);
  ASSERT_TRUE(log->Flush());
  EXPECT_THAT(Text(), EndsWith("back-off\t1200\n"));
  EXPECT_EQ(log->buffered_bytes(), 0U);
  ASSERT_TRUE(log->Sync());
  log->End(1, {.time = clock_.Now()});
  log.reset();
  EXPECT_THAT(Text(), EndsWith("complete\n"));
}

TEST_F(RequestLogTest, EachProcessHasItsFile) {
  Open();
  ASSERT_TRUE(files_.OpenToWrite("crawl/requests/requests-00041.log", OpenMode::kCreate));
  ASSERT_TRUE(files_.OpenToWrite("crawl/requests/requests-x.log", OpenMode::kCreate));
  auto log = Open();
  EXPECT_EQ(log->Start(AStart()), 1U) << "numbers begin again";
  EXPECT_THAT(Text("00000"), HasSubstr("#start"));
  EXPECT_THAT(Text("00042"), HasSubstr("#start"));
}

TEST_F(RequestLogTest, AFullFileIsFollowedByTheNext) {
  auto log = Open({.max_file_bytes = 300});
  for (int i = 0; i < 12; ++i) {
    const std::uint64_t number = log->Start(AStart());
    clock_.Advance(seconds(1));
    log->End(number, {.time = clock_.Now()});
    ASSERT_TRUE(log->Flush());
  }
  EXPECT_THAT(Text("00001"), StartsWith("#meguri-requests 1\n#interval\t5000000\n"
                                        "#continue\t2026-01-01T00:00:00.000000Z\nS\t"));
  std::string all;
  for (const char* number : {"00000", "00001", "00002", "00003", "00004", "00005", "00006"}) {
    const std::string text = Text(number);
    if (text != "no file") all += text;
  }
  for (int i = 1; i <= 12; ++i) {
    EXPECT_THAT(all, HasSubstr("\nS\t" + std::to_string(i) + "\t"));
    EXPECT_THAT(all, HasSubstr("\nE\t" + std::to_string(i) + "\t"));
  }
}

// Whatever room there is at first, all is there once there is more.
TEST_F(RequestLogTest, AFullDiskLosesNothing) {
  std::string whole;
  for (std::uint64_t room = 0; room < 500; room += 7) {
    MemFiles files;
    auto log = RequestLog::Open(files, "crawl", clock_, promise_, {.max_file_bytes = 350});
    ASSERT_TRUE(log);
    const auto used = ReadWholeFile(files, "crawl/requests/requests-00000.log")->size();
    files.SetCapacity(used + room);
    bool failed = false;
    for (int i = 0; i < 5; ++i) {
      (*log)->Start(AStart());
      (*log)->End(static_cast<std::uint64_t>(i + 1), {.time = clock_.Now()});
      const Status flushed = (*log)->Flush();
      if (!flushed) {
        EXPECT_EQ(flushed.error().code, ErrorCode::kDiskFull);
        EXPECT_GT((*log)->buffered_bytes(), 0U);
        failed = true;
      }
    }
    EXPECT_TRUE(failed);
    EXPECT_FALSE((*log)->Flush());
    files.SetCapacity(MemFiles::kUnlimited);
    ASSERT_TRUE((*log)->Flush());
    EXPECT_EQ((*log)->buffered_bytes(), 0U);
    std::string lines;
    for (const char* number : {"00000", "00001", "00002", "00003"}) {
      const auto text =
          ReadWholeFile(files, "crawl/requests/requests-" + std::string(number) + ".log");
      if (!text) continue;
      EXPECT_THAT(*text, StartsWith("#meguri-requests 1\n"));
      EXPECT_THAT(*text, EndsWith("\n"));
      lines += text->substr(text->find("000Z\n") + 5);
    }
    if (whole.empty()) whole = lines;
    EXPECT_EQ(lines, whole) << room;
  }
  EXPECT_THAT(whole, StartsWith("S\t1\t"));
  EXPECT_THAT(whole, HasSubstr("\nE\t5\t"));
}

TEST_F(RequestLogTest, SaysWhyItCannotBeOpened) {
  files_.FailSyncs(1);
  const auto log = RequestLog::Open(files_, "crawl", clock_, promise_);
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().context, HasSubstr("crawl"));
}

TEST(RequestLogNamesTest, Numbers) {
  EXPECT_EQ(RequestLogNumber("requests-00000.log"), 0U);
  EXPECT_EQ(RequestLogNumber("requests-123456.log"), 123456U);
  for (const char* name :
       {"", "requests-.log", "requests-1.log", "requests-0000x.log", "requests-9999999999.log",
        "requests-00000.log.gz", "x-00000.log", "requests--0001.log", "requests.log"}) {
    EXPECT_EQ(RequestLogNumber(name), std::nullopt) << name;
  }
}

TEST(RequestKindTest, NamesAreReadBack) {
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    const auto kind = static_cast<RequestKind>(i);
    EXPECT_EQ(ParseRequestKind(RequestKindName(kind)), kind);
  }
  EXPECT_EQ(ParseRequestKind("nothing"), std::nullopt);
}

TEST(IntervalPromiseTest, OfSettings) {
  CrawlSettings settings;
  settings.manners.interval = milliseconds(1500);
  settings.shared_addresses = {"10.0.0.0/8", "2001:db8::/32"};
  settings.hosts = {{.host = "Slow.org", .interval = seconds(60)}, {.host = "other.org"}};
  const auto alone = PromiseOf(settings);
  ASSERT_TRUE(alone);
  EXPECT_TRUE(alone->shared.empty()) << "without an interval of their own";
  settings.shared_interval = seconds(1);
  const auto promise = PromiseOf(settings);
  ASSERT_TRUE(promise);
  EXPECT_EQ(promise->LeastForServer(kServer), milliseconds(1500));
  EXPECT_EQ(promise->LeastForServer(*IpAddress::Parse("10.1.2.3")), seconds(1));
  EXPECT_EQ(promise->LeastForServer(*IpAddress::Parse("2001:db8::5")), seconds(1));
  const IpAddress shared = *IpAddress::Parse("10.1.2.3");
  EXPECT_EQ(promise->LeastForHost("a.org", shared), milliseconds(1500)) << "never a host's";
  EXPECT_EQ(promise->LeastForHost("slow.org", kServer), seconds(60));
  EXPECT_EQ(promise->LeastForHost("www.slow.org.", kServer), seconds(60));
  EXPECT_EQ(promise->LeastForHost("notslow.org", kServer), milliseconds(1500));
  settings.shared_addresses = {"10.0.0.1/8"};
  EXPECT_THAT(PromiseOf(settings).error().context, HasSubstr("10.0.0.1/8"));
  settings.shared_addresses = {};
  settings.hosts[0].host = "a b";
  EXPECT_THAT(PromiseOf(settings).error().context, HasSubstr("a b"));
}

TEST(IntervalPromiseTest, IsReadBack) {
  IntervalPromise promise{.interval = seconds(5)};
  promise.shared.push_back({"10.0.0.0/8", *IpRange::Parse("10.0.0.0/8"), seconds(1)});
  promise.named.push_back({"127.0.0.0/8", *IpRange::Parse("127.0.0.0/8"), seconds(0)});
  promise.hosts.push_back({"slow.org", seconds(60)});
  std::string text;
  AppendPromise(promise, text);
  IntervalPromise read;
  std::string again;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    EXPECT_TRUE(ReadPromiseLine(rest.substr(0, rest.find('\n')), read));
  AppendPromise(read, again);
  EXPECT_EQ(again, text);
  const IpAddress named = *IpAddress::Parse("127.0.0.1");
  EXPECT_EQ(read.LeastForServer(named), seconds(0));
  EXPECT_EQ(read.LeastForHost("a.org", named), seconds(0));
  EXPECT_EQ(read.LeastForHost("slow.org", named), seconds(60));
  for (const char* line : {"", "#interval", "#interval\t", "#interval\t-1", "#interval\tx",
                           "#interval\t1\t2", "#shared\t1", "#shared\tx\t1", "#other\t1\t2",
                           "#interval\t99999999999999999999", "#host\t\tx"}) {
    EXPECT_FALSE(ReadPromiseLine(line, read)) << line;
  }
}

}  // namespace
}  // namespace meguri
