#include "http/whole_gzip.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/random.h"
#include "http/content_coding.h"
#include "tests/support/deflated.h"

namespace meguri::http {
namespace {

using testing_support::Gzip;

std::string Words(Random& random, std::size_t size) {
  std::string text;
  while (text.size() < size)
    text += std::to_string(random.Uniform(1000)) + (random.Uniform(9) == 0 ? "\n" : " ");
  text.resize(size);
  return text;
}

constexpr std::uint64_t kMuch = 1 << 20;

TEST(WholeGzipTest, OneMemberIsUndone) {
  Random random(1);
  std::string content = "old";
  for (const std::size_t size : {0, 1, 100, 20'000, 300'000}) {
    const std::string text = Words(random, size);
    EXPECT_TRUE(DecodeWholeGzip(Gzip(text), kMuch, content));
    EXPECT_EQ(content, text);
  }
}

TEST(WholeGzipTest, AllElseIsLeftToOthers) {
  Random random(2);
  const std::string text = Words(random, 20'000);
  const std::string whole = Gzip(text);
  std::string content;
  EXPECT_FALSE(DecodeWholeGzip("", kMuch, content));
  EXPECT_FALSE(DecodeWholeGzip(whole + "garbage", kMuch, content));
  EXPECT_FALSE(DecodeWholeGzip(whole + whole, kMuch, content));
  EXPECT_FALSE(DecodeWholeGzip(whole.substr(1), kMuch, content));
  EXPECT_FALSE(DecodeWholeGzip(whole, text.size() - 1, content));
  EXPECT_FALSE(DecodeWholeGzip(Gzip(std::string(900'000, 'x')), kMuch, content)) << "swells";
  for (std::size_t size = 0; size < whole.size(); size += 7)
    EXPECT_FALSE(DecodeWholeGzip(std::string_view(whole).substr(0, size), kMuch, content));
  EXPECT_EQ(content, "");
}

// Whatever is done to the bytes, content and mark are those of the way in pieces.
TEST(WholeGzipTest, DamageGivesWhatPiecesGive) {
  Random random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = Gzip(Words(random, random.Uniform(3000)));
    for (std::uint64_t flips = random.Uniform(4); flips > 0; --flips)
      bytes[random.Uniform(bytes.size())] ^= static_cast<char>(1U << random.Uniform(8));
    if (random.Uniform(4) == 0) bytes.resize(random.Uniform(bytes.size() + 1));
    if (random.Uniform(4) == 0) bytes += bytes.substr(0, random.Uniform(bytes.size() + 1));

    ContentDecoder decoder("gzip");
    std::string expected;
    std::string_view rest = bytes;
    for (std::string_view piece = decoder.Next(rest); !piece.empty(); piece = decoder.Next(rest))
      expected += piece;
    decoder.Finish();
    const DecodedContent got = DecodeContent(bytes, "gzip");
    ASSERT_EQ(got.content, expected) << round;
    ASSERT_EQ(got.mark, decoder.mark()) << round;
    ASSERT_EQ(got.error, decoder.error()) << round;
    ASSERT_EQ(got.undone, decoder.undone());
  }
}

}  // namespace
}  // namespace meguri::http
