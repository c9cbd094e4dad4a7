#include "app/simulate/revisit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/crawl/crawl_words.h"
#include "app/simulate/json_number.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

std::size_t NameWidth(const RevisitPlan& plan) {
  std::size_t width = 6;
  for (const revisit::NamedPolicy& policy : plan.policies)
    width = std::max(width, policy.name.size());
  return width;
}

std::string Line(const RevisitPlan& plan, const RevisitPages& pages, const RevisitResult& result) {
  const RevisitMeasures& got = result.measures;
  return fmt::format("  {:<{}}{:>12}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.1f}{:>12.4g}\n",
                     plan.policies[result.policy].name, NameWidth(plan),
                     Grouped(got.counts.accesses), 100 * got.versions(pages),
                     100 * got.versions_per_page(), 100 * got.detection(),
                     100 * got.freshness(pages), got.delay_hours(), got.stretch);
}

std::string Head(std::size_t width) {
  return fmt::format("  {:<{}}{:>12}{:>10}{:>10}{:>10}{:>10}{:>10}{:>12}\n", "policy", width,
                     "accesses", "versions", "per page", "detection", "fresh", "delay h",
                     "stretch");
}

}  // namespace

std::string FormatRevisits(const RevisitPlan& plan, const RevisitPages& pages,
                           const std::vector<RevisitResult>& results) {
  std::string text;
  for (std::size_t budget = 0; budget < plan.budgets.size(); ++budget) {
    std::string within;
    std::string apart;
    std::uint64_t allowed = 0;
    for (const RevisitResult& result : results) {
      if (result.budget != budget) continue;
      allowed = result.measures.allowed;
      (result.measures.spent ? within : apart) += Line(plan, pages, result);
    }
    if (within.empty() && apart.empty()) continue;
    text += fmt::format("\none access a page in {} days: {} accesses; shares in per cent\n{}{}",
                        plan.budgets[budget], Grouped(allowed), Head(NameWidth(plan)), within);
    if (!apart.empty()) text += "  can't be brought to that budget:\n" + apart;
  }
  return text;
}

std::string RevisitsJson(const RevisitPlan& plan, const RevisitPages& pages,
                         const std::vector<RevisitResult>& results) {
  std::string text;
  for (const RevisitResult& result : results) {
    const RevisitMeasures& got = result.measures;
    const Json line = {{"policy", plan.policies[result.policy].name},
                       {"budget", JsonNumber(plan.budgets[result.budget])},
                       {"accesses", got.counts.accesses},
                       {"versions", Rounded(got.versions(pages))},
                       {"versions_per_page", Rounded(got.versions_per_page())},
                       {"detection", Rounded(got.detection())},
                       {"freshness", Rounded(got.freshness(pages))},
                       {"delay_hours", Rounded(got.delay_hours())}};
    text += line.dump() + '\n';
  }
  return text;
}

std::vector<NamedErrors> EstimatorErrorsOf(const RevisitPlan& plan, const RevisitPages& pages) {
  std::vector<NamedErrors> all;
  for (const revisit::NamedPolicy& policy : plan.policies) {
    NamedErrors errors{policy.name, MeasureEstimator(pages, policy.policy, plan.seed)};
    if (!errors.by_site.empty()) all.push_back(std::move(errors));
  }
  return all;
}

std::string FormatErrors(const RevisitPages& pages, const std::vector<NamedErrors>& errors) {
  if (errors.empty()) return "";
  std::size_t width = 0;
  for (const NamedErrors& each : errors)
    width = std::max(width, each.policy.size());
  std::string text = fmt::format(
      "\nestimated rates after 730 days with an access every 1/λ, as estimated: bias in per cent,\n"
      "spread (deviation of the logarithm), accesses for each change, of pages that change once "
      "in\n  {:<{}}",
      "", width);
  for (const std::string& site : pages.sites)
    text += fmt::format("{:>22}", site);
  text += '\n';
  for (const NamedErrors& each : errors) {
    text += fmt::format("  {:<{}}", each.policy, width);
    for (const EstimatorErrors& site : each.by_site)
      text += fmt::format("{:>+9.1f} {:>6.2f} {:>5.2f}", 100 * site.bias(), site.spread(),
                          site.effort());
    text += '\n';
  }
  return text;
}

std::string ErrorsJson(const RevisitPages& pages, const std::vector<NamedErrors>& errors) {
  std::string text;
  for (const NamedErrors& each : errors) {
    for (std::size_t site = 0; site < pages.sites.size(); ++site) {
      const EstimatorErrors& of = each.by_site[site];
      const Json line = {{"estimator", each.policy},
                         {"changes_every", pages.sites[site]},
                         {"pages", of.pages},
                         {"bias", Rounded(of.bias())},
                         {"spread", Rounded(of.spread())},
                         {"accesses_per_change", Rounded(of.effort())}};
      text += line.dump() + '\n';
    }
  }
  return text;
}

}  // namespace meguri::app
