// A web's description as TOML: what `meguri lab --config FILE` reads and an access log carries.
//
//   seed = 7
//   ips = 1000
//   hosts = 5000                     # one generated source may stand at the top …
//   languages = ["en", "ja"]
//   misbehave = "all"                # or ["hang", "gzip-bomb"]
//
//   [[source]]                       # … all others, and more, stand in these
//   kind = "graph"                   # generated, graph, folder, tar, warc
//   path = "data/web"
//
//   [[change]]                       # never, poisson, rhythm, bursts, replay
//   kind = "poisson"
//   every = "30d"
//
//   [[move]]
//   after = "1h"
//
//   [[misbehaviour]]
//   kind = "hang"
//   host = "slow.test"
//
// Keys are called as the flags of `meguri lab`. An unknown key is an error that names the nearest
// known one. Errors: "lab.toml:3: what is wrong; what to do". No state: any thread may call these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sim/web/web_spec.h"

namespace meguri {

// A web, and what a lab needs besides. nullopt: not said.
struct LabConfig {
  WebSpec web;
  std::optional<double> speed;             // virtual seconds in a real one
  std::optional<std::uint16_t> http_port;  // as in `web`, if it was said
  std::optional<std::uint16_t> https_port;
  std::optional<std::uint16_t> dns_port;
  std::optional<std::string> log;
  std::optional<std::string> dir;

  bool operator==(const LabConfig&) const = default;
};

// `name`: the file's, for errors.
Result<LabConfig> ParseLabConfig(std::string_view toml, std::string_view name);

// The web alone; what is the lab's is read and left out.
Result<WebSpec> ParseWebSpec(std::string_view toml, std::string_view name);

// "all", or kinds: a host for each.
Result<std::vector<MisbehaviourRule>> ParseMisbehaviourList(const std::vector<std::string>& names);

// ParseWebSpec() gives back the same. ASCII, a key a line. What is as it comes by itself is left
// out, but for seed, start and what says which web it is. REQUIRES: strings are UTF-8, durations
// not negative, numbers finite.
std::string FormatWebSpec(const WebSpec& spec);

}  // namespace meguri
