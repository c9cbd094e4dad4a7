#include "app/crawl/audit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <string_view>

#include "app/json_lines.h"
#include "base/duration_text.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

using std::chrono::microseconds;

constexpr std::array<double, 2> kQuantiles = {0.5, 0.99};
constexpr std::size_t kShownBytes = 200;  // of a URL

std::uint64_t Sum(const auto& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double Millis(microseconds duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

double Intervals(std::uint64_t permille) { return static_cast<double>(permille) / 1000; }

std::string PlaceText(const LogPlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

void AppendLine(std::string_view what, std::string_view text, std::string& out) {
  out += fmt::format("{:<17} {}\n", what, text);
}

std::string What(const Breach& breach) {
  const std::string_view side = breach.server ? "server" : "host";
  switch (breach.kind) {
    case BreachKind::kInFlight:
      return fmt::format("{} {}: while {} was in flight", side, breach.who,
                         PlaceText(breach.before));
    case BreachKind::kTooSoon:
      return fmt::format("{} {}: {} ms after the end of {}, not {} ms", side, breach.who,
                         Millis(breach.got), PlaceText(breach.before), Millis(breach.wanted));
    case BreachKind::kAfterStart:
      return fmt::format("{} {}: {} ms after the process began, not {} ms", side, breach.who,
                         Millis(breach.got), Millis(breach.wanted));
    case BreachKind::kShortInterval:
      break;
  }
  return fmt::format("{} {}: states an interval of {} ms, configured are {} ms", side, breach.who,
                     Millis(breach.got), Millis(breach.wanted));
}

// "990 configured, 10 crawl-delay", or of kinds.
template <class Counts, class Name>
std::string CountsText(const Counts& counts, Name name) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[i], name(i));
  }
  return text.empty() ? "none" : text;
}

std::string_view KindName(std::size_t i) { return RequestKindName(static_cast<RequestKind>(i)); }
std::string_view RuleName(std::size_t i) { return IntervalRuleName(static_cast<IntervalRule>(i)); }
std::string_view BreachName(std::size_t i) { return BreachKindName(static_cast<BreachKind>(i)); }

void SaySide(const AuditSide& side, std::string_view what, std::string& out) {
  const Histogram& gaps = side.gap_permille;
  AppendLine(fmt::format("per {}", what),
             fmt::format("{} breaches{}; {} {}s; intervals: {}", Sum(side.breaches),
                         Sum(side.breaches) == 0
                             ? ""
                             : fmt::format(" ({})", CountsText(side.breaches, BreachName)),
                         side.seen, what, CountsText(side.by_rule, RuleName)),
             out);
  if (gaps.count() == 0) return;
  AppendLine(
      "  gaps",
      fmt::format("smallest {:.3f}, median {:.3f}, 99th percentile {:.3f} of the interval, while "
                  "there was something to fetch",
                  Intervals(gaps.min()), Intervals(gaps.Quantile(kQuantiles[0])),
                  Intervals(gaps.Quantile(kQuantiles[1]))),
      out);
}

void SayLists(const Audit& audit, std::string& out) {
  for (const Breach& breach : audit.breaches) {
    out += fmt::format("  {}: {}: {}\n", PlaceText(breach.place), Printable(What(breach)),
                       Printable(std::string_view(breach.url).substr(0, kShownBytes)));
  }
  if (audit.breach_count() > audit.breaches.size() && !audit.breaches.empty()) {
    out += fmt::format("  and {} more\n", audit.breach_count() - audit.breaches.size());
  }
}

void SayDamage(const Audit& audit, std::string& out) {
  if (audit.damaged + audit.missing > 0) {
    AppendLine("damage",
               fmt::format("{} damaged lines, {} requests missing", audit.damaged, audit.missing),
               out);
  }
  for (const Damage& damage : audit.damages)
    out += fmt::format("  {}: {}\n", PlaceText(damage.place), damage.what);
  if (audit.damaged > audit.damages.size() && !audit.damages.empty()) {
    out += fmt::format("  and {} more\n", audit.damaged - audit.damages.size());
  }
  if (audit.torn > 0) {
    AppendLine("note",
               fmt::format("{} files end within a line, as a process leaves them that was killed",
                           audit.torn),
               out);
  }
  if (audit.beginning_lost) {
    AppendLine("note", "the first files are gone; what they held is not judged", out);
  }
}

