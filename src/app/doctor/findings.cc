#include "app/doctor/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "app/json_lines.h"

namespace meguri::app {
namespace {

std::size_t Count(const std::vector<Finding>& findings, FindingState state) {
  return static_cast<std::size_t>(std::ranges::count(findings, state, &Finding::state));
}

}  // namespace

std::string_view FindingStateName(FindingState state) {
  switch (state) {
    case FindingState::kOk:
      return "ok";
    case FindingState::kWarning:
      return "warning";
    case FindingState::kFails:
      break;
  }
  return "fails";
}

Finding FoundOk(std::string_view name, std::string found) {
  return {std::string(name), FindingState::kOk, std::move(found), ""};
}

Finding FoundWarning(std::string_view name, std::string found, std::string advice) {
  return {std::string(name), FindingState::kWarning, std::move(found), std::move(advice)};
}

Finding FoundFailing(std::string_view name, std::string found, std::string advice) {
  return {std::string(name), FindingState::kFails, std::move(found), std::move(advice)};
}

bool CanCrawl(const std::vector<Finding>& findings) {
  return Count(findings, FindingState::kFails) == 0;
}

std::string Verdict(const std::vector<Finding>& findings) {
  const std::size_t warnings = Count(findings, FindingState::kWarning);
  const std::string better = warnings == 0 ? ""
                                           : fmt::format("; {} {} could be better", warnings,
                                                         warnings == 1 ? "thing" : "things");
  if (CanCrawl(findings)) return fmt::format("A crawl can run here{}.", better);
  std::vector<std::string_view> failing;
  for (const Finding& finding : findings) {
    if (finding.state == FindingState::kFails) failing.push_back(finding.name);
  }
  return fmt::format("A crawl would fail here, because of: {}{}.", fmt::join(failing, ", "),
                     better);
}

std::string FindingsInWords(const std::vector<Finding>& findings) {
  std::size_t widest = 0;
  for (const Finding& finding : findings)
    widest = std::max(widest, finding.name.size());
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("{:<{}}  {:<7}  {}\n", finding.name, widest, FindingStateName(finding.state),
                       finding.found);
    if (!finding.advice.empty())
      out += fmt::format("{:<{}}  {:<7}  {}\n", "", widest, "", finding.advice);
  }
  return out + Verdict(findings) + "\n";
}

std::string FindingsAsJson(const std::vector<Finding>& findings) {
  Answer checks = Answer::array();
  for (const Finding& finding : findings) {
    checks.push_back({{"name", finding.name},
                      {"state", FindingStateName(finding.state)},
                      {"found", finding.found},
                      {"advice", finding.advice}});
  }
  const Answer answer = {{"can_run", CanCrawl(findings)},
                         {"fails", Count(findings, FindingState::kFails)},
                         {"warnings", Count(findings, FindingState::kWarning)},
                         {"verdict", Verdict(findings)},
                         {"checks", std::move(checks)}};
  return answer.dump(-1, ' ', false, Answer::error_handler_t::replace) + "\n";
}

}  // namespace meguri::app
