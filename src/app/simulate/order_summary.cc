#include "app/simulate/order_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace meguri::app {
namespace {

constexpr double kLeastGap = 1e-6;   // per cent of the PageRank
constexpr double kLeastPart = 0.15;  // of the time: less is as likely to be noise

using Results = std::vector<const OrderResult*>;

template <class Value>
Estimate Over(const Results& results, const Value& value) {
  std::vector<double> values;
  for (const OrderResult* result : results)
    values.push_back(value(*result));
  return EstimateOf(values);
}

// `list`: the values of a result, at each point.
template <class List>
std::vector<Estimate> OverEach(const Results& results, const List& list) {
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; i < list(*results.front()).size(); ++i)
    estimates.push_back(Over(results, [&](const OrderResult& result) { return list(result)[i]; }));
  return estimates;
}

double Rate(double count, double seconds) { return seconds > 0 ? count / seconds : 0; }

OrderSummary SummaryOf(const Results& results) {
  OrderSummary summary{.order = results.front()->order,
                       .seed_set = results.front()->seed_set,
                       .runs = results.size()};
  for (std::size_t top = 0; top < summary.a.size(); ++top)
    summary.a[top] = OverEach(results, [&](const OrderResult& r) { return r.marks.a[top]; });
  summary.b = OverEach(results, [](const OrderResult& r) { return r.marks.b; });
  summary.c = OverEach(results, [](const OrderResult& r) { return r.marks.c; });
  summary.mean_b = Over(results, [](const OrderResult& r) { return r.marks.mean_b; });
  summary.whole_c = Over(results, [](const OrderResult& r) { return r.marks.whole_c; });
  summary.tau = Over(results, [](const OrderResult& r) { return r.marks.tau; });
  summary.updates_per_page = Over(results, [](const OrderResult& r) {
    return static_cast<double>(r.updates) / static_cast<double>(r.pages);
  });
  summary.pages_per_cpu_second = Over(results, [](const OrderResult& r) {
    return Rate(static_cast<double>(r.pages), r.cpu_seconds);
  });
  summary.decisions_per_cpu_second = Over(results, [](const OrderResult& r) {
    const double seconds = r.cpu_seconds - r.expansion_cpu_seconds;
    return seconds < kLeastPart * r.cpu_seconds ? 0 : Rate(static_cast<double>(r.pages), seconds);
  });
  const auto accuracy = [&](double ScoreAccuracy::*field) {
    return OverEach(results, [&](const OrderResult& r) {
      std::vector<double> values;
      values.reserve(r.accuracy.size());
      for (const ScoreAccuracy& each : r.accuracy)
        values.push_back(each.*field);
      return values;
    });
  };
  summary.accuracy_tau = accuracy(&ScoreAccuracy::tau);
  summary.accuracy_distance = accuracy(&ScoreAccuracy::distance);
  return summary;
}

}  // namespace

Estimate EstimateOf(const std::vector<double>& values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0};
}

std::vector<OrderSummary> Summarise(const OrderPlan& plan,
                                    const std::vector<OrderResult>& results) {
  std::vector<OrderSummary> summaries;
  for (std::size_t set = 0; set < plan.seed_sets.size(); ++set) {
    for (std::size_t order = 0; order < plan.orders.size(); ++order) {
      Results of;
      for (const OrderResult& result : results)
        if (result.seed_set == set && result.order == order) of.push_back(&result);
      std::ranges::sort(of, {}, &OrderResult::draw);  // they came in no certain order
      if (!of.empty()) summaries.push_back(SummaryOf(of));
    }
  }
  return summaries;
}

std::optional<double> GapClosed(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                                const OrderSummary& of, std::size_t at) {
  const auto gathered = [&](OrderKind kind) -> std::optional<double> {
    for (const OrderSummary& summary : summaries) {
      if (summary.seed_set == of.seed_set && plan.orders[summary.order].kind == kind)
        return summary.b[at].mean;
    }
    return std::nullopt;
  };
  const auto bf = gathered(OrderKind::kBreadthFirst);
  const auto oracle = gathered(OrderKind::kOracle);
  if (!bf || !oracle || *oracle - *bf < kLeastGap) return std::nullopt;
  return (of.b[at].mean - *bf) / (*oracle - *bf);
}

}  // namespace meguri::app
