#include "lab/http/request_head.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/worst_case.h"

namespace meguri::lab {
namespace {

RequestHead Parsed(std::string_view bytes) {
  RequestHead head;
  const RequestParse parse = ParseRequestHead(bytes, 0, head);
  EXPECT_EQ(parse.state, RequestState::kComplete) << parse.reason;
  return head;
}

TEST(RequestHeadTest, TellsTheFormsOfTargetsApart) {
  const RequestHead origin = Parsed("GET /a?b HTTP/1.1\r\nHost: h:8\r\n\r\n");
  EXPECT_EQ(origin.form, TargetForm::kOrigin);
  EXPECT_EQ(origin.target, "/a?b");
  EXPECT_EQ(origin.authority, "h:8");
  const RequestHead absolute = Parsed("GET HTTPS://t/a HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(absolute.form, TargetForm::kAbsolute);
  EXPECT_TRUE(absolute.https_target);
  EXPECT_EQ(absolute.authority, "t");
  EXPECT_EQ(absolute.target, "/a");
  const RequestHead query = Parsed("GET http://t?q HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(query.bare_query);
  EXPECT_EQ(query.target, "?q");
  EXPECT_FALSE(query.keep_alive);
  const RequestHead connect = Parsed("CONNECT t:443 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(connect.form, TargetForm::kAuthority);
  EXPECT_EQ(connect.authority, "t:443");
}

TEST(RequestHeadTest, TakesEmptyLinesInFrontAndBareLineFeeds) {
  RequestHead head;
  constexpr std::string_view kBytes = "\r\n\nGET / HTTP/1.1\nHost: h\n\nnext";
  const RequestParse parse = ParseRequestHead(kBytes, 0, head);
  EXPECT_EQ(parse.state, RequestState::kComplete);
  EXPECT_EQ(kBytes.substr(parse.size), "next");
}

TEST(RequestHeadTest, WeighsGzip) {
  const auto accepts = [](std::string_view value) {
    const std::string request =
        "GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: " + std::string(value) + "\r\n\r\n";
    return Parsed(request).accepts_gzip;
  };
  EXPECT_TRUE(accepts("gzip"));
  EXPECT_TRUE(accepts("br , GZIP ; q=0.1"));
  EXPECT_TRUE(accepts("*"));
  EXPECT_FALSE(accepts("gzip;q=0"));
  EXPECT_FALSE(accepts("gzip; q=0.000, br"));
  EXPECT_FALSE(accepts("br"));
  EXPECT_FALSE(accepts("gzip;q=0, *"));
  EXPECT_FALSE(accepts("*, gzip;Q=0"));
  EXPECT_TRUE(accepts("x-gzip, *;q=0"));
}

TEST(RequestHeadTest, CloseWinsWhereverItStands) {
  const auto keeps = [](std::string_view version, std::string_view fields) {
    const std::string request = "POST / HTTP/" + std::string(version) + "\r\nHost: h\r\n" +
                                std::string(fields) + "\r\n\r\n";
    return Parsed(request).keep_alive;
  };
  EXPECT_TRUE(keeps("1.1", "X: y"));
  EXPECT_TRUE(keeps("1.0", "Connection: Keep-Alive"));
  EXPECT_FALSE(keeps("1.0", "X: y"));
  EXPECT_FALSE(keeps("1.0", "Connection: close, keep-alive"));
  EXPECT_FALSE(keeps("1.0", "Connection: close\r\nConnection: keep-alive"));
  EXPECT_FALSE(keeps("1.1", "Connection: close\r\nConnection: keep-alive"));
  // RFC 9112 section 6.1: chunks in HTTP/1.0 are read, but the connection is not to be trusted.
  EXPECT_FALSE(keeps("1.0", "Connection: keep-alive\r\nTransfer-Encoding: chunked"));
}

TEST(RequestHeadTest, SplitsAuthorities) {
  EXPECT_EQ(SplitAuthority("A.test.:80").host, "A.test");
  EXPECT_EQ(SplitAuthority("A.test.:80").port, "80");
  EXPECT_EQ(SplitAuthority("[::1]:443").host, "::1");
  EXPECT_TRUE(SplitAuthority("[::1]:443").valid);
  EXPECT_TRUE(SplitAuthority("a.test:").valid);
  for (const std::string_view bad :
       {"", ":80", "a b", "a:x", "a:123456", "u@a", "[::1", "[x]", "[::1]x", "."}) {
    EXPECT_FALSE(SplitAuthority(bad).valid) << bad;
  }
}

TEST(RequestHeadTest, ALongHeadInPiecesOfOneByteIsSearchedOnce) {
  // Searched anew for each byte, 60 kB are 1.8 GB.
  const std::string bytes =
      "GET / HTTP/1.1\r\nHost: h\r\n" + testing_support::Repeated("X:\n", 60'000) + "\r\n";
  const double seconds = testing_support::CpuSeconds([&] {
    RequestHead head;
    RequestState state = RequestState::kIncomplete;
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
      state = ParseRequestHead(std::string_view(bytes).substr(0, size), size - 1, head).state;
    }
    EXPECT_EQ(state, RequestState::kComplete);
  });
  EXPECT_LT(seconds, 1);
}

}  // namespace
}  // namespace meguri::lab
