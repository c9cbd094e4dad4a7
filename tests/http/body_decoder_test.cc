#include "http/body_decoder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "http/response.h"

namespace meguri::http {
namespace {

constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

struct Outcome {
  std::string body;
  BodyState state;
  std::string error;
  std::string left;

  bool operator==(const Outcome&) const = default;
};

void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << "'" << outcome.body << "' state " << static_cast<int>(outcome.state) << " '"
       << outcome.error << "' left '" << outcome.left << "'";
}

Outcome Decode(const Framing& framing, std::string_view bytes, std::size_t step) {
  BodyDecoder decoder(framing);
  Outcome outcome;
  std::string_view rest = bytes;
  while (!rest.empty() && decoder.state() == BodyState::kMore) {
    std::string_view input = rest.substr(0, step);
    const std::size_t before = input.size();
    for (auto piece = decoder.Next(input); !piece.empty(); piece = decoder.Next(input))
      outcome.body += piece;
    rest.remove_prefix(before - input.size());
  }
  decoder.Finish();
  outcome.state = decoder.state();
  outcome.error = decoder.error();
  if (outcome.state != BodyState::kBroken) outcome.left = rest;
  return outcome;
}

Outcome Chunked(std::string_view bytes) {
  const Framing framing{.kind = FramingKind::kChunked};
  const Outcome whole = Decode(framing, bytes, bytes.size());
  EXPECT_EQ(Decode(framing, bytes, 1), whole);
  EXPECT_EQ(Decode(framing, bytes, 3), whole);
  return whole;
}

TEST(ChunkedBodyTest, AsTheStandardHasIt) {
  EXPECT_EQ(Chunked("5\r\nhello\r\n00A;x=\"y\";z\r\n0123456789\r\n0\r\n\r\nnext"),
            (Outcome{"hello0123456789", BodyState::kComplete, "", "next"}));
}

TEST(ChunkedBodyTest, AsServersSendIt) {
  const Outcome want{"hello", BodyState::kComplete, "", ""};
  for (const std::string_view bytes :
       {"5\nhello\n0\n\n", "5  \r\nhello\r\n0\r\n\r\n", "5 \t;x\r\nhello\r\n0  \r\n\r\n",
        "0000000000000000000005\r\nhello\r\n0\r\n", "5\r\nhello\r\n0\r\nT: u\r\nV: w\r\n\r\n",
        "5\r\nhello\r\n00000\n", "5\r\nhello\r\n0\r\nT: u", "5;a=\"\r\"\r\nhello\r\n0;\rx\n\n",
        "5\r\r\nhello\r\r\n0\r\r\n\r\r\n"}) {
    EXPECT_EQ(Chunked(bytes), want) << bytes;
  }
}

TEST(ChunkedBodyTest, BrokenWhereItsEndIsInDoubt) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"5\r\nhello!\r\n0\r\n\r\n", "a chunk is longer than its size says"},
      {"5\r\nhello\r!0\r\n\r\n", "a chunk is longer than its size says"},
      {"5\r\nhello\r\n\r\n", "a chunk does not begin with its size"},
      {"5\r\nhello\r\n-1\r\n", "a chunk does not begin with its size"},
      {"5\r\nhello\r\n 0\r\n", "a chunk does not begin with its size"},
      {"5\r\nhello\r\n0x0\r\n", "a chunk's size is followed by something else than an extension"},
      {"5\r\nhello\r\n0 0\r\n", "a chunk's size is followed by something else than an extension"},
      {"5\r\nhello\r\n5\rhello", "a chunk's size line has a bare carriage return"},
      {"5\r\nhello\r\n5\r\rhello", "a chunk's size line has a bare carriage return"},
      {"5\r\nhello\r\r!0\r\n\r\n", "a chunk is longer than its size says"},
      {"5\r\nhello\r\n10000000000000000\r\n", "a chunk's size has more than 64 bits"},
      {"5\r\nhello\r\nfffffffffffffffff\r\n", "a chunk's size has more than 64 bits"}};
  for (const auto& [bytes, error] : cases) {
    EXPECT_EQ(Chunked(bytes), (Outcome{"hello", BodyState::kBroken, std::string(error), ""}))
        << bytes;
  }
  EXPECT_EQ(Chunked("<html>").state, BodyState::kBroken);
}

