// Where no rate can be told: the last interval doubled if nothing ever changed, halved if
// everything did.
#pragma once

#include <algorithm>

#include "revisit/visit.h"

namespace meguri::revisit {

// Days, before any stretch. The lower bound only keeps it a number.
inline float BackedOff(float interval, bool changed) {
  constexpr float kLonger = 2;
  constexpr float kShorter = 0.5;
  return std::clamp(interval * (changed ? kShorter : kLonger), static_cast<float>(kSecond),
                    static_cast<float>(kLongest));
}

}  // namespace meguri::revisit
