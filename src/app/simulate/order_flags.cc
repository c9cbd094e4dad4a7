#include "app/simulate/order_flags.h"

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/order_text.h"

namespace meguri::app {
namespace {

constexpr std::uint64_t kMostRepeats = 10'000;

}  // namespace

void OrderFlags::AddTo(Command& command) {
  GraphFlags::AddTo(command, "strategy and set of seeds");
  command.AddOption("--repeat,--repeats", repeats,
                    fmt::format("sets to draw of each random: ({})", repeats));
}

Status OrderFlags::Apply(OrderPlan& plan) const {
  MEGURI_CHECK_STATUS(Check());
  if (repeats == 0 || repeats > kMostRepeats) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--repeat: {} is not within 1 to {}", repeats, kMostRepeats));
  }
  plan.repeats = repeats;
  plan.seed = seed;
  plan.threads = threads;
  plan.web.threads = threads;
  return {};
}

void PrintOutcome(const OrderFlags& flags, const GraphOfSites& graph, const OrderPlan& plan,
                  const Outcome& outcome, const std::vector<double>& at) {
  if (flags.json) {
    fmt::print("{}", OrdersJson(plan, outcome.summaries, at));
  } else {
    fmt::print("{}: {} pages, {} links\n{}", GraphName(flags.choice()),
               Grouped(graph.graph.page_count()), Grouped(graph.graph.arc_count()),
               FormatOrders(plan, outcome.summaries, at));
  }
  if (outcome.unfinished())
    fmt::print(stderr, "stopped: {} of {} crawls were done\n", outcome.done, outcome.runs);
}

}  // namespace meguri::app
