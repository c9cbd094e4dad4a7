#include "warc/read/http_block.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::warc {
namespace {

struct Split {
  std::string head;
  std::string payload;
  std::uint16_t status = 0;
  std::string mime;
};

Split SplitBlock(std::string_view block, std::size_t piece_bytes,
                 std::string_view fields = "Content-Type: application/http\r\n") {
  const std::string bytes =
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: HTTP://a.example/\r\n" +
      std::string(fields) + "Content-Length: 1\r\n\r\n";
  RecordHead head;
  EXPECT_EQ(head.ParseWarc(bytes), "");
  HttpBlock http;
  http.Begin(head);
  Split split;
  for (std::size_t at = 0; at < block.size(); at += piece_bytes) {
    split.payload += http.Add(block.substr(at, piece_bytes));
  }
  http.End();
  split.head = http.head_bytes();
  if (http.has_head() && http.response() != nullptr) split.status = http.response()->status;
  split.mime = PayloadMime(head, http);
  return split;
}

TEST(HttpBlockTest, HeadAndPayloadHoweverTheyCome) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=x\r\n\r\n";
  for (const std::size_t bytes : {1U, 2U, 7U, 1000U}) {
    const Split split = SplitBlock(head + "body", bytes);
    EXPECT_EQ(split.head, head);
    EXPECT_EQ(split.payload, "body");
    EXPECT_EQ(split.status, 200);
    EXPECT_EQ(split.mime, "text/html");
  }
}

TEST(HttpBlockTest, WhatIsNoHttpIsAllPayload) {
  const std::string long_head = "HTTP/1.1 200 OK\r\nX: " + std::string(kMaxHeadBytes, 'x');
  for (const std::string& block : {std::string("<p>a\n\n<p>b"), std::string("HTML text"),
                                   std::string("\r\n\r\nthe body"), long_head}) {
    for (const std::size_t bytes : {1U, 3U, 100'000U, 1'000'000U}) {
      const Split split = SplitBlock(block, bytes);
      EXPECT_EQ(split.payload.size(), block.size());
      EXPECT_EQ(split.payload, block);
      EXPECT_EQ(split.head, "");
      EXPECT_EQ(split.status, 0);
    }
  }
}

TEST(HttpBlockTest, ALineThatIsNoHeaderCostsThatLine) {
  std::string many;
  for (int i = 0; i < 5000; ++i) {
    many += "X: y\r\n";
  }
  for (const std::string& lines :
       {std::string("X y: z\r\n"), std::string("no colon\r\n"), std::string("X: a\rb\r\n"),
        std::string("X: a\0b\r\n", 8), many}) {
    const Split split =
        SplitBlock("HTTP/1.1 200 OK\r\n" + lines + "Content-Type: text/html\r\n\r\nbody", 1000);
    EXPECT_EQ(split.payload, "body");
    EXPECT_EQ(split.status, 200) << lines;
    EXPECT_EQ(split.mime, "text/html") << lines;
  }
}

TEST(HttpBlockTest, AnExchangeOverHttpNeedsNoType) {
  const Split split = SplitBlock("HTTP/1.1 404 Gone\r\n\r\nbody", 1000, "");
  EXPECT_EQ(split.payload, "body");
  EXPECT_EQ(split.status, 404);
  EXPECT_EQ(SplitBlock("HTTP/1.1 404 Gone\r\n\r\nbody", 1000, "Content-Type: x/y\r\n").head, "");
}

TEST(HttpBlockTest, Icy) {
  const Split split = SplitBlock("ICY 200 OK\r\nicy-name: x\r\n\r\nsound", 3);
  EXPECT_EQ(split.payload, "sound");
  EXPECT_EQ(split.head, "ICY 200 OK\r\nicy-name: x\r\n\r\n");
}

}  // namespace
}  // namespace meguri::warc
