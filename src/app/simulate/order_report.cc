#include "app/simulate/order_report.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "app/simulate/order_charts.h"
#include "app/simulate/order_text.h"

namespace meguri::app {
namespace {

report::Section SectionOf(const OrderPlan& plan, const OrderCharts& charts, std::size_t set) {
  const bool alone = plan.seed_sets.size() == 1;
  const auto id = [&](std::string_view name) {
    return alone ? fmt::format("order-{}", name) : fmt::format("order-{}-seeds-{}", name, set + 1);
  };
  report::Section section{.heading = alone ? "The order of the crawl"
                                           : fmt::format("Seeds {}", plan.seed_sets[set])};
  section.paragraphs = {
      "Each strategy crawls the same graph from the same seeds; pages are judged by the PageRank "
      "that they have in the whole of what the seeds reach. oracle and opt know that PageRank "
      "beforehand: oracle still has to find a page before it can fetch it, opt does not."};
  section.charts.push_back(charts.Gathered(set, id("b")));
  constexpr std::array<std::string_view, kTopShares.size()> kTops = {"a-0-1", "a-1", "a-10"};
  for (std::size_t top = 0; top < kTopShares.size(); ++top)
    section.charts.push_back(charts.TopPages(set, id(kTops[top]), top));
  section.charts.push_back(charts.Error(set, id("c")));
  section.charts.push_back(charts.Speed(set, id("speed")));
  if (!plan.accuracy_points.empty()) section.charts.push_back(charts.Accuracy(set, id("accuracy")));
  section.tables = {charts.GatheredTable(set), charts.WholeTable(set)};
  return section;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> FactList(const OrderReportFacts& facts) {
  std::vector<std::pair<std::string, std::string>> list = {
      {"graph", facts.graph},
      {"pages", CountText(static_cast<double>(facts.pages))},
      {"links", CountText(static_cast<double>(facts.links))},
      {"command", facts.command}};
  if (facts.unfinished) list.emplace_back("unfinished", "stopped before all crawls were done");
  return list;
}

report::Report OrderReport(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                           const std::vector<double>& at, const OrderReportFacts& facts) {
  report::Report report{.title = "Which page next?",
                        .subtitle = fmt::format("Orders of crawling, simulated on {}", facts.graph),
                        .facts = FactList(facts),
                        .sections = {}};
  const OrderCharts charts(plan, summaries, at);
  for (std::size_t set = 0; set < plan.seed_sets.size(); ++set)
    report.sections.push_back(SectionOf(plan, charts, set));
  return report;
}

}  // namespace meguri::app
