// web-platform-tests on MIME types, data: URLs and base64.
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "http/base64.h"
#include "http/data_url.h"
#include "http/header_list.h"
#include "http/mime_type.h"
#include "tests/http/latin1.h"
#include "tests/support/shared_data.h"

namespace meguri::http {
namespace {

using testing_support::CaseNameOf;
using testing_support::SharedJson;

struct Vector {
  std::string name;
  nlohmann::json json;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.json.dump(); }

std::string NameOf(const testing::TestParamInfo<Vector>& row) {
  return CaseNameOf(row.index, row.param.name);
}

std::vector<Vector> Load(std::string_view file) {
  std::vector<Vector> vectors;
  for (const nlohmann::json& entry : SharedJson("conformance/http/" + std::string(file))) {
    if (entry.is_string()) continue;  // a heading
    std::string name = file == "content-types.json" ? "types" : "case";
    if (entry.is_object() && entry.contains("input")) name = entry["input"].get<std::string>();
    if (entry.is_array()) name = entry[0].get<std::string>();
    vectors.push_back({name.substr(0, 60), entry});
  }
  return vectors;
}

std::optional<std::string> BytesOf(const nlohmann::json& numbers) {
  if (numbers.is_null()) return std::nullopt;
  std::string bytes;
  for (const nlohmann::json& number : numbers)
    bytes += static_cast<char>(number.get<int>());
  return bytes;
}

class MimeTypeVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(MimeTypeVectorTest, ParsesAndSerialises) {
  const nlohmann::json& vector = GetParam().json;
  const auto type = MimeType::Parse(testing_support::ToLatin1(vector["input"].get<std::string>()));
  ASSERT_EQ(type.has_value(), !vector["output"].is_null());
  if (!type) return;
  const std::string text = type->Serialise();
  EXPECT_EQ(text, testing_support::ToLatin1(vector["output"].get<std::string>()));
  EXPECT_EQ(MimeType::Parse(text), type);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MimeTypeVectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, MimeTypeVectorTest, testing::ValuesIn(Load("mime-types.json")),
                         NameOf);

class ContentTypeVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(ContentTypeVectorTest, OneTypeOfSeveralHeaders) {
  const nlohmann::json& vector = GetParam().json;
  const auto values = vector["contentType"].get<std::vector<std::string>>();
  HeaderList headers;
  for (const std::string& value : values)
    headers.Add("content-type", value);
  const auto type = ExtractMimeType(headers);
  ASSERT_TRUE(type);
  EXPECT_EQ(type->Serialise(), vector["mimeType"].get<std::string>());
  EXPECT_EQ(type->essence(), vector["documentContentType"].get<std::string>());
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ContentTypeVectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, ContentTypeVectorTest, testing::ValuesIn(Load("content-types.json")),
                         NameOf);

class DataUrlVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(DataUrlVectorTest, TypeAndBody) {
  const nlohmann::json& vector = GetParam().json;
  const auto data = ParseDataUrl(vector[0].get<std::string>());
  ASSERT_EQ(data.has_value(), !vector[1].is_null());
  if (!data) return;
  EXPECT_EQ(data->type.Serialise(), vector[1].get<std::string>());
  EXPECT_EQ(data->body, BytesOf(vector[2]));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DataUrlVectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, DataUrlVectorTest, testing::ValuesIn(Load("data-urls.json")), NameOf);

class Base64VectorTest : public testing::TestWithParam<Vector> {};

TEST_P(Base64VectorTest, Decodes) {
  const nlohmann::json& vector = GetParam().json;
  EXPECT_EQ(DecodeBase64(vector[0].get<std::string>()), BytesOf(vector[1]));
  // In a data: URL it is the same, if it is ASCII without what a URL drops or cuts off.
  const auto text = vector[0].get<std::string>();
  std::string url = "data:;base64,";
  for (const char c : text) {
    url += '%';
    url += kHexDigitsUpper[static_cast<unsigned char>(c) >> 4U];
    url += kHexDigitsUpper[static_cast<unsigned char>(c) & 15U];
  }
  const auto data = ParseDataUrl(url);
  EXPECT_EQ(data ? std::optional(data->body) : std::nullopt, BytesOf(vector[1]));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Base64VectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, Base64VectorTest, testing::ValuesIn(Load("base64.json")), NameOf);

TEST(MimeConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/http");
  EXPECT_GE(Load("mime-types.json").size(), 74U);
  EXPECT_GE(Load("content-types.json").size(), 20U);
  EXPECT_GE(Load("data-urls.json").size(), 72U);
  EXPECT_GE(Load("base64.json").size(), 80U);
}

}  // namespace
}  // namespace meguri::http
