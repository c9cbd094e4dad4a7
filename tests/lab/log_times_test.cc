// Whether the moments in the access log can be trusted: a start that is late would hide a breach,
// an end that is late would invent one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "lab/http/answer_stream.h"
#include "lab/lab_clock.h"
#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing_lab::Client;
using testing_lab::LogLine;
using testing_lab::RunningLab;
using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view kGet = "GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n";

// A client that has the last byte may ask again at once: nothing in the log may say that the answer
// was still on its way.
TEST(LogTimesTest, AnAnswerEndsBeforeTheClientCanHaveItsLastByte) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/paced") answer.delivery.bytes_per_second = 100;
    if (request.target == "/large") answer.body.assign(3'000'000, 'x');
    if (request.target == "/late") answer.delivery.delay = milliseconds(20);
  });
  Client client(lab.http());
  for (const std::string_view target : {"/paced", "/large", "/late", "/x", "/y", "/z", "/end"}) {
    EXPECT_EQ(client.Get(target).status(), 200);
  }
  const std::vector<LogLine> lines = lab.Log();
  ASSERT_EQ(lines.size(), 7U);
  for (std::size_t i = 1; i < lines.size(); ++i)
    EXPECT_LE(lines[i - 1].end, lines[i].start) << lines[i].url;
}

TEST(LogTimesTest, AStreamKnowsItsLastByte) {
  WebAnswer answer;
  answer.body = "12";
  lab::AnswerStream stream("head", answer, true);
  std::string out;
  EXPECT_EQ(stream.Fill(5, out), 5U);
  EXPECT_FALSE(stream.finished());
  EXPECT_EQ(stream.Fill(1, out), 1U);
  EXPECT_TRUE(stream.finished());
  EXPECT_EQ(out, "head12");
}

TEST(LogTimesTest, ARequestStartsWhenItComesNotWhenItsTurnHasCome) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/late") answer.delivery.delay = milliseconds(400);
  });
  Client client(lab.http());
  client.Send("GET /late HTTP/1.1\r\nHost: a.test\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(100));
  client.Send(kGet);
  EXPECT_EQ(client.Read().status(), 200);
  EXPECT_EQ(client.Read().status(), 200);
  const std::vector<LogLine> lines = lab.Log();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_LT(lines[1].start + 100'000, lines[0].end);
  EXPECT_GT(lines[1].start, lines[0].start + 50'000);
}

TEST(LogTimesTest, EmptyLinesAreNoStart) {
  RunningLab lab;
  Client client(lab.http());
  client.Send("\r\n");
  std::this_thread::sleep_for(milliseconds(100));
  client.Send(kGet);
  EXPECT_EQ(client.Read().status(), 200);
  const std::vector<LogLine> lines = lab.Log();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_GE(lines[0].start, lines[0].opened + 90'000);
}

TEST(LogTimesTest, TheJudgeHasTheSameVirtualTimeAsTheLab) {
  const ManualClock real;
  const LabClock clock(real, ManualClock::kDefaultStart, 1e6);
  const TimePoint moment = clock.begin() + std::chrono::nanoseconds(1'234'567'999);
  EXPECT_EQ(clock.WallAt(moment), ManualClock::kDefaultStart + std::chrono::seconds(1'234'567));
  // What no lab writes but a file may say.
  const auto far = std::chrono::microseconds::max();
  EXPECT_EQ(VirtualTimeAt(WallTime(far), far, 1e300).time_since_epoch(),
            std::chrono::microseconds(250'000'000'000'000'000));
}

// One client that asks and reads without a pause, many requests at a time.
void Hog(std::uint16_t port, const std::atomic<bool>& stop) {
  Client client(port);
  std::string many;
  for (int i = 0; i < 2000; ++i)
    many += kGet;
  std::thread reader([&client] { client.ReadToEnd(); });
  while (!stop)
    client.Send(many);
  ::shutdown(client.fd(), SHUT_RDWR);
  reader.join();
}

TEST(LabFairnessTest, AClientThatPipelinesWithoutPauseDoesNotKeepTheOthersWaiting) {
  RunningLab lab([](const WebRequest& /*request*/, WebAnswer& answer) {
    const auto until = SteadyClock::now() + std::chrono::microseconds(100);  // a costly page
    while (SteadyClock::now() < until) {
    }
    answer.body.assign(100, 'x');
  });
  std::atomic<bool> stop = false;
  std::thread hog([&] { Hog(lab.http(), stop); });
  std::this_thread::sleep_for(milliseconds(300));
  Client client(lab.http());
  auto longest = SteadyClock::duration::zero();
  for (int i = 0; i < 10; ++i) {
    const auto before = SteadyClock::now();
    EXPECT_EQ(client.Get("/x").status(), 200);
    longest = std::max(longest, SteadyClock::now() - before);
  }
  stop = true;
  hog.join();
  EXPECT_LT(longest, milliseconds(150));  // 2000 requests in a row take 200 ms
}

TEST(LabFairnessTest, AHangingAnswerStaysSilentAfterAPauseOfTheTurn) {
  RunningLab lab([](const WebRequest& request, WebAnswer& answer) {
    answer.delivery.never = request.target == "/never";
  });
  Client client(lab.http());
  std::string many;
  for (int i = 0; i < 100; ++i)
    many += kGet;
  client.Send(many + "GET /never HTTP/1.1\r\nHost: a.test\r\n\r\n");
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(client.Read().status(), 200);
  EXPECT_EQ(client.Read(false, milliseconds(200)).status(), 0);
}

TEST(LabLogTest, ARefusedBodyIsStillARequestToItsHost) {
  RunningLab lab;
  Client large(lab.http());
  large.Send("POST /big HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9000000\r\n\r\n");
  EXPECT_EQ(large.Read().status(), 413);
  Client chunks(lab.http());
  chunks.Send("POST /bad HTTP/1.1\r\nHost: b.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  EXPECT_EQ(chunks.Read().status(), 400);
  const std::vector<LogLine> lines = lab.Log();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].host + " " + lines[0].url.substr(lines[0].url.rfind('/')), "a.test /big");
  EXPECT_EQ(lines[1].host + " " + lines[1].method, "b.test POST");
}

}  // namespace
}  // namespace meguri
