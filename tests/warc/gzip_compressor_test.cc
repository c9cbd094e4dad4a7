#include "warc/write/gzip_compressor.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "tests/support/allocation_counter.h"
#include "tests/warc/made_records.h"
#include "tests/warc/strict_reader.h"

namespace meguri::warc {
namespace {

class GzipCompressorTest : public testing::TestWithParam<int> {
 protected:
  GzipCompressor compressor_ = *GzipCompressor::Create(GetParam());

  std::string Pack(std::span<const std::string_view> parts) {
    std::string out;
    compressor_.Append(parts, out);
    return out;
  }
  void ExpectRoundTrip(std::string_view bytes) {
    const std::array<std::string_view, 1> parts = {bytes};
    const std::string packed = Pack(parts);
    std::size_t used = 0;
    EXPECT_EQ(Gunzip(packed, &used), bytes);
    EXPECT_EQ(used, packed.size());
  }
};

TEST_P(GzipCompressorTest, WhatGoesInComesOut) {
  Random random(7);
  for (const std::size_t size : {0, 1, 2, 100, 4095, 4096, 20'000, 65'536, 300'000, 700'000}) {
    ExpectRoundTrip(MadeBody(random, size));
    ExpectRoundTrip(std::string(size, 'x'));
    std::string noise;
    while (noise.size() < size) {
      noise += static_cast<char>(random.Next() & 255U);
    }
    ExpectRoundTrip(noise);
  }
}

TEST_P(GzipCompressorTest, PartsAreOneMember) {
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    const std::string whole = MadeBody(random, random.Uniform(50'000));
    std::vector<std::string_view> parts;
    std::string_view rest = whole;
    while (parts.size() < 6 && !rest.empty()) {
      parts.push_back(rest.substr(0, random.Uniform(rest.size() + 1)));
      rest.remove_prefix(parts.back().size());
    }
    parts.push_back(rest);
    std::string packed = "before";
    compressor_.Append(parts, packed);
    ASSERT_TRUE(packed.starts_with("before"));
    std::size_t used = 0;
    ASSERT_EQ(Gunzip(std::string_view(packed).substr(6), &used), whole);
    ASSERT_EQ(used + 6, packed.size());
    if (GetParam() > GzipCompressor::kMaxStreamLevel) continue;
    std::string streamed = "before";
    compressor_.Begin();
    for (const std::string_view part : parts) {
      compressor_.Add(part, streamed);
    }
    compressor_.End(streamed);
    ASSERT_EQ(Gunzip(std::string_view(streamed).substr(6), &used), whole);
    ASSERT_EQ(used + 6, streamed.size());
  }
}

std::string Noise(Random& random, std::size_t size) {
  std::string noise;
  while (noise.size() < size)
    noise += static_cast<char>(random.Next() & 255U);
  return noise;
}

// As a response whose body came packed.
TEST_P(GzipCompressorTest, PackedPartsBetweenOthers) {
  Random random(10);
  for (int round = 0; round < 100; ++round) {
    std::string whole;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    std::size_t packed_bytes = 0;
    const std::size_t count = 1 + random.Uniform(5);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size =
          random.Uniform(2) == 0 ? random.Uniform(3000) : random.Uniform(200'000);
      const bool is_packed = random.Uniform(2) == 0;
      places.emplace_back(whole.size(), size);
      whole += is_packed ? Noise(random, size) : MadeBody(random, size);
      if (is_packed) packed_bytes += size;
    }
    std::vector<std::string_view> parts;
    for (const auto& [at, size] : places)
      parts.push_back(std::string_view(whole).substr(at, size));
    const std::string packed = Pack(parts);
    std::size_t used = 0;
    ASSERT_EQ(Gunzip(packed, &used), whole);
    ASSERT_EQ(used, packed.size());
    EXPECT_LT(packed.size(),
              100 * count + packed_bytes * 1.001 + (whole.size() - packed_bytes) * 0.9);
    EXPECT_EQ(packed.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));
    EXPECT_EQ(packed[9], '\xFF');
  }
}

TEST_P(GzipCompressorTest, HeaderIsPlainAndBytesDependOnTheInputAlone) {
  const std::array<std::string_view, 2> parts = {"some words, some words", "more words"};
  const std::string first = Pack(parts);
  // Magic, deflate, no flags, no time; then hints; system unknown.
  EXPECT_EQ(first.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));
  EXPECT_EQ(first[9], '\xFF');
  const std::string other(100'000, 'z');
  const std::array<std::string_view, 1> between = {other};
  Pack(between);
  EXPECT_EQ(Pack(parts), first);
}

TEST_P(GzipCompressorTest, NoHeapOnceTheBuffersHaveGrown) {
  Random random(9);
  const std::string body = MadeBody(random, 20'000);
  const std::array<std::string_view, 3> parts = {"head", body, "\r\n\r\n"};
  std::string out;
  out.reserve(100'000);
  compressor_.Append(parts, out);
  const std::size_t before = testing_support::AllocationCount();
  for (int i = 0; i < 100; ++i) {
    out.clear();
    compressor_.Append(parts, out);
  }
  EXPECT_EQ(testing_support::AllocationCount(), before);
}

INSTANTIATE_TEST_SUITE_P(Levels, GzipCompressorTest, testing::Values(1, 2, 3, 4, 6, 9));

TEST(GzipCompressorLevelTest, OthersAreRefused) {
  for (const int level : {-1, 0, 13}) {
    const auto compressor = GzipCompressor::Create(level);
    ASSERT_FALSE(compressor);
    EXPECT_EQ(compressor.error().code, ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace meguri::warc
