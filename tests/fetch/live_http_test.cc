// What is asked and what comes back, byte for byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/fetch/fetch_fixture.h"

namespace meguri {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_fetch::AnswerWith;
using testing_fetch::FetchRig;
using testing_fetch::kLoopback;
using testing_fetch::LoopbackOnly;
using testing_fetch::Peer;
using testing_fetch::RawServer;

constexpr const char* kHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

// Answers every request on every connection, as often as it comes.
RawServer::Serve KeepAnswering(std::string bytes) {
  return [bytes = std::move(bytes)](Peer& peer, int /*number*/) {
    while (!peer.ReadRequest().empty())
      peer.Send(bytes);
  };
}

// Answers with the request itself.
void Echo(Peer& peer, int /*number*/) {
  const std::string request = peer.ReadRequest();
  peer.Send("HTTP/1.1 200 OK\r\n\r\n" + request);
}

TEST(LiveHttpTest, FetchesAPage) {
  RawServer server(&Echo);
  FetchRig rig;
  const FetchResult result = rig.Get(server.Url("/path?query"));
  EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
  EXPECT_EQ(result.request, "GET /path?query HTTP/1.1\r\nHost: a.test:" +
                                std::to_string(server.port()) + "\r\nUser-Agent: test\r\n\r\n");
  EXPECT_EQ(result.head, "HTTP/1.1 200 OK\r\n\r\n");
  EXPECT_EQ(result.body, result.request);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.address, kLoopback);
  EXPECT_TRUE(result.new_connection);
  EXPECT_FALSE(result.tls);
  EXPECT_LT(result.start, result.first_byte);
  EXPECT_LE(result.first_byte, result.end);
}

