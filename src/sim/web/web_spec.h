// What a virtual web is to be: the settings of `meguri lab` and of simulations, as values. A
// web_spec_toml.h reads and writes them, a web_builder.h makes the web.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "sim/page/prose_bank.h"
#include "sim/web/misbehaviour.h"
#include "sim/web/page_source.h"

namespace meguri {

// How a share of the generated pages changes. `kind` decides which of the others count.
struct ChangeRule {
  enum class Kind : std::uint8_t { kNever, kPoisson, kRhythm, kBursts, kReplay };

  Kind kind = Kind::kNever;
  double weight = 1;                    // against the weights of the other rules
  std::chrono::microseconds every{0};   // mean (poisson, bursts) or period (rhythm)
  std::chrono::microseconds jitter{0};  // rhythm
  bool workdays = false;                // rhythm
  std::uint32_t changes = 10;           // of a burst
  std::chrono::microseconds within{0};  // of a burst
  std::string path;                     // replay: a file of change histories
  bool trivial = false;                 // only trivial changes

  bool operator==(const ChangeRule&) const = default;
};

// Pages that go elsewhere on their host at a moment.
struct MoveRule {
  std::string host = "*";              // one host's name, or "*" for all
  double share = 1;                    // of the host's top folders (trees) or pages
  bool trees = true;                   // whole trees, else single pages
  std::chrono::microseconds after{0};  // since the start of the web
  bool redirect = true;                // 301 from the old URL, else 404

  bool operator==(const MoveRule&) const = default;
};

// A generated web.
struct GeneratedSpec {
  std::uint32_t hosts = 100;
  std::uint64_t pages = 10'000;         // HTML pages of all hosts together
  std::uint32_t max_host_pages = 0;     // that any one host has; 0: no limit
  std::vector<std::string> host_names;  // instead of generated ones; then `hosts` is their number
  std::vector<Language> languages = {Language::kEnglish, Language::kJapanese};
  std::uint32_t mean_bytes = 20'000;  // of an HTML page
  double dead_links = 0;              // share of the links that are drawn which lead nowhere
  // Share of hosts with percent-encoded UTF-8 in their paths, which not all clients understand in
  // a page of another charset.
  double encoded_paths = 0;
  double https = 0.5;  // share of hosts that redirect http to https

  bool operator==(const GeneratedSpec&) const = default;
};

struct SourceSpec {
  enum class Kind : std::uint8_t { kGenerated, kGraph, kFolder, kTar, kWarc };

  Kind kind = Kind::kGenerated;
  GeneratedSpec generated;  // kGenerated
  std::string path;         // the others: NAME of NAME.urls.gz and NAME.adj.gz, folder, or file
  std::string host;         // kFolder and kTar: under which name it is served

  bool operator==(const SourceSpec&) const = default;
};

// One host with this misbehaviour, under this name; empty: "KIND.bad.test".
struct MisbehaviourRule {
  Misbehaviour kind = Misbehaviour::kNone;
  std::string host;

  bool operator==(const MisbehaviourRule&) const = default;
};

struct WebSpec {
  std::uint64_t seed = 7;
  WallTime start = ManualClock::kDefaultStart;  // virtual time begins here
  std::uint32_t ips = 0;                        // servers; 0: one per host
  WebPorts ports;
  std::vector<SourceSpec> sources;  // empty: one GeneratedSpec as it comes
  std::vector<ChangeRule> changes;  // empty: a mixture as on the real web
  std::vector<MoveRule> moves;
  std::vector<MisbehaviourRule> misbehaviours;

  bool operator==(const WebSpec&) const = default;
};

}  // namespace meguri
