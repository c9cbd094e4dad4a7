// What a changed interval costs in the load of a host and its server: the same with a thousand
// hosts and with three million, but for the memory that is waited for.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "revisit/server_load.h"

namespace meguri {
namespace {

void ChangeInterval(benchmark::State& state) {
  const auto hosts = static_cast<std::uint32_t>(state.range(0));
  ServerLoads loads;
  for (std::uint32_t host = 0; host < hosts; ++host) {
    loads.Change(host, Duration::zero(), std::chrono::days(1));
    loads.Move(host, host / 3);
  }
  Random random(1);
  const PageRate day = RateOf(std::chrono::days(1));
  for (auto _ : state) {
    const auto host = static_cast<std::uint32_t>(random.Uniform(hosts));
    const PageRate other = RateOf(std::chrono::hours(1 + host % 9'000));
    loads.Change(host, day, other);
    loads.Change(host, other, day);
  }
  state.SetItemsProcessed(2 * state.iterations());
}
BENCHMARK(ChangeInterval)->Arg(1'000)->Arg(3'000'000);

}  // namespace
}  // namespace meguri
