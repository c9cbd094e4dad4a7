#include "app/byte_size.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <system_error>

#include "base/ascii.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

// 10, 20, 30 or 40 for the letters; -1 for others.
int ShiftOf(char unit) {
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t found = kUnits.find(AsciiToUpper(unit));
  return found == std::string_view::npos ? -1 : 10 * (static_cast<int>(found) + 1);
}

}  // namespace

Result<std::uint64_t> ParseByteSize(std::string_view flag, std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  const int shift = at == end ? 0 : end - at == 1 ? ShiftOf(*at) : -1;
  if (error != std::errc() || shift < 0 || number == 0 ||
      number > std::numeric_limits<std::uint64_t>::max() >> static_cast<unsigned>(shift)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: '{}' is no size; want one such as 64K, 256M or 2G", flag,
                            Printable(text)));
  }
  return number << static_cast<unsigned>(shift);
}

}  // namespace meguri::app
