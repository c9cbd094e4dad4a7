// What a page of a generated web costs.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/generated/generated_pages.h"

namespace meguri {
namespace {

constexpr WallTime kStart = ManualClock::kDefaultStart;

struct Asked {
  std::uint32_t host;
  bool https;
  std::string target;
};

struct Web {
  std::unique_ptr<GeneratedPages> pages;
  std::vector<Asked> asked;
};

const Web& TheWeb() {
  static const Web web = [] {
    GeneratedPages::Options options;
    options.spec.hosts = 2'000;
    options.spec.pages = 100'000;
    Web made{std::move(*GeneratedPages::Create(options)), {}};
    for (std::uint32_t host = 0; host < 100; ++host) {
      const std::size_t name = made.pages->HostName(host).size();
      int left = 50;
      made.pages->ForEachPage(host, kStart, [&](std::string_view url) {
        const bool https = url.starts_with("https:");
        if (left-- > 0)
          made.asked.push_back({host, https, std::string(url.substr((https ? 8 : 7) + name))});
      });
    }
    return made;
  }();
  return web;
}

void Ask(benchmark::State& state, bool gzip) {
  const Web& web = TheWeb();
  WebAnswer answer;
  std::size_t next = 0;
  std::size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Asked& asked = web.asked[next++ % web.asked.size()];
    WebRequest request;
    request.https = asked.https;
    request.target = asked.target;
    request.accepts_gzip = gzip;
    answer.Clear();
    web.pages->Answer(asked.host, request, kStart, answer);
    bytes += answer.body.size();
    if (answer.status != 200) state.SkipWithError("not 200");
  }
  state.counters["bytes/page"] =
      benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kAvgIterations);
}

void Page(benchmark::State& state) { Ask(state, false); }
void PageGzip(benchmark::State& state) { Ask(state, true); }
void Create(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    GeneratedPages::Options options;
    options.spec.hosts = 100'000;
    options.spec.pages = 10'000'000;
    benchmark::DoNotOptimize(GeneratedPages::Create(options));
  }
}

BENCHMARK(Page)->Unit(benchmark::kMicrosecond);
BENCHMARK(PageGzip)->Unit(benchmark::kMicrosecond);
BENCHMARK(Create)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace meguri
