#include "app/simulate/simulate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/crawl/crawl_words.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

std::string LongTime(Duration duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (seconds < 120)
    return fmt::format("{:.1f} s", std::chrono::duration<double>(duration).count());
  if (seconds < 7200) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 172'800) return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{} d {} h", seconds / 86'400, seconds / 3600 % 24);
}

// With fewer runs it means nothing that a site was not hit.
constexpr std::uint64_t kEnoughToHitAll = 1000;

std::uint64_t OtherFaults(const SimReport& report) {
  return report.other_faults + report.disk_faults;
}

// Sites at which nothing ever happened.
std::vector<std::string> Unhit(const DiskSites& sites) {
  std::vector<std::string> names;
  for (const auto& [name, count] : sites.sites) {
    if (count.kills + count.faults == 0) names.push_back(name);
  }
  return names;
}

}  // namespace

void SimTotals::Add(const SimReport& report) {
  ++runs;
  if (!report.findings.empty()) ++failed;
  virtual_time += report.took;
  pages += report.fetched;
  requests += report.requests;
  twice += report.twice;
  kills += report.kills;
  crashes += report.crashes;
  other_faults += OtherFaults(report);
  least_kills = std::min<std::uint64_t>(least_kills, report.kills);
  least_others = std::min(least_others, OtherFaults(report));
  least_pages = std::min(least_pages, report.pages);
  least_servers = std::min(least_servers, report.servers);
  least_fetched = std::min(least_fetched, report.fetched);
  troubled += report.troubled;
  records_checked += report.records_checked;
  scores_checked += report.scores_checked;
  states.insert(report.states.begin(), report.states.end());
  sites.Add(report.sites);
}

std::string FormatRun(const SimReport& report) {
  std::string text = fmt::format(
      "seed {}: {} pages on {} hosts and {} servers, {} shards; {} of virtual time\n", report.seed,
      report.pages, report.hosts, report.servers, report.shards, LongTime(report.took));
  text += fmt::format("  lives     {}: {} kills, {} of them with the machine\n", report.lives,
                      report.kills, report.crashes);
  text += fmt::format("  faults    {}; {} requests and look-ups in times of trouble\n",
                      OtherFaults(report), report.troubled);
  text += fmt::format(
      "  URLs      {} known: {} fetched, {} with another reason; {} requests, {} "
      "URLs fetched twice\n",
      report.urls, report.fetched, report.reasons, report.requests, report.twice);
  text += fmt::format("  checked   {} records, {} scores\n", report.records_checked,
                      report.scores_checked);
  text += fmt::format("  order     {:016x} of {} events, bytes {:016x}\n", report.order,
                      report.events, report.bytes);
  for (const std::string& finding : report.findings)
    text += fmt::format("  FOUND     {}\n", finding);
  return text + (report.findings.empty() ? "ok\n" : "FAILED\n");
}

std::string FormatTotals(const SimTotals& totals, double seconds) {
  const std::vector<std::string> unhit = Unhit(totals.sites);
  std::string text = fmt::format(
      "{} runs, seeds {} to {}: {}  ({:.1f} s)\n", Grouped(totals.runs), totals.first_seed,
      totals.last_seed,
      totals.failed == 0 ? std::string("all ok") : fmt::format("{} FAILED", totals.failed),
      seconds);
  text += fmt::format("  virtual      {}, {} pages fetched, {} requests, {} URLs fetched twice\n",
                      LongTime(totals.virtual_time), Grouped(totals.pages),
                      Grouped(totals.requests), Grouped(totals.twice));
  text += fmt::format(
      "  faults       {} kills, {} of them with the machine; {} others; {} requests "
      "in times of trouble\n",
      Grouped(totals.kills), Grouped(totals.crashes), Grouped(totals.other_faults),
      Grouped(totals.troubled));
  text += fmt::format(
      "  each         at least {} pages, {} servers, {} URLs fetched, {} kills, {} other faults\n",
      totals.least_pages, totals.least_servers, totals.least_fetched, totals.least_kills,
      totals.least_others);
  text += fmt::format("  checked      {} records, {} scores, {} distinct states\n",
                      Grouped(totals.records_checked), Grouped(totals.scores_checked),
                      Grouped(totals.states.size()));
  text += fmt::format("  write sites  {} seen, {} hit by a fault\n", totals.sites.sites.size(),
                      totals.sites.sites.size() - unhit.size());
  if (totals.runs < kEnoughToHitAll) return text;
  for (const std::string& name : unhit)
    text += fmt::format("    not hit: {} ({} times written)\n", name,
                        totals.sites.sites.at(name).changes);
  return text;
}

std::string RunJson(const SimReport& report) {
  const Json json = {{"seed", report.seed},
                     {"ok", report.findings.empty()},
                     {"findings", report.findings},
                     {"pages", report.pages},
                     {"hosts", report.hosts},
                     {"servers", report.servers},
                     {"shards", report.shards},
                     {"virtual_seconds", std::chrono::duration<double>(report.took).count()},
                     {"lives", report.lives},
                     {"kills", report.kills},
                     {"crashes", report.crashes},
                     {"other_faults", OtherFaults(report)},
                     {"troubled", report.troubled},
                     {"urls", report.urls},
                     {"fetched", report.fetched},
                     {"reasons", report.reasons},
                     {"requests", report.requests},
                     {"twice", report.twice},
                     {"records_checked", report.records_checked},
                     {"scores_checked", report.scores_checked},
                     {"events", report.events},
                     {"order", fmt::format("{:016x}", report.order)},
                     {"bytes", fmt::format("{:016x}", report.bytes)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string TotalsJson(const SimTotals& totals, double seconds) {
  Json sites = Json::object();
  for (const auto& [name, count] : totals.sites.sites) {
    sites[name] = {{"changes", count.changes}, {"kills", count.kills}, {"faults", count.faults}};
  }
  const Json json = {
      {"runs", totals.runs},
      {"failed", totals.failed},
      {"first_seed", totals.first_seed},
      {"last_seed", totals.last_seed},
      {"seconds", seconds},
      {"virtual_seconds", std::chrono::duration<double>(totals.virtual_time).count()},
      {"pages", totals.pages},
      {"requests", totals.requests},
      {"twice", totals.twice},
      {"kills", totals.kills},
      {"crashes", totals.crashes},
      {"other_faults", totals.other_faults},
      {"least_pages", totals.least_pages},
      {"least_servers", totals.least_servers},
      {"least_fetched", totals.least_fetched},
      {"least_kills", totals.least_kills},
      {"least_other_faults", totals.least_others},
      {"troubled", totals.troubled},
      {"records_checked", totals.records_checked},
      {"scores_checked", totals.scores_checked},
      {"distinct_states", totals.states.size()},
      {"sites", std::move(sites)}};
  return json.dump() + "\n";
}

}  // namespace meguri::app