std::string_view Verdict(const Audit& audit) {
  if (audit.clean()) return "clean";
  return audit.breach_count() > 0 ? "breaches" : "not proved: the log is damaged";
}

Answer PlaceAsJson(const LogPlace& place) {
  if (place.line == 0) return nullptr;
  return {{"file", place.file}, {"line", place.line}};
}

template <class Counts, class Name>
Answer CountsAsJson(const Counts& counts, Name name) {
  Answer json = Answer::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    json[std::string(name(i))] = counts[i];
  return json;
}

Answer SideAsJson(const AuditSide& side) {
  Answer json;
  json["count"] = Sum(side.breaches);
  json["breaches"] = CountsAsJson(side.breaches, BreachName);
  json["most_in_a_process"] = side.seen;
  json["by_rule"] = CountsAsJson(side.by_rule, RuleName);
  json["gaps"] = nullptr;
  if (side.gap_permille.count() > 0) {
    json["gaps"] = {{"count", side.gap_permille.count()},
                    {"smallest", Intervals(side.gap_permille.min())},
                    {"median", Intervals(side.gap_permille.Quantile(kQuantiles[0]))},
                    {"p99", Intervals(side.gap_permille.Quantile(kQuantiles[1]))},
                    {"largest", Intervals(side.gap_permille.max())}};
  }
  return json;
}

Answer BreachAsJson(const Breach& breach) {
  Answer json;
  json["kind"] = BreachKindName(breach.kind);
  json["of"] = breach.server ? "server" : "host";
  json["who"] = breach.who;
  json["place"] = PlaceAsJson(breach.place);
  json["before"] = PlaceAsJson(breach.before);
  json["got_ms"] = Millis(breach.got);
  json["wanted_ms"] = Millis(breach.wanted);
  json["url"] = breach.url;
  return json;
}

}  // namespace

std::string AuditInWords(const Audit& audit) {
  std::string out;
  AppendLine(
      "log",
      fmt::format("{} requests by {} processes in {} files; {} without an end; {} bytes",
                  audit.requests, audit.processes, audit.files, audit.unfinished, audit.bytes),
      out);
  AppendLine("kinds", CountsText(audit.by_kind, KindName), out);
  SaySide(audit.hosts, "host", out);
  SaySide(audit.servers, "server", out);
  SayLists(audit, out);
  if (!audit.longest.empty()) AppendLine("longest intervals", "that were kept", out);
  for (const LongWait& wait : audit.longest) {
    out += fmt::format("  {}: {} {} {}, {}\n", PlaceText(wait.place),
                       wait.server ? "server" : "host", Printable(wait.who),
                       FormatDuration(wait.interval), IntervalRuleName(wait.rule));
  }
  SayDamage(audit, out);
  AppendLine("verdict", Verdict(audit), out);
  return out;
}

std::string AuditAsJson(const Audit& audit) {
  Answer json;
  json["clean"] = audit.clean();
  json["breach_count"] = audit.breach_count();
  json["files"] = audit.files;
  json["lines"] = audit.lines;
  json["processes"] = audit.processes;
  json["requests"] = audit.requests;
  json["unfinished"] = audit.unfinished;
  json["bytes"] = audit.bytes;
  json["by_kind"] = CountsAsJson(audit.by_kind, KindName);
  json["hosts"] = SideAsJson(audit.hosts);
  json["servers"] = SideAsJson(audit.servers);
  json["breaches"] = Answer::array();
  for (const Breach& breach : audit.breaches)
    json["breaches"].push_back(BreachAsJson(breach));
  json["longest_intervals"] = Answer::array();
  for (const LongWait& wait : audit.longest) {
    json["longest_intervals"].push_back({{"of", wait.server ? "server" : "host"},
                                         {"who", wait.who},
                                         {"place", PlaceAsJson(wait.place)},
                                         {"interval_ms", Millis(wait.interval)},
                                         {"rule", IntervalRuleName(wait.rule)}});
  }
  json["damaged"] = audit.damaged;
  json["missing"] = audit.missing;
  json["torn"] = audit.torn;
  json["beginning_lost"] = audit.beginning_lost;
  json["damages"] = Answer::array();
  for (const Damage& damage : audit.damages)
    json["damages"].push_back({{"place", PlaceAsJson(damage.place)}, {"what", damage.what}});
  return json.dump(-1, ' ', false, Answer::error_handler_t::replace) + "\n";
}

}  // namespace meguri::app
