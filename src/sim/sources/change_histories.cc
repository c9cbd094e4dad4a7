#include "sim/sources/change_histories.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>

#include "base/printable.h"
#include "sim/sources/packed_file.h"

namespace meguri {
namespace {

// Later ones would not fit into the microseconds of a WallTime, and are nobody's page anyway.
constexpr std::uint64_t kMaxSeconds = std::uint64_t{1} << 40;

struct Columns {
  std::size_t t0 = 0;
  std::size_t dt = 0;
  std::size_t v = 0;
  std::size_t count = 0;
};

// Up to `separator`, which is taken off too; `rest` is then empty or what is behind.
std::string_view TakeUpTo(char separator, std::string_view& rest) {
  const std::size_t at = rest.find(separator);
  const std::string_view front = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return front;
}

std::optional<std::uint64_t> ParseNumber(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
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

Result<Columns> ReadHeader(PackedLines& lines) {
  std::string_view line;
  MEGURI_TRY(const bool there, lines.Next(line));
  if (!there) return Fail(ErrorCode::kCorrupt, lines.path() + ": is empty");
  std::vector<std::string_view> names;
  SplitTabs(line, names);
  Columns columns{.count = names.size()};
  const auto find = [&](std::string_view name, std::size_t& at) {
    at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    return at < names.size();
  };
  for (const auto& [name, at] :
       {std::pair{"t0", &columns.t0}, {"dt", &columns.dt}, {"v", &columns.v}}) {
    if (!find(name, *at)) return lines.FailHere(fmt::format("the header has no column {}", name));
  }
  return columns;
}

tl::unexpected<Error> NoNumber(const PackedLines& lines, std::string_view column,
                               std::string_view text) {
  return lines.FailHere(
      fmt::format("{}: no number: \"{}\"", column, Printable(text.substr(0, 40))));
}

Status ReadTimes(const PackedLines& lines, std::string_view t0, std::string_view dt,
                 std::vector<WallTime>& times) {
  const auto add = [&](std::uint64_t seconds) {
    times.emplace_back(std::chrono::seconds(seconds));
  };
  const auto first = ParseNumber(t0);
  if (!first || *first > kMaxSeconds) return NoNumber(lines, "t0", t0);
  std::uint64_t now = *first;
  add(now);
  while (!dt.empty()) {
    const std::string_view text = TakeUpTo(',', dt);
    const auto step = ParseNumber(text);
    if (!step || *step > kMaxSeconds) return NoNumber(lines, "dt", text);
    now += *step;
    if (now > kMaxSeconds) return lines.FailHere("dt: goes beyond the end of time");
    add(now);
  }
  return {};
}

Status ReadVersions(const PackedLines& lines, std::string_view v, ChangeHistory& history) {
  const std::size_t events = history.times.size();
  if (v == "-") {
    for (std::uint64_t version = 1; version <= events; ++version)
      history.versions.push_back(version);
    return {};
  }
  while (!v.empty()) {
    const std::string_view text = TakeUpTo(',', v);
    const auto version = ParseNumber(text);
    if (!version) return NoNumber(lines, "v", text);
    history.versions.push_back(*version);
  }
  if (history.versions.size() == events) return {};
  return lines.FailHere(
      fmt::format("v: {} versions for {} events", history.versions.size(), events));
}

void MergeSameMoments(ChangeHistory& history) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < history.times.size(); ++i) {
    if (i > 0 && history.times[i] == history.times[kept - 1]) --kept;
    history.times[kept] = history.times[i];
    history.versions[kept] = history.versions[i];
    ++kept;
  }
  history.times.resize(kept);
  history.versions.resize(kept);
}

}  // namespace

Result<std::vector<ChangeHistory>> ReadChangeHistories(Files& files, const std::string& path) {
  MEGURI_TRY(PackedLines lines, PackedLines::Open(files, path));
  MEGURI_TRY(const Columns columns, ReadHeader(lines));
  std::vector<ChangeHistory> histories;
  std::vector<std::string_view> fields;
  for (;;) {
    std::string_view line;
    MEGURI_TRY(const bool there, lines.Next(line));
    if (!there) break;
    SplitTabs(line, fields);
    if (fields.size() != columns.count) {
      return lines.FailHere(
          fmt::format("{} fields; the header has {} columns", fields.size(), columns.count));
    }
    ChangeHistory history;
    MEGURI_CHECK_STATUS(ReadTimes(lines, fields[columns.t0], fields[columns.dt], history.times));
    MEGURI_CHECK_STATUS(ReadVersions(lines, fields[columns.v], history));
    MergeSameMoments(history);
    history.times.shrink_to_fit();
    history.versions.shrink_to_fit();
    histories.push_back(std::move(history));
  }
  if (histories.empty()) return Fail(ErrorCode::kCorrupt, path + ": has no line of a page");
  return histories;
}

}  // namespace meguri
