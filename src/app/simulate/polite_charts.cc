#include "app/simulate/polite_charts.h"

#include <fmt/format.h>

#include <utility>

#include "app/crawl/crawl_words.h"
#include "app/simulate/order_text.h"
#include "app/simulate/polite_text.h"

namespace meguri::app {
namespace {

using report::Chart;
using report::Series;
using report::Table;

}  // namespace

void PoliteCharts::ForEach(
    const std::function<void(const PoliteSetup&, const PoliteResult&)>& each) const {
  for (const PoliteResult& result : outcome_.results) {
    const PoliteSetup& setup = plan_.setups[result.setup];
    if (!shown_ || shown_(setup)) each(setup, result);
  }
}

Chart PoliteCharts::Curves(std::string id, std::string title, std::string note,
                           const std::vector<double> PoliteResult::*values) const {
  Chart chart{.id = std::move(id), .title = std::move(title), .note = std::move(note)};
  chart.x = {.label = "pages fetched", .min = 0, .max = 100, .unit = "%"};
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    Series series{.name = setup.Name(), .y = result.*values};
    // A crawl that discards ends early.
    series.x.assign(plan_.points.begin(),
                    plan_.points.begin() + static_cast<std::ptrdiff_t>(series.y.size()));
    chart.series.push_back(std::move(series));
  });
  return chart;
}

Chart PoliteCharts::Gathered(std::string id) const {
  Chart chart = Curves(std::move(id), "PageRank gathered",
                       "The sum of the final PageRank of all pages fetched, over their number",
                       &PoliteResult::gathered);
  chart.y = {.label = "PageRank", .min = 0, .max = 100, .unit = "%"};
  return chart;
}

Chart PoliteCharts::Stored(std::string id) const {
  Chart chart = Curves(std::move(id), "URLs stored",
                       "URLs that wait, in slots and queues or aside, over the pages fetched",
                       &PoliteResult::stored);
  chart.y = {.label = "URLs stored", .min = 0};
  return chart;
}

Chart PoliteCharts::StoredOverTime(std::string id) const {
  Chart chart{.id = std::move(id),
              .title = "URLs stored over time",
              .note = "Virtual time, as the servers' downloads and the intervals make it"};
  chart.x = {.label = "time", .min = 0, .unit = "h"};
  chart.y = {.label = "URLs stored", .min = 0};
  constexpr double kHour = 3600;
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    Series series{.name = setup.Name(), .y = result.stored};
    for (const double seconds : result.seconds)
      series.x.push_back(seconds / kHour);
    chart.series.push_back(std::move(series));
  });
  return chart;
}

Chart PoliteCharts::Intervals(std::string id) const {
  Chart chart{.id = std::move(id),
              .title = "Intervals kept",
              .note =
                  "From the end of an access to the begin of the next to the same server, as "
                  "the servers saw it: how many were no longer"};
  chart.x = {.label = "interval", .log = true, .unit = "s"};
  chart.y = {.label = "of all intervals", .min = 0, .max = 100, .unit = "%"};
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    if (result.run.intervals.count() == 0) return;
    Series series{.name = setup.Name()};
    constexpr int kParts = 200;
    for (int part = 0; part <= kParts; ++part) {
      const double share = static_cast<double>(part) / kParts;
      const std::uint64_t value =
          part == 0 ? result.run.intervals.min() : result.run.intervals.Quantile(share);
      series.x.push_back(static_cast<double>(value) / 1e6);
      series.y.push_back(100 * share);
    }
    chart.series.push_back(std::move(series));
  });
  return chart;
}

Chart PoliteCharts::Whole(std::string id, const std::string& x_label,
                          const std::function<double(const PoliteSetup&)>& x) const {
  Chart chart{
      .id = std::move(id),
      .title = "The whole crawl over " + x_label,
      .note = "Pages fetched, of those that the seeds reach, and the PageRank that they hold"};
  chart.x = {.label = x_label, .log = true};
  chart.y = {.label = "of all", .min = 0, .max = 100, .unit = "%"};
  chart.series = {{.name = "pages"}, {.name = "PageRank"}};
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    for (Series& series : chart.series)
      series.x.push_back(x(setup));
    chart.series[0].y.push_back(100 * result.pages / static_cast<double>(outcome_.facts.reached));
    chart.series[1].y.push_back(result.page_rank);
  });
  return chart;
}

Table PoliteCharts::GatheredTable() const {
  Table table{.caption = "PageRank gathered, in per cent, after so many per cent of the pages",
              .columns = {"scheduler"}};
  for (const double point : at_)
    table.columns.push_back(PointText(point) + " %");
  table.columns.insert(table.columns.end(), {"all that it gets", "pages"});
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    std::vector<std::string> row = {setup.Name()};
    for (const double point : at_)
      row.push_back(ShareText(ValueAt(plan_, result.gathered, point)));
    row.push_back(ShareText(result.page_rank));
    row.push_back(CountText(result.pages));
    table.rows.push_back(std::move(row));
  });
  return table;
}

Table PoliteCharts::CostTable() const {
  Table table{.caption = "Memory and time",
              .columns = {"scheduler", "most stored", "of them in slots or queues", "aside",
                          "discards", "steps", "pages per step", "virtual hours", "CPU seconds"}};
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    const PoliteRun& run = result.run;
    table.rows.push_back(
        {setup.Name(), Grouped(run.most_stored), Grouped(run.most_placed), Grouped(run.most_aside),
         Grouped(run.discards), run.steps > 0 ? Grouped(run.steps) : "–", PagesPerStepText(run),
         fmt::format("{:.1f}", std::chrono::duration<double>(run.end - TimePoint{}).count() / 3600),
         fmt::format("{:.2f}", run.cpu_seconds)});
  });
  return table;
}

Table PoliteCharts::IntervalTable() const {
  Table table{.caption = "Intervals kept, in seconds, and how often one was too short",
              .columns = {"scheduler", "smallest", "1 %", "median", "99 %", "largest",
                          "median of the servers' smallest", "breaches"}};
  ForEach([&](const PoliteSetup& setup, const PoliteResult& result) {
    const Histogram& intervals = result.run.intervals;
    const auto text = [](std::uint64_t microseconds) {
      return fmt::format("{:.3f}", static_cast<double>(microseconds) / 1e6);
    };
    table.rows.push_back({setup.Name(), text(intervals.min()), text(intervals.Quantile(0.01)),
                          text(intervals.Quantile(0.5)), text(intervals.Quantile(0.99)),
                          text(intervals.max()), text(result.run.smallest_by_server.Quantile(0.5)),
                          Grouped(result.run.breaches)});
  });
  return table;
}

}  // namespace meguri::app
