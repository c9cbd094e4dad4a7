#include "http/content_coding.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/deflated.h"
#include "tests/support/worst_case.h"

namespace meguri::http {
namespace {

using testing_support::Deflated;
using testing_support::Gzip;
using testing_support::Wrapper;

// Blocks that are not compressed (RFC 7932 section 9.2): the tests have no encoder.
std::string Brotli(std::string_view text) {
  std::string out;
  bool first = true;
  for (; !text.empty(); first = false) {
    const std::string_view block = text.substr(0, 60000);
    text.remove_prefix(block.size());
    // From the lowest bit: a window of 64 KB (the stream's first bit), not the last block, four
    // nibbles of length, the length less one, not compressed.
    std::uint32_t bits = static_cast<std::uint32_t>(block.size() - 1) << 3U | 1U << 19U;
    if (first) bits <<= 1U;
    for (const unsigned shift : {0U, 8U, 16U})
      out += static_cast<char>(bits >> shift);
    out += block;
  }
  return out + (first ? '\x06' : '\x03');
}

std::string Zstd(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string Page() {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += "<p>line " + std::to_string(i * i) + "\n";
  return text;
}

// Fed in pieces of `step` bytes.
DecodedContent Streamed(std::string_view bytes, std::string_view codings, std::size_t step,
                        const CodingLimits& limits = {}) {
  ContentDecoder decoder(codings, limits);
  DecodedContent result;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    std::string_view input = bytes.substr(at, step);
    for (auto piece = decoder.Next(input); !piece.empty(); piece = decoder.Next(input))
      result.content += piece;
  }
  decoder.Finish();
  result.mark = decoder.mark();
  result.error = decoder.error();
  return result;
}

void ExpectContent(std::string_view bytes, std::string_view codings, std::string_view want) {
  for (const std::size_t step : {bytes.size() + 1, std::size_t{1}, std::size_t{1000}}) {
    const DecodedContent decoded = Streamed(bytes, codings, step);
    EXPECT_EQ(decoded.mark, DecodeMark::kComplete) << codings << ' ' << step << decoded.error;
    EXPECT_TRUE(decoded.content == want) << codings << ' ' << step << ' ' << decoded.content.size();
  }
}

TEST(ContentCodingTest, EachOfThem) {
  const std::string page = Page();
  ExpectContent(Gzip(page), "gzip", page);
  ExpectContent(Gzip(page), "X-GZIP", page);
  ExpectContent(Deflated(page, Wrapper::kZlib), "deflate", page);
  ExpectContent(Deflated(page, Wrapper::kRaw), "deflate", page);
  ExpectContent(Gzip(page), "deflate", page);
  ExpectContent(Brotli(page), "br", page);
  ExpectContent(Zstd(page), "zstd", page);
  ExpectContent(page, "", page);
  ExpectContent(page, "identity, ", page);
  ExpectContent(page, "utf-8", page);
}

TEST(ContentCodingTest, OneOverTheOther) {
  const std::string page = Page();
  ExpectContent(Brotli(Gzip(page)), "gzip, br", page);
  ExpectContent(Gzip(Zstd(Deflated(Brotli(page), Wrapper::kRaw))),
                "br, deflate,identity, zstd, gzip", page);
  const DecodedContent decoded = DecodeContent(Brotli(Gzip("x")), "gzip, br");
  EXPECT_EQ(decoded.undone, (std::vector<Coding>{Coding::kBrotli, Coding::kGzip}));
  EXPECT_EQ(decoded.left, "");
  const DecodedContent five = DecodeContent("x", "gzip,gzip,gzip,gzip,gzip");
  EXPECT_EQ(five.mark, DecodeMark::kBroken);
  EXPECT_EQ(five.error, "too many content codings");
}

TEST(ContentCodingTest, AnUnknownOneIsLeft) {
  const DecodedContent inner = DecodeContent(Gzip("text"), "Foo, gzip");
  EXPECT_EQ(inner.content, "text");
  EXPECT_EQ(inner.left, "Foo");
  EXPECT_EQ(inner.undone, std::vector<Coding>{Coding::kGzip});
  const DecodedContent outer = DecodeContent(Gzip("text"), "gzip, foo");
  EXPECT_EQ(outer.content, Gzip("text"));
  EXPECT_EQ(outer.left, "foo");
  EXPECT_EQ(outer.mark, DecodeMark::kComplete);
}

TEST(ContentCodingTest, SeveralMembersAndGarbageBehindThem) {
  ExpectContent(Gzip("one ") + Gzip("") + Gzip("two"), "gzip", "one two");
  ExpectContent(Zstd("one ") + std::string("\x5A\x2A\x4D\x18\2\0\0\0zz", 10) + Zstd("two"), "zstd",
                "one two");
  for (const std::string_view garbage :
       {"\n", "garbage", "\x1F", "\x1Fx", "\x28", "\x28\xB5\x2F"}) {
    ExpectContent(Gzip("text") + std::string(garbage), "gzip", "text");
    ExpectContent(Zstd("text") + std::string(garbage), "zstd", "text");
    ExpectContent(Brotli("text") + std::string(garbage), "br", "text");
    ExpectContent(Deflated("text", Wrapper::kZlib) + std::string(garbage), "deflate", "text");
    ExpectContent(Deflated("text", Wrapper::kRaw) + std::string(garbage), "deflate", "text");
  }
  ExpectContent(Gzip("text") + std::string(1000, '\0'), "gzip", "text");
  ExpectContent(Gzip("text") + "ab", "deflate", "text");
}

// What only begins like another member is garbage, too.
TEST(ContentCodingTest, GarbageThatBeginsLikeGzip) {
  for (const std::string_view garbage : {"\x1F\x8Bxyz", "\x1F\x8B\x08\xFFxyz"})
    ExpectContent(Gzip("text") + std::string(garbage), "gzip", "text");
  // Not if it gave something before it broke.
  std::string corrupt = Gzip(Page());
  corrupt.replace(corrupt.size() / 2, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(DecodeContent(Gzip("text") + corrupt, "gzip").mark, DecodeMark::kBroken);
}

TEST(ContentCodingTest, AWrongChecksumDoesNoHarm) {
  for (const std::size_t from_end : {1U, 4U, 5U, 8U}) {  // length, then CRC
    std::string bytes = Gzip("text");
    bytes[bytes.size() - from_end] ^= 0x55;
    ExpectContent(bytes, "gzip", "text");
    ExpectContent(bytes + bytes, "gzip", "texttext");
  }
}

TEST(ContentCodingTest, GzipMayBeZlib) {
  ExpectContent(Deflated("text", Wrapper::kZlib), "gzip", "text");
  ExpectContent(Gzip("text") + Deflated("text", Wrapper::kZlib), "gzip", "text");  // garbage
  EXPECT_EQ(DecodeContent(Deflated("text", Wrapper::kRaw), "gzip").mark, DecodeMark::kBroken);
}

TEST(ContentCodingTest, IdentityAndNoneAreNoCodings) {
  for (const std::string_view coding : {"identity", "none", "gzip, none", "None, gzip, identity"}) {
    const bool gzip = coding.find("gzip") != std::string_view::npos;
    ExpectContent(gzip ? Gzip("text") : "text", coding, "text");
    EXPECT_EQ(DecodeContent("", coding).left, "") << coding;
  }
}

TEST(ContentCodingTest, AnEmptyBodyIsEmpty) {
  for (const std::string_view coding : {"gzip", "deflate", "br", "zstd", "gzip, br", ""})
    ExpectContent("", coding, "");
  ExpectContent(Gzip(""), "br, gzip", "");
}

TEST(ContentCodingTest, CutAnywhereItIsTruncatedData) {
  const std::string page = Page().substr(0, 3000);
  const std::pair<std::string_view, std::string> cases[] = {
      {"gzip", Gzip(page)}, {"deflate", Deflated(page, Wrapper::kZlib)},
      {"br", Brotli(page)}, {"deflate", Deflated(page, Wrapper::kRaw)},
      {"zstd", Zstd(page)}, {"gzip, br", Brotli(Gzip(page))}};
  for (const auto& [coding, bytes] : cases) {
    std::size_t before = 0;
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      const DecodedContent decoded = DecodeContent(bytes.substr(0, size), coding);
      ASSERT_EQ(decoded.mark, DecodeMark::kTruncated) << coding << ' ' << size << decoded.error;
      ASSERT_TRUE(page.starts_with(decoded.content)) << coding << ' ' << size;
      ASSERT_GE(decoded.content.size(), before) << coding << ' ' << size;
      before = decoded.content.size();
    }
  }
}

TEST(ContentCodingTest, WhatBreaksGivesItsBeginning) {
  const std::string page = Page();
  const std::pair<std::string_view, std::string> cases[] = {
      {"deflate", Deflated(page, Wrapper::kZlib)}, {"zstd", Zstd(page)}};
  for (const auto& [coding, bytes] : cases) {
    std::string wrong_sum = bytes;
    wrong_sum.back() ^= 1;
    const DecodedContent decoded = DecodeContent(wrong_sum, coding);
    EXPECT_EQ(decoded.mark, DecodeMark::kBroken) << coding;
    EXPECT_TRUE(decoded.content == page) << coding << ' ' << decoded.content.size();
  }
  std::string corrupt = Gzip(page);
  corrupt.replace(corrupt.size() / 2, 4, "\xFF\xFF\xFF\xFF");
  const DecodedContent decoded = DecodeContent(corrupt, "gzip");
  EXPECT_EQ(decoded.error, "gzip or deflate: the data is corrupt");
  EXPECT_TRUE(page.substr(0, 30000) == decoded.content.substr(0, 30000));
  // The same below another coding: the inner one gets what the outer one could read.
  const DecodedContent inner = DecodeContent(Gzip(corrupt), "gzip, gzip");
  EXPECT_EQ(inner.mark, DecodeMark::kBroken);
  EXPECT_EQ(inner.content, decoded.content);
}

TEST(ContentCodingTest, LiesAreBroken) {
  for (const std::string_view coding : {"gzip", "deflate", "br", "zstd"}) {
    const DecodedContent decoded = DecodeContent("<!DOCTYPE html><p>hello", coding);
    EXPECT_EQ(decoded.mark, DecodeMark::kBroken) << coding;
    EXPECT_EQ(decoded.content, "") << coding;
  }
}

TEST(ContentCodingTest, ZstdWithADictionaryOrALargeWindow) {
  // Magic, descriptor: dictionary id of 4 bytes; window of 1 MB; the id; an empty last block.
  const std::string dictionary("\x28\xB5\x2F\xFD\x03\x50\x01\x02\x03\x04\x01\x00\x00", 13);
  EXPECT_EQ(DecodeContent(dictionary, "zstd").error, "zstd: wants a dictionary");
  const std::string window_8("\x28\xB5\x2F\xFD\x00\x68\x01\x00\x00", 9);
  EXPECT_EQ(DecodeContent(window_8, "zstd").mark, DecodeMark::kComplete);
  const std::string window_16("\x28\xB5\x2F\xFD\x00\x70\x01\x00\x00", 9);
  EXPECT_EQ(DecodeContent(window_16, "zstd").error, "zstd: wants a window of more than 8 MB");
  const std::string large_window_brotli("\x11\x1E\x03", 3);
  EXPECT_EQ(DecodeContent(large_window_brotli, "br").mark, DecodeMark::kBroken);
}

TEST(ContentCodingTest, LimitsCutExactly) {
  const std::string page = Page();
  for (const auto& [coding, bytes] : {std::pair<std::string_view, std::string>{"gzip", Gzip(page)},
                                      {"br", Brotli(page)},
                                      {"zstd", Zstd(page)},
                                      {"", page},
                                      {"zstd, gzip", Gzip(Zstd(page))}}) {
    CodingLimits limits;
    limits.max_bytes = 70000;
    for (const std::size_t step : {bytes.size(), std::size_t{7}}) {
      const DecodedContent decoded = Streamed(bytes, coding, step, limits);
      EXPECT_EQ(decoded.mark, DecodeMark::kTooLarge) << coding;
      EXPECT_TRUE(decoded.content == page.substr(0, 70000)) << coding;
    }
    limits.max_bytes = page.size();
    EXPECT_EQ(DecodeContent(bytes, coding, limits).mark, DecodeMark::kComplete) << coding;
  }
}

TEST(ContentCodingTest, Bombs) {
  const CodingLimits limits{.max_bytes = std::uint64_t{1} << 30U,
                            .bomb_floor_bytes = std::uint64_t{1} << 20U,
                            .max_ratio = 200};
  const std::string zeros(std::size_t{20} << 20U, '\0');
  const std::string one = Gzip(zeros);
  const std::string three = Gzip(Gzip(one));
  for (const auto& [coding, bytes] : {std::pair<std::string_view, std::string>{"gzip", one},
                                      {"gzip, gzip, gzip", three},
                                      {"zstd", Zstd(zeros)}}) {
    const DecodedContent decoded = DecodeContent(bytes, coding, limits);
    EXPECT_EQ(decoded.mark, DecodeMark::kBomb) << coding;
    EXPECT_LE(decoded.content.size(), limits.bomb_floor_bytes + ContentDecoder::kBufferBytes);
    // Small enough for everybody, whatever its ratio.
    EXPECT_EQ(DecodeContent(bytes, coding).mark, DecodeMark::kComplete) << coding;
  }
  // What swells in the middle and is nothing in the end: members without content.
  const std::string empty_members = testing_support::Repeated(Gzip(""), std::size_t{4} << 20U);
  const DecodedContent hidden = DecodeContent(Gzip(empty_members), "gzip, gzip", limits);
  EXPECT_EQ(hidden.mark, DecodeMark::kBomb);
  EXPECT_EQ(hidden.content, "");
}

}  // namespace
}  // namespace meguri::http
