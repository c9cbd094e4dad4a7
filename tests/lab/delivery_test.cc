// Every way in which an answer can go over the wire, and what the log says of it.
#include <gmock/gmock.h>

#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing_lab::Client;
using testing_lab::Ending;
using testing_lab::LogLine;
using testing_lab::Reply;
using testing_lab::RunningLab;

constexpr std::string_view kRequest = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n";

// A connection to the lab, with or without TLS: a delivery is the same over both.
class DeliveryTest : public testing::TestWithParam<bool> {
 protected:
  void Serve(const Delivery& delivery, std::string body = "hello") {
    lab_ = std::make_unique<RunningLab>(
        [delivery, body](const WebRequest& request, WebAnswer& answer) {
          if (request.target == "/well") return;
          answer.delivery = delivery;
          answer.body = body;
        });
  }
  std::unique_ptr<Client> Connect() {
    auto client = std::make_unique<Client>(GetParam() ? lab_->https() : lab_->http());
    if (GetParam()) {
      EXPECT_EQ(client->StartTls(lab_->ca_file(), "a.test"), "");
    }
    return client;
  }
  // The only line, once there is one: the lab runs on.
  LogLine OnlyLine() {
    const auto log = lab_->Log();
    EXPECT_EQ(log.size(), 1U);
    return log.empty() ? LogLine{} : log[0];
  }

  std::unique_ptr<RunningLab> lab_;
};

INSTANTIATE_TEST_SUITE_P(Schemes, DeliveryTest, testing::Bool(),
                         [](const auto& scheme) { return scheme.param ? "Https" : "Http"; });

