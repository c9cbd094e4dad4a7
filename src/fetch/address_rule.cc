#include "fetch/address_rule.h"

#include <algorithm>

namespace meguri {

bool AddressRule::IsNamed(const IpAddress& address) const {
  return std::ranges::any_of(allowed_,
                             [&](const IpRange& range) { return range.Contains(address); });
}

}  // namespace meguri
