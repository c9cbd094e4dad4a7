#include "sim/polite/polite_setup.h"

#include <fmt/format.h>

#include <array>

namespace meguri {
namespace {

constexpr std::array kSchedulers = {SchedulerKind::kPaper, SchedulerKind::kWheel,
                                    SchedulerKind::kIrlbot, SchedulerKind::kBreadthFirst,
                                    SchedulerKind::kOptimum};

}  // namespace

std::string_view SchedulerName(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::kPaper:
      return "paper";
    case SchedulerKind::kWheel:
      return "wheel";
    case SchedulerKind::kIrlbot:
      return "irlbot";
    case SchedulerKind::kBreadthFirst:
      return "bf";
    case SchedulerKind::kOptimum:
      return "opt";
  }
  return "";
}

Result<SchedulerKind> ParseScheduler(std::string_view name) {
  for (const SchedulerKind kind : kSchedulers)
    if (SchedulerName(kind) == name) return kind;
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is no scheduler: want paper, wheel, irlbot, bf or opt", name));
}

std::string_view UrlChoiceName(UrlChoice choice) { return choice ? StrategyName(*choice) : "fifo"; }

Result<UrlChoice> ParseUrlChoice(std::string_view name) {
  if (name == "fifo") return UrlChoice();
  if (const auto strategy = ParseStrategy(name)) return UrlChoice(strategy);
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is none of fifo, bf, blc, ipr:dl1, ipr:ar2, meguri", name));
}

std::string PoliteSetup::Name() const {
  std::string name(SchedulerName(scheduler));
  if (is_order()) return name;
  const bool bounded = scheduler == SchedulerKind::kPaper;
  if (bounded) {
    name += fmt::format(" {}x{}", paper.queues, paper.slots);
    if (paper.form == SlotForm::kParity) name += " parity";
  }
  if (choice) name += fmt::format(" {}", UrlChoiceName(choice));
  if (overflow == OverflowPolicy::kSpill) {
    name += " spill";
  } else if (!bounded) {
    name += fmt::format(" discard {}", paper.queues / 2);
  }
  if (budgets) name += " budgets";
  if (!bounded && connections > 0) name += fmt::format(" {} connections", connections);
  return name;
}

}  // namespace meguri
