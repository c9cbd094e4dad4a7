#include "http/response_head.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/header_list.h"

namespace meguri::http {
namespace {

using namespace std::string_literals;

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs PairsOf(const HeaderList& headers) {
  Pairs pairs;
  for (const Header& header : headers.all())
    pairs.emplace_back(header.name, header.value);
  return pairs;
}

TEST(HeaderListTest, AListThatWasMovedFromCanBeFilledAgain) {
  const std::string value(100, 'a');
  const std::string more(std::size_t{64} << 20, 'b');
  HeaderList first;
  first.Add("x", value);
  first.Fold(more, value.size() + 1 + more.size());
  HeaderList second = std::move(first);
  EXPECT_EQ(second.Find("x")->size(), value.size() + 1 + more.size());
  const auto refill = [](HeaderList& list) {
    EXPECT_EQ(list.size(), 0U);
    list.Add("y", "c");
    list.Fold("d", 3);
    EXPECT_EQ(PairsOf(list), (Pairs{{"y", "c d"}}));
  };
  refill(first);  // NOLINT(bugprone-use-after-move): that is what is promised
  first = std::move(second);
  EXPECT_EQ(first.Find("x")->size(), value.size() + 1 + more.size());
  refill(second);  // NOLINT(bugprone-use-after-move)
}

// The error, "incomplete", or "" for a head.
std::string ErrorOf(std::string_view text, const HeadLimits& limits = {}) {
  ResponseHead head;
  const HeadParse parse = ParseResponseHead(text, limits, head);
  if (parse.state == HeadState::kIncomplete) return "incomplete";
  return std::string(parse.error);
}

ResponseHead HeadOf(std::string_view text) {
  ResponseHead head;
  const HeadParse parse = ParseResponseHead(text, {}, head);
  EXPECT_EQ(parse.state, HeadState::kComplete) << parse.error;
  EXPECT_EQ(parse.size, text.size());
  return head;
}

TEST(ResponseHeadTest, TheOrdinaryOne) {
  const ResponseHead head =
      HeadOf("HTTP/1.1 404 Not Found\r\nServer: x\r\nSET-cookie: a=b\r\nSet-Cookie: c\r\n\r\n");
  EXPECT_EQ(head.status, 404);
  EXPECT_EQ(head.reason, "Not Found");
  EXPECT_EQ(head.major, 1);
  EXPECT_EQ(head.minor, 1);
  EXPECT_EQ(PairsOf(head.headers),
            (Pairs{{"Server", "x"}, {"SET-cookie", "a=b"}, {"Set-Cookie", "c"}}));
  EXPECT_EQ(head.headers.Find("set-cookie"), "a=b");
  std::string scratch;
  EXPECT_EQ(head.headers.Combined("Set-Cookie", scratch), "a=b, c");
  EXPECT_EQ(head.headers.Combined("server", scratch), "x");
  EXPECT_EQ(head.headers.Combined("none", scratch), std::nullopt);
}

TEST(ResponseHeadTest, SloppyStatusLines) {
  const std::pair<std::string_view, int> cases[] = {
      {"HTTP/1.1 301\n\n", 301},        {"HTTP/1.0 200 \r\n\r\n", 200},
      {"http/1.1 200 ok\r\n\r\n", 200}, {"HTTP/2 200\r\n\r\n", 200},
      {"HTTP/3.0 200 \r\n\r\n", 200},   {"HTTP/1.1 200OK\r\n\r\n", 200},
      {"HTTP/1 200 OK\r\n\r\n", 200},   {"\r\n\n\r\nHTTP/0.9 200 OK\r\n\r\n", 200},
      {"HTTP/1.1 999 No\r\n\r\n", 999}, {"HTTP/1.1 200 OK\rA: b\r\n\r\n", 200}};
  for (const auto& [text, status] : cases)
    EXPECT_EQ(HeadOf(text).status, status) << text;
}

// Chromium and curl alike take what is not a digit as the end of the code.
TEST(ResponseHeadTest, TheStatusCodeEndsWhereItsDigitsDo) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"HTTP/1.1 403.1 Forbidden\n\n", ".1 Forbidden"},
      {"HTTP/1.1 403: No\n\n", ": No"},
      {"HTTP/1.1 403\tNo\n\n", "\tNo"},
      {"HTTP/1.1 403-No\n\n", "-No"}};
  for (const auto& [text, reason] : cases) {
    const ResponseHead head = HeadOf(text);
    EXPECT_EQ(head.status, 403) << text;
    EXPECT_EQ(head.reason, reason) << text;
  }
}

