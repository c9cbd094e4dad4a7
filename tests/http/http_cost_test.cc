// Linear time and bounded memory on what an enemy would send.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "http/content_coding.h"
#include "http/data_url.h"
#include "http/header_value.h"
#include "http/http_date.h"
#include "http/link_header.h"
#include "http/mime_type.h"
#include "http/response.h"
#include "tests/support/worst_case.h"

namespace meguri::http {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

// Small enough for ten times of it to stay in a cache: much of this runs as fast as memory.
constexpr std::size_t kCostBytes = kWorstCaseBytes / 4;

struct Attack {
  std::string_view head;
  std::string_view piece;  // again and again
  std::string_view tail;
};

std::string Make(const Attack& attack, std::size_t size) {
  return std::string(attack.head) + Repeated(attack.piece, size) + std::string(attack.tail);
}

constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\n";
constexpr std::string_view kChunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

const std::vector<Attack>& Responses() {
  static const std::vector<Attack> attacks = {
      {"", "\r", ""},
      {"", "\n", ""},
      {"", "HTTP/", ""},
      {kOk, "\r", ""},
      {kOk, "a", ":b\r\n\r\n"},
      {kOk, "a:\r\n", "\r\n"},
      {kOk, "a\r\n", "\r\n"},
      {"HTTP/1.1 200 OK\r\na: b\r\n", " c\r\n", "\r\n"},
      {"HTTP/1.1 200 OK\r\na: b\r\n", " \r\n", "\r\n"},
      {kOk, "a: b\r\n c\r\n", "\r\n"},
      {"HTTP/1.1 200 OK\r\na:", " ", "\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 1", ",1", "\r\n\r\n1"},
      {"HTTP/1.1 200 OK\r\nContent-Length: ", "1", "\r\n\r\n1"},
      {kOk, "Content-Length: 1\r\n", "\r\n1"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: ", "chunked,", "\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: ", "\",", "\r\n\r\n"},
      {"", "HTTP/1.1 100\r\n\r\n", "HTTP/1.1 200\r\n\r\n"},
      {kChunked, "1\r\na\r\n", "0\r\n\r\n"},
      {kChunked, "1;xxxxxxxxxxxxxxxxxx\na\n", "0\n\n"},
      {kChunked, "0", "1\r\na\r\n0\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x", "\r\na\r\n0\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a:\r\n", "\r\n"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\na: b\r\n", " \r\n", "\r\n"},
  };
  return attacks;
}

// Without the limits, so that it is the parser that is linear and not its input that is small.
ResponseOptions NoLimits() {
  constexpr std::size_t kNone = std::size_t{1} << 40U;
  ResponseOptions options;
  options.max_interim = kNone;
  options.head_limits = {.max_bytes = kNone, .max_headers = kNone};
  options.body_limits = {.max_chunk_line_bytes = kNone, .max_trailer_bytes = kNone};
  return options;
}

std::size_t ReadInPieces(std::string_view bytes, const ResponseOptions& options, std::size_t step) {
  ResponseReader reader(options);
  std::size_t size = 0;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    std::string_view input = bytes.substr(at, step);
    for (auto piece = reader.Next(input); !piece.empty(); piece = reader.Next(input))
      size += piece.size();
  }
  reader.Finish();
  return size;
}

TEST(HttpCostTest, ResponsesAreLinear) {
  for (const Attack& attack : Responses()) {
    EXPECT_LT(GrowthAtTenfold(
                  kCostBytes, [&](std::size_t size) { return Make(attack, size); },
                  [](const std::string& text) {
                    (void)ParseResponse(text, {});
                    (void)ParseResponse(text, NoLimits());
                    (void)ReadInPieces(text, {}, 64);
                    (void)ReadInPieces(text, NoLimits(), 64);
                  }),
              kLinearGrowth)
        << attack.head << attack.piece;
  }
}

TEST(HttpCostTest, ValuesAreLinear) {
  const std::vector<Attack> attacks = {
      {"", "a", ""},        {"", ",", ""},          {"", "\"", ""},          {"", "\\\"", ""},
      {"a/b", ";", ""},     {"a/b;", "c=", ""},     {"a/b", ";c=d", ""},     {"a/b;c=\"", "\\", ""},
      {"a/b;c=", " ", "d"}, {"<a>", ";rel=x", ""},  {"", "<a>,", ""},        {"", "<", ""},
      {"", "<a>;\",", ""},  {"", "max-age=1,", ""}, {"", "1", ""},           {"", "a/b,", ""},
      {"", "<a>;a=\"", ""}, {"", "1 ", ""},         {"a/b;c=d", ", a/b", ""}};
  for (const Attack& attack : attacks) {
    EXPECT_LT(GrowthAtTenfold(
                  kCostBytes, [&](std::size_t size) { return Make(attack, size); },
                  [](const std::string& text) {
                    (void)MimeType::Parse(text);
                    (void)ParseLinkHeader(text);
                    (void)ParseCacheControl(text);
                    (void)ParseHttpDate(text);
                    (void)ParseDataUrl("data:" + text);
                    HeaderList headers;
                    headers.Add("Content-Type", text);
                    (void)ExtractMimeType(headers);
                  }),
              kLinearGrowth)
        << attack.head << attack.piece;
  }
}

TEST(HttpCostTest, CodingsAreLinear) {
  struct Coded {
    std::string_view coding;
    Attack attack;
  };
  // An empty gzip member; an empty zstd frame with a window of 8 MB, and one of 1 KB; a skippable
  // frame; a gzip header whose name never ends; stored blocks without content; br's empty
  // metadata blocks.
  constexpr std::string_view kMember("\x1F\x8B\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0", 20);
  constexpr std::string_view kFrames("\x28\xB5\x2F\xFD\0\x68\x09\0\0a\x28\xB5\x2F\xFD\0\0\x09\0\0a",
                                     20);
  constexpr std::string_view kSkippable("\x50\x2A\x4D\x18\0\0\0\0", 8);
  constexpr std::string_view kName("\x1F\x8B\x08\x08\0\0\0\0\0\x03", 10);
  constexpr std::string_view kStored("\0\0\0\xFF\xFF", 5);
  const std::vector<Coded> attacks = {
      {"gzip", {"", kMember, ""}},  {"gzip", {kName, "n", ""}},
      {"gzip", {kMember, "x", ""}}, {"deflate", {"", kStored, ""}},
      {"zstd", {"", kFrames, ""}},  {"zstd", {"", kSkippable, ""}},
      {"br", {"\x0C", "\x06", ""}}, {"gzip, gzip", {"", kMember, ""}},
      {"foo", {"", "x", ""}}};
  for (const Coded& coded : attacks) {
    EXPECT_LT(GrowthAtTenfold(
                  kCostBytes, [&](std::size_t size) { return Make(coded.attack, size); },
                  [&](const std::string& bytes) { (void)DecodeContent(bytes, coded.coding); }),
              kLinearGrowth)
        << coded.coding << coded.attack.piece;
  }
}

}  // namespace
}  // namespace meguri::http
