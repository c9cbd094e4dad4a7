// What `meguri doctor` found: a row for each thing that it looked at, and what they come to.
//
// Text in a row is printable already. Values; any thread may use them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::app {

enum class FindingState : std::uint8_t {
  kOk,
  kWarning,  // a crawl runs, but something could be better
  kFails,    // a crawl would fail
};
std::string_view FindingStateName(FindingState state);  // "ok", "warning", "fails"

struct Finding {
  std::string name;  // "open files"
  FindingState state = FindingState::kOk;
  std::string found;
  std::string advice;  // a sentence with what to change; "" for kOk

  bool operator==(const Finding&) const = default;
};

Finding FoundOk(std::string_view name, std::string found);
Finding FoundWarning(std::string_view name, std::string found, std::string advice);
Finding FoundFailing(std::string_view name, std::string found, std::string advice);

// Is there no row that fails?
bool CanCrawl(const std::vector<Finding>& findings);
// "A crawl can run here; 1 thing could be better."
std::string Verdict(const std::vector<Finding>& findings);

// A table, the advice below its row, and the verdict.
std::string FindingsInWords(const std::vector<Finding>& findings);
// One line: {"can_run":…,"fails":…,"warnings":…,"verdict":…,"checks":[{"name":…,"state":…,
// "found":…,"advice":…}]}.
std::string FindingsAsJson(const std::vector<Finding>& findings);

}  // namespace meguri::app
