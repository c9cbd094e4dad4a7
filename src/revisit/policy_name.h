// The revisit policies by their names: "fixed", "paper:tc=mean", "cgm:known".
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "revisit/fixed_policy.h"
#include "revisit/fresh_policy.h"
#include "revisit/meguri_policy.h"
#include "revisit/mle_policy.h"
#include "revisit/nutch_policy.h"
#include "revisit/paper_policy.h"

namespace meguri::revisit {

using Policy = std::variant<FixedPolicy, PaperPolicy, MlePolicy, NutchPolicy, FreshPolicy,
                            MeguriPolicy, KnownPolicy, KnownFreshPolicy>;

struct NamedPolicy {
  std::string name;
  Policy policy;

  // False of bounds, which know what no crawler can know.
  bool online() const {
    return !std::holds_alternative<KnownPolicy>(policy) &&
           !std::holds_alternative<KnownFreshPolicy>(policy);
  }
};

// fixed, paper, paper:tc=geo|mean|min|ema, mle, nutch, cgm, azar, cgm:known, azar:known, meguri,
// known. kInvalidArgument names what is none.
Result<NamedPolicy> ParsePolicy(std::string_view name);

// A name of each.
std::vector<std::string> AllPolicies();

}  // namespace meguri::revisit
