#include "sim/revisit/poisson_pages.h"

#include <fmt/format.h>

#include "base/random.h"

namespace meguri {

RevisitPages PoissonPages(const std::vector<double>& mean_days, std::uint64_t count,
                          std::uint64_t seed) {
  RevisitPages pages;
  std::vector<RevisitPages::Event> events;
  const Random random = Random(seed).Split("poisson pages");
  for (std::size_t site = 0; site < mean_days.size(); ++site) {
    const double mean = mean_days[site];
    pages.sites.push_back(fmt::format("{} d", mean));
    const Random of_site = random.Split(site);
    for (std::uint64_t i = 0; i < count; ++i) {
      Random draw = of_site.Split(i);
      const std::uint64_t key = draw.Next();
      events.assign({{.time = 0, .version = 1}});
      for (double time = draw.Exponential(mean); time < kRevisitDays;
           time += draw.Exponential(mean))
        events.push_back({.time = time, .version = events.size() + 1});
      pages.Add({.site = static_cast<std::uint32_t>(site),
                 .key = key,
                 .begin = 0,
                 .end = kRevisitDays,
                 .rate = 1 / mean},
                events);
    }
  }
  return pages;
}

}  // namespace meguri
