// What the commands that simulate orders have in common: the graph, and the runs with a line that
// says how far they are, which Ctrl-C ends with what is done.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/simulate/order_summary.h"
#include "base/files.h"
#include "base/result.h"
#include "sim/order/order_experiment.h"

namespace meguri::app {

// Where the graph comes from: a file, or a generator.
struct GraphChoice {
  std::string path;            // "": generate one
  std::uint64_t generate = 0;  // pages; 0: kDemoPages
  std::uint64_t seed = 1;
};
inline constexpr std::uint64_t kDemoPages = 200'000;

Result<GraphOfSites> ChosenGraph(Files& files, const GraphChoice& choice);
// For people: the file's name without its folder.
std::string GraphName(const GraphChoice& choice);

// Where curves are looked at, per cent of the crawl: `at` and many more, closer at the beginning,
// where orders differ most; 10 is always among them.
std::vector<double> CurvePoints(const std::vector<double>& at);

struct Outcome {
  std::vector<OrderSummary> summaries;
  std::uint64_t runs = 0;  // that were planned
  std::uint64_t done = 0;

  bool unfinished() const { return done < runs; }
};

// `each`: if given, is told of each result with its sequence; what it returns ends the runs.
Result<Outcome> RunPlan(const GraphOfSites& graph, const OrderPlan& plan,
                        const std::function<Status(const OrderResult&, std::uint64_t runs)>& each);

}  // namespace meguri::app