TEST(ResponseHeadTest, WithoutAStatusCodeItIs200AsInBrowsers) {
  for (const std::string_view text : {"HTTP/1.1\n\n", "HTTP/1.1 \n\n", "HTTP/1.0 OK\r\n\r\n"})
    EXPECT_EQ(HeadOf(text).status, 200) << text;
  EXPECT_EQ(HeadOf("HTTP/1.1 Moved\n\n").reason, "Moved");
}

TEST(ResponseHeadTest, FourBytesOfJunkMayComeFirst) {
  for (const std::string_view text : {" HTTP/1.1 301 M\n\n", "\xEF\xBB\xBFHTTP/1.1 301 M\n\n",
                                      "\r\nabcdHTTP/1.1 301 M\n\n", "HTHTHTTP/1.1 301 M\n\n"}) {
    EXPECT_EQ(HeadOf(text).status, 301) << text;
  }
  for (const std::string_view text : {"abcdeHTTP/1.1 301 M\n\n", "ab\nHTTP/1.1 301 M\n\n"})
    EXPECT_EQ(ErrorOf(text), "no status line: it begins otherwise") << text;
}

TEST(ResponseHeadTest, TwoCarriageReturnsEndALineToo) {
  const ResponseHead head = HeadOf("HTTP/1.1 200 OK\r\r\nA: b\r\r\nC: d\r\r\n\r\r\n");
  EXPECT_EQ(head.reason, "OK");
  EXPECT_EQ(PairsOf(head.headers), (Pairs{{"A", "b"}, {"C", "d"}}));
}

TEST(ResponseHeadTest, OfACutHeadTheWholeLines) {
  ResponseHead head;
  ASSERT_TRUE(ParseCutHead("\r\nHTTP/1.1 301 M\r\nA: b\r\nLocation: /ha", {}, head));
  EXPECT_EQ(head.status, 301);
  EXPECT_EQ(PairsOf(head.headers), (Pairs{{"A", "b"}}));
  ASSERT_TRUE(ParseCutHead("HTTP/1.1 301 M\r\nA: b\r\n", {}, head));
  EXPECT_EQ(PairsOf(head.headers), (Pairs{{"A", "b"}}));
  for (const std::string_view text :
       {"", "\r\n", "HTTP/1.1 301 M", "<html>\n", "HTTP/1.1 30\nA: b", "HTTP/1.1 301 M\n A: b"}) {
    EXPECT_FALSE(ParseCutHead(text, {}, head)) << text;
    EXPECT_EQ(head.headers.size(), 0U);
  }
}

TEST(ResponseHeadTest, ForgivenLinesAreIgnored) {
  const std::string text =
      "HTTP/1.1 200 OK\r\n folded\r\nA: b\r\nX y: z\r\nC: d\re\r\nF: \0\r\nG: h\r\n\r\n"s;
  ResponseHead head;
  EXPECT_EQ(ParseResponseHead(text, {}, head).state, HeadState::kBroken);
  const HeadLimits limits{.max_headers = 2, .forgiving = true};
  EXPECT_EQ(ParseResponseHead(text, limits, head).state, HeadState::kComplete);
  EXPECT_EQ(PairsOf(head.headers), (Pairs{{"A", "b"}, {"F", std::string(1, '\0')}}));
  EXPECT_EQ(head.ignored_lines, 4U);
}

TEST(ResponseHeadTest, WhatMayBeginAResponse) {
  for (const std::string_view text : {"", "\r\n", "H", "http/1", "HTTP/1.1 200 OK", "abcdHTTP/"})
    EXPECT_TRUE(MayBeginResponse(text)) << text;
  for (const std::string_view text : {"<html>", "HTML text", "\r\nthe body", "abcdeHTTP/"})
    EXPECT_FALSE(MayBeginResponse(text)) << text;
}

