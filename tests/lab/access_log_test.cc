#include "lab/log/access_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/mem_files.h"
#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using testing_lab::Client;
using testing_lab::RunningLab;

std::string TextOf(MemFiles& files) { return ReadWholeFile(files, "log").value_or("?"); }

TEST(AccessLogTest, WritesTheFormatToTheLetter) {
  MemFiles files;
  ManualClock real;
  const LabClock clock(real, ManualClock::kDefaultStart, 60);
  AccessLog log(*files.OpenToWrite("log", OpenMode::kCreate), clock, IpAddress::V4(0x7F424242),
                "seed = 7\nips = 1000\n");
  const auto at = [](std::int64_t micros) {
    return TimePoint{} + std::chrono::microseconds(micros);
  };
  log.Append({.connection = 17,
              .opened = at(1043),
              .start = at(1190),
              .end = at(1355),
              .server = "127.1.0.9",
              .host = "www.kitamori.test",
              .method = "GET",
              .url = "http://www.kitamori.test/robots.txt",
              .status = 200,
              .bytes = 312,
              .agent = "meguri/0.1 (+https://example.org/)"});
  log.Append(
      {.connection = 18, .https = true, .url = "a\tb\x01\xC3", .ended = AccessEnd::kStopped});
  log.Flush();
  EXPECT_EQ(
      TextOf(files),
      "#meguri-lab-log 1\n"
      "#clock\t1767225600000000\t60\n"
      "#forbidden\t127.66.66.66\n"
      "#spec\tseed = 7\n"
      "#spec\tips = 1000\n"
      "#columns\tconnection\topened\tstart\tend\tserver\tscheme\thost\tmethod\turl\tstatus\t"
      "bytes\tended\tagent\n"
      "17\t1043\t1190\t1355\t127.1.0.9\thttp\twww.kitamori.test\tGET\t"
      "http://www.kitamori.test/robots.txt\t200\t312\tsent\tmeguri/0.1 (+https://example.org/)\n"
      "18\t0\t0\t0\t-\thttps\t-\t-\ta%09b%01%C3\t0\t0\tstopped\t-\n");
}

TEST(AccessLogTest, AFullDiskIsRememberedAndNoLineIsTorn) {
  MemFiles files;
  ManualClock real;
  const LabClock clock(real, ManualClock::kDefaultStart, 1);
  AccessLog log(*files.OpenToWrite("log", OpenMode::kCreate), clock, IpAddress(), "");
  log.Flush();
  EXPECT_FALSE(log.error());
  const std::size_t before = TextOf(files).size();
  files.SetCapacity(before + 10);
  log.Append({.url = "http://a.test/"});
  log.Flush();
  ASSERT_TRUE(log.error());
  EXPECT_EQ(log.error()->code, ErrorCode::kDiskFull);
  files.SetCapacity(MemFiles::kUnlimited);
  log.Append({.url = "http://a.test/"});
  log.Flush();
  EXPECT_EQ(TextOf(files).size(), before);
}

TEST(AccessLogTest, TimesAreInOrderAndLinesInTheOrderOfTheirEnds) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/slow") answer.delivery.delay = std::chrono::milliseconds(100);
  });
  {
    Client slow(lab.http());
    slow.Send("GET /slow HTTP/1.1\r\nHost: a.test\r\nUser-Agent: me\t\x01\r\n\r\n");
    Client fast(lab.http());
    fast.Get("/fast", "b.test:80");
    slow.Read();
    fast.Get("/again", "b.test:8080");
  }
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 3U);
  EXPECT_EQ(log[0].url, "http://b.test/fast");
  EXPECT_EQ(log[1].url, "http://a.test/slow");
  EXPECT_EQ(log[1].agent, "me%09%01");
  EXPECT_EQ(log[2].url, "http://b.test/again") << "the port is where the lab is";
  EXPECT_EQ(log[2].host, "b.test");
  EXPECT_EQ(log[0].connection, log[2].connection);
  EXPECT_EQ(log[0].opened, log[2].opened);
  std::uint64_t last = 0;
  for (const auto& line : log) {
    EXPECT_LE(line.opened, line.start);
    EXPECT_LE(line.start, line.end);
    EXPECT_LE(last, line.end);
    last = line.end;
  }
  EXPECT_GE(log[1].end - log[1].start, 100'000U);
}

TEST(AccessLogTest, IsOnDiskSoonWhileTheLabRuns) {
  RunningLab lab;
  Client client(lab.http());
  client.Get("/");
  RealFiles files;
  std::string text;
  for (int i = 0; i < 100 && text.find("a.test") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    text = ReadWholeFile(files, lab.log_path()).value_or("");
  }
  EXPECT_THAT(text, testing::HasSubstr("http://a.test/\t200"));
}

TEST(AccessLogTest, AConnectionWithoutARequestHasALine) {
  RunningLab lab;
  {
    Client silent(lab.http());
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    Client half(lab.http());
    half.Send("GET / HTTP/1.1\r\n");
    Client body(lab.http());
    body.Send("POST /form HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\nab");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  lab.WaitUntilGone(3);
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 3U);
  for (const auto& line : log) {
    EXPECT_EQ(line.status, "0");
    EXPECT_EQ(line.ended, "closed");
    EXPECT_LE(line.opened, line.start);
    EXPECT_LE(line.start, line.end);
    EXPECT_EQ(line.url, line.method == "POST" ? "http://a.test/form" : "-");
  }
}

}  // namespace
}  // namespace meguri
