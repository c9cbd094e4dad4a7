// What one decision of each revisit policy costs, in CPU time, and how many times that of `nutch`,
// which is one multiplication.
//
// Pages are visited in turn with intervals and changes that were drawn beforehand, so that every
// state is used and nothing but the policy is timed.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "base/cpu_time.h"
#include "base/random.h"
#include "revisit/policy_name.h"

namespace meguri::revisit {
namespace {

constexpr std::size_t kPages = 4096;
constexpr std::size_t kDrawn = std::size_t{1} << 16U;

std::vector<Visit> DrawnVisits() {
  Random random(1);
  std::vector<Visit> visits(kDrawn);
  for (Visit& visit : visits) {
    visit.interval = 400 * std::exp2(-13 * random.Double());
    visit.clock_interval = visit.interval;
    visit.changed = random.Chance(0.3);
    visit.uniform = random.Double();
  }
  return visits;
}

// Nanoseconds.
template <class Policy>
double Measure(const Policy& policy, const std::vector<Visit>& visits, std::uint64_t decisions,
               double goal) {
  std::vector<typename Policy::Page> pages(kPages);
  typename Policy::Site site{};
  const Tuning tuning{.stretch = 0.3, .goal = goal};
  double sum = 0;
  for (auto& page : pages)
    sum += policy.First(page, site, {.uniform = 0.5, .known_rate = 0.01}, tuning);
  const double began = ThreadCpuSeconds();
  for (std::uint64_t i = 0; i < decisions; ++i)
    sum += policy.Next(pages[i % kPages], site, visits[i % kDrawn], tuning);
  const double seconds = ThreadCpuSeconds() - began;
  if (std::isnan(sum)) fmt::print("not a number\n");  // so that nothing is left out
  return seconds * 1e9 / static_cast<double>(decisions);
}

int Main() {
  constexpr std::uint64_t kDecisions = 4'000'000;
  const std::vector<Visit> visits = DrawnVisits();
  const double bare = Measure(NutchPolicy(), visits, kDecisions, 0);
  const auto line = [&](const std::string& name, const Policy& policy, double goal) {
    const double each =
        std::visit([&](const auto& p) { return Measure(p, visits, kDecisions, goal); }, policy);
    fmt::print("{:<18}{:>8.0f} ns{:>8.1f} x nutch\n", name, each, each / bare);
  };
  for (const std::string& name : AllPolicies())
    line(name, ParsePolicy(name)->policy, 0);
  line("meguri, freshness", MeguriPolicy(), 1);
  return 0;
}

}  // namespace
}  // namespace meguri::revisit

int main() { return meguri::revisit::Main(); }
