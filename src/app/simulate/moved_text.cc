#include "app/simulate/moved_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/crawl/crawl_words.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

std::size_t WidestOf(const std::vector<MovedCurve>& curves) {
  std::size_t width = 0;
  for (const MovedCurve& curve : curves)
    width = std::max(width, curve.name.size());
  return width;
}

}  // namespace

std::vector<MovedCurve> CurvesOf(const MovedPlan& plan) {
  std::vector<MovedCurve> curves;
  for (std::size_t i = 0; i < plan.methods.size(); ++i) {
    const MovedMethod& method = plan.methods[i];
    curves.push_back({.name = method.name, .method = i, .with_preparation = false});
    if (method.kind != MovedMethod::Kind::kPaper) continue;
    curves.push_back(
        {.name = method.name + ", with preparation", .method = i, .with_preparation = true});
  }
  return curves;
}

MovedTotals TotalsOf(const std::vector<MovedResult>& results, std::size_t method) {
  MovedTotals totals;
  std::vector<int> found;
  double made = 0;
  double gone = 0;
  for (const MovedResult& result : results) {
    if (result.method != method) continue;
    ++totals.searches;
    if (result.requests) found.push_back(*result.requests);
    made += result.made;
    gone += result.gone;
    totals.preparation += result.preparation;
    totals.paths += static_cast<double>(result.paths);
    totals.urls += static_cast<double>(result.stored.urls);
    totals.anchors += static_cast<double>(result.stored.anchors);
    totals.url_bytes += static_cast<double>(result.stored.url_bytes);
    totals.anchor_bytes += static_cast<double>(result.stored.anchor_bytes);
    totals.stored_bytes += static_cast<double>(result.stored.bytes());
  }
  totals.found = static_cast<int>(found.size());
  std::ranges::sort(found);
  if (!found.empty()) totals.median = found[(found.size() - 1) / 2];
  if (made > 0) totals.gone_share = gone / made;
  if (totals.urls > 0) totals.url_bytes /= totals.urls;
  if (totals.anchors > 0) totals.anchor_bytes /= totals.anchors;
  for (double* each :
       {&totals.preparation, &totals.paths, &totals.urls, &totals.anchors, &totals.stored_bytes}) {
    if (totals.searches > 0) *each /= totals.searches;
  }
  return totals;
}

std::string FormatMoved(const MovedPlan& plan, const std::vector<MovedResult>& results) {
  const std::vector<MovedCurve> curves = CurvesOf(plan);
  const std::size_t width = WidestOf(curves);
  std::string prepared;
  std::string text =
      fmt::format("\nfound within so many requests, in per cent\n  {:<{}}", "", width);
  for (const int requests : kCaptureAt)
    text += fmt::format("{:>7}", requests);
  text += fmt::format("{:>8}{:>9}{:>9}\n", "found", "median", "404");
  for (const MovedCurve& curve : curves) {
    text += fmt::format("  {:<{}}", curve.name, width);
    for (const int requests : kCaptureAt)
      text += fmt::format(
          "{:>7.1f}", 100 * CaptureRate(results, curve.method, curve.with_preparation, requests));
    const MovedTotals totals = TotalsOf(results, curve.method);
    if (curve.with_preparation) {
      text += '\n';
      prepared += fmt::format("{}: {:.1f} requests before the move, on average\n",
                              plan.methods[curve.method].name, totals.preparation);
      continue;
    }
    text += fmt::format("{:>5}/{}{:>9}{:>8.1f}%\n", totals.found, totals.searches,
                        totals.median == 0 ? std::string("–") : std::to_string(totals.median),
                        100 * totals.gone_share);
  }
  return text + prepared +
         "found: of all; median: requests of those found; 404: of all requests, to what isn't "
         "there\n";
}

std::string FormatStored(const MovedPlan& plan, const std::vector<MovedResult>& results) {
  std::string text =
      "\nfor each watched page, on average\n"
      "            paths   URLs  bytes each   anchors  bytes each   bytes kept\n";
  for (std::size_t i = 0; i < plan.methods.size(); ++i) {
    if (plan.methods[i].kind != MovedMethod::Kind::kPaper) continue;
    const MovedTotals totals = TotalsOf(results, i);
    text += fmt::format("  {:<9}{:>6.1f}{:>7.1f}{:>12.1f}{:>10.1f}{:>12.1f}{:>13.1f}\n",
                        plan.methods[i].name, totals.paths, totals.urls, totals.url_bytes,
                        totals.anchors, totals.anchor_bytes, totals.stored_bytes);
  }
  return text;
}

std::string MovedJson(const MovedCases& cases, const MovedPlan& plan,
                      const std::vector<MovedResult>& results) {
  std::string text;
  for (const MovedResult& result : results) {
    const MovedCase& each = cases.cases[result.number];
    Json line = {{"case", each.id},
                 {"snap", cases.snaps[each.snap].name},
                 {"old", each.old_path},
                 {"method", plan.methods[result.method].name},
                 {"preparation", result.preparation},
                 {"requests", nullptr}};
    if (result.requests) line["requests"] = *result.requests;
    text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  }
  return text;
}

}  // namespace meguri::app
