#include "sim/web/web_spec_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/duration_text.h"
#include "base/printable.h"
#include "sim/web/toml_table.h"

namespace meguri {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::max();

const std::vector<std::string_view>& SourceKinds() {
  static const std::vector<std::string_view> kKinds = {"generated", "graph", "folder", "tar",
                                                       "warc"};
  return kKinds;
}
const std::vector<std::string_view>& ChangeKinds() {
  static const std::vector<std::string_view> kKinds = {"never", "poisson", "rhythm", "bursts",
                                                       "replay"};
  return kKinds;
}
const std::vector<std::string_view>& MisbehaviourKinds() {
  static const std::vector<std::string_view> kKinds = [] {
    std::vector<std::string_view> names;
    for (const MisbehaviourInfo& info : Misbehaviours())
      names.push_back(info.name);
    return names;
  }();
  return kKinds;
}

void ReadLanguages(TomlTable& table, std::vector<Language>& into) {
  std::vector<std::string> codes;
  table.Read("languages", codes);
  if (!table.Has("languages")) return;
  into.clear();
  for (const std::string& code : codes) {
    const auto language = ParseLanguage(code);
    if (!language) {
      table.FailAt("languages", fmt::format("languages: '{}' is none that the pages can be in; "
                                            "want some of en, ja, de, fr, es",
                                            Printable(code)));
      return;
    }
    into.push_back(*language);
  }
  if (into.empty()) table.FailAt("languages", "languages: want one at least, such as \"en\"");
}

// True if one of its keys was there.
bool ReadGenerated(TomlTable& table, GeneratedSpec& into) {
  bool any = false;
  for (const std::string_view key : {"hosts", "pages", "max-host-pages", "host-names", "languages",
                                     "mean-bytes", "dead-links", "encoded-paths", "https"}) {
    any = any || table.Has(key);
  }
  table.ReadNumber("hosts", into.hosts);
  table.ReadUnsigned("pages", into.pages);
  table.ReadNumber("max-host-pages", into.max_host_pages);
  table.Read("host-names", into.host_names);
  ReadLanguages(table, into.languages);
  table.ReadNumber("mean-bytes", into.mean_bytes);
  table.Read("dead-links", into.dead_links, 1);
  table.Read("encoded-paths", into.encoded_paths, 1);
  table.Read("https", into.https, 1);
  return any;
}

void ReadSource(TomlTable& table, WebSpec& spec) {
  SourceSpec& source = spec.sources.emplace_back();
  std::size_t kind = 0;
  table.ReadName("kind", SourceKinds(), kind);
  source.kind = static_cast<SourceSpec::Kind>(kind);
  ReadGenerated(table, source.generated);
  table.Read("path", source.path);
  table.Read("host", source.host);
  if (source.kind != SourceSpec::Kind::kGenerated && source.path.empty()) {
    table.FailAt("kind", fmt::format("a source of kind {} wants a path", SourceKinds()[kind]));
  }
}

void ReadChange(TomlTable& table, WebSpec& spec) {
  ChangeRule& rule = spec.changes.emplace_back();
  std::size_t kind = 0;
  table.ReadName("kind", ChangeKinds(), kind);
  rule.kind = static_cast<ChangeRule::Kind>(kind);
  table.Read("weight", rule.weight, kNoLimit);
  table.Read("every", rule.every);
  table.Read("jitter", rule.jitter);
  table.Read("workdays", rule.workdays);
  table.ReadNumber("changes", rule.changes);
  table.Read("within", rule.within);
  table.Read("path", rule.path);
  table.Read("trivial", rule.trivial);
  using enum ChangeRule::Kind;
  const bool wants_every = rule.kind == kPoisson || rule.kind == kRhythm || rule.kind == kBursts;
  if (wants_every && rule.every < std::chrono::milliseconds(1)) {
    table.FailAt("every", fmt::format("a change of kind {} wants every = \"1ms\" at least",
                                      ChangeKinds()[kind]));
  }
  if (rule.kind == kRhythm && rule.jitter * 2 >= rule.every) {
    table.FailAt("jitter", "jitter: want less than half of every");
  }
  if (rule.kind == kReplay && rule.path.empty()) {
    table.FailAt("kind", "a change of kind replay wants a path");
  }
}

void ReadMove(TomlTable& table, WebSpec& spec) {
  MoveRule& rule = spec.moves.emplace_back();
  table.Read("host", rule.host);
  table.Read("share", rule.share, 1);
  table.Read("trees", rule.trees);
  table.Read("after", rule.after);
  table.Read("redirect", rule.redirect);
}

void ReadMisbehaviour(TomlTable& table, WebSpec& spec) {
  MisbehaviourRule& rule = spec.misbehaviours.emplace_back();
  std::size_t kind = MisbehaviourKinds().size();
  table.ReadName("kind", MisbehaviourKinds(), kind);
  table.Read("host", rule.host);
  if (kind < MisbehaviourKinds().size()) {
    rule.kind = Misbehaviours()[kind].kind;
  } else {
    table.FailAt("kind", "a misbehaviour wants a kind; meguri lab --list-misbehaviours has them");
  }
}

void ReadMisbehave(TomlTable& table, WebSpec& spec) {
  std::vector<std::string> names;
  table.Read("misbehave", names);
  auto rules = ParseMisbehaviourList(names);
  if (!rules) return table.FailAt("misbehave", "misbehave: " + rules.error().context);
  for (MisbehaviourRule& rule : *rules)
    spec.misbehaviours.push_back(std::move(rule));
}

void ReadConfig(TomlTable& table, LabConfig& config) {
  WebSpec& web = config.web;
  table.ReadUnsigned("seed", web.seed);
  table.Read("start", web.start);
  table.ReadNumber("ips", web.ips);
  table.ReadOptional("http-port", config.http_port);
  table.ReadOptional("https-port", config.https_port);
  web.ports.http = config.http_port.value_or(web.ports.http);
  web.ports.https = config.https_port.value_or(web.ports.https);
  GeneratedSpec generated;
  if (ReadGenerated(table, generated)) web.sources.push_back({.generated = generated});
  ReadMisbehave(table, web);
  table.ReadTables("source", [&](TomlTable& inner) { ReadSource(inner, web); });
  table.ReadTables("change", [&](TomlTable& inner) { ReadChange(inner, web); });
  table.ReadTables("move", [&](TomlTable& inner) { ReadMove(inner, web); });
  table.ReadTables("misbehaviour", [&](TomlTable& inner) { ReadMisbehaviour(inner, web); });
  double speed = 1;
  table.Read("speed", speed, kNoLimit);
  if (table.Has("speed")) config.speed = speed;
  table.ReadOptional("dns-port", config.dns_port);
  table.ReadOptional("log", config.log);
  table.ReadOptional("dir", config.dir);
}

}  // namespace

