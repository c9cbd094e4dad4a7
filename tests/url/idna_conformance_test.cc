// The public cases of web-platform-tests for "domain to ASCII", toascii.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "tests/support/shared_data.h"
#include "url/idna/idna.h"

namespace meguri::url {
namespace {

using testing_support::CaseNameOf;

constexpr std::string_view kFile = "conformance/url/toascii.json";

struct ToAsciiCase {
  std::string input;
  std::optional<std::string> output;
};

void PrintTo(const ToAsciiCase& one, std::ostream* out) {
  *out << '"' << one.input << "\" -> " << one.output.value_or("failure");
}

std::vector<ToAsciiCase> LoadCases() {
  std::vector<ToAsciiCase> cases;
  for (const nlohmann::json& entry : testing_support::SharedJson(kFile)) {
    if (!entry.is_object()) continue;  // strings are comments
    const nlohmann::json& output = entry.at("output");
    cases.push_back({entry.at("input").get<std::string>(),
                     output.is_null() ? std::nullopt : std::optional(output.get<std::string>())});
  }
  return cases;
}

// The URL Standard's forbidden domain code points: the host parser's check, which the cases
// take for granted.
bool HasForbiddenCodePoint(std::string_view domain) {
  return std::ranges::any_of(domain, [](char c) {
    return IsAsciiControl(c) ||
           std::string_view(" #/:<>?@[\\]^|%").find(c) != std::string_view::npos;
  });
}

class ToAsciiConformance : public testing::TestWithParam<ToAsciiCase> {};

TEST_P(ToAsciiConformance, GivesTheExpectedDomain) {
  std::string out;
  std::optional<std::string> result;
  if (DomainToAscii(GetParam().input, out) && !HasForbiddenCodePoint(out)) result = out;
  EXPECT_EQ(result, GetParam().output);
}

INSTANTIATE_TEST_SUITE_P(Wpt, ToAsciiConformance, testing::ValuesIn(LoadCases()),
                         [](const auto& one) { return CaseNameOf(one.index, one.param.input); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ToAsciiConformance);

TEST(ToAsciiConformanceTest, DataIsThere) {
  MEGURI_NEED_SHARED(kFile);
  EXPECT_EQ(LoadCases().size(), 87U);
}

}  // namespace
}  // namespace meguri::url
