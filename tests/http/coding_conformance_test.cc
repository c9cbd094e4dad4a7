// web-platform-tests on Content-Encoding: gzip, br and zstd, small and large, true and false.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "http/content_coding.h"
#include "tests/support/sha256.h"
#include "tests/support/shared_data.h"

namespace meguri::http {
namespace {

constexpr std::string_view kFolder = "conformance/http/content-encoding/";

struct Vector {
  std::string name;
  std::string bytes;
  nlohmann::json json;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.json.dump(); }

std::vector<Vector> Load() {
  std::vector<Vector> vectors;
  for (const nlohmann::json& entry :
       testing_support::SharedJson(std::string(kFolder) + "cases.json")) {
    const bool in_file = entry.contains("file");
    const auto name = entry[in_file ? "file" : "inline"].get<std::string>();
    vectors.push_back(
        {name, in_file ? testing_support::SharedText(std::string(kFolder) + name).value() : name,
         entry});
  }
  return vectors;
}

class CodingVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(CodingVectorTest, DecodesOrFails) {
  const Vector& vector = GetParam();
  const auto coding = vector.json["content_encoding"].get<std::string>();
  const DecodedContent decoded = DecodeContent(vector.bytes, coding);
  if (vector.json.contains("must_fail")) {
    EXPECT_EQ(decoded.mark, DecodeMark::kBroken);
    EXPECT_NE(decoded.error, "");
    return;
  }
  EXPECT_EQ(decoded.mark, DecodeMark::kComplete) << decoded.error;
  ASSERT_EQ(decoded.content.size(), vector.json["size"].get<std::size_t>());
  EXPECT_EQ(testing_support::Sha256Hex(decoded.content), vector.json["sha256"].get<std::string>());
}

TEST_P(CodingVectorTest, TheLargeOnesAreBombsForWhoSaysSo) {
  const Vector& vector = GetParam();
  if (!vector.name.starts_with("big.text")) return;
  const CodingLimits limits{.max_bytes = std::uint64_t{1} << 30U,
                            .bomb_floor_bytes = std::uint64_t{1} << 20U,
                            .max_ratio = 200};
  const DecodedContent decoded =
      DecodeContent(vector.bytes, vector.json["content_encoding"].get<std::string>(), limits);
  EXPECT_EQ(decoded.mark, DecodeMark::kBomb);
  EXPECT_LE(decoded.content.size(), limits.bomb_floor_bytes + ContentDecoder::kBufferBytes);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CodingVectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, CodingVectorTest, testing::ValuesIn(Load()),
                         [](const testing::TestParamInfo<Vector>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.name);
                         });

TEST(CodingConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/http/content-encoding");
  EXPECT_GE(Load().size(), 13U);
}

}  // namespace
}  // namespace meguri::http
