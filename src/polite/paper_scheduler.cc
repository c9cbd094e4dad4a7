#include "polite/paper_scheduler.h"

#include <fmt/format.h>

namespace meguri {
namespace {

constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 32U;

}  // namespace

Status CheckPaperScheduler(const PaperSchedulerOptions& options) {
  const auto wrong = [](std::string text) {
    return Fail(ErrorCode::kInvalidArgument, std::move(text));
  };
  if (options.queues < 3) return wrong(fmt::format("queues: {} is not 3 or more", options.queues));
  if (options.slots < 1) return wrong("slots: 0 is not 1 or more");
  if (std::uint64_t{options.queues} * options.slots > kMostPlaces) {
    return wrong(fmt::format("queues {} and slots {}: their product is not within 2^32",
                             options.queues, options.slots));
  }
  return {};
}

}  // namespace meguri
