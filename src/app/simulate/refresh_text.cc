#include "app/simulate/refresh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/crawl/crawl_words.h"
#include "app/simulate/json_number.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownSites = 40;  // people's tables; JSON has all
constexpr std::size_t kNameWidth = 18;

std::string NameOf(const RevisitPages& pages, std::uint32_t site) {
  return CutToWidth(Printable(pages.sites[site]), kNameWidth);
}

// null for what is none.
Json Finite(double value) { return std::isfinite(value) ? Json(Rounded(value)) : Json(nullptr); }

std::string FormatClasses(const RefreshOutcome& outcome) {
  const std::uint64_t all = VisitedTwice(outcome);
  std::string text = fmt::format(
      "\nfigures 3 and 4: revisit intervals at the end, of {} pages visited twice or more; new\n"
      "versions / accesses, mean and deviation over these pages\n"
      "  {:>8} {:>8}{:>10}{:>8}{:>10}{:>11}\n",
      Grouped(all), "from", "to", "pages", "%", "detection", "deviation");
  for (const RefreshClass& each : outcome.classes) {
    if (each.pages == 0) continue;
    text += fmt::format("  {:>8} {:>8}{:>10}{:>8.1f}{:>10.3f}{:>11.3f}\n", DaysText(each.from),
                        DaysText(each.to), Grouped(each.pages),
                        PercentOf(static_cast<double>(each.pages), static_cast<double>(all)),
                        each.mean, each.deviation);
  }
  return text;
}

std::string FormatSites(const RevisitPages& pages, const RefreshOutcome& outcome) {
  std::string text = fmt::format(
      "\nfigures 5 to 7: what servers ask for, least R = (1/L)/e first; S/C = {:.4g}\n"
      "  {:<{}}{:>8}{:>12}{:>8}{:>10}{:>10}{:>11}{:>11}\n",
      outcome.share, "site", kNameWidth, "pages", "1/L s", "e s", "R", "at most", "accesses",
      "versions %");
  const std::vector<std::uint32_t> order = SitesByIndex(outcome);
  for (std::size_t rank = 0; rank < std::min(order.size(), kShownSites); ++rank) {
    const RefreshSite& site = outcome.sites[order[rank]];
    const double of = static_cast<double>(rank + 1) / static_cast<double>(order.size());
    text += fmt::format(
        "  {:<{}}{:>8}{:>12.4g}{:>8.3f}{:>10.4g}{:>9.1f}%{:>11}{:>11.1f}{}{}\n",
        NameOf(pages, order[rank]), kNameWidth, Grouped(site.pages), site.interval, site.download,
        site.index, 100 * of, Grouped(site.accesses),
        PercentOf(static_cast<double>(site.captured), static_cast<double>(site.new_versions)),
        site.overloaded ? "  overloaded" : "", site.too_often ? "  below the kept interval" : "");
  }
  if (order.size() > kShownSites)
    text += fmt::format("  and {} more (--json has all)\n", Grouped(order.size() - kShownSites));
  text += fmt::format(
      "  mean e {:.3f} s, mean R {:.4g}; overloaded (R < S/C): {} of {}; at any cost (R < 1): {}\n",
      MeanDownload(outcome), MeanIndex(outcome), Grouped(outcome.overloaded()),
      Grouped(outcome.servers), Grouped(outcome.hopeless()));
  return text;
}

std::string FormatRemedies(const RevisitPages& pages, const RefreshResults& results) {
  if (results.remedies.empty()) {
    const std::vector<std::uint32_t> order = SitesByIndex(results.outcome);
    if (order.empty()) return "";
    return fmt::format("\nno server is overloaded; with --servers-per-connection {:.0f} one is\n",
                       std::floor(results.outcome.sites[order.front()].index) + 1);
  }
  const auto line = [](std::string_view remedy, const std::string& amount, double load,
                       double load_part, double index, std::uint64_t accesses, double versions,
                       std::string_view note) {
    return fmt::format("    {:<15}{:>12}{:>12.4g}{:>9.1f}{:>10.4g}{:>12}{:>11.1f}{}\n", remedy,
                       amount, 1 / load, load_part, index, Grouped(accesses), versions, note);
  };
  std::string text = fmt::format(
      "\nremedies, each replayed on the overloaded sites alone\n"
      "    {:<15}{:>12}{:>12}{:>9}{:>10}{:>12}{:>11}\n",
      "", "", "1/L s", "load %", "R", "accesses", "versions %");
  std::uint32_t site = UINT32_MAX;
  for (const RemedyReplay& each : results.remedies) {
    const RefreshSite& before = results.outcome.sites[each.site];
    const auto all = static_cast<double>(before.new_versions);
    if (each.site != site) {
      site = each.site;
      text += fmt::format("  {}\n", Printable(pages.sites[site]));
      text += line("none", "", before.load, 100, before.index, before.accesses,
                   PercentOf(static_cast<double>(before.captured), all), "");
    }
    std::string note = each.enough ? "" : "  not enough";
    if (each.unvisited > 0) note += fmt::format("  {} pages left out", Grouped(each.unvisited));
    text += line(RemedyName(each.remedy), AmountText(each), each.load,
                 PercentOf(each.load, before.load), each.index, each.accesses,
                 PercentOf(static_cast<double>(each.captured), all), note);
  }
  return text;
}

}  // namespace

