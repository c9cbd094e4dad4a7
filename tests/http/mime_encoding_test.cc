// The encodings that MIME types name, as web-platform-tests have them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "encoding/encoding.h"
#include "http/header_list.h"
#include "http/mime_type.h"
#include "tests/http/latin1.h"
#include "tests/support/shared_data.h"

namespace meguri::http {
namespace {

using testing_support::SharedJson;

std::optional<std::string> NameOfEncoding(const std::optional<MimeType>& type) {
  if (!type) return std::nullopt;
  const auto encoding = EncodingOf(*type);
  if (!encoding) return std::nullopt;
  return std::string(encoding::EncodingName(*encoding));
}

std::optional<std::string> Wanted(const nlohmann::json& entry) {
  const auto field = entry.find("encoding");
  if (field == entry.end() || field->is_null()) return std::nullopt;
  return field->get<std::string>();
}

TEST(MimeEncodingTest, OfMimeTypes) {
  MEGURI_NEED_SHARED("conformance/http");
  int count = 0;
  for (const nlohmann::json& entry : SharedJson("conformance/http/mime-types.json")) {
    if (!entry.is_object() || !entry.contains("encoding")) continue;
    ++count;
    const auto input = entry["input"].get<std::string>();
    EXPECT_EQ(NameOfEncoding(MimeType::Parse(testing_support::ToLatin1(input))), Wanted(entry))
        << input;
  }
  EXPECT_GT(count, 30);
}

TEST(MimeEncodingTest, OfSeveralContentTypes) {
  MEGURI_NEED_SHARED("conformance/http");
  for (const nlohmann::json& entry : SharedJson("conformance/http/content-types.json")) {
    const auto values = entry["contentType"].get<std::vector<std::string>>();
    HeaderList headers;
    for (const std::string& value : values)
      headers.Add("Content-Type", value);
    EXPECT_EQ(NameOfEncoding(ExtractMimeType(headers)), Wanted(entry)) << entry.dump();
  }
}

}  // namespace
}  // namespace meguri::http
