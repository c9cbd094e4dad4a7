// Numbers, appended to text without a detour.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace meguri {

inline void AppendNumber(std::uint64_t number, std::string& out, int base = 10) {
  std::array<char, 64> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): written below
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  out.append(digits.data(), end.ptr);
}

}  // namespace meguri
