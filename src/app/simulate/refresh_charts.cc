#include "app/simulate/refresh_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "app/crawl/crawl_words.h"

namespace meguri::app {
namespace {

using report::Chart;
using report::Section;
using report::Series;
using report::Table;

const report::Axis kIntervalAxis{.label = "revisit interval, from", .log = true, .unit = "d"};

// Of the first class, which begins at 0: the shortest interval there is.
double PlaceOf(const RefreshClass& each) { return std::max(each.from, revisit::kHour); }

Chart Histogram(const RefreshResults& results) {
  Chart chart{.id = "figure-3",
              .title = "Revisit intervals at the end",
              .note = "Pages in classes that widen; those visited once are left out",
              .x = kIntervalAxis,
              .y = {.label = "pages", .min = 0}};
  Series series{.name = results.policy};
  for (const RefreshClass& each : results.outcome.classes) {
    series.x.push_back(PlaceOf(each));
    series.y.push_back(static_cast<double>(each.pages));
  }
  chart.series = {std::move(series)};
  return chart;
}

Chart Detection(const RefreshResults& results) {
  Chart chart{.id = "figure-4",
              .title = "Change detection by interval",
              .note = "New versions / accesses of a page; mean and deviation over pages",
              .x = kIntervalAxis,
              .y = {.label = "new versions / accesses", .min = 0, .max = 1}};
  Series series{.name = results.policy};
  for (const RefreshClass& each : results.outcome.classes) {
    if (each.pages == 0) continue;
    series.x.push_back(PlaceOf(each));
    series.y.push_back(each.mean);
    series.low.push_back(std::max(0.0, each.mean - each.deviation));
    series.high.push_back(std::min(1.0, each.mean + each.deviation));
  }
  chart.series = {std::move(series)};
  return chart;
}

Chart Cumulative(std::string id, std::string title, report::Axis x, const RefreshOutcome& outcome,
                 const std::function<double(const RefreshSite&)>& value) {
  Chart chart{.id = std::move(id),
              .title = std::move(title),
              .x = std::move(x),
              .y = {.label = "servers with no more", .min = 0}};
  Series series{.name = "servers"};
  for (const RefreshSite& site : outcome.sites)
    if (site.load > 0) series.x.push_back(value(site));
  std::ranges::sort(series.x);
  for (std::size_t i = 0; i < series.x.size(); ++i)
    series.y.push_back(static_cast<double>(i + 1));
  chart.series = {std::move(series)};
  return chart;
}

void AddMark(Chart& chart, std::string name, double x, const RefreshOutcome& outcome) {
  chart.series.push_back(
      {.name = std::move(name), .x = {x, x}, .y = {0, static_cast<double>(outcome.servers)}});
}

Table ClassTable(const RefreshOutcome& outcome) {
  Table table{.caption = "Pages by revisit interval",
              .columns = {"from", "to", "pages", "detection", "deviation"}};
  for (const RefreshClass& each : outcome.classes) {
    if (each.pages == 0) continue;
    table.rows.push_back({DaysText(each.from), DaysText(each.to), Grouped(each.pages),
                          fmt::format("{:.3f}", each.mean), fmt::format("{:.3f}", each.deviation)});
  }
  return table;
}

Table SiteTable(const RevisitPages& pages, const RefreshOutcome& outcome) {
  Table table{
      .caption = fmt::format("Servers, least R first; S/C = {:.4g}", outcome.share),
      .columns = {"site", "pages", "1/L s", "e s", "R", "overloaded", "accesses", "versions %"}};
  for (const std::uint32_t id : SitesByIndex(outcome)) {
    const RefreshSite& site = outcome.sites[id];
    table.rows.push_back(
        {pages.sites[id], Grouped(site.pages), fmt::format("{:.4g}", site.interval),
         fmt::format("{:.3f}", site.download), fmt::format("{:.4g}", site.index),
         site.overloaded ? "yes" : "no", Grouped(site.accesses),
         fmt::format("{:.1f}", PercentOf(static_cast<double>(site.captured),
                                         static_cast<double>(site.new_versions)))});
  }
  return table;
}

Table RemedyTable(const RevisitPages& pages, const RefreshResults& results) {
  Table table{.caption = "Each remedy alone, on each overloaded server",
              .columns = {"site", "remedy", "by", "load left %", "R", "enough", "accesses",
                          "versions %", "before %", "pages left out"}};
  for (const RemedyReplay& each : results.remedies) {
    const RefreshSite& before = results.outcome.sites[each.site];
    const auto all = static_cast<double>(before.new_versions);
    const auto share = [&](std::uint64_t captured) {
      return fmt::format("{:.1f}", PercentOf(static_cast<double>(captured), all));
    };
    table.rows.push_back(
        {pages.sites[each.site], std::string(RemedyName(each.remedy)), AmountText(each),
         fmt::format("{:.1f}", PercentOf(each.load, before.load)),
         fmt::format("{:.4g}", each.index), each.enough ? "yes" : "no", Grouped(each.accesses),
         share(each.captured), share(before.captured), Grouped(each.unvisited)});
  }
  return table;
}

}  // namespace

report::Report RefreshReport(const RevisitPages& pages, const RefreshResults& results,
                             const RefreshReportFacts& facts) {
  const RefreshOutcome& outcome = results.outcome;
  report::Report report{.title = "A refresh crawler for a large web archive",
                        .subtitle = fmt::format("The paper's figures 3 to 7, on {}", facts.source),
                        .facts = {{"pages", facts.source},
                                  {"live pages", Grouped(pages.pages.size())},
                                  {"policy", results.policy},
                                  {"download times", results.downloads},
                                  {"command", facts.command}},
                        .sections = {}};
  report.sections.push_back({.heading = "Figures 3 and 4: revisit intervals",
                             .charts = {Histogram(results), Detection(results)},
                             .tables = {ClassTable(outcome)}});
  Chart index = Cumulative("figure-7", "R: what there is for what is asked",
                           {.label = "R = (1/L) / e", .log = true}, outcome,
                           [](const RefreshSite& site) { return site.index; });
  AddMark(index, "mean", MeanIndex(outcome), outcome);
  AddMark(index, fmt::format("S/C = {:.4g}", outcome.share), outcome.share, outcome);
  report.sections.push_back(
      {.heading = "Figures 5 to 7: what servers can bear",
       .paragraphs = {"L is the sum of 1/T over a server's pages, so that 1/L is the longest "
                      "interval between accesses that still meets the schedule; e is a download. "
                      "A server with R below S/C is overloaded."},
       .charts = {Cumulative("figure-5", "1/L: the longest interval that is enough",
                             {.label = "1/L", .log = true, .unit = "s"}, outcome,
                             [](const RefreshSite& site) { return site.interval; }),
                  Cumulative("figure-6", "Mean download time",
                             {.label = "download", .log = true, .unit = "s"}, outcome,
                             [](const RefreshSite& site) { return site.download; }),
                  std::move(index)},
       .tables = {SiteTable(pages, outcome)}});
  if (!results.remedies.empty()) {
    report.sections.push_back(
        {.heading = "Remedies",
         .paragraphs = {"Every overloaded server is replayed with each remedy."},
         .tables = {RemedyTable(pages, results)}});
  }
  return report;
}

}  // namespace meguri::app