std::string DaysText(double days) {
  if (!std::isfinite(days)) return "–";
  if (days < 1) return fmt::format("{:g} h", std::round(days * 24));
  return fmt::format("{:g} d", days);
}

std::uint64_t VisitedTwice(const RefreshOutcome& outcome) {
  std::uint64_t all = 0;
  for (const RefreshClass& each : outcome.classes)
    all += each.pages;
  return all;
}

std::string AmountText(const RemedyReplay& replay) {
  switch (replay.remedy) {
    case Remedy::kStretch:
      return fmt::format("l = {:.3g}", replay.amount);
    case Remedy::kAdd:
      return fmt::format("d = {:.3g}", replay.amount);
    case Remedy::kLongGroups:
      return fmt::format("{:g} d", replay.amount);
    case Remedy::kRepresentative:
    case Remedy::kCoarse:
      break;
  }
  return "";
}

std::vector<std::uint32_t> SitesByIndex(const RefreshOutcome& outcome) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t site = 0; site < outcome.sites.size(); ++site)
    if (outcome.sites[site].load > 0) order.push_back(site);
  std::ranges::stable_sort(order, {},
                           [&](std::uint32_t site) { return outcome.sites[site].index; });
  return order;
}

double MeanDownload(const RefreshOutcome& outcome) {
  double sum = 0;
  for (const RefreshSite& site : outcome.sites)
    if (site.load > 0) sum += site.download;
  return outcome.servers == 0 ? 0 : sum / static_cast<double>(outcome.servers);
}

double MeanIndex(const RefreshOutcome& outcome) {
  double sum = 0;
  for (const RefreshSite& site : outcome.sites)
    if (site.load > 0) sum += site.index;
  return outcome.servers == 0 ? 0 : sum / static_cast<double>(outcome.servers);
}

std::string FormatRefresh(const RevisitPages& pages, const RefreshResults& results) {
  return fmt::format("policy {} at its own pace; download times: {}\n", results.policy,
                     results.downloads) +
         FormatClasses(results.outcome) + FormatSites(pages, results.outcome) +
         FormatRemedies(pages, results);
}

std::string RefreshJson(const RevisitPages& pages, const RefreshResults& results) {
  const RefreshOutcome& outcome = results.outcome;
  const Json whole = {{"kind", "whole"},
                      {"policy", results.policy},
                      {"downloads", Printable(results.downloads)},
                      {"servers", outcome.servers},
                      {"servers_per_connection", Finite(outcome.share)},
                      {"pages_visited_twice", VisitedTwice(outcome)},
                      {"mean_download_s", Finite(MeanDownload(outcome))},
                      {"mean_index", Finite(MeanIndex(outcome))},
                      {"overloaded", outcome.overloaded()},
                      {"hopeless", outcome.hopeless()}};
  std::string text = whole.dump() + '\n';
  for (const RefreshClass& each : outcome.classes) {
    const Json line = {{"kind", "interval"},
                       {"from_days", Finite(each.from)},
                       {"to_days", Finite(each.to)},
                       {"pages", each.pages},
                       {"detection", Finite(each.mean)},
                       {"deviation", Finite(each.deviation)}};
    text += line.dump() + '\n';
  }
  for (std::uint32_t id = 0; id < outcome.sites.size(); ++id) {
    const RefreshSite& site = outcome.sites[id];
    const Json line = {{"kind", "site"},
                       {"site", Printable(pages.sites[id])},
                       {"pages", site.pages},
                       {"access_interval_s", Finite(site.interval)},
                       {"download_s", Finite(site.download)},
                       {"index", Finite(site.index)},
                       {"overloaded", site.overloaded},
                       {"below_kept_interval", site.too_often},
                       {"accesses", site.accesses},
                       {"captured", site.captured},
                       {"new_versions", site.new_versions}};
    text += line.dump() + '\n';
  }
  for (const RemedyReplay& each : results.remedies) {
    const Json line = {{"kind", "remedy"},
                       {"site", Printable(pages.sites[each.site])},
                       {"remedy", RemedyName(each.remedy)},
                       {"amount", Finite(each.amount)},
                       {"access_interval_s", Finite(1 / each.load)},
                       {"index", Finite(each.index)},
                       {"enough", each.enough},
                       {"unvisited", each.unvisited},
                       {"accesses", each.accesses},
                       {"captured", each.captured}};
    text += line.dump() + '\n';
  }
  return text;
}

}  // namespace meguri::app