TEST_P(DeliveryTest, NeverUntilTheClientGoes) {
  Serve({.never = true});
  auto client = Connect();
  client->Send(kRequest);
  EXPECT_EQ(client->Read(false, milliseconds(200)).head, "");
  EXPECT_EQ(client->ending(), Ending::kNone);
  client->Close();
  lab_->WaitUntilGone(1);
  const LogLine line = OnlyLine();
  EXPECT_EQ(line.status, "0");
  EXPECT_EQ(line.ended, "closed");
  EXPECT_EQ(line.method, "GET");
  EXPECT_GE(line.end - line.start, 150'000U);
}

TEST_P(DeliveryTest, NeverUntilTheLabStops) {
  Serve({.never = true});
  auto client = Connect();
  client->Send(kRequest);
  EXPECT_EQ(client->Read(false, milliseconds(100)).head, "");
  const LogLine line = OnlyLine();
  EXPECT_EQ(line.status, "0");
  EXPECT_EQ(line.ended, "stopped");
}

TEST_P(DeliveryTest, NeverUntilReset) {
  Serve({.never = true});
  auto client = Connect();
  client->Send(kRequest);
  EXPECT_EQ(client->Read(false, milliseconds(100)).head, "");
  client->CloseWithReset();
  lab_->WaitUntilGone(1);
  EXPECT_EQ(OnlyLine().ended, "closed");
}

TEST_P(DeliveryTest, Delay) {
  Serve({.delay = milliseconds(500)});
  auto client = Connect();
  client->Send(kRequest);
  EXPECT_EQ(client->Read(false, milliseconds(100)).head, "");
  EXPECT_EQ(client->Read().body, "hello");
  EXPECT_EQ(client->Get("/well").body, "hello");
  const LogLine line = lab_->Log()[0];
  EXPECT_GE(line.end - line.start, 500'000U);
  EXPECT_LT(line.end - line.start, 5'000'000U);
  EXPECT_EQ(line.ended, "sent");
}

TEST_P(DeliveryTest, BytesPerSecond) {
  Serve({.bytes_per_second = 2000}, std::string(400, 'x'));
  auto client = Connect();
  const auto began = std::chrono::steady_clock::now();
  client->Send(kRequest);
  const Reply reply = client->Read();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_EQ(reply.body, std::string(400, 'x'));
  const double expected = static_cast<double>(reply.head.size() + 400 - 1) / 2000;
  EXPECT_GE(took.count(), expected - 0.001);
  EXPECT_LT(took.count(), expected + 5);
}

TEST_P(DeliveryTest, ADripIsLoggedWhenTheClientHasEnough) {
  Serve({.bytes_per_second = 20});
  auto client = Connect();
  client->Send(kRequest);
  std::this_thread::sleep_for(milliseconds(400));
  ASSERT_TRUE(client->ReadSome(std::chrono::seconds(5)));
  client->Close();
  lab_->WaitUntilGone(1);
  const LogLine line = OnlyLine();
  EXPECT_EQ(line.status, "200");  // some of it was sent
  EXPECT_EQ(line.bytes, "0");     // none of the body
  EXPECT_EQ(line.ended, "closed");
}

TEST_P(DeliveryTest, EndlessHead) {
  Serve({.endless_head = true});
  auto client = Connect();
  client->Send(kRequest);
  std::size_t fields = 0;
  std::string read;
  while (fields < 100'000 && client->ReadSome(std::chrono::seconds(5)))
    fields += 1000;
  EXPECT_GE(fields, 100'000U);
  client->Close();
  lab_->WaitUntilGone(1);
  const LogLine line = OnlyLine();
  EXPECT_EQ(line.status, "200");
  EXPECT_EQ(line.ended, "closed");
}

TEST_P(DeliveryTest, RepeatsAndTrailer) {
  Serve({.repeats = 100'000, .repeated = "0123456789", .trailer = "end"}, "begin");
  auto client = Connect();
  client->Send(kRequest);
  const Reply reply = client->Read();
  EXPECT_TRUE(reply.Has("Content-Length: 1000008"));
  ASSERT_EQ(reply.body.size(), 1'000'008U);
  EXPECT_TRUE(reply.body.starts_with("begin0123456789012"));
  EXPECT_TRUE(reply.body.ends_with("0123456789end"));
  EXPECT_EQ(client->Get("/well").body, "hello");
  EXPECT_EQ(lab_->Log()[0].bytes, "1000008");
}

TEST_P(DeliveryTest, AHundredMegabytesToASlowReaderInLittleMemory) {
  Serve({.repeats = 10'000, .repeated = std::string(10'000, 'r')});
  auto client = Connect();
  client->Send(kRequest);
  std::this_thread::sleep_for(milliseconds(100));  // the kernel's buffers fill
  EXPECT_EQ(client->Read().body.size(), 100'000'005U);
  EXPECT_EQ(OnlyLine().ended, "sent");
}

TEST_P(DeliveryTest, LargeBodyWhole) {
  std::string body;
  for (int i = 0; body.size() < 5'000'000; ++i)
    body += std::to_string(i);
  Serve({}, body);
  auto client = Connect();
  client->Send(kRequest);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(client->Read().body, body);
  EXPECT_EQ(OnlyLine().bytes, std::to_string(body.size()));
}

TEST_P(DeliveryTest, MiddlingBodyThatTheKernelHasNoRoomFor) {
  std::string body;
  for (int i = 0; body.size() < 200'000; ++i)
    body += std::to_string(i);
  Serve({}, body);
  auto client = Connect();
  std::string requests;
  for (int i = 0; i < 60; ++i)  // 12 MB before the first is read
    requests += kRequest;
  client->Send(requests);
  std::this_thread::sleep_for(milliseconds(100));
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(client->Read().body, body) << i;
  }
  EXPECT_EQ(lab_->Log().size(), 60U);
}

TEST_P(DeliveryTest, ClaimedLengthTooLong) {
  Serve({.claimed_length = 100});
  auto client = Connect();
  client->Send(kRequest);
  const Reply reply = client->Read();
  EXPECT_TRUE(reply.Has("Content-Length: 100"));
  EXPECT_EQ(reply.body, "hello");
  EXPECT_EQ(client->ending(), Ending::kFin);
  EXPECT_EQ(OnlyLine().ended, "sent");
}

TEST_P(DeliveryTest, ClaimedLengthTooShort) {
  Serve({.claimed_length = 2});
  auto client = Connect();
  client->Send(kRequest);
  const Reply reply = client->Read();
  EXPECT_EQ(reply.body, "he");
  EXPECT_EQ(client->ReadToEnd(), "llo");
  EXPECT_EQ(client->ending(), Ending::kFin);
}

TEST_P(DeliveryTest, ClaimedLengthThatIsTrue) {
  Serve({.claimed_length = 5});
  auto client = Connect();
  EXPECT_EQ(client->Get("/").body, "hello");
  EXPECT_EQ(client->Get("/").body, "hello");
}

TEST_P(DeliveryTest, ResetAfterSoManyBytesOfTheBody) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{3}, std::size_t{700'000}}) {
    Serve({.reset_after = bytes}, std::string(1'000'000, 'x'));
    auto client = Connect();
    client->Send(kRequest);
    const Reply reply = client->Read();
    EXPECT_TRUE(reply.Has("Content-Length: 1000000"));
    EXPECT_EQ(reply.body.size(), bytes);
    EXPECT_EQ(client->ending(), Ending::kReset);
    const LogLine line = OnlyLine();
    EXPECT_EQ(line.bytes, std::to_string(bytes));
    EXPECT_EQ(line.ended, "reset");
  }
}

TEST_P(DeliveryTest, Close) {
  Serve({.close = true});
  auto client = Connect();
  client->Send(kRequest);
  const Reply reply = client->Read();
  EXPECT_TRUE(reply.Has("Connection: close"));
  EXPECT_EQ(reply.body, "hello");
  EXPECT_EQ(client->ReadToEnd(), "");
  EXPECT_EQ(client->ending(), Ending::kFin);
  EXPECT_EQ(OnlyLine().ended, "sent");
}

TEST_P(DeliveryTest, HeadOfAMisbehavingAnswerHasNoBodyEither) {
  Serve({.repeats = 1000, .repeated = "xyz", .trailer = "end"});
  auto client = Connect();
  client->Send("HEAD / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  EXPECT_TRUE(client->Read(true).Has("Content-Length: 3008"));
  EXPECT_EQ(client->Get("/well").body, "hello");
}

TEST_P(DeliveryTest, AClientThatGoesInMidAnswerIsLoggedAsSuch) {
  Serve({.repeats = 100'000, .repeated = std::string(1000, 'r')});
  auto client = Connect();
  client->Send(kRequest);
  ASSERT_TRUE(client->ReadSome(std::chrono::seconds(5)));
  client->Close();
  lab_->WaitUntilGone(1);
  const LogLine line = OnlyLine();
  EXPECT_EQ(line.status, "200");
  EXPECT_EQ(line.ended, "closed");
  EXPECT_GT(std::stoull(line.bytes), 10'000U);
  EXPECT_LT(std::stoull(line.bytes), 100'000'000U);
}

TEST_P(DeliveryTest, AWaitingConnectionIsNotIdle) {
  lab_ = std::make_unique<RunningLab>(
      [](const WebRequest&, WebAnswer& answer) { answer.delivery.delay = milliseconds(600); },
      LabServerOptions{.idle_timeout = milliseconds(150)});
  auto client = Connect();
  EXPECT_EQ(client->Get("/").body, "hello");
}

}  // namespace
}  // namespace meguri
