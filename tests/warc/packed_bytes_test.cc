#include "warc/write/packed_bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "base/random.h"
#include "http/base64.h"
#include "tests/warc/made_records.h"
#include "warc/write/gzip_compressor.h"

namespace meguri::warc {
namespace {

std::string Noise(Random& random, std::size_t size) {
  std::string noise;
  while (noise.size() < size)
    noise += static_cast<char>(random.Next() & 255U);
  return noise;
}

TEST(LooksPackedTest, GzipIsAndTextIsNot) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const std::string text = MadeBody(random, 20'000 + random.Uniform(100'000));
    EXPECT_FALSE(LooksPacked(text));
    for (const int level : {1, 6}) {
      std::string packed;
      const std::array<std::string_view, 1> parts = {text};
      GzipCompressor::Create(level)->Append(parts, packed);
      ASSERT_GT(packed.size(), 4096);
      EXPECT_TRUE(LooksPacked(packed)) << packed.size();
    }
  }
}

TEST(LooksPackedTest, NoiseIsAndItsBase64IsNot) {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const std::string noise = Noise(random, 2048 + random.Uniform(30'000));
    EXPECT_TRUE(LooksPacked(noise));
    EXPECT_FALSE(LooksPacked(http::EncodeBase64(noise)));
  }
}

TEST(LooksPackedTest, WhatIsShortIsNot) {
  Random random(5);
  for (const std::size_t size : {0U, 1U, 100U, 2047U})
    EXPECT_FALSE(LooksPacked(Noise(random, size)));
}

// A picture with a long head; a text with a small picture in it.
TEST(LooksPackedTest, MostOfItDecides) {
  Random random(6);
  EXPECT_TRUE(LooksPacked(std::string(40, 'h') + Noise(random, 8000)));
  EXPECT_FALSE(LooksPacked(MadeBody(random, 8000) + Noise(random, 4000)));
  EXPECT_FALSE(LooksPacked(std::string(10'000, '\0')));
}

}  // namespace
}  // namespace meguri::warc
