// What other clients make of responses: vectors of web-platform-tests and llhttp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "http/base64.h"
#include "http/body_decoder.h"
#include "http/response.h"
#include "tests/support/shared_data.h"

namespace meguri::http {
namespace {

using testing_support::CaseNameOf;
using testing_support::SharedJson;

constexpr std::string_view kWpt = "conformance/http/wpt_h1_parsing.json";
constexpr std::string_view kLlhttp = "conformance/http/llhttp_response.json";
constexpr std::string_view kLengths = "conformance/http/content-lengths.json";

std::string Bytes(const nlohmann::json& base64) {
  return DecodeBase64(base64.get<std::string>()).value();
}

struct Vector {
  std::string name;
  std::string raw;
  nlohmann::json json;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.json.dump(); }

std::string NameOf(const testing::TestParamInfo<Vector>& row) {
  return CaseNameOf(row.index, row.param.name);
}

std::vector<Vector> LoadRaw(std::string_view file) {
  std::vector<Vector> vectors;
  for (const nlohmann::json& entry : SharedJson(file)) {
    vectors.push_back({entry["name"].get<std::string>(), Bytes(entry["raw_base64"]), entry});
  }
  return vectors;
}

// web-platform-tests: what is accepted there must be here. What is refused there is a tentative
// consensus of browsers; of that only NUL is asked for, and that we agree on most.
class WptH1Test : public testing::TestWithParam<Vector> {};

TEST_P(WptH1Test, HeadersAreSeen) {
  const Vector& vector = GetParam();
  const Response response = ParseResponse(vector.raw, {});
  if (vector.raw.find('\0') != std::string::npos) {
    EXPECT_FALSE(response.has_head);
    EXPECT_EQ(response.error, vector.name.starts_with("NUL at first") ||
                                      vector.name.starts_with("NUL at in-http") ||
                                      vector.name.starts_with("NUL at before-slash")
                                  ? "no status line: it begins otherwise"
                                  : "a NUL in the head");
  }
  if (vector.json["expect"] != "ok") return;
  ASSERT_TRUE(response.has_head) << response.error;
  EXPECT_EQ(response.head.status, 200);
  EXPECT_EQ(response.body(), "Test.");
  EXPECT_EQ(response.state, BodyState::kComplete);
  const auto value = response.head.headers.Find("x-frame-options");
  ASSERT_TRUE(value);
  EXPECT_EQ(*value == "DENY", vector.json["header"] == "present") << *value;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WptH1Test);
INSTANTIATE_TEST_SUITE_P(Wpt, WptH1Test, testing::ValuesIn(LoadRaw(kWpt)), NameOf);

TEST(HttpConformanceDataTest, HowFarWeAgreeOnWhatToRefuse) {
  MEGURI_NEED_SHARED("conformance/http");
  int refused_there = 0;
  int refused_here = 0;
  const std::vector<Vector> vectors = LoadRaw(kWpt);
  for (const Vector& vector : vectors) {
    if (vector.json["expect"] == "ok") continue;
    // The same bytes are in the list twice, accepted the other time.
    if (std::ranges::any_of(vectors, [&](const Vector& other) {
          return other.raw == vector.raw && other.json["expect"] == "ok";
        })) {
      continue;
    }
    ++refused_there;
    if (!ParseResponse(vector.raw, {}).has_head) ++refused_here;
  }
  RecordProperty("refused_there", refused_there);
  RecordProperty("refused_here", refused_here);
  EXPECT_EQ(refused_there, 101);
  EXPECT_EQ(refused_here, 69);  // the others, by kind: docs/design/http.md
}

// llhttp: of two verdicts on the same bytes the more lenient one counts.
std::vector<Vector> LoadLlhttp() {
  std::vector<Vector> vectors = LoadRaw(kLlhttp);
  const std::vector<Vector> all = vectors;
  std::erase_if(vectors, [&](const Vector& vector) {
    return !vector.json["error"].is_null() && std::ranges::any_of(all, [&](const Vector& other) {
      return other.raw == vector.raw && other.json["error"].is_null();
    });
  });
  return vectors;
}

// Bodies in this file lack line ends, which llhttp's log has as separate marks.
std::string WithoutLineEnds(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == '\r' || c == '\n'; });
  return result;
}

