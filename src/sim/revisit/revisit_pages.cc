#include "sim/revisit/revisit_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "revisit/parameter_groups.h"
#include "sim/draws.h"
#include "sim/sources/trace_lines.h"

namespace meguri {
namespace {

constexpr double kSecondsPerDay = 86'400;
constexpr std::uint64_t kWindow = std::uint64_t{730} * 86'400;

Result<std::string> TraceFile(Files& files, const std::string& path) {
  const auto entries = files.List(path);
  if (!entries) return path;  // no folder: whether it is a file will be seen
  for (const std::string_view name : {"traces.tsv.zst", "traces.tsv"}) {
    for (const DirectoryEntry& entry : *entries)
      if (entry.name == name && !entry.is_directory) return fmt::format("{}/{}", path, name);
  }
  return Fail(ErrorCode::kNotFound, path + ": has neither traces.tsv.zst nor traces.tsv");
}

std::vector<RevisitPages::Event> EventsOf(const TraceLine& line) {
  const double start = static_cast<double>(line.end) - static_cast<double>(kWindow);
  std::vector<RevisitPages::Event> events;
  events.reserve(line.times.size());
  for (std::size_t i = 0; i < line.times.size(); ++i) {
    RevisitPages::Event event{.time = (static_cast<double>(line.times[i]) - start) / kSecondsPerDay,
                              .version = line.versions[i]};
    if (!line.fingerprints.empty() && line.fingerprints[i]) {
      event.simhash = *line.fingerprints[i];
      event.has_simhash = true;
    }
    events.push_back(event);
  }
  return events;
}

}  // namespace

void RevisitPages::Add(RevisitPage page, const std::vector<Event>& events) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers = {{0, 0}};
  const auto number = [&](std::uint64_t version) {
    return numbers.try_emplace(version, static_cast<std::uint32_t>(numbers.size())).first->second;
  };
  const auto later = std::ranges::upper_bound(events, page.begin, {}, &Event::time);
  const Event& first = *(later - 1);
  page.initial = number(first.version);
  page.initial_fingerprint = first.simhash;
  page.initial_has_fingerprint = first.has_simhash;
  page.first_event = times.size();
  const std::size_t known = numbers.size();
  for (auto event = later; event != events.end() && event->time <= page.end; ++event) {
    times.push_back(event->time);
    versions.push_back(number(event->version));
    simhashes.push_back(event->simhash);
    has_simhash.push_back(event->has_simhash);
  }
  page.last_event = times.size();
  page.new_versions = static_cast<std::uint32_t>(numbers.size() - known);
  if (page.rate == 0)
    page.rate = static_cast<double>(page.last_event - page.first_event) / (page.end - page.begin);
  new_versions += page.new_versions;
  live_days += page.end - page.begin;
  pages.push_back(page);
}

Result<RevisitPages> ReadRevisitPages(Files& files, const std::string& path) {
  MEGURI_TRY(const std::string file, TraceFile(files, path));
  MEGURI_TRY(TraceLines lines, TraceLines::Open(files, file));
  MEGURI_CHECK_STATUS(lines.Need({"site", "end"}));
  RevisitPages pages;
  std::map<std::string, std::uint32_t, std::less<>> sites;
  std::vector<ParameterGroups> groups;  // by site
  std::uint64_t number = 0;
  for (TraceLine line;; ++number) {
    MEGURI_TRY(const bool there, lines.Next(line));
    if (!there) break;
    const auto site =
        sites.try_emplace(line.site, static_cast<std::uint32_t>(sites.size())).first->second;
    if (site == pages.sites.size()) {
      pages.sites.push_back(line.site);
      groups.emplace_back();
    }
    const std::vector<RevisitPages::Event> events = EventsOf(line);
    RevisitPage page{.site = site,
                     .key = Mixed(number),
                     .begin = std::max(0.0, events.front().time),
                     .end = events.back().version == 0 ? events.back().time : kRevisitDays};
    if (!(page.begin < page.end)) continue;
    page.group = groups[site].Add("/" + line.path);
    pages.Add(page, events);
  }
  if (number == 0) return Fail(ErrorCode::kCorrupt, file + ": has no line of a page");
  if (pages.pages.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                file + ": has no page that is there in the last 730 days of its site");
  }
  std::ranges::stable_sort(pages.pages, {}, &RevisitPage::site);
  return pages;
}

}  // namespace meguri
