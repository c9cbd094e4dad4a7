#include "app/simulate/order_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/simulate/order_text.h"

namespace meguri::app {
namespace {

using report::Chart;
using report::Series;
using report::Table;

}  // namespace

void OrderCharts::ForEach(std::size_t set,
                          const std::function<void(const OrderSummary&)>& each) const {
  for (const OrderSummary& summary : summaries_) {
    const bool shown = names_.empty() || std::ranges::find(names_, NameOf(summary)) != names_.end();
    if (summary.seed_set == set && shown) each(summary);
  }
}

Chart OrderCharts::CurveChart(std::size_t set, std::string id, std::string title, std::string note,
                              std::string y, const Curve& curve) const {
  Chart chart{.id = std::move(id), .title = std::move(title), .note = std::move(note)};
  chart.x = {.label = "pages fetched", .min = 0, .max = 100, .unit = "%"};
  chart.y = {.label = std::move(y), .min = 0, .max = 100, .unit = "%"};
  ForEach(set, [&](const OrderSummary& summary) {
    Series series{.name = NameOf(summary), .x = plan_.points};
    for (const Estimate& estimate : curve(summary)) {
      series.y.push_back(estimate.mean);
      if (summary.runs < 2) continue;
      series.low.push_back(estimate.mean - estimate.deviation);
      series.high.push_back(estimate.mean + estimate.deviation);
    }
    chart.series.push_back(std::move(series));
  });
  return chart;
}

Chart OrderCharts::Gathered(std::size_t set, std::string id) const {
  return CurveChart(
      set, std::move(id), "PageRank gathered",
      "Criterion B: the sum of the final PageRank of all pages fetched", "PageRank",
      [](const OrderSummary& s) -> const auto& { return s.b; });
}

Chart OrderCharts::TopPages(std::size_t set, std::string id, std::size_t top) const {
  const std::string share = PointText(kTopShares[top] * 100);
  return CurveChart(
      set, std::move(id), fmt::format("The top {} % of the pages", share),
      fmt::format("Criterion A: how many of the {} % with the highest PageRank are fetched", share),
      "of them fetched", [top](const OrderSummary& s) -> const auto& { return s.a[top]; });
}

Chart OrderCharts::Error(std::size_t set, std::string id) const {
  Chart chart = CurveChart(
      set, std::move(id), "Error of the order",
      "Criterion C: 0 is the perfect order, 1 the worst; less is better", "error",
      [](const OrderSummary& s) -> const auto& { return s.c; });
  chart.y = {.label = "error", .min = 0};
  return chart;
}

Chart OrderCharts::Speed(std::size_t set, std::string id) const {
  Chart chart{.id = std::move(id),
              .title = "Decision speed",
              .note =
                  "Pages per second of one core. 1: with link expansion, which keeps the links "
                  "of a page and finds the new ones; 2: the order alone",
              .kind = Chart::Kind::kBars};
  chart.x = {.label = "1 with link expansion, 2 without"};
  chart.y = {.label = "pages per CPU second", .min = 0, .unit = "pages/s"};
  ForEach(set, [&](const OrderSummary& summary) {
    chart.series.push_back(
        {.name = NameOf(summary),
         .x = {1, 2},
         .y = {summary.pages_per_cpu_second.mean, summary.decisions_per_cpu_second.mean > 0
                                                      ? summary.decisions_per_cpu_second.mean
                                                      : std::numeric_limits<double>::quiet_NaN()}});
  });
  return chart;
}

Chart OrderCharts::Accuracy(std::size_t set, std::string id) const {
  Chart chart{.id = std::move(id),
              .title = "Accuracy of the scores over their cost",
              .note = fmt::format("Kendall's τ between the scores and the exact PageRank of the "
                                  "graph collected, after {} % of the pages",
                                  PointText(plan_.accuracy_points.back())),
              .kind = Chart::Kind::kScatter};
  chart.x = {.label = "updates of scores per page", .log = true};
  chart.y = {.label = "τ"};
  ForEach(set, [&](const OrderSummary& summary) {
    if (summary.accuracy_tau.empty()) return;
    const Estimate& tau = summary.accuracy_tau.back();
    chart.series.push_back({.name = NameOf(summary),
                            .x = {summary.updates_per_page.mean},
                            .y = {tau.mean},
                            .low = {tau.mean - tau.deviation},
                            .high = {tau.mean + tau.deviation}});
  });
  return chart;
}

Table OrderCharts::GatheredTable(std::size_t set) const {
  Table table{.caption = "PageRank gathered, in per cent, after so many per cent of the pages",
              .columns = {"strategy"}};
  for (const double point : at_)
    table.columns.push_back(PointText(point) + " %");
  table.columns.emplace_back("gap closed at 10 %");
  ForEach(set, [&](const OrderSummary& summary) {
    std::vector<std::string> row = {NameOf(summary)};
    for (const double point : at_)
      row.push_back(EstimateText(summary.b[PlaceOf(plan_, point)], summary.runs, 2));
    const auto closed = GapClosed(plan_, summaries_, summary, PlaceOf(plan_, 10));
    row.push_back(closed ? fmt::format("{:.0f}%", *closed * 100) : "–");
    table.rows.push_back(std::move(row));
  });
  return table;
}

Table OrderCharts::WholeTable(std::size_t set) const {
  Table table{.caption = "The whole crawl",
              .columns = {"strategy", "mean of B", "C", "τ", "updates per page",
                          "pages per CPU second", "without link expansion"}};
  ForEach(set, [&](const OrderSummary& summary) {
    table.rows.push_back({NameOf(summary), EstimateText(summary.mean_b, summary.runs, 2),
                          EstimateText(summary.whole_c, summary.runs, 4),
                          EstimateText(summary.tau, summary.runs, 4),
                          fmt::format("{:.2f}", summary.updates_per_page.mean),
                          CountText(summary.pages_per_cpu_second.mean),
                          summary.decisions_per_cpu_second.mean > 0
                              ? CountText(summary.decisions_per_cpu_second.mean)
                              : "–"});
  });
  return table;
}

}  // namespace meguri::app
