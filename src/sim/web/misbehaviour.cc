#include "sim/web/misbehaviour.h"

namespace meguri {

bool MisbehaveInstead(Misbehaviour kind, const WebRequest& /*request*/, WallTime /*now*/,
                      const MisbehaviourContext& /*context*/, WebAnswer& answer) {
  if (kind == Misbehaviour::kHang) {
    answer.delivery.never = true;
    return true;
  }
  return false;
}

void MisbehaveAfter(Misbehaviour kind, const WebRequest& /*request*/, WallTime /*now*/,
                    const MisbehaviourContext& /*context*/, WebAnswer& answer) {
  if (kind == Misbehaviour::kDrip) answer.delivery.bytes_per_second = 1;
}

}  // namespace meguri
