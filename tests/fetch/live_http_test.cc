// What is asked and what comes back, byte for byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/fetch/fetch_fixture.h"

namespace meguri {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_fetch::AnswerWith;
using testing_fetch::FetchRig;
using testing_fetch::kLoopback;
using testing_fetch::Peer;
using testing_fetch::RawServer;

constexpr const char* kHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

// Answers every request on every connection, as often as it comes.
RawServer::Serve KeepAnswering(std::string bytes, std::vector<std::string>* requests = nullptr) {
  return [bytes = std::move(bytes), requests](Peer& peer, int /*number*/) {
    for (std::string request = peer.ReadRequest(); !request.empty(); request = peer.ReadRequest()) {
      if (requests != nullptr) requests->push_back(request);
      peer.Send(bytes);
    }
  };
}

TEST(LiveHttpTest, FetchesAPage) {
  std::vector<std::string> requests;
  FetchResult result;
  {
    RawServer server(KeepAnswering(kHello, &requests));
    FetchRig rig;
    result = rig.Get(server.Url("/path?query"));
    EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
    EXPECT_EQ(result.request, "GET /path?query HTTP/1.1\r\nHost: a.test:" +
                                  std::to_string(server.port()) + "\r\nUser-Agent: test\r\n\r\n");
    rig.fetcher.reset();
  }
  EXPECT_EQ(requests, std::vector{result.request});
  EXPECT_EQ(result.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(result.body, "hello");
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.address, kLoopback);
  EXPECT_TRUE(result.new_connection);
  EXPECT_FALSE(result.tls);
  EXPECT_LT(result.start, result.first_byte);
  EXPECT_LE(result.first_byte, result.end);
}

TEST(LiveHttpTest, KeepsConnectionsAfterEveryKindOfBody) {
  for (const std::string& bytes :
       {std::string(kHello), std::string("HTTP/1.1 304 Not Modified\r\n\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "5;x=y\r\nhello\r\n0\r\nTrailer: t\r\n\r\n")}) {
    RawServer server(KeepAnswering(bytes));
    FetchRig rig;
    const std::size_t head_end = bytes.find("\r\n\r\n") + 4;
    for (int i = 0; i < 3; ++i) {
      const FetchResult result = rig.Get(server.Url());
      EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
      EXPECT_EQ(result.head, bytes.substr(0, head_end));
      EXPECT_EQ(result.body, bytes.substr(head_end));
      EXPECT_EQ(result.new_connection, i == 0);
    }
    EXPECT_EQ(server.connections(), 1);
    rig.fetcher.reset();
  }
}

TEST(LiveHttpTest, SkipsInterimHeads) {
  RawServer server(
      AnswerWith("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                 "HTTP/1.1 100 Continue\r\n\r\n"
                 "HTTP/1.1 200 OK\r\nX: y\r\n\r\nbody"));
  FetchRig rig;
  const FetchResult result = rig.Get(server.Url());
  EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
  EXPECT_EQ(result.head, "HTTP/1.1 200 OK\r\nX: y\r\n\r\n");
  EXPECT_EQ(result.body, "body");
}

}  // namespace
}  // namespace meguri
