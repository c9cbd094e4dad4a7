#include "app/simulate/revisit_charts.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "app/crawl/crawl_words.h"

namespace meguri::app {
namespace {

using report::Chart;
using report::Section;
using report::Series;
using report::Table;

class RevisitCharts {
 public:
  RevisitCharts(const RevisitPlan& plan, const RevisitPages& pages,
                const std::vector<RevisitResult>& results)
      : plan_(plan), pages_(pages), results_(results) {}

  // `value` over the budgets, of those who spent them.
  Chart OverBudgets(std::string id, std::string title, std::string note, report::Axis y,
                    const std::function<double(const RevisitMeasures&)>& value) const;
  // Of accesses by the interval before them; `found`: how many of them brought a new version.
  Chart ByInterval(std::string id, std::size_t budget, bool found) const;
  Table Measures(std::size_t budget) const;
  Table BySite(std::size_t budget) const;

 private:
  const std::string& NameOf(const RevisitResult& result) const {
    return plan_.policies[result.policy].name;
  }

  const RevisitPlan& plan_;
  const RevisitPages& pages_;
  const std::vector<RevisitResult>& results_;
};

Chart RevisitCharts::OverBudgets(std::string id, std::string title, std::string note,
                                 report::Axis y,
                                 const std::function<double(const RevisitMeasures&)>& value) const {
  Chart chart{.id = std::move(id), .title = std::move(title), .note = std::move(note)};
  chart.x = {.label = "days between accesses, on average", .log = true};
  chart.y = std::move(y);
  for (std::size_t policy = 0; policy < plan_.policies.size(); ++policy) {
    Series series{.name = plan_.policies[policy].name};
    for (const RevisitResult& result : results_) {
      if (result.policy != policy || !result.measures.spent) continue;
      series.x.push_back(plan_.budgets[result.budget]);
      series.y.push_back(value(result.measures));
    }
    if (!series.x.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart RevisitCharts::ByInterval(std::string id, std::size_t budget, bool found) const {
  Chart chart{.id = std::move(id),
              .title = found ? "New versions by interval" : "Accesses by interval",
              .note = fmt::format("By the time since the access before, in classes of a factor of "
                                  "√2; one access a page in {} days",
                                  plan_.budgets[budget])};
  chart.x = {.label = "interval", .log = true, .unit = "d"};
  chart.y = {
      .label = found ? "accesses with a new version" : "of all accesses", .min = 0, .unit = "%"};
  for (const RevisitResult& result : results_) {
    if (result.budget != budget) continue;
    Series series{.name = NameOf(result)};
    const IntervalClasses& classes = result.measures.by_interval;
    const auto all = static_cast<double>(result.measures.counts.accesses);
    for (std::size_t i = 0; i < IntervalClasses::kCount; ++i) {
      const auto accesses = static_cast<double>(classes.accesses[i]);
      // Classes of a few accesses tell of chance.
      constexpr double kFew = 1e-4;
      if (accesses <= kFew * all) continue;
      series.x.push_back(IntervalClasses::LeastDays(i + 1));
      series.y.push_back(
          100 * (found ? static_cast<double>(classes.captured[i]) / accesses : accesses / all));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Table RevisitCharts::Measures(std::size_t budget) const {
  Table table{.caption = fmt::format("One access a page in {} days", plan_.budgets[budget]),
              .columns = {"policy", "accesses", "versions %", "versions per page %", "detection %",
                          "freshness %", "delay h", "stretch", "note"}};
  for (const RevisitResult& result : results_) {
    if (result.budget != budget) continue;
    const RevisitMeasures& got = result.measures;
    table.rows.push_back({NameOf(result), Grouped(got.counts.accesses),
                          fmt::format("{:.2f}", 100 * got.versions(pages_)),
                          fmt::format("{:.2f}", 100 * got.versions_per_page()),
                          fmt::format("{:.2f}", 100 * got.detection()),
                          fmt::format("{:.2f}", 100 * got.freshness(pages_)),
                          fmt::format("{:.1f}", got.delay_hours()),
                          fmt::format("{:.4g}", got.stretch),
                          got.spent ? "" : "can't be brought to this budget"});
  }
  return table;
}

Table RevisitCharts::BySite(std::size_t budget) const {
  Table table{
      .caption = fmt::format("Versions captured, in per cent, by site; one access a page in "
                             "{} days",
                             plan_.budgets[budget]),
      .columns = {"site", "new versions"}};
  std::vector<std::uint64_t> all(pages_.sites.size());
  for (const RevisitPage& page : pages_.pages)
    all[page.site] += page.new_versions;
  for (const RevisitResult& result : results_)
    if (result.budget == budget) table.columns.push_back(NameOf(result));
  for (std::size_t site = 0; site < pages_.sites.size(); ++site) {
    std::vector<std::string> row = {pages_.sites[site], Grouped(all[site])};
    for (const RevisitResult& result : results_) {
      if (result.budget != budget) continue;
      row.push_back(fmt::format(
          "{:.1f}", PercentOf(static_cast<double>(result.measures.by_site[site].captured),
                              static_cast<double>(all[site]))));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section EstimatorSection(const RevisitPages& pages, const std::vector<NamedErrors>& all) {
  Table table{.caption =
                  "Estimated rate against the true one, bias in per cent ± spread (deviation "
                  "of the logarithm), by how rarely pages change",
              .columns = {"estimator"}};
  Table effort{.caption = "Accesses for each change", .columns = {"estimator"}};
  for (Table* each : {&table, &effort})
    each->columns.insert(each->columns.end(), pages.sites.begin(), pages.sites.end());
  for (const NamedErrors& errors : all) {
    std::vector<std::string> row = {errors.policy};
    std::vector<std::string> accesses = row;
    for (const EstimatorErrors& site : errors.by_site) {
      row.push_back(fmt::format("{:.1f} ± {:.2f}", 100 * site.bias(), site.spread()));
      accesses.push_back(fmt::format("{:.2f}", site.effort()));
    }
    table.rows.push_back(std::move(row));
    effort.rows.push_back(std::move(accesses));
  }
  return {.heading = "What the estimators make of known rates",
          .paragraphs = {"After 730 days with an access every 1/λ, as the policy believes λ to be; "
                         "who is right makes one access for each change."},
          .tables = {std::move(table), std::move(effort)}};
}

Section WhatItBrings(const RevisitCharts& charts, const RevisitPlan& plan,
                     const RevisitPages& pages) {
  const report::Axis share{.label = "of all", .min = 0, .max = 100, .unit = "%"};
  Section section{
      .heading = "What accesses bring",
      .paragraphs = {
          "The last 730 days of each page, on one clock. The first access is free and common to "
          "all; every policy is brought to the same number of accesses by its one stretch. "
          "Policies that end with “known”, and “known” itself, know each page's true rate: they "
          "are bounds for those that treat changes as a Poisson process."}};
  section.charts = {
      charts.OverBudgets("revisit-versions", "Versions captured",
                         "Distinct versions that appeared and were fetched, of all pages together",
                         share, [&](const RevisitMeasures& m) { return 100 * m.versions(pages); }),
      charts.OverBudgets("revisit-versions-per-page", "Versions captured, by page",
                         "The same, averaged over the pages that changed", share,
                         [](const RevisitMeasures& m) { return 100 * m.versions_per_page(); }),
      charts.OverBudgets("revisit-freshness", "Freshness",
                         "Share of the time that the copy is what the page is", share,
                         [&](const RevisitMeasures& m) { return 100 * m.freshness(pages); }),
      charts.OverBudgets("revisit-detection", "Detection", "New versions for each access",
                         {.label = "new", .min = 0, .unit = "%"},
                         [](const RevisitMeasures& m) { return 100 * m.detection(); }),
      charts.OverBudgets("revisit-delay", "Delay",
                         "From a change to the capture of that version, on average",
                         {.label = "delay", .log = true, .unit = "h"},
                         [](const RevisitMeasures& m) { return m.delay_hours(); })};
  for (std::size_t budget = 0; budget < plan.budgets.size(); ++budget)
    section.tables.push_back(charts.Measures(budget));
  return section;
}

}  // namespace

report::Report RevisitReport(const RevisitPlan& plan, const RevisitPages& pages,
                             const std::vector<RevisitResult>& results,
                             const RevisitReportFacts& facts) {
  report::Report report{
      .title = "When again?",
      .subtitle = fmt::format("Policies of revisiting, simulated on {}", facts.source),
      .facts = {{"pages", facts.source},
                {"live pages", Grouped(pages.pages.size())},
                {"new versions", Grouped(pages.new_versions)},
                {"command", facts.command}},
      .sections = {}};
  if (facts.unfinished)
    report.facts.emplace_back("unfinished", "stopped before all crawls were done");
  const RevisitCharts charts(plan, pages, results);
  report.sections.push_back(WhatItBrings(charts, plan, pages));
  Section intervals{.heading = "How long the intervals are"};
  Section sites{.heading = "Site by site"};
  for (std::size_t budget = 0; budget < plan.budgets.size(); ++budget) {
    intervals.charts.push_back(
        charts.ByInterval(fmt::format("revisit-intervals-{}", budget + 1), budget, false));
    intervals.charts.push_back(
        charts.ByInterval(fmt::format("revisit-found-{}", budget + 1), budget, true));
    sites.tables.push_back(charts.BySite(budget));
  }
  report.sections.push_back(std::move(intervals));
  report.sections.push_back(std::move(sites));
  if (!facts.errors.empty()) report.sections.push_back(EstimatorSection(pages, facts.errors));
  return report;
}

}  // namespace meguri::app
