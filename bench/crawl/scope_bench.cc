// What it costs to ask whether a link belongs to the crawl, beside what it costs to parse it.
#include "crawl/scope/scope.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace meguri {
namespace {

std::vector<url::Url> Links() {
  std::vector<url::Url> links;
  for (int i = 0; i < 1000; ++i) {
    const int host = i % 10;  // half of them in scope
    links.push_back(*url::Url::Parse(fmt::format("https://{}.example{}.org/docs/{}/page.html?id={}",
                                                 i % 3 == 0 ? "www" : "images", host, i % 7, i)));
  }
  return links;
}

void Run(benchmark::State& state, const ScopeSettings& settings) {
  const url::SiteList sites = url::SiteList::System();
  auto scope = Scope::Create(settings, sites);
  for (int i = 0; i < 5; ++i)
    scope->AddSeed(*url::Url::Parse(fmt::format("http://www.example{}.org/docs/", i)));
  const std::vector<url::Url> links = Links();
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(scope->Check(links[at], 1));
    at = (at + 1) % links.size();
  }
}

void Host(benchmark::State& state) { Run(state, {.kind = ScopeKind::kHost}); }
void Site(benchmark::State& state) { Run(state, {.kind = ScopeKind::kSite}); }
void Prefix(benchmark::State& state) { Run(state, {.kind = ScopeKind::kPrefix}); }
void HostWithoutPdf(benchmark::State& state) {
  Run(state, {.kind = ScopeKind::kHost, .exclude = {"regex:\\.(pdf|zip)$"}});
}
void ManyPrefixes(benchmark::State& state) {
  ScopeSettings settings{.kind = ScopeKind::kPrefix};
  for (int i = 0; i < 100'000; ++i)
    settings.include.push_back(fmt::format("surt:org,example{},www,)/{}/", i, i % 7));
  Run(state, settings);
}
void ParseAlone(benchmark::State& state) {
  const std::vector<url::Url> links = Links();
  url::Url url;
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(url.Assign(links[at].href()));
    at = (at + 1) % links.size();
  }
}

BENCHMARK(ParseAlone);
BENCHMARK(Host);
BENCHMARK(Site);
BENCHMARK(Prefix);
BENCHMARK(ManyPrefixes);
BENCHMARK(HostWithoutPdf);

}  // namespace
}  // namespace meguri
