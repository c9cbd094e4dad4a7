// Where the public test data lies: $MEGURI_SHARED, else ../shared beside the checkout.
//
// A test that needs it and finds none must say so and be counted as skipped:
//
//   TEST(UrlConformanceTest, DataIsThere) { MEGURI_NEED_SHARED("conformance/url"); }
//   INSTANTIATE_TEST_SUITE_P(Wpt, UrlCase, testing::ValuesIn(LoadCases()), CaseName);
//
// with LoadCases() returning nothing when SharedText() does.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::testing_support {

// The full path of `relative` below the shared folder, or nullopt if it isn't there.
std::optional<std::string> SharedPath(std::string_view relative);

// Its bytes. Ends the program with a message when the file exists but can't be read.
std::optional<std::string> SharedText(std::string_view relative);

// The file as JSON; null when it isn't there. Ends the program when it isn't JSON.
nlohmann::json SharedJson(std::string_view relative);

// True if tests/expected_failures.txt has the line "`suite` `case_name` reason…".
bool IsExpectedFailure(std::string_view suite, std::string_view case_name);

// Any text as a gtest parameter name: other characters become '_', with `index` in front so
// that names are unique and sorted.
std::string CaseNameOf(std::size_t index, std::string_view text);

}  // namespace meguri::testing_support

#define MEGURI_NEED_SHARED(relative)                    \
  if (!::meguri::testing_support::SharedPath(relative)) \
  GTEST_SKIP() << "no " << (relative)                   \
               << " in ../shared or $MEGURI_SHARED: conformance cases not run"