Result<std::vector<MisbehaviourRule>> ParseMisbehaviourList(const std::vector<std::string>& names) {
  std::vector<MisbehaviourRule> rules;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const MisbehaviourInfo& info : Misbehaviours())
        rules.push_back({.kind = info.kind});
      continue;
    }
    const auto kind = ParseMisbehaviour(name);
    if (!kind) {
      const std::vector<std::string> known(MisbehaviourKinds().begin(), MisbehaviourKinds().end());
      const std::string_view nearest = NearestName(name, known);
      return Fail(
          ErrorCode::kInvalidArgument,
          fmt::format("there is no kind '{}'; {}meguri lab --list-misbehaviours has them all",
                      Printable(name),
                      nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest)));
    }
    rules.push_back({.kind = *kind});
  }
  return rules;
}

Result<LabConfig> ParseLabConfig(std::string_view toml, std::string_view name) {
  LabConfig config;
  MEGURI_CHECK_STATUS(ReadToml(toml, name, [&](TomlTable& table) { ReadConfig(table, config); }));
  return config;
}

Result<WebSpec> ParseWebSpec(std::string_view toml, std::string_view name) {
  MEGURI_TRY(LabConfig config, ParseLabConfig(toml, name));
  return std::move(config.web);
}

}  // namespace meguri
