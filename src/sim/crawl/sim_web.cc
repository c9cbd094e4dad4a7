#include "sim/crawl/sim_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sim/crawl/small_pages.h"
#include "sim/web/web_builder.h"

namespace meguri {

Result<VirtualWeb> MakeWeb(const SimOptions& options) {
  Random draws = Random(options.seed).Split("web");
  const std::uint64_t seed = draws.Next();
  const auto pick = [&](std::uint64_t given, std::uint64_t least, std::uint64_t range) {
    const std::uint64_t drawn = least + draws.Uniform(range);
    return static_cast<std::uint32_t>(given != 0 ? given : drawn);
  };
  SmallWebSpec small{.seed = seed};
  small.pages = pick(0, 200, 60);
  small.hosts = pick(options.hosts, 24, 9);
  std::uint32_t servers = pick(options.servers, 20, 5);
  if (options.servers == 0) servers = std::min(servers, small.hosts);
  if (options.graph && options.servers == 0) servers = 0;  // one for each host
  if (!options.graph && servers > small.hosts) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} hosts can't be on {} servers", small.hosts, servers));
  }
  if (!options.graph && options.pages == 0) {
    std::vector<VirtualWeb::Source> sources(1);
    sources.front().pages = std::make_unique<SmallPages>(small);
    const ServerSpec spec{.seed = seed, .servers = servers, .several_addresses = 0.1, .v6 = 0};
    return VirtualWeb::Create(spec, {}, ManualClock::kDefaultStart, std::move(sources));
  }
  WebSpec spec;
  spec.seed = seed;
  spec.ips = servers;
  spec.changes = {ChangeRule{}};
  SourceSpec& source = spec.sources.emplace_back();
  if (options.graph) {
    source.kind = SourceSpec::Kind::kGraph;
    source.path = *options.graph;
  }
  source.generated.pages = options.pages;
  source.generated.hosts = small.hosts;
  source.generated.mean_bytes = 3000;
  source.generated.languages = {Language::kEnglish};
  source.generated.dead_links = draws.Chance(0.5) ? 0.02 : 0;
  RealFiles files;
  return BuildWeb(spec, files);
}

}  // namespace meguri
