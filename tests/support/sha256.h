// SHA-256 (FIPS 180-4), to check content against published digests. For tests: not fast.
#pragma once

#include <string>
#include <string_view>

namespace meguri::testing_support {

// In lower-case hex.
std::string Sha256Hex(std::string_view bytes);

}  // namespace meguri::testing_support