TEST(ChunkedBodyTest, TheLargestSizeIsOnlyTruncated) {
  EXPECT_EQ(Chunked("ffffffffffffffff\r\nhello"),
            (Outcome{"hello", BodyState::kTruncated, "", ""}));
}

TEST(ChunkedBodyTest, CutAnywhereItIsTruncatedData) {
  const std::string bytes = "5;x\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Outcome outcome = Chunked(bytes.substr(0, size));
    const bool past_last_chunk = size >= bytes.size() - 2;
    EXPECT_EQ(outcome.state, past_last_chunk ? BodyState::kComplete : BodyState::kTruncated)
        << size;
    EXPECT_TRUE(std::string_view("hello world").starts_with(outcome.body)) << size;
  }
}

TEST(ChunkedBodyTest, LongLinesAreRefused) {
  const std::string extension(BodyLimits().max_chunk_line_bytes, 'x');
  EXPECT_EQ(Chunked("5;" + extension + "\r\nhello").error, "a chunk's size line is too long");
  EXPECT_EQ(Chunked("5" + std::string(extension.size(), ' ') + "\r\n").error,
            "a chunk's size line is too long");
  EXPECT_EQ(Chunked("5\r" + std::string(extension.size(), '\r') + "\nhello").error,
            "a chunk's size line is too long");
  EXPECT_EQ(Chunked("0\r\nT: " + std::string(BodyLimits().max_trailer_bytes, 'x')).error,
            "the trailers are too large");
}

TEST(PlainBodyTest, LengthAndClose) {
  const Framing five{.kind = FramingKind::kLength, .length = 5};
  EXPECT_EQ(Decode(five, "hello!", 2), (Outcome{"hello", BodyState::kComplete, "", "!"}));
  EXPECT_EQ(Decode(five, "hell", 1), (Outcome{"hell", BodyState::kTruncated, "", ""}));
  const Framing none{.kind = FramingKind::kLength, .length = 0};
  EXPECT_EQ(Decode(none, "x", 1), (Outcome{"", BodyState::kComplete, "", "x"}));
  const Framing close{.kind = FramingKind::kUntilClose};
  EXPECT_EQ(Decode(close, "hello", 2), (Outcome{"hello", BodyState::kComplete, "", ""}));
  EXPECT_EQ(Decode(Framing(), "x", 1), (Outcome{"", BodyState::kComplete, "", "x"}));
}

Framing FramingFor(const std::string& headers, std::string_view status = "200", bool head = false) {
  const std::string text = "HTTP/1.1 " + std::string(status) + "\r\n" + headers + "\r\n";
  ResponseHead parsed;
  EXPECT_EQ(ParseResponseHead(text, {}, parsed).state, HeadState::kComplete);
  return FramingOf(parsed, head);
}

TEST(FramingTest, TransferCodings) {
  const auto kind = [](const std::string& value) {
    return FramingFor("Transfer-Encoding: " + value + "\r\n").kind;
  };
  using enum FramingKind;
  EXPECT_EQ(kind("chunked"), kChunked);
  EXPECT_EQ(kind("Chunked ;q=1"), kChunked);
  EXPECT_EQ(kind("chunked\r\nTransfer-Encoding: chunked"), kChunked);
  EXPECT_EQ(kind("identity, chunked,"), kChunked);
  EXPECT_EQ(kind("identity"), kUntilClose);
  EXPECT_EQ(kind("identity\r\nContent-Length: 3"), kLength);
  EXPECT_EQ(kind("xchunked"), kUntilClose);
  const Framing gzip = FramingFor("Transfer-Encoding: gzip, chunked\r\n");
  EXPECT_EQ(gzip.kind, kChunked);
  EXPECT_EQ(gzip.codings, "gzip");
  const Framing odd = FramingFor("Transfer-Encoding: chunked, gzip\r\n");
  EXPECT_EQ(odd.kind, kUntilClose);
  EXPECT_EQ(odd.codings, "chunked, gzip");
}

TEST(FramingTest, ALengthBesideChunksIsSuspect) {
  const Framing both = FramingFor("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n");
  EXPECT_EQ(both.kind, FramingKind::kChunked);
  EXPECT_TRUE(both.suspect);
  EXPECT_EQ(both.error, "");
  EXPECT_FALSE(FramingFor("Content-Length: 3\r\n").suspect);
}

