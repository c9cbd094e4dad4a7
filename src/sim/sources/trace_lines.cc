#include "sim/sources/trace_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/printable.h"

namespace meguri {
namespace {

// Later ones would not fit into the microseconds of a WallTime, and are nobody's page anyway.
constexpr std::uint64_t kMaxSeconds = std::uint64_t{1} << 40;

// Up to `separator`, which is taken off too; `rest` is then empty or what is behind.
std::string_view TakeUpTo(char separator, std::string_view& rest) {
  const std::size_t at = rest.find(separator);
  const std::string_view front = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return front;
}

std::optional<std::uint64_t> ParseNumber(std::string_view text, int base = 10) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

void SplitTabs(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return;
    line.remove_prefix(tab + 1);
  }
}

}  // namespace

tl::unexpected<Error> TraceLines::NoNumber(std::string_view column, std::string_view text) const {
  return lines_.FailHere(
      fmt::format("{}: no number: \"{}\"", column, Printable(text.substr(0, 40))));
}

Result<TraceLines> TraceLines::Open(Files& files, const std::string& path) {
  MEGURI_TRY(PackedLines lines, PackedLines::Open(files, path));
  TraceLines traces(std::move(lines));
  MEGURI_CHECK_STATUS(traces.ReadHeader());
  return traces;
}

Status TraceLines::ReadHeader() {
  std::string_view line;
  MEGURI_TRY(const bool there, lines_.Next(line));
  if (!there) return Fail(ErrorCode::kCorrupt, lines_.path() + ": is empty");
  SplitTabs(line, fields_);
  names_.assign(fields_.begin(), fields_.end());
  for (const auto& [name, at] : {std::pair{"t0", &columns_.t0},
                                 {"dt", &columns_.dt},
                                 {"v", &columns_.v},
                                 {"site", &columns_.site},
                                 {"path", &columns_.path},
                                 {"end", &columns_.end},
                                 {"sh", &columns_.sh}}) {
    const auto found = std::ranges::find(names_, name);
    if (found != names_.end()) *at = static_cast<std::size_t>(found - names_.begin());
  }
  return Need({"t0", "dt", "v"});
}

Status TraceLines::Need(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    if (std::ranges::find(names_, name) == names_.end()) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}:1: the header has no column {}", lines_.path(), name));
    }
  }
  return {};
}

Status TraceLines::ReadTimes(TraceLine& line) const {
  const std::string_view t0 = Field(columns_.t0);
  const auto first = ParseNumber(t0);
  if (!first || *first > kMaxSeconds) return NoNumber("t0", t0);
  std::uint64_t now = *first;
  line.times.push_back(now);
  std::string_view dt = Field(columns_.dt);
  if (dt.ends_with(',')) return lines_.FailHere("dt: ends with a comma");
  while (!dt.empty()) {
    const std::string_view text = TakeUpTo(',', dt);
    const auto step = ParseNumber(text);
    if (!step || *step > kMaxSeconds) return NoNumber("dt", text);
    now += *step;
    if (now > kMaxSeconds) return lines_.FailHere("dt: goes beyond the end of time");
    line.times.push_back(now);
  }
  line.end = now;
  if (columns_.end == kNone) return {};
  const std::string_view text = Field(columns_.end);
  const auto end = ParseNumber(text);
  if (!end || *end > kMaxSeconds) return NoNumber("end", text);
  if (*end < now) {
    return lines_.FailHere(fmt::format("end: {} is before the last event, at {}", *end, now));
  }
  line.end = *end;
  return {};
}

Status TraceLines::ReadVersions(TraceLine& line) const {
  const std::size_t events = line.times.size();
  std::string_view v = Field(columns_.v);
  if (v == "-") {
    for (std::uint64_t version = 1; version <= events; ++version)
      line.versions.push_back(version);
    return {};
  }
  if (v.ends_with(',')) return lines_.FailHere("v: ends with a comma");
  while (!v.empty()) {
    const std::string_view text = TakeUpTo(',', v);
    const auto version = ParseNumber(text);
    if (!version) return NoNumber("v", text);
    line.versions.push_back(*version);
  }
  if (line.versions.size() == events) return {};
  return lines_.FailHere(fmt::format("v: {} versions for {} events", line.versions.size(), events));
}

Status TraceLines::ReadFingerprints(TraceLine& line) const {
  if (columns_.sh == kNone || Field(columns_.sh) == "-") return {};
  std::string_view sh = Field(columns_.sh);
  const auto items = static_cast<std::size_t>(std::ranges::count(sh, ',')) + 1;
  if (items != line.times.size()) {
    return lines_.FailHere(fmt::format("sh: {} simhashes for {} events", items, line.times.size()));
  }
  for (std::size_t i = 0; i < items; ++i) {
    const std::string_view text = TakeUpTo(',', sh);
    const auto simhash = ParseNumber(text, 16);
    if (!simhash && !text.empty()) return NoNumber("sh", text);
    line.fingerprints.push_back(simhash);
  }
  return {};
}

Result<bool> TraceLines::Next(TraceLine& line) {
  std::string_view text;
  MEGURI_TRY(const bool there, lines_.Next(text));
  if (!there) return false;
  SplitTabs(text, fields_);
  if (fields_.size() != names_.size()) {
    return lines_.FailHere(
        fmt::format("{} fields; the header has {} columns", fields_.size(), names_.size()));
  }
  line.times.clear();
  line.versions.clear();
  line.fingerprints.clear();
  line.site = columns_.site == kNone ? std::string_view() : Field(columns_.site);
  line.path = columns_.path == kNone ? std::string_view() : Field(columns_.path);
  MEGURI_CHECK_STATUS(ReadTimes(line));
  MEGURI_CHECK_STATUS(ReadVersions(line));
  MEGURI_CHECK_STATUS(ReadFingerprints(line));
  return true;
}

}  // namespace meguri
