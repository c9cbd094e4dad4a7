#include "tests/support/shared_data.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <utility>

namespace meguri::testing_support {
namespace {

// Not by way of __FILE__, which ccache makes relative.
std::filesystem::path SourceRoot() { return MEGURI_SOURCE_ROOT; }

[[noreturn]] void Die(const std::string& path, std::string_view why) {
  std::cerr << path << ": " << why << '\n';
  std::exit(2);
}

std::string ReadOrDie(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in) Die(path, "can't be read");
  return std::move(bytes).str();
}

std::set<std::pair<std::string, std::string>> LoadExpectedFailures() {
  std::set<std::pair<std::string, std::string>> result;
  const std::string path = (SourceRoot() / "tests/expected_failures.txt").string();
  std::istringstream lines(ReadOrDie(path));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string suite;
    std::string case_name;
    std::string reason;
    if (!(words >> suite >> case_name >> reason)) Die(path, "want 'suite case reason': " + line);
    result.emplace(suite, case_name);
  }
  return result;
}

}  // namespace

std::optional<std::string> SharedPath(std::string_view relative) {
  const char* from_env = std::getenv("MEGURI_SHARED");
  const std::filesystem::path root =
      from_env != nullptr ? std::filesystem::path(from_env) : SourceRoot() / "../shared";
  const std::filesystem::path path = root / relative;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path.string();
}

std::optional<std::string> SharedText(std::string_view relative) {
  const std::optional<std::string> path = SharedPath(relative);
  if (!path) return std::nullopt;
  return ReadOrDie(*path);
}

nlohmann::json SharedJson(std::string_view relative) {
  const std::optional<std::string> text = SharedText(relative);
  if (!text) return nullptr;
  nlohmann::json json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) Die(std::string(relative), "is not JSON");
  return json;
}

bool IsExpectedFailure(std::string_view suite, std::string_view case_name) {
  static const std::set<std::pair<std::string, std::string>> kExpected = LoadExpectedFailures();
  return kExpected.contains({std::string(suite), std::string(case_name)});
}

std::string CaseNameOf(std::size_t index, std::string_view text) {
  constexpr std::size_t kMaxName = 60;
  char number[16];
  std::snprintf(number, sizeof number, "%04zu_", index);
  std::string name = number;
  for (const char c : text.substr(0, kMaxName)) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    name += plain ? c : '_';
  }
  return name;
}

}  // namespace meguri::testing_support
