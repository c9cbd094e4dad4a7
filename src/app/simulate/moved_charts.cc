#include "app/simulate/moved_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "app/simulate/moved_text.h"
#include "moved/paper/page_urls.h"

namespace meguri::app {
namespace {

using report::Chart;
using report::Section;
using report::Series;
using report::Table;

constexpr int kLastRequest = 1000;

// As a staircase: the share changes at a request and at no place between.
Series CurveSeries(const std::vector<MovedResult>& results, const MovedCurve& curve) {
  std::set<int> steps = {1, kLastRequest};
  for (const MovedResult& result : results) {
    if (result.method != curve.method || !result.requests) continue;
    const int at = *result.requests + (curve.with_preparation ? result.preparation : 0);
    if (at > kLastRequest) continue;
    steps.insert(at);
  }
  Series series{.name = curve.name};
  for (const int at : steps) {
    if (!series.y.empty() && at > 1) {  // as high as before, up to the very request
      series.x.push_back(at);
      series.y.push_back(series.y.back());
    }
    series.x.push_back(at);
    series.y.push_back(100 * CaptureRate(results, curve.method, curve.with_preparation, at));
  }
  return series;
}

Chart CaptureChart(std::string id, std::string title, std::string note,
                   const std::vector<MovedResult>& results, const std::vector<MovedCurve>& curves) {
  Chart chart{.id = std::move(id), .title = std::move(title), .note = std::move(note)};
  chart.x = {.label = "requests", .log = true, .min = 1, .max = kLastRequest};
  chart.y = {.label = "moved pages found", .min = 0, .max = 100, .unit = "%"};
  for (const MovedCurve& curve : curves)
    chart.series.push_back(CurveSeries(results, curve));
  return chart;
}

Table CaptureTable(const std::vector<MovedResult>& results, const std::vector<MovedCurve>& curves) {
  Table table{.caption = "Found within so many requests, in per cent", .columns = {"method"}};
  for (const int requests : kCaptureAt)
    table.columns.push_back(std::to_string(requests));
  for (const MovedCurve& curve : curves) {
    std::vector<std::string> row = {curve.name};
    for (const int requests : kCaptureAt)
      row.push_back(fmt::format(
          "{:.1f}", 100 * CaptureRate(results, curve.method, curve.with_preparation, requests)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table CaseTable(const MovedCases& cases, const MovedPlan& plan,
                const std::vector<MovedResult>& results) {
  Table table{.caption = "Requests until the new place was read; – where it never was",
              .columns = {"case"}};
  for (const MovedMethod& method : plan.methods) {
    if (method.kind == MovedMethod::Kind::kPaper)
      table.columns.push_back("preparation of " + method.name);
    table.columns.push_back(method.name);
  }
  const std::size_t numbers = table.columns.size();
  table.columns.insert(table.columns.end(), {"old path", "new path"});
  std::map<std::size_t, std::vector<std::string>> rows;
  for (const MovedResult& result : results) {
    const MovedCase& each = cases.cases[result.number];
    std::vector<std::string>& row = rows[result.number];
    if (row.empty()) row = {each.id};
    if (plan.methods[result.method].kind == MovedMethod::Kind::kPaper)
      row.push_back(std::to_string(result.preparation));
    row.push_back(result.requests ? std::to_string(*result.requests) : "–");
  }
  for (auto& [number, row] : rows) {
    row.resize(numbers);  // of a run that was stopped
    row.push_back(cases.cases[number].old_path);
    row.push_back(cases.cases[number].new_paths.front());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Chart LengthChart(const MovedCases& cases) {
  Chart chart{.id = "figure-10-lengths",
              .title = "Figure 10: lengths of URL directories",
              .note = "http://site/a/b/c/ has 4",
              .x = {.label = "directories"},
              .y = {.label = "pages", .min = 0},
              .kind = Chart::Kind::kBars};
  std::map<int, std::pair<int, int>> counts;  // old, new
  for (const MovedCase& each : cases.cases) {
    ++counts[moved::DirectoryLength(each.old_path)].first;
    ++counts[moved::DirectoryLength(each.new_paths.front())].second;
  }
  Series before{.name = "before the move"};
  Series after{.name = "after the move"};
  for (const auto& [length, count] : counts) {
    before.x.push_back(length);
    before.y.push_back(count.first);
    after.x.push_back(length);
    after.y.push_back(count.second);
  }
  chart.series = {std::move(before), std::move(after)};
  return chart;
}

// The paper's own names of the variants of `max`.
std::string MaxName(const MovedMethod& method) { return fmt::format("d + {}", method.more_calls); }

Chart PathsChart(const MovedPlan& plan, const std::vector<MovedResult>& results) {
  Chart chart{.id = "figure-12-paths",
              .title = "Figure 12: link paths found",
              .note = "For each moved page, by the number of calls of PathGrow",
              .x = {.label = "moved page"},
              .y = {.label = "link paths", .min = 0},
              .kind = Chart::Kind::kBars};
  for (std::size_t i = 0; i < plan.methods.size(); ++i) {
    if (plan.methods[i].kind != MovedMethod::Kind::kPaper) continue;
    Series series{.name = MaxName(plan.methods[i])};
    for (const MovedResult& result : results) {
      if (result.method != i) continue;
      series.x.push_back(static_cast<double>(result.number + 1));
      series.y.push_back(static_cast<double>(result.paths));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart StoredChart(const MovedTotals& totals) {
  Chart chart{.id = "figure-11-stored",
              .title = "Figure 11: what is kept",
              .note = "Bytes for each watched page, on average",
              .x = {.label = ""},
              .y = {.label = "bytes", .min = 0},
              .kind = Chart::Kind::kBars};
  for (const auto& [name, bytes] : {std::pair("URLs", totals.urls * totals.url_bytes),
                                    std::pair("anchors", totals.anchors * totals.anchor_bytes),
                                    std::pair("all", totals.stored_bytes)}) {
    chart.series.push_back({.name = name, .x = {1}, .y = {bytes}});
  }
  return chart;
}

Table StoredTable(const MovedPlan& plan, const std::vector<MovedResult>& results) {
  Table table{.caption =
                  "Kept for each watched page, on average. The paper's own: 4.6 URLs of 37 "
                  "bytes, 6 anchors of 10.5, 233.2 bytes",
              .columns = {"max", "paths", "URLs", "bytes of a URL", "anchors", "bytes of an anchor",
                          "bytes", "requests for it"}};
  for (std::size_t i = 0; i < plan.methods.size(); ++i) {
    if (plan.methods[i].kind != MovedMethod::Kind::kPaper) continue;
    const MovedTotals totals = TotalsOf(results, i);
    std::vector<std::string> row = {MaxName(plan.methods[i])};
    for (const double value : {totals.paths, totals.urls, totals.url_bytes, totals.anchors,
                               totals.anchor_bytes, totals.stored_bytes, totals.preparation}) {
      row.push_back(fmt::format("{:.1f}", value));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Report ReportOn(std::string title, std::string subtitle, const MovedCases& cases,
                        const MovedReportFacts& facts) {
  std::set<std::size_t> snaps;
  for (const MovedCase& each : cases.cases)
    snaps.insert(each.snap);
  report::Report report{.title = std::move(title),
                        .subtitle = std::move(subtitle),
                        .facts = {{"data", facts.source},
                                  {"moved pages", std::to_string(cases.cases.size())},
                                  {"sites before and after", std::to_string(snaps.size())},
                                  {"command", facts.command}},
                        .sections = {}};
  if (facts.unfinished)
    report.facts.emplace_back("unfinished", "it was stopped; what is here was done by then");
  return report;
}

}  // namespace

report::Report MovedReport(const MovedCases& cases, const MovedPlan& plan,
                           const std::vector<MovedResult>& results, const MovedReportFacts& facts) {
  report::Report report = ReportOn(
      "Where did it go?", "Searches for pages that really moved, on " + facts.source, cases, facts);
  std::vector<MovedCurve> without = CurvesOf(plan);
  const std::vector<MovedCurve> all = without;
  std::erase_if(without, [](const MovedCurve& curve) { return curve.with_preparation; });
  Section rates{.heading = "Capture rates",
                .paragraphs = {
                    "The share of moved pages whose new place is among the first requests. Every "
                    "URL asked counts once, those that are not there too; the old URL, known to be "
                    "dead, doesn't. “With preparation” counts the requests that were made before "
                    "the move as well, to find the link paths."}};
  rates.charts = {
      CaptureChart("moved-capture", "Capture rate", "Requests after the move", results, without),
      CaptureChart("moved-capture-preparation", "Capture rate, with preparation",
                   "Requests before the move are counted, too", results, all)};
  rates.tables = {CaptureTable(results, all)};
  report.sections = {std::move(rates),
                     {.heading = "Each case", .tables = {CaseTable(cases, plan, results)}}};
  return report;
}

const std::vector<std::string>& PaperMovedMethods() {
  static const std::vector<std::string> kNames = {"paper",     "paper+5", "paper+10",
                                                  "directory", "bfs",     "dfs"};
  return kNames;
}

report::Report PaperMovedReport(const MovedCases& cases, const MovedPlan& plan,
                                const std::vector<MovedResult>& results,
                                const MovedReportFacts& facts) {
  report::Report report = ReportOn("Where did it go? The paper's figures",
                                   "Searching along link paths, on " + facts.source, cases, facts);
  const std::vector<MovedCurve> compared = {{"(a') the method, after the move", 0, false},
                                            {"(a) the method, with preparation", 0, true},
                                            {"(b) simplified: directories", 3, false},
                                            {"(c) breadth-first", 4, false},
                                            {"(d) depth-first", 5, false}};
  std::vector<MovedCurve> after;
  std::vector<MovedCurve> with;
  for (std::size_t i = 0; i < 3; ++i) {
    after.push_back({MaxName(plan.methods[i]), i, false});
    with.push_back({MaxName(plan.methods[i]), i, true});
  }
  Section first{.heading = "Four ways of searching"};
  first.charts = {CaptureChart("figure-9-capture", "Figure 9: capture rates",
                               "Every request counts, 404s too", results, compared),
                  LengthChart(cases)};
  first.tables = {CaptureTable(results, compared)};
  Section stored{.heading = "What is kept"};
  stored.charts = {StoredChart(TotalsOf(results, 0))};
  stored.tables = {StoredTable(plan, results)};
  Section calls{.heading = "More calls of PathGrow",
                .paragraphs = {"d is the number of directories in the URL of the page."}};
  calls.charts = {
      PathsChart(plan, results),
      CaptureChart("figure-13-max", "Figure 13: capture rates by max", "Requests after the move",
                   results, after),
      CaptureChart("figure-14-max-preparation", "Figure 14: capture rates by max, with preparation",
                   "Requests before the move are counted, too", results, with)};
  report.sections = {std::move(first), std::move(stored), std::move(calls)};
  return report;
}

}  // namespace meguri::app