TEST(FramingTest, NoBody) {
  for (const std::string_view status : {"101", "204", "304"})
    EXPECT_EQ(FramingFor("Content-Length: 3\r\n", status).kind, FramingKind::kNone) << status;
  EXPECT_EQ(FramingFor("Content-Length: 3\r\n", "200", true).kind, FramingKind::kNone);
  EXPECT_EQ(FramingFor("Content-Length: 1, 2\r\n", "304").error, "");
}

TEST(FramingTest, AHugeLengthIsTheLargest) {
  EXPECT_EQ(FramingFor("Content-Length: 99999999999999999999999\r\n").length, kMax64);
  EXPECT_EQ(FramingFor("Content-Length: 18446744073709551615\r\n").length, kMax64);
  EXPECT_EQ(FramingFor("Content-Length: 18446744073709551614\r\n").length, kMax64 - 1);
}

TEST(ResponseTest, InterimOnesAreSkipped) {
  const std::string text =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\n"
      "Content-Length: 2\r\n\r\nokHTTP/1.1 404\r\nContent-Length: 0\r\n\r\n";
  const Response response = ParseResponse(text, {});
  EXPECT_EQ(response.head.status, 200);
  EXPECT_EQ(response.interim_count, 2U);
  EXPECT_EQ(response.head.headers.size(), 1U);
  EXPECT_EQ(response.body(), "ok");
  EXPECT_EQ(ParseResponse(std::string_view(text).substr(response.size), {}).head.status, 404);
  EXPECT_EQ(ParseResponse("HTTP/1.1 100\r\n\r\n", {}).error, "no response: not a byte of it");
  EXPECT_EQ(ParseResponse("HTTP/1.1 100\r\n\r\nHTTP", {}).error, "it ends before its head does");
  std::string many;
  for (int i = 0; i < 101; ++i)
    many += "HTTP/1.1 100\r\n\r\n";
  EXPECT_EQ(ParseResponse(many + text, {}).error, "too many interim responses");
}

TEST(ResponseTest, ACutHeadIsTruncatedWithWhatThereIs) {
  const std::string text = "HTTP/1.1 103\r\n\r\nHTTP/1.1 301 M\r\nLocation: /a\r\nContent-Len";
  const Response response = ParseResponse(text, {});
  EXPECT_TRUE(response.has_head);
  EXPECT_EQ(response.state, BodyState::kTruncated);
  EXPECT_EQ(response.error, "");
  EXPECT_EQ(response.head.status, 301);
  EXPECT_EQ(response.head.headers.Find("location"), "/a");
  EXPECT_EQ(response.head.headers.size(), 1U);
  EXPECT_EQ(response.size, text.size());
  ResponseReader reader({});
  std::string_view input = text;
  EXPECT_EQ(reader.Next(input), "");
  reader.Finish();
  ASSERT_TRUE(reader.has_head());
  EXPECT_EQ(reader.head().headers.Find("location"), "/a");
  // Of an interim one there is nothing to tell.
  EXPECT_FALSE(ParseResponse("HTTP/1.1 103\r\nLink: <a>\r\n", {}).has_head);
}

TEST(ResponseTest, TrailersAndRawBodyAreKept) {
  const std::string text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1\r\n!\r\n0\r\nA: b\r\n "
      "c\r\n\r\nrest";
  Response response = ParseResponse(text, {});
  const Response moved = std::move(response);
  EXPECT_EQ(moved.body(), "ok!");
  EXPECT_EQ(moved.trailers.Find("a"), "b c");
  EXPECT_TRUE(moved.raw_body.starts_with("2\r\nok"));
  EXPECT_EQ(text.substr(moved.size), "rest");
}

TEST(ResponseTest, CutAnywhereItIsTheSameStreamed) {
  const std::string text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string_view cut = std::string_view(text).substr(0, size);
    const Response whole = ParseResponse(cut, {});
    ResponseReader reader({});
    std::string body;
    for (const char& c : cut) {
      std::string_view input(&c, 1);
      for (auto piece = reader.Next(input); !piece.empty(); piece = reader.Next(input))
        body += piece;
    }
    reader.Finish();
    EXPECT_EQ(reader.state(), whole.state) << size;
    EXPECT_EQ(reader.error(), whole.error) << size;
    EXPECT_EQ(body, whole.body()) << size;
  }
}

}  // namespace
}  // namespace meguri::http