TEST(LiveHttpTest, TheTargetIsAskedForAsItIs) {
  RawServer server(&Echo);
  FetchRig rig;
  for (const std::string target :
       {"/", "//", "/../a/./b", "/%7e/%2F%2f", "/a|b\\c^`{}\"<>'", "/?", "/??a=b&c=%20+'\"<>\\",
        "/x;y=z", "/@:!$&'()*+,;=", "/\xC3\xA4?\xFF", "/a/%2e%2e/b", "/http://b.test/"}) {
    const FetchResult result = rig.Get(server.Url(target));
    EXPECT_THAT(result.body, StartsWith("GET " + target + " HTTP/1.1\r\n"));
    EXPECT_EQ(result.body, result.request);
  }
  const auto line = [&](std::string_view rest) {
    const std::string body = rig.Get(server.Url(rest)).body;
    return body.substr(0, body.find('\r'));
  };
  EXPECT_EQ(line(""), "GET / HTTP/1.1");
  EXPECT_EQ(line("?q"), "GET /?q HTTP/1.1");
  EXPECT_EQ(line("/a#fragment"), "GET /a HTTP/1.1");
  EXPECT_EQ(line("/" + std::string(20'000, 'x')), "GET /" + std::string(20'000, 'x') + " HTTP/1.1");
}

TEST(LiveHttpTest, AUserInTheUrlIsNotSent) {
  RawServer server(&Echo);
  FetchRig rig;
  const std::string port = std::to_string(server.port());
  const FetchResult result = rig.Get("http://user:pass@a.test:" + port + "/");
  EXPECT_EQ(result.body, "GET / HTTP/1.1\r\nHost: a.test:" + port + "\r\nUser-Agent: test\r\n\r\n");
}

TEST(LiveHttpTest, UrlsThatCanNotBeAskedFor) {
  FetchRig rig;
  for (const char* url :
       {"", "a.test", "ftp://a.test/", "file:///etc/passwd", "http://", "http:///x",
        "http://a.test:0/", "http://a.test:65536/", "http://a.test:x/", "http://a.test/a b",
        "http://a.test/a\r\nX: y", "http://a b/", "HTTP://a.test/"}) {
    const FetchResult result = rig.Get(url);
    EXPECT_EQ(result.outcome, FetchOutcome::kConnectFailed) << url;
    EXPECT_THAT(result.error, HasSubstr("not a URL")) << url;
    EXPECT_EQ(result.request, "");
  }
}

TEST(LiveHttpTest, SendsTheHeadersItIsGivenAndNoOthers) {
  RawServer server(&Echo);
  FetchRig rig;
  const std::string before =
      "GET / HTTP/1.1\r\nHost: a.test:" + std::to_string(server.port()) + "\r\n";
  for (const std::string headers :
       {"", "Accept: text/html\r\n", "User-Agent: a b (c)\r\nAccept-Encoding: gzip, br\r\n",
        "If-None-Match: \"x\"\r\nIf-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n",
        "Cookie: a=b; c=d\r\nAuthorization: Basic dTpw\r\n", "X-Empty:\r\n"}) {
    const FetchResult result =
        rig.Fetch({.url = server.Url(), .address = kLoopback, .headers = headers});
    EXPECT_EQ(result.body, before + headers + "\r\n");
  }
}

TEST(LiveHttpTest, AddressesAsHosts) {
  RawServer v4(&Echo);
  FetchRig rig;
  const FetchResult first = rig.Get(v4.Url("/x", "127.0.0.1"));
  EXPECT_THAT(first.body, HasSubstr("Host: 127.0.0.1:" + std::to_string(v4.port()) + "\r\n"));
  RawServer v6(&Echo, true);
  const IpAddress loopback6 = *IpAddress::Parse("::1");
  const FetchResult second = rig.Get(v6.Url("/x", "[::1]"), loopback6);
  EXPECT_EQ(second.outcome, FetchOutcome::kComplete) << second.error;
  EXPECT_THAT(second.body, HasSubstr("Host: [::1]:" + std::to_string(v6.port()) + "\r\n"));
  const FetchResult third = rig.Get(v6.Url("/x"), loopback6);
  EXPECT_THAT(third.body, HasSubstr("Host: a.test:" + std::to_string(v6.port()) + "\r\n"));
}

TEST(LiveHttpTest, KeepsConnectionsAfterEveryKindOfBody) {
  for (const std::string bytes :
       {kHello, "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        "5;x=y\r\nhello\r\n0\r\nTrailer: t\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nContent-Encoding: br\r\n\r\n"
        "5\r\nhello\r\n0\r\n\r\n"}) {
    RawServer server(KeepAnswering(bytes));
    FetchRig rig;
    const std::size_t head_end = bytes.find("\r\n\r\n") + 4;
    for (int i = 0; i < 3; ++i) {
      const FetchResult result = rig.Get(server.Url());
      EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error << bytes;
      EXPECT_EQ(result.head, bytes.substr(0, head_end));
      EXPECT_EQ(result.body, bytes.substr(head_end));
      EXPECT_EQ(result.new_connection, i == 0);
    }
    EXPECT_EQ(server.connections(), 1);
    rig.fetcher.reset();
  }
}

TEST(LiveHttpTest, ChunksInPieces) {
  const std::string body = "5;x=y\r\nhello\r\n0\r\nTrailer: t\r\n\r\n";
  RawServer server([&](Peer& peer, int /*number*/) {
    while (!peer.ReadRequest().empty()) {
      peer.Send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (const char c : body) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        peer.Send({&c, 1});
      }
    }
  });
  FetchRig rig;
  for (int i = 0; i < 2; ++i) {
    const FetchResult result = rig.Get(server.Url());
    EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
    EXPECT_EQ(result.body, body);
    EXPECT_EQ(result.head, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    EXPECT_EQ(result.new_connection, i == 0);
  }
  rig.fetcher.reset();
}

TEST(LiveHttpTest, ConnectionsAreNotSharedByHostsOrAddresses) {
  RawServer server([](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(kHello);
  });
  FetchRig rig;
  EXPECT_TRUE(rig.Get(server.Url("/", "a.test")).new_connection);
  EXPECT_TRUE(rig.Get(server.Url("/", "b.test")).new_connection);
  const FetchResult moved = rig.Get(server.Url("/", "a.test"), IpAddress::V4(0x7F000002));
  EXPECT_EQ(moved.outcome, FetchOutcome::kConnectFailed);  // nobody listens there
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

struct OddCase {
  std::string bytes;  // then the connection is closed
  FetchOutcome outcome;
  std::string head;
  std::string body;
};

TEST(LiveHttpTest, OddAnswers) {
  using enum FetchOutcome;
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  const std::string chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
  const std::string long_line(200'000, 'x');
  for (const OddCase& c : {
           // Nothing, or nothing that is HTTP
           OddCase{"", kNoAnswer, "", ""},
           OddCase{"HTTP/1.1 200 OK\r\nX: y", kNoAnswer, "", ""},
           OddCase{"HTTP/1.1 100 Continue\r\n\r\n", kNoAnswer, "", ""},
           OddCase{"hello\r\n\r\n", kNotHttp, "", ""},
           OddCase{"SSH-2.0-OpenSSH_9.2p1\r\n", kNotHttp, "", ""},
           OddCase{"<html>" + long_line, kNotHttp, "", ""},
           OddCase{std::string(1000, '\0'), kNotHttp, "", ""},
           OddCase{"HTTP/7.3 200 OK\r\n\r\n", kNotHttp, "", ""},
           OddCase{ok + "X: " + std::string("a\0b", 3) + "\r\n\r\n", kNotHttp, "", ""},
           OddCase{ok + "X: " + long_line + "\r\n\r\n", kHeadTooLarge, "", ""},
           // Heads in odd clothes
           OddCase{"HTTP/1.0 200\r\n\r\nx", kComplete, "HTTP/1.0 200\r\n\r\n", "x"},
           OddCase{"HTTP/1.1 200 OK\nX: y\n\nx", kComplete, "HTTP/1.1 200 OK\nX: y\n\n", "x"},
           OddCase{ok + "X: y\r\n folded\r\n\r\n", kComplete, ok + "X: y\r\n folded\r\n\r\n", ""},
           OddCase{ok + "X:y\r\nX: \xFF\xFE\r\n\r\nx", kComplete, ok + "X:y\r\nX: \xFF\xFE\r\n\r\n",
                   "x"},
           OddCase{ok + "Set-Cookie: a=b\r\nLocation: file:///etc/passwd\r\n\r\n", kComplete,
                   ok + "Set-Cookie: a=b\r\nLocation: file:///etc/passwd\r\n\r\n", ""},
           OddCase{"HTTP/1.1 101 Switching\r\n\r\nx", kComplete, "HTTP/1.1 101 Switching\r\n\r\n",
                   "x"},
           // Lengths that lie
           OddCase{ok + "Content-Length: 9\r\n\r\nhello", kCutOff, ok + "Content-Length: 9\r\n\r\n",
                   "hello"},
           OddCase{ok + "Content-Length: 2\r\n\r\nhello", kComplete,
                   ok + "Content-Length: 2\r\n\r\n", "he"},
           OddCase{ok + "Content-Length: 0\r\n\r\nhello", kComplete,
                   ok + "Content-Length: 0\r\n\r\n", ""},
           // Chunks that are none
           OddCase{chunked + "5\r\nhello\r\n", kCutOff, chunked, "5\r\nhello\r\n"},
           OddCase{chunked + "5\r\nhel", kCutOff, chunked, "5\r\nhel"},
           OddCase{chunked + "5\r\nhello\r\n0\r\n\r\n", kComplete, chunked,
                   "5\r\nhello\r\n0\r\n\r\n"},
           OddCase{chunked, kCutOff, chunked, ""},
           OddCase{chunked + "zz\r\nhello\r\n", kCutOff, chunked, "zz\r\nhello\r\n"},
           // Both
           OddCase{
               ok +
                   "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
               kComplete, ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
               "5\r\nhello\r\n0\r\n\r\n"},
           // Codings are not undone
           OddCase{ok + "Content-Encoding: gzip\r\n\r\nhello", kComplete,
                   ok + "Content-Encoding: gzip\r\n\r\n", "hello"},
           OddCase{ok + "Content-Encoding: nonsense\r\nTransfer-Encoding: x\r\n\r\nhello",
                   kComplete, ok + "Content-Encoding: nonsense\r\nTransfer-Encoding: x\r\n\r\n",
                   "hello"},
       }) {
    RawServer server(AnswerWith(c.bytes));
    FetchRig rig;
    const FetchResult result = rig.Get(server.Url());
    const std::string shown = c.bytes.substr(0, 90);
    EXPECT_EQ(FetchOutcomeName(result.outcome), FetchOutcomeName(c.outcome)) << shown << "\n"
                                                                             << result.error;
    EXPECT_EQ(result.head, c.head) << shown;
    EXPECT_EQ(result.body, c.body) << shown;
    EXPECT_EQ(result.error.empty(), c.outcome == kComplete) << shown << result.error;
  }
}

// Some libcurl refuses, others it takes for numbers: some outcome, and no more than what came.
TEST(LiveHttpTest, LengthsThatAreNone) {
  for (const std::string value : {"-1", "abc", "1, 2", "99999999999999999999999", "5x", "+5"}) {
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: " + value + "\r\n\r\n";
    RawServer server(AnswerWith(head + "hello"));
    FetchRig rig;
    const FetchResult result = rig.Get(server.Url());
    EXPECT_TRUE(result.outcome == FetchOutcome::kNotHttp ||
                (result.head == head && std::string_view("hello").starts_with(result.body)))
        << value << ": " << FetchOutcomeName(result.outcome) << ' ' << result.error;
  }
}

TEST(LiveHttpTest, ResetBeforeAndWithinTheBody) {
  RawServer server([](Peer& peer, int number) {
    peer.ReadRequest();
    if (number > 0) peer.Send("HTTP/1.1 200 OK\r\n\r\nhello");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    peer.Reset();
  });
  FetchRig rig;
  EXPECT_EQ(rig.Get(server.Url()).outcome, FetchOutcome::kNoAnswer);
  const FetchResult within = rig.Get(server.Url());
  EXPECT_EQ(within.outcome, FetchOutcome::kCutOff) << within.error;
  EXPECT_EQ(within.body, "hello");
  EXPECT_THAT(within.error, HasSubstr("reset"));
}

TEST(LiveHttpTest, AKeptConnectionThatIsGoneIsMadeAnew) {
  RawServer server([](Peer& peer, int /*number*/) {
    peer.ReadRequest();
    peer.Send(kHello);
  });
  FetchRig rig;
  EXPECT_EQ(rig.Get(server.Url()).outcome, FetchOutcome::kComplete);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the server has closed it by now
  const FetchResult second = rig.Get(server.Url());
  EXPECT_EQ(second.outcome, FetchOutcome::kComplete) << second.error;
  EXPECT_TRUE(second.new_connection);
}

// libcurl by itself would send the request again.
TEST(LiveHttpTest, ARequestThatTheServerGotIsNotSentAgain) {
  std::atomic<int> requests = 0;
  RawServer server([&](Peer& peer, int /*number*/) {
    if (!peer.ReadRequest().empty()) ++requests;
    peer.Send(kHello);
    if (!peer.ReadRequest().empty()) ++requests;
  });
  FetchRig rig;
  EXPECT_EQ(rig.Get(server.Url()).outcome, FetchOutcome::kComplete);
  const FetchResult second = rig.Get(server.Url());
  EXPECT_EQ(second.outcome, FetchOutcome::kNoAnswer);
  EXPECT_THAT(second.error, HasSubstr("kept connection"));
  EXPECT_FALSE(second.request.empty());
  EXPECT_EQ(requests, 2);
  EXPECT_EQ(server.connections(), 1);
}

TEST(LiveHttpTest, BytesBehindAnAnswerAreNotTheNextAnswer) {
  for (const std::string answer :
       {kHello, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"}) {
    RawServer server([&](Peer& peer, int /*number*/) {
      while (!peer.ReadRequest().empty()) {
        peer.Send(answer);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        peer.Send("HTTP/1.1 200 Forged\r\nContent-Length: 0\r\n\r\n");
      }
    });
    FetchRig rig;
    EXPECT_EQ(rig.Get(server.Url()).outcome, FetchOutcome::kComplete);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const FetchResult second = rig.Get(server.Url());
    EXPECT_THAT(second.head, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(second.new_connection);
    rig.fetcher.reset();
  }
}

// libcurl 7.88 keeps a pointer to the last header of the answer before in a handle that is used
// again, and goes by it when a line continues none: it wrote to memory that was long somebody
// else's.
TEST(LiveHttpTest, AContinuationWithoutAHeaderIsNoAnswer) {
  const std::string odd = "HTTP/1.1 200 OK\r\n x: y\r\nContent-Length: 5\r\n\r\nhello";
  for (const std::string connection : {"keep-alive", "close"}) {
    const std::string well = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: " + std::string(300, 'a') +
                             "\r\nConnection: " + connection + "\r\n\r\nhello";
    RawServer server([&](Peer& peer, int /*number*/) {
      for (std::string asked = peer.ReadRequest(); !asked.empty(); asked = peer.ReadRequest()) {
        peer.Send(asked.starts_with("GET /odd") ? odd : well);
        if (connection == "close") break;
      }
    });
    FetchRig rig;
    for (int round = 0; round < 5; ++round) {
      EXPECT_EQ(rig.Get(server.Url("/well")).outcome, FetchOutcome::kComplete);
      const FetchResult result = rig.Get(server.Url("/odd"));
      EXPECT_EQ(result.outcome, FetchOutcome::kNotHttp) << connection << round;
      EXPECT_EQ(result.error, "a line of its head continues none");
    }
    rig.fetcher.reset();
  }
}

TEST(LiveHttpTest, RefusedAndForbidden) {
  RawServer server(AnswerWith(kHello));
  FetchRig rig;
  const FetchResult refused = rig.Get("http://a.test:1/");
  EXPECT_EQ(refused.outcome, FetchOutcome::kConnectFailed);
  EXPECT_EQ(refused.error, "127.0.0.1: Connection refused");

  for (const char* address : {"10.0.0.1", "192.0.2.1", "::", "2001:db8::1", "93.184.216.34"}) {
    const FetchResult result = rig.Get(server.Url(), *IpAddress::Parse(address));
    EXPECT_EQ(result.outcome, FetchOutcome::kForbiddenAddress) << address;
    EXPECT_EQ(result.request, "");
    EXPECT_THAT(result.error, HasSubstr(address));
  }
  FetchRig strict({}, AddressRule());
  EXPECT_EQ(strict.Get(server.Url()).outcome, FetchOutcome::kForbiddenAddress);
  EXPECT_EQ(strict.Get(server.Url(), *IpAddress::Parse("::ffff:127.0.0.1")).outcome,
            FetchOutcome::kForbiddenAddress);
  EXPECT_EQ(server.connections(), 0);
}

// The host of the URL may say what it wants: only the task's address is connected to.
TEST(LiveHttpTest, AnAddressAsHostIsNotWhereItGoes) {
  RawServer server(&Echo);
  FetchRig rig;
  const FetchResult result = rig.Get(server.Url("/", "127.0.0.2"));
  EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
  EXPECT_THAT(result.body, HasSubstr("Host: 127.0.0.2:"));
}

TEST(LiveHttpTest, ProxiesOfTheEnvironmentAreNotUsed) {
  RawServer server(&Echo);
  ::setenv("http_proxy", "http://127.0.0.1:1/", 1);
  ::setenv("ALL_PROXY", "http://127.0.0.1:1/", 1);
  FetchRig rig;
  const FetchResult result = rig.Get(server.Url());
  ::unsetenv("http_proxy");
  ::unsetenv("ALL_PROXY");
  EXPECT_EQ(result.outcome, FetchOutcome::kComplete) << result.error;
}

}  // namespace
}  // namespace meguri
