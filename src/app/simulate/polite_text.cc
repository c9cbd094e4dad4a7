#include "app/simulate/polite_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/crawl/crawl_words.h"
#include "app/simulate/json_number.h"
#include "app/simulate/order_text.h"

namespace meguri::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMicroseconds = 1e6;  // in a second

Json Distribution(const Histogram& microseconds) {
  const auto seconds = [](std::uint64_t value) {
    return JsonNumber(static_cast<double>(value) / kMicroseconds);
  };
  Json json = {{"count", microseconds.count()}};
  if (microseconds.count() == 0) return json;
  json["smallest"] = seconds(microseconds.min());
  for (const auto& [name, q] :
       {std::pair{"p1", 0.01}, {"p10", 0.1}, {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}})
    json[name] = seconds(microseconds.Quantile(q));
  json["largest"] = seconds(microseconds.max());
  return json;
}

// null where the crawl doesn't get to.
Json AtPoints(const PolitePlan& plan, const std::vector<double>& values,
              const std::vector<double>& at) {
  Json list = Json::array();
  for (const double point : at) {
    const auto value = ValueAt(plan, values, point);
    list.push_back(value ? JsonNumber(Rounded(*value)) : Json());
  }
  return list;
}

Json ResultJson(const PolitePlan& plan, const PoliteOutcome& outcome, const PoliteResult& result,
                const std::vector<double>& at) {
  const PoliteSetup& setup = plan.setups[result.setup];
  const PoliteRun& run = result.run;
  Json line;
  line["name"] = setup.Name();
  line["scheduler"] = SchedulerName(setup.scheduler);
  if (!setup.is_order()) {
    line["queues"] = setup.paper.queues;
    line["slots"] = setup.paper.slots;
    line["form"] = setup.paper.form == SlotForm::kMax ? "max" : "paper";
    line["overflow"] = setup.overflow == OverflowPolicy::kSpill ? "spill" : "discard";
    line["strategy"] = UrlChoiceName(setup.choice);
    line["budgets"] = setup.budgets;
    line["connections"] = setup.connections;
  }
  line["interval"] = JsonNumber(std::chrono::duration<double>(setup.interval).count());
  line["seeds"] = plan.seeds;
  line["servers"] = {{"kind", outcome.facts.server_kind}, {"count", outcome.facts.servers}};
  line["reached"] = outcome.facts.reached;
  line["pages"] = JsonNumber(result.pages);
  line["page_rank"] = Rounded(result.page_rank);
  line["at"] = JsonNumbers(at);
  line["B"] = AtPoints(plan, result.gathered, at);
  line["stored"] = AtPoints(plan, result.stored, at);
  line["seconds"] = AtPoints(plan, result.seconds, at);
  line["most_stored"] = run.most_stored;
  line["most_placed"] = run.most_placed;
  line["most_aside"] = run.most_aside;
  line["discards"] = run.discards;
  if (run.steps > 0) {
    line["steps"] = run.steps;
    line["pages_per_step"] = {{"mean", Rounded(run.pages_per_step.mean())},
                              {"p50", run.pages_per_step.Quantile(0.5)},
                              {"largest", run.pages_per_step.max()}};
  }
  line["virtual_seconds"] =
      JsonNumber(std::chrono::duration<double>(run.end - TimePoint{}).count());
  line["intervals"] = Distribution(run.intervals);
  line["smallest_by_server"] = Distribution(run.smallest_by_server);
  line["breaches"] = run.breaches;
  if (run.breaches > 0) line["first_breach"] = run.first_breach;
  line["cpu_seconds"] = Rounded(run.cpu_seconds);
  return line;
}

}  // namespace

std::optional<double> ValueAt(const PolitePlan& plan, const std::vector<double>& values,
                              double point) {
  const auto place =
      static_cast<std::size_t>(std::ranges::lower_bound(plan.points, point) - plan.points.begin());
  if (place >= values.size()) return std::nullopt;
  return values[place];
}

std::string SecondsText(std::uint64_t microseconds) {
  return fmt::format("{:.3f} s", static_cast<double>(microseconds) / kMicroseconds);
}

std::string ShareText(const std::optional<double>& per_cent) {
  return per_cent ? fmt::format("{:.2f}", *per_cent) : "–";
}

std::string PagesPerStepText(const PoliteRun& run) {
  return run.steps > 0 ? fmt::format("{:.2f}", run.pages_per_step.mean()) : "–";
}

std::string PoliteJson(const PolitePlan& plan, const PoliteOutcome& outcome,
                       const std::vector<double>& at) {
  std::string text;
  for (const PoliteResult& result : outcome.results)
    text += ResultJson(plan, outcome, result, at).dump() + '\n';
  return text;
}

std::string FormatPolite(const PolitePlan& plan, const PoliteOutcome& outcome,
                         const std::vector<double>& at) {
  std::size_t name_width = 9;
  for (const PoliteSetup& setup : plan.setups)
    name_width = std::max(name_width, setup.Name().size());
  std::string text = fmt::format(
      "{} {}; {} seeds ({}) reach {} pages\n\n% of the PageRank after so many % of these pages\n",
      Grouped(outcome.facts.servers), outcome.facts.server_kind, Grouped(outcome.facts.seeds),
      plan.seeds, Grouped(outcome.facts.reached));
  text += fmt::format("  {:<{}}", "scheduler", name_width);
  for (const double point : at)
    text += fmt::format("{:>8}", PointText(point) + " %");
  text += fmt::format("{:>8}{:>11}{:>11}{:>11}{:>10}{:>8}{:>10}{:>11}{:>9}\n", "all", "pages",
                      "stored", "discards", "steps", "a step", "time", "smallest", "breaches");
  for (const PoliteResult& result : outcome.results) {
    const PoliteRun& run = result.run;
    text += fmt::format("  {:<{}}", plan.setups[result.setup].Name(), name_width);
    for (const double point : at)
      text += fmt::format("{:>8}", ShareText(ValueAt(plan, result.gathered, point)));
    text += fmt::format("{:>8.2f}{:>11}{:>11}{:>11}{:>10}{:>8}{:>10}{:>11}{:>9}\n",
                        result.page_rank, CountText(result.pages), Grouped(run.most_stored),
                        Grouped(run.discards), run.steps > 0 ? Grouped(run.steps) : "–",
                        PagesPerStepText(run), TimeText(run.end - TimePoint{}),
                        SecondsText(run.intervals.min()), Grouped(run.breaches));
    if (run.breaches > 0) text += fmt::format("    BREACH: {}\n", run.first_breach);
  }
  return text;
}

}  // namespace meguri::app
