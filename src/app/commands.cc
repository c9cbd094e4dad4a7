#include "app/commands.h"

#include <fmt/format.h>

#include <string_view>

namespace meguri::app {

int ExitCodeOf(std::string_view command, const Result<int>& result) {
  if (result) return *result;
  fmt::print(stderr, "{}: {}\n", command, result.error().context);
  return kExitError;
}

}  // namespace meguri::app
