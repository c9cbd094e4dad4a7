#include "sim/change/poisson_cells.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "sim/draws.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMeanPerCell = 16;
constexpr std::uint64_t kOrdinalsPerCell = 128;  // above the largest count
constexpr std::chrono::microseconds kMillennium = std::chrono::hours(24 * 365'250);

// 2⁶⁴ times the chance of at most k events where 16 are expected, rounded down; beyond the last
// the chance is below 2⁻⁶². Computed with 80 decimal digits.
constexpr std::array<std::uint64_t, 64> kPoisson16 = {
    0x000001e355bbaee8, 0x00002018b1769d6e, 0x000111c38f4e119c, 0x00061aa82e75d293,
    0x001a3e3aab14d670, 0x005ab00f6d11af98, 0x01068a46c7b3f2ae, 0x028f587c2926d529,
    0x05a0f4e6ec0c9a20, 0x0b159932f1334d9d, 0x13d039ac930ad332, 0x20829774c4444fae,
    0x317069d505e64afe, 0x464659106a5ee2c3, 0x5e1645e6940d4712, 0x777c97dc15d85cbc,
    0x90e2e9d197a37265, 0xa8cabe7c6c26599c, 0xbe0a97f7d3b72721, 0xcfef85016e4c0a18,
    0xde4042a2b6c32611, 0xe928719780427855, 0xf1171f60ccfc2886, 0xf69bc4cb71a9dabf,
    0xfa498867df72fc3a, 0xfca443096d645955, 0xfe172c0a6247a652, 0xfef2f87cba827e9d,
    0xff7091e2a3c8b110, 0xffb5ddb0ef857d73, 0xffdad2ebc294d964, 0xffede622e5316bf0,
    0xfff76fbe767fb537, 0xfffc0f8dc4b52e13, 0xfffe3ca407a12ab7, 0xffff3b4f1ee879a3,
    0xffffac7eb779f20c, 0xffffdd70b4433adf, 0xfffff20c7d03c553, 0xfffffa80e9a187f9,
    0xfffffde2aead6f6e, 0xffffff348b2ef577, 0xffffffb540b5a26e, 0xffffffe524ff8f70,
    0xfffffff68f48fce6, 0xfffffffcc0742981, 0xfffffffee7d117a1, 0xffffffffa383cabc,
    0xffffffffe214b11a, 0xfffffffff682b32f, 0xfffffffffd0c4d73, 0xffffffffff195ab5,
    0xffffffffffbae8a2, 0xffffffffffebae0c, 0xfffffffffffa216d, 0xfffffffffffe559c,
    0xffffffffffff8917, 0xffffffffffffdf67, 0xfffffffffffff736, 0xfffffffffffffdab,
    0xffffffffffffff64, 0xffffffffffffffd8, 0xfffffffffffffff5, 0xfffffffffffffffd};

std::uint64_t CountOf(std::uint64_t bits) {
  return static_cast<std::uint64_t>(std::ranges::upper_bound(kPoisson16, bits) -
                                    kPoisson16.begin());
}

}  // namespace

static_assert(kPoisson16.size() < kOrdinalsPerCell);

PoissonCells::PoissonCells(std::chrono::microseconds mean)
    : cell_micros_(kMeanPerCell * static_cast<std::uint64_t>(std::min(mean, kMillennium).count())) {
  assert(mean >= std::chrono::milliseconds(1));
}

PoissonCells::Place PoissonCells::At(std::uint64_t key, WallTime t) const {
  if (t < WallTime{}) return {};
  const auto now = static_cast<std::uint64_t>(t.time_since_epoch().count());
  for (std::uint64_t cell = now / cell_micros_ + 1; cell-- > 0;) {
    const std::uint64_t begin = cell * cell_micros_;
    const std::uint64_t cell_key = Draw(key, cell);
    const std::uint64_t count = CountOf(Draw(cell_key, 0));
    std::uint64_t happened = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 1; i <= count; ++i) {
      const std::uint64_t moment = begin + Below(Draw(cell_key, i), cell_micros_);
      if (moment > now) continue;
      ++happened;
      last = std::max(last, moment);
    }
    if (happened > 0) {
      return {.ordinal = cell * kOrdinalsPerCell + happened,
              .last = WallTime(std::chrono::microseconds(static_cast<std::int64_t>(last)))};
    }
  }
  return {};
}

}  // namespace meguri