std::string Trimmed(const std::string& value) { return std::string(TrimAsciiSpace(value)); }

void ExpectMessage(const Response& response, const nlohmann::json& message) {
  ASSERT_TRUE(response.has_head) << response.error;
  EXPECT_EQ(response.head.status, message["status"].get<int>());
  EXPECT_EQ(std::to_string(response.head.major) + "." + std::to_string(response.head.minor),
            message["version"].get<std::string>());
  if (IsAscii(response.head.reason)) {  // the file has it as Latin-1
    EXPECT_EQ(response.head.reason,
              message["reason"].is_null() ? "" : message["reason"].get<std::string>());
  }
  std::vector<std::pair<std::string, std::string>> want;
  for (const nlohmann::json& header : message["headers"]) {
    want.emplace_back(header[0].get<std::string>(), Trimmed(header[1].get<std::string>()));
  }
  std::vector<std::pair<std::string, std::string>> got;
  for (const Header& header : response.head.headers.all()) {
    got.emplace_back(header.name, header.value);
  }
  EXPECT_EQ(got, want);
  EXPECT_EQ(WithoutLineEnds(response.body()), Bytes(message["body_base64"]));
  if (response.framing.kind == FramingKind::kChunked) {
    std::size_t length = 0;
    for (const nlohmann::json& chunk : message["chunk_lengths"])
      length += chunk.get<std::size_t>();
    EXPECT_EQ(response.body().size(), length);
  }
  // llhttp is not told that the connection closed.
  const bool complete =
      response.state == BodyState::kComplete && response.framing.kind != FramingKind::kUntilClose;
  EXPECT_EQ(complete, message["complete"].get<bool>());
}

class LlhttpTest : public testing::TestWithParam<Vector> {};

TEST_P(LlhttpTest, SameMessagesOrRefused) {
  const Vector& vector = GetParam();
  ResponseOptions options;
  options.to_head_request =
      vector.json.contains("meta") && vector.json["meta"].contains("skipBody");
  if (!vector.json["error"].is_null()) {
    const Response response = ParseResponse(vector.raw, options);
    EXPECT_FALSE(response.has_head);
    EXPECT_NE(response.error, "");
    return;
  }
  std::string_view rest = vector.raw;
  for (const nlohmann::json& message : vector.json["messages"]) {
    const Response response = ParseResponse(rest, options);
    ExpectMessage(response, message);
    rest.remove_prefix(response.size);
  }
  EXPECT_EQ(rest, "");
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LlhttpTest);
INSTANTIATE_TEST_SUITE_P(Llhttp, LlhttpTest, testing::ValuesIn(LoadLlhttp()), NameOf);

std::vector<Vector> LoadLengths() {
  std::vector<Vector> vectors;
  for (const nlohmann::json& entry : SharedJson(kLengths)) {
    const auto input = entry["input"].get<std::string>();
    vectors.push_back(
        {input, "HTTP/1.1 200 OK\r\n" + input + "\r\n\r\n" + std::string(42, 'a'), entry});
  }
  return vectors;
}

class ContentLengthTest : public testing::TestWithParam<Vector> {};

TEST_P(ContentLengthTest, BodyIsAsLong) {
  const Vector& vector = GetParam();
  const Response response = ParseResponse(vector.raw, {});
  ASSERT_TRUE(response.has_head);
  if (vector.json["output"].is_null()) {
    EXPECT_EQ(response.state, BodyState::kBroken);
    EXPECT_EQ(response.error, "Content-Length is given several times and differs");
  } else {
    EXPECT_EQ(response.state, BodyState::kComplete);
    EXPECT_EQ(response.body().size(), vector.json["output"].get<std::size_t>());
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ContentLengthTest);
INSTANTIATE_TEST_SUITE_P(Wpt, ContentLengthTest, testing::ValuesIn(LoadLengths()), NameOf);

TEST(HttpConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/http");
  EXPECT_GE(LoadRaw(kWpt).size(), 112U);
  EXPECT_GE(LoadRaw(kLlhttp).size(), 42U);
  EXPECT_GE(LoadLengths().size(), 35U);
}

}  // namespace
}  // namespace meguri::http