TEST(ResponseHeadTest, WhatIsNoStatusLine) {
  for (const std::string_view text :
       {"<html>\n\n", "HTP/1.1 200 OK\n\n", "ICY 200 OK\n\n", "xxxxx"}) {
    EXPECT_EQ(ErrorOf(text), "no status line: it begins otherwise") << text;
  }
  for (const std::string_view text :
       {"HTTP/4.0 200 OK\n\n", "HTTP/1.10 200 OK\n\n", "HTTP/1.1\t200 OK\n\n", "HTTP/\n\n"}) {
    EXPECT_EQ(ErrorOf(text), "no status line: want HTTP/1.1 and a space") << text;
  }
  for (const std::string_view text :
       {"HTTP/1.1  200 OK\n\n", "HTTP/1.1 20\n\n", "HTTP/1.1 099 OK\n\n", "HTTP/1.1 -12 OK\n\n",
        "HTTP/1.1 2000 OK\n\n"}) {
    EXPECT_EQ(ErrorOf(text), "no status code of three digits in the status line") << text;
  }
}

TEST(ResponseHeadTest, FoldedValuesAreJoined) {
  ResponseHead head = HeadOf(
      "HTTP/1.1 200 OK\r\nA: 1\r\n \t2 \r\n\t3\r\nB:\r\n x\r\nC: y\n \n z\nD: 4\n 5\nnone\n "
      "more\n\n");
  const Pairs want{{"A", "1 2 3"}, {"B", "x"}, {"C", "y z"}, {"D", "4 5"}};
  EXPECT_EQ(PairsOf(head.headers), want);
  EXPECT_EQ(head.ignored_lines, 1U);
  const ResponseHead moved = std::move(head);
  EXPECT_EQ(PairsOf(moved.headers), want);
}

TEST(ResponseHeadTest, LinesThatAreNoHeaders) {
  const ResponseHead head = HeadOf(
      "HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\n: nameless\r\nA : b\r\nC\t:d:e\r\n\xE9(/): f\r\n"
      "G\x01: h\r\n more\r\n\r\n");
  EXPECT_EQ(PairsOf(head.headers), (Pairs{{"A", "b"}, {"C", "d:e"}, {"\xE9(/)", "f"}}));
  EXPECT_EQ(head.ignored_lines, 3U);
}

TEST(ResponseHeadTest, WhatIsRefused) {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  EXPECT_EQ(ErrorOf(ok + "A: b" + std::string(1, '\0') + "\r\n\r\n"), "a NUL in the head");
  for (const std::string_view lines : {"A: b\rC: d\r\n", "\rA: b\r\n"}) {
    EXPECT_EQ(ErrorOf(ok + std::string(lines) + "\r\n"),
              "a carriage return without a line feed in the head")
        << lines;
  }
  EXPECT_EQ(ErrorOf("HTTP/1.1 200 OK\r\rA: b\r\n\r\n"),
            "a carriage return without a line feed in the head");
  EXPECT_EQ(ErrorOf("HTTP/1.1 200\rOK\r\n\r\n"),
            "a carriage return without a line feed in the head");
  EXPECT_EQ(ErrorOf(ok + "A B: c\r\n\r\n"), "white space in a header's name");
  EXPECT_EQ(ErrorOf(ok + " A: b\r\n\r\n"), "white space before the first header");
}

TEST(ResponseHeadTest, EveryBeginningIsIncomplete) {
  const std::string text = "\r\nHTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n";
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_EQ(ErrorOf(text.substr(0, size)), "incomplete") << size;
  EXPECT_EQ(ErrorOf(text + "body"), "");
}

TEST(ResponseHeadTest, LimitsHold) {
  const std::string head = "HTTP/1.1 200 OK\r\nA: b\r\nA: b\r\n\r\n";
  EXPECT_EQ(ErrorOf(head, {.max_bytes = head.size(), .max_headers = 2}), "");
  EXPECT_EQ(ErrorOf(head, {.max_bytes = head.size() - 1, .max_headers = 2}),
            "the head is too large");
  EXPECT_EQ(ErrorOf(head, {.max_bytes = head.size(), .max_headers = 1}), "too many headers");
}

TEST(HeadEndScannerTest, FindsTheSameEndInPieces) {
  for (const std::string_view text :
       {"\r\r\nHTTP/1.1 200\r\nA: b\r\n\r\nbody", "HTTP/1.1 200\n\nbody\n\n", "x\n\r\r\n\r\n",
        "x\r\n\ry\n\n", "\n\n\n", ""}) {
    const auto whole = HeadEndScanner().Scan(text);
    HeadEndScanner scanner;
    std::optional<std::size_t> found;
    for (std::size_t at = 0; at < text.size() && !found; ++at) {
      if (scanner.Scan(text.substr(at, 1))) found = at + 1;
    }
    EXPECT_EQ(found, whole) << text;
  }
}

}  // namespace
}  // namespace meguri::http
