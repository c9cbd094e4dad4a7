#include "app/lab/lab_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/duration_text.h"
#include "base/printable.h"
#include "sim/page/prose_bank.h"
#include "sim/web/web_spec_toml.h"
#include "warc/warc_date.h"

namespace meguri::app {
namespace {

constexpr std::uint16_t kHttpPort = 8080;
constexpr std::uint16_t kHttpsPort = 8443;
constexpr std::uint16_t kDnsPort = 5300;
constexpr double kMaxSpeed = 1e6;  // a year in half a minute

using Kind = SourceSpec::Kind;

// The generated source that --hosts and the like speak of: the first, made if there is none.
GeneratedSpec& GeneratedOf(WebSpec& web) {
  const auto found = std::ranges::find(web.sources, Kind::kGenerated, &SourceSpec::kind);
  if (found != web.sources.end()) return found->generated;
  return web.sources.insert(web.sources.begin(), SourceSpec())->generated;
}

Status AddLanguages(const std::vector<std::string>& codes, WebSpec& web) {
  if (codes.empty()) return {};
  std::vector<Language> languages;
  for (const std::string& code : codes) {
    const auto language = ParseLanguage(code);
    if (!language) {
      return Fail(
          ErrorCode::kInvalidArgument,
          fmt::format("--languages: '{}' is none that the pages can be in; want some of en, "
                      "ja, de, fr, es",
                      Printable(code)));
    }
    languages.push_back(*language);
  }
  GeneratedOf(web).languages = std::move(languages);
  return {};
}

// "docs.test=site/" or "site/", which is served as site.test.
SourceSpec SnapshotOf(Kind kind, std::string_view text) {
  SourceSpec source{.kind = kind};
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    source.host = text.substr(0, equals);
    source.path = text.substr(equals + 1);
    return source;
  }
  source.path = text;
  return source;
}

void AddSources(const LabFlags& flags, WebSpec& web) {
  for (const std::string& path : flags.graphs)
    web.sources.push_back({.kind = Kind::kGraph, .path = path});
  for (const std::string& text : flags.folders)
    web.sources.push_back(SnapshotOf(Kind::kFolder, text));
  for (const std::string& text : flags.tars)
    web.sources.push_back(SnapshotOf(Kind::kTar, text));
  for (const std::string& path : flags.warcs)
    web.sources.push_back({.kind = Kind::kWarc, .path = path});
  // A folder or tar is called after its file, if nobody says otherwise.
  for (SourceSpec& source : web.sources) {
    if ((source.kind != Kind::kFolder && source.kind != Kind::kTar) || !source.host.empty()) {
      continue;
    }
    source.host = HostNameFor(source.path);
  }
}

Status ApplyFlags(const LabFlags& flags, WebSpec& web) {
  if (flags.seed) web.seed = *flags.seed;
  if (flags.ips) web.ips = *flags.ips;
  if (flags.start) {
    const auto start = warc::ParseAnyDate(*flags.start);
    if (!start) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--start: '{}' is no moment; want one such as 2026-01-01T00:00:00Z",
                              Printable(*flags.start)));
    }
    web.start = *start;
  }
  if (flags.hosts) GeneratedOf(web).hosts = *flags.hosts;
  if (flags.pages) GeneratedOf(web).pages = *flags.pages;
  if (flags.max_host_pages) GeneratedOf(web).max_host_pages = *flags.max_host_pages;
  MEGURI_CHECK_STATUS(AddLanguages(flags.languages, web));
  AddSources(flags, web);
  auto rules = ParseMisbehaviourList(flags.misbehave);
  if (!rules) {
    return Fail(ErrorCode::kInvalidArgument, "--misbehave: " + rules.error().context);
  }
  std::ranges::move(*rules, std::back_inserter(web.misbehaviours));
  return {};
}

}  // namespace

std::string HostNameFor(std::string_view path) {
  while (path.ends_with('/'))
    path.remove_suffix(1);
  path.remove_prefix(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  std::string name;
  for (const char c : path.substr(0, path.find('.', 1))) {
    if (IsAsciiAlphanumeric(c)) {
      name += AsciiToLower(c);
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-'))
    name.pop_back();
  return (name.empty() ? "folder" : name.substr(0, 63)) + ".test";
}

Result<std::chrono::microseconds> ParseDurationFlag(std::string_view flag, std::string_view text) {
  const auto duration = ParseDuration(text);
  if (duration) return *duration;
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: '{}' is no length of time; want one such as 200ms, 5s, 10m or 1h",
                          flag, Printable(text)));
}

Result<LabPlan> MakeLabPlan(const LabFlags& flags, const std::string& config) {
  MEGURI_TRY(LabConfig file, ParseLabConfig(config, flags.config));
  LabPlan plan;
  plan.web = std::move(file.web);
  MEGURI_CHECK_STATUS(ApplyFlags(flags, plan.web));
  // A lab has ports of its own, since those of the web are for root.
  plan.web.ports.http = flags.http_port.value_or(file.http_port.value_or(kHttpPort));
  plan.web.ports.https = flags.https_port.value_or(file.https_port.value_or(kHttpsPort));
  plan.dns_port = flags.dns_port.value_or(file.dns_port.value_or(kDnsPort));
  plan.speed = flags.speed.value_or(file.speed.value_or(1));
  if (!(plan.speed >= 0 && plan.speed <= kMaxSpeed)) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("--speed: {} virtual seconds a second? Want 0 to {}", plan.speed, kMaxSpeed));
  }
  plan.dir = !flags.dir.empty() ? flags.dir : file.dir.value_or("meguri-lab");
  if (!flags.no_log) {
    plan.log = !flags.log.empty() ? flags.log : file.log.value_or(plan.dir + "/access.log");
  }
  if (!flags.run_for.empty()) {
    MEGURI_TRY(plan.run_for, ParseDurationFlag("--for", flags.run_for));
  }
  plan.json = flags.json;
  return plan;
}

}  // namespace meguri::app
