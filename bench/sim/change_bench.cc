// Which version at a moment: the cost of one question.
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>

#include "sim/change/change_process.h"

namespace meguri {
namespace {

using std::chrono::hours;

void Ask(benchmark::State& state, const ChangeProcess& process) {
  std::uint64_t key = 0;
  for ([[maybe_unused]] auto _ : state) {
    ++key;
    benchmark::DoNotOptimize(
        process.At(key, ManualClock::kDefaultStart +
                            std::chrono::seconds(static_cast<std::int64_t>(key % 1'000'000))));
  }
}

void Poisson(benchmark::State& state) { Ask(state, *PoissonChanges(hours(24))); }
void PoissonMonths(benchmark::State& state) { Ask(state, *PoissonChanges(hours(24 * 120))); }
void Rhythm(benchmark::State& state) { Ask(state, *RhythmicChanges(hours(24), hours(1), false)); }
void Workdays(benchmark::State& state) { Ask(state, *RhythmicChanges(hours(1), hours(0), true)); }
void Bursts(benchmark::State& state) { Ask(state, *BurstyChanges(hours(240), 10, hours(5))); }

BENCHMARK(Poisson);
BENCHMARK(PoissonMonths);
BENCHMARK(Rhythm);
BENCHMARK(Workdays);
BENCHMARK(Bursts);

}  // namespace
}  // namespace meguri
