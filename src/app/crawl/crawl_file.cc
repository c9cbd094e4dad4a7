#include "app/crawl/crawl_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/crawl/crawl_values.h"
#include "sim/web/toml_table.h"

namespace meguri::app {
namespace {

void FailAtKey(TomlTable& table, std::string_view key, const Error& error) {
  table.FailAt(key, fmt::format("{}: {}", key, error.context));
}

// The key's values as a flag would have them.
std::vector<std::string> TextsOf(const CrawlKey& key, TomlTable& table) {
  switch (key.kind) {
    case KeyKind::kList: {
      std::vector<std::string> texts;
      table.Read(key.name, texts);
      return texts;
    }
    case KeyKind::kNumber: {
      std::uint64_t number = 0;
      table.ReadUnsigned(key.name, number);
      return {std::to_string(number)};
    }
    case KeyKind::kSwitch: {
      bool on = false;
      table.Read(key.name, on);
      return {on ? "true" : "false"};
    }
    case KeyKind::kText:
      break;
  }
  std::string text;
  table.Read(key.name, text);
  return {text};
}

void ReadHeaders(TomlTable& table, HostSettings& host) {
  std::vector<std::string> lines;
  table.Read("headers", lines);
  for (const std::string& line : lines) {
    auto header = ParseHeader(line);
    if (!header) return FailAtKey(table, "headers", header.error());
    host.headers.push_back(*std::move(header));
  }
}

// `into` of a request's head: one line, if it is there.
void ReadLine(TomlTable& table, std::string_view key, std::string& into) {
  const bool there = table.Has(key);
  table.Read(key, into);
  if (!there) return;
  const auto line = CheckLine(into);
  if (!line) FailAtKey(table, key, line.error());
}

void ReadHost(TomlTable& table, std::set<std::string>& seen, CrawlSettings& settings) {
  std::string name;
  table.Read("name", name);
  const auto host = CheckHost(name);
  if (!host) return FailAtKey(table, "name", host.error());
  if (!seen.insert(*host).second) {
    return table.FailAt("name", fmt::format("name: {} has a [[host]] already", *host));
  }
  HostSettings& into = SettingsOfHost(*host, settings);
  ReadHeaders(table, into);
  ReadLine(table, "cookies", into.cookies);
  ReadLine(table, "user", into.user);
  ReadLine(table, "password", into.password);
  if (into.user.find(':') != std::string::npos) {
    table.FailAt("user", "user: it can't have a ':', which ends it in the request");
  }
  if (into.user.empty() && !into.password.empty()) {
    table.FailAt("password", "password: there is no user that it belongs to; want user, too");
  }
  std::string interval;
  const bool has_interval = table.Has("interval");
  table.Read("interval", interval);
  if (has_interval) {
    const auto time = ParseTime(interval);
    if (!time) return FailAtKey(table, "interval", time.error());
    into.interval = *time;
  }
  table.Read("ignore-robots", into.ignore_robots);
}

}  // namespace

Status ApplyCrawlFile(std::string_view toml, std::string_view file, CrawlPlan& plan) {
  return ReadToml(toml, file, [&plan](TomlTable& table) {
    table.Read("url", plan.urls);
    for (const CrawlKeyGroup& group : CrawlKeys()) {
      for (const CrawlKey& key : group.keys) {
        const bool there = table.Has(key.name);
        const std::vector<std::string> texts = TextsOf(key, table);  // known from now on
        if (!there) continue;
        const Status applied = key.apply(texts, plan);
        if (!applied) FailAtKey(table, key.name, applied.error());
      }
    }
    std::set<std::string> seen;
    table.ReadTables("host", [&](TomlTable& host) { ReadHost(host, seen, plan.settings); });
  });
}

}  // namespace meguri::app
