#include "sim/moved/moved_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/printable.h"

namespace meguri {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMaxCasesBytes = std::uint64_t{64} << 20;

tl::unexpected<Error> Wrong(const std::string& path, std::string_view what) {
  return Fail(ErrorCode::kCorrupt, fmt::format("{}: {}", path, what));
}

// False if it is there and no string.
bool TakeString(const Json& from, const char* name, std::string& into) {
  const auto found = from.find(name);
  if (found == from.end() || found->is_null()) return true;
  if (!found->is_string()) return false;
  into = found->get<std::string>();
  return true;
}

bool TakeStrings(const Json& from, const char* name, std::vector<std::string>& into) {
  const auto found = from.find(name);
  if (found == from.end() || found->is_null()) return true;
  if (!found->is_array()) return false;
  for (const Json& each : *found) {
    if (!each.is_string()) return false;
    into.push_back(each.get<std::string>());
  }
  return true;
}

bool NamesFiles(std::string_view name) {
  const auto is_fine = [](char c) {
    return IsAsciiAlphanumeric(c) || c == '_' || c == '-' || c == '.';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, is_fine);
}

bool IsPath(std::string_view path) { return path.starts_with('/'); }

bool IsHost(std::string_view host) {
  return !host.empty() && host.find_first_of("/?#@ \t\r\n") == std::string_view::npos;
}

// "" if nothing is wrong with it.
std::string_view ReadSnap(const Json& json, MovedSnap& snap) {
  if (!json.is_object() || !TakeString(json, "snap", snap.name) || !NamesFiles(snap.name))
    return "no name that could be a file's (\"snap\")";
  if (!TakeString(json, "site", snap.site)) return "\"site\" is no string";
  if (snap.site.empty()) snap.site = snap.name;
  if (!TakeStrings(json, "hosts", snap.hosts) || snap.hosts.empty() ||
      !std::ranges::all_of(snap.hosts, IsHost)) {
    return "\"hosts\" is no list of host names";
  }
  for (std::string& host : snap.hosts)
    host = AsciiLowered(host);
  return "";
}

std::string_view ReadCase(const Json& json, MovedCase& into) {
  if (!TakeString(json, "root_old", into.root_old) || !IsPath(into.root_old))
    return "\"root_old\" is no path";
  if (!TakeString(json, "root_new", into.root_new) || !IsPath(into.root_new))
    return "\"root_new\" is no path";
  if (!TakeString(json, "old", into.old_path) || !IsPath(into.old_path))
    return "\"old\" is no path";
  if (!TakeStrings(json, "new", into.new_paths) || into.new_paths.empty() ||
      !std::ranges::all_of(into.new_paths, IsPath)) {
    return "\"new\" is no list of paths";
  }
  return "";
}

const Json* ListOf(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_array() ? &*found : nullptr;
}

Status TakeCase(const std::string& path, const Json& json, MovedCases& cases) {
  MovedCase one;
  if (!json.is_object() || !TakeString(json, "id", one.id) || one.id.empty())
    return Wrong(path, fmt::format("case {}: has no \"id\"", cases.cases.size() + 1));
  const std::string name = Printable(one.id);
  if (std::ranges::find(cases.cases, one.id, &MovedCase::id) != cases.cases.end())
    return Wrong(path, fmt::format("case {}: is there twice", name));
  std::string snap;
  if (!TakeString(json, "snap", snap))
    return Wrong(path, fmt::format("case {}: no \"snap\"", name));
  const auto found = std::ranges::find(cases.snaps, snap, &MovedSnap::name);
  if (found == cases.snaps.end()) {
    return Wrong(path, fmt::format("case {}: \"snap\": '{}' is none of \"snapshots\"", name,
                                   Printable(snap)));
  }
  one.snap = static_cast<std::size_t>(found - cases.snaps.begin());
  const std::string_view wrong = ReadCase(json, one);
  if (!wrong.empty()) return Wrong(path, fmt::format("case {}: {}", name, wrong));
  cases.cases.push_back(std::move(one));
  return {};
}

}  // namespace

Result<MovedCases> ReadMovedCases(Files& files, const std::string& folder) {
  const std::string path = folder + "/cases.json";
  MEGURI_TRY(const std::string text, ReadWholeFile(files, path, kMaxCasesBytes));
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Wrong(path, "is no JSON object");
  const Json* const snaps = ListOf(json, "snapshots");
  const Json* const list = ListOf(json, "cases");
  if (snaps == nullptr) return Wrong(path, "has no list \"snapshots\"");
  if (list == nullptr || list->empty()) return Wrong(path, "has no list \"cases\"");
  MovedCases cases;
  for (const Json& each : *snaps) {
    MovedSnap snap;
    const std::string_view wrong = ReadSnap(each, snap);
    if (!wrong.empty())
      return Wrong(path, fmt::format("snapshot {}: {}", cases.snaps.size() + 1, wrong));
    if (std::ranges::find(cases.snaps, snap.name, &MovedSnap::name) != cases.snaps.end())
      return Wrong(path, fmt::format("snapshot {}: is there twice", snap.name));
    cases.snaps.push_back(std::move(snap));
  }
  for (const Json& each : *list)
    MEGURI_CHECK_STATUS(TakeCase(path, each, cases));
  return cases;
}

}  // namespace meguri
