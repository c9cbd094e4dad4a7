#include "app/simulate/order_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/crawl/crawl_words.h"
#include "app/simulate/json_number.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

Json Means(const std::vector<Estimate>& estimates) {
  Json list = Json::array();
  for (const Estimate& estimate : estimates)
    list.push_back(Rounded(estimate.mean));
  return list;
}

Json Deviations(const std::vector<Estimate>& estimates) {
  Json list = Json::array();
  for (const Estimate& estimate : estimates)
    list.push_back(Rounded(estimate.deviation));
  return list;
}

std::vector<Estimate> AtPoints(const OrderPlan& plan, const std::vector<Estimate>& all,
                               const std::vector<double>& at) {
  std::vector<Estimate> some;
  some.reserve(at.size());
  for (const double point : at)
    some.push_back(all[PlaceOf(plan, point)]);
  return some;
}

Json OrderJson(const OrderPlan& plan, const OrderSummary& summary, const std::vector<double>& at) {
  Json line;
  line["strategy"] = plan.orders[summary.order].name;
  line["seeds"] = plan.seed_sets[summary.seed_set];
  line["runs"] = summary.runs;
  line["at"] = JsonNumbers(at);
  for (std::size_t top = 0; top < kTopShares.size(); ++top)
    line["A"][PointText(kTopShares[top] * 100)] = Means(AtPoints(plan, summary.a[top], at));
  line["B"] = Means(AtPoints(plan, summary.b, at));
  line["mean_B"] = Rounded(summary.mean_b.mean);
  line["C"] = Rounded(summary.whole_c.mean);
  line["tau"] = Rounded(summary.tau.mean);
  line["updates_per_page"] = Rounded(summary.updates_per_page.mean);
  line["pages_per_cpu_second"] = JsonNumber(std::round(summary.pages_per_cpu_second.mean));
  if (summary.decisions_per_cpu_second.mean > 0)
    line["decisions_per_cpu_second"] =
        JsonNumber(std::round(summary.decisions_per_cpu_second.mean));
  if (!summary.accuracy_tau.empty()) {
    line["accuracy"] = {{"at", JsonNumbers(plan.accuracy_points)},
                        {"tau", Means(summary.accuracy_tau)},
                        {"distance", Means(summary.accuracy_distance)}};
  }
  if (summary.runs > 1) {
    line["deviation"] = {{"B", Deviations(AtPoints(plan, summary.b, at))},
                         {"mean_B", Rounded(summary.mean_b.deviation)},
                         {"C", Rounded(summary.whole_c.deviation)},
                         {"tau", Rounded(summary.tau.deviation)}};
  }
  return line;
}

// By what a terminal shows, as ± has two bytes.
std::string RightAligned(const std::string& text, std::size_t width) {
  const auto shown = static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
  return std::string(width > shown ? width - shown : 0, ' ') + text;
}

}  // namespace

std::string EstimateText(const Estimate& estimate, std::size_t runs, int digits) {
  if (runs < 2) return fmt::format("{:.{}f}", estimate.mean, digits);
  return fmt::format("{:.{}f} ± {:.{}f}", estimate.mean, digits, estimate.deviation, digits);
}

std::string PointText(double point) { return fmt::format("{:.6g}", point); }

std::string CountText(double count) {
  return Grouped(static_cast<std::uint64_t>(std::llround(std::max(count, 0.0))));
}

std::size_t PlaceOf(const OrderPlan& plan, double point) {
  return static_cast<std::size_t>(std::ranges::lower_bound(plan.points, point) -
                                  plan.points.begin());
}

std::string OrdersJson(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                       const std::vector<double>& at) {
  std::string text;
  for (const OrderSummary& summary : summaries)
    text += OrderJson(plan, summary, at).dump() + '\n';
  return text;
}

std::string FormatOrders(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                         const std::vector<double>& at) {
  std::size_t name_width = 8;
  for (const OrderName& order : plan.orders)
    name_width = std::max(name_width, order.name.size());
  std::string text;
  std::size_t set = plan.seed_sets.size();
  for (const OrderSummary& summary : summaries) {
    const std::size_t width = summary.runs > 1 ? 15 : 8;
    if (summary.seed_set != set) {
      set = summary.seed_set;
      text += fmt::format("\nseeds {}{}: % of the PageRank after so many % of the pages\n",
                          plan.seed_sets[set],
                          summary.runs > 1 ? fmt::format(", drawn {} times", summary.runs) : "");
      text += fmt::format("  {:<{}}", "strategy", name_width);
      for (const double point : at)
        text += RightAligned(PointText(point) + " %", width);
      text +=
          fmt::format("{:>9}{:>8}{:>8}{:>8}{:>13}\n", "mean", "C", "τ", "closed", "pages/CPU s");
    }
    text += fmt::format("  {:<{}}", plan.orders[summary.order].name, name_width);
    for (const Estimate& b : AtPoints(plan, summary.b, at))
      text += RightAligned(EstimateText(b, summary.runs, 2), width);
    // Of the gap between bf and oracle, where a tenth of the pages is fetched.
    const auto closed = GapClosed(plan, summaries, summary, PlaceOf(plan, 10));
    text +=
        fmt::format("{:9.2f}{:8.3f}{:8.3f}{:>8}{:>13}\n", summary.mean_b.mean, summary.whole_c.mean,
                    summary.tau.mean, closed ? fmt::format("{:.0f} %", *closed * 100) : "–",
                    CountText(summary.pages_per_cpu_second.mean));
  }
  return text;
}

}  // namespace meguri::app
