#include "revisit/policy_name.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace meguri::revisit {
namespace {

const std::vector<NamedPolicy>& Policies() {
  static const std::vector<NamedPolicy> kPolicies = {
      {"fixed", FixedPolicy()},
      {"paper", PaperPolicy()},
      {"paper:tc=mean", PaperPolicy(ChangedMean::kAverage)},
      {"paper:tc=min", PaperPolicy(ChangedMean::kLeast)},
      {"paper:tc=ema", PaperPolicy(ChangedMean::kMoving)},
      {"mle", MlePolicy()},
      {"nutch", NutchPolicy()},
      {"cgm", FreshPolicy(FreshRule::kCgm)},
      {"azar", FreshPolicy(FreshRule::kAzar)},
      {"meguri", MeguriPolicy()},
      {"cgm:known", KnownFreshPolicy(FreshRule::kCgm)},
      {"azar:known", KnownFreshPolicy(FreshRule::kAzar)},
      {"known", KnownPolicy()},
  };
  return kPolicies;
}

}  // namespace

Result<NamedPolicy> ParsePolicy(std::string_view name) {
  // The paper's own choice may be said, too.
  const std::string_view wanted = name == "paper:tc=geo" ? "paper" : name;
  for (const NamedPolicy& each : Policies())
    if (each.name == wanted) return NamedPolicy{std::string(name), each.policy};
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is none of {} and paper:tc=geo", Printable(name.substr(0, 40)),
                          fmt::join(AllPolicies(), ", ")));
}

std::vector<std::string> AllPolicies() {
  std::vector<std::string> names;
  for (const NamedPolicy& each : Policies())
    names.push_back(each.name);
  return names;
}

}  // namespace meguri::revisit
