// Numbers as the web has them: most are small, a few are large. In integers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/draws.h"

namespace meguri {

// The mean of each 64th of a log-normal distribution of mean 1 and σ = 0.9, times 2¹⁶.
inline constexpr std::array<std::uint32_t, 64> kLogNormal = {
    4738,   7283,   8944,   10342,  11602,  12780,  13902,  14988,  16050, 17094,  18128,
    19158,  20186,  21216,  22252,  23296,  24350,  25417,  26499,  27598, 28717,  29857,
    31020,  32209,  33426,  34674,  35954,  37270,  38624,  40020,  41461, 42949,  44491,
    46088,  47747,  49473,  51271,  53147,  55110,  57166,  59327,  61601, 64002,  66542,
    69240,  72112,  75183,  78479,  82032,  85881,  90075,  94675,  99758, 105424, 111807,
    119089, 127529, 137505, 149609, 164831, 185006, 214124, 263810, 440166};

// About log-normal, with this mean: the table's, give or take an eighth. REQUIRES: mean < 2³².
constexpr std::uint64_t DrawLogNormal(std::uint64_t bits, std::uint64_t mean) {
  const std::uint64_t scaled = kLogNormal[bits >> 58U] * mean >> 16U;
  return scaled - scaled / 8 + Below(bits << 6U, scaled / 4 + 1);
}

// 0 … bound - 1, the larger the rarer: as often from 2ᵏ to 2ᵏ⁺¹ for every k, which is Zipf's law.
// REQUIRES: bound > 0.
constexpr std::uint32_t DrawZipf(std::uint64_t bits, std::uint32_t bound) {
  const auto widths = static_cast<std::uint64_t>(std::bit_width(bound));
  const std::uint64_t width = Below(bits, widths);
  const std::uint64_t first = (std::uint64_t{1} << width) - 1;
  const std::uint64_t drawn = first + Below(MixBits(bits), first + 1);
  return static_cast<std::uint32_t>(drawn < bound ? drawn : drawn - bound);
}

}  // namespace meguri
