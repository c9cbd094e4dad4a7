#include "app/find_moved/find_moved_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "app/commands.h"
#include "app/json_lines.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

using moved::Verdict;

constexpr std::size_t kMostShown = 5;
constexpr std::size_t kMostUnlikely = 3;
constexpr double kLeastShown = 0.05;  // what is less likely is noise to people
constexpr double kPlaces = 1e6;       // of scores in JSON

void AppendCandidate(const moved::Candidate& candidate, std::string& out) {
  fmt::format_to(std::back_inserter(out), "  {:.2f}  {}\n", candidate.score,
                 Printable(candidate.url));
  if (candidate.reasons.empty()) return;
  fmt::format_to(std::back_inserter(out), "        {}\n",
                 Printable(fmt::format("{}", fmt::join(candidate.reasons, "; "))));
}

void AppendCandidates(const FindMovedReport& report, std::size_t from, std::string_view title,
                      std::string& out) {
  const auto& candidates = report.result.candidates;
  std::size_t shown = from;
  for (; shown < std::min(candidates.size(), kMostShown); ++shown) {
    if (candidates[shown].score < kLeastShown) break;
    if (shown == from) out.append(title).append("\n");
    AppendCandidate(candidates[shown], out);
  }
  if (shown > from && candidates.size() > shown) {
    fmt::format_to(std::back_inserter(out), "  … and {} less likely (--json has all)\n",
                   candidates.size() - shown);
  }
}

// Where nothing is likely, a person may still see at once which of the first ones it is.
void AppendUnlikely(const FindMovedReport& report, std::string& out) {
  std::size_t shown = 0;
  for (const moved::Candidate& candidate : report.result.candidates) {
    if (candidate.reasons.empty()) continue;
    if (shown == 0) out.append("Not likely, but the likeliest of what was seen:\n");
    AppendCandidate(candidate, out);
    if (++shown == kMostUnlikely) return;
  }
}

bool HasLikely(const moved::SearchResult& result) {
  return !result.candidates.empty() && result.candidates.front().score >= kLeastShown;
}

std::string WhereItWas(const FindMovedReport& report) {
  std::string url = Printable(report.url);
  switch (report.result.verdict) {
    case Verdict::kNotGone:
      return fmt::format("Not gone: {} still has the page.", url);
    case Verdict::kDown:
      return report.result.requests == 0
                 ? fmt::format("Not known: nobody could be asked about {}.", url)
                 : fmt::format("Not known: the site of {} doesn't answer.", url);
    case Verdict::kRefused:
      return fmt::format("Not known: the site of {} doesn't want to be asked.", url);
    case Verdict::kFound:
      return fmt::format("Found: where {} went.", url);
    case Verdict::kNotFound:
      return fmt::format("Not found: where {} went.", url);
  }
  return url;
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFound:
      return "found";
    case Verdict::kNotFound:
      return "not-found";
    case Verdict::kNotGone:
      return "not-gone";
    case Verdict::kDown:
      return "down";
    case Verdict::kRefused:
      return "refused";
  }
  return "not-found";
}

std::string FindMovedInWords(const FindMovedReport& report) {
  const moved::SearchResult& result = report.result;
  const bool found = result.verdict == Verdict::kFound || result.verdict == Verdict::kNotGone;
  std::string out = WhereItWas(report) + "\n";
  if (result.verdict == Verdict::kNotGone) out += Printable(result.explanation) + "\n";
  if (found) {
    // A page that is there still without a doubt is no candidate.
    const bool has_it = !result.candidates.empty() && (result.verdict == Verdict::kFound ||
                                                       result.candidates.front().url == report.url);
    if (has_it) {
      AppendCandidate(result.candidates.front(), out);
      AppendCandidates(report, 1, "Less likely:", out);
    }
  } else {
    if (!result.explanation.empty()) out += Printable(result.explanation) + "\n";
    const bool asked = result.verdict == Verdict::kDown || result.verdict == Verdict::kRefused;
    if (asked && !report.trouble.empty()) out += "Why: " + Printable(report.trouble) + "\n";
    if (HasLikely(result)) {
      AppendCandidates(
          report, 0,
          fmt::format("Candidates, none of them likely enough, or not read (--threshold {}):",
                      report.threshold),
          out);
    } else {
      AppendUnlikely(report, out);
    }
    if (!report.advice.empty()) out += report.advice + "\n";
  }
  fmt::format_to(std::back_inserter(out), "{} request{}{}\n", result.requests,
                 result.requests == 1 ? "" : "s",
                 report.stopped ? "; stopped before the search was at its end" : "");
  return out;
}

std::string FindMovedAsJson(const FindMovedReport& report) {
  const moved::SearchResult& result = report.result;
  Answer json;
  json["url"] = report.url;
  json["verdict"] = VerdictName(result.verdict);
  json["status"] = report.old_status;
  json["explanation"] = result.explanation;
  json["trouble"] = report.trouble;
  json["stopped"] = report.stopped;
  json["requests"] = result.requests;
  json["candidates"] = Answer::array();
  for (const moved::Candidate& candidate : result.candidates) {
    json["candidates"].push_back({{"url", candidate.url},
                                  {"score", std::round(candidate.score * kPlaces) / kPlaces},
                                  {"reasons", candidate.reasons},
                                  {"requests", candidate.requests},
                                  {"read", candidate.is_read}});
  }
  return json.dump(-1, ' ', false, Answer::error_handler_t::replace) + '\n';
}

int FindMovedExitCode(Verdict verdict) {
  return verdict == Verdict::kFound || verdict == Verdict::kNotGone ? kExitYes : kExitNo;
}

}  // namespace meguri::app
