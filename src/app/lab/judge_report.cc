#include "app/lab/judge_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/json_lines.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

using std::chrono::microseconds;

double Millis(microseconds duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

std::string Gap(microseconds gap) {
  if (gap.count() < 0) return fmt::format("none: {} ms of overlap", -Millis(gap));
  return fmt::format("{} ms", Millis(gap));
}

std::string Gaps(const Politeness& politeness) {
  if (!politeness.smallest_gap) return "no gap to see";
  return fmt::format("smallest gap: {}, median {}, 99 % within {}", Gap(*politeness.smallest_gap),
                     Gap(*politeness.median_gap), Gap(*politeness.gap_99));
}

double Percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 100 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

class Words {
 public:
  void Line(std::string_view what, std::string_view text) {
    out_ += fmt::format("{:<17} {}\n", what, text);
  }
  // A breach.
  void Item(std::uint64_t line, std::string_view text) {
    out_ += fmt::format("  line {}: {}\n", line, Printable(text));
  }
  void More(std::uint64_t count, std::size_t listed) {
    if (count > listed && listed > 0) out_ += fmt::format("  and {} more\n", count - listed);
  }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

void SayPoliteness(const Politeness& politeness, std::string_view what, Words& words) {
  words.Line(fmt::format("per {}", what),
             fmt::format("{} too soon; {} {}s; {}", politeness.too_soon, politeness.groups.size(),
                         what, Gaps(politeness)));
  for (const TooSoon& breach : politeness.list) {
    words.Item(breach.line,
               breach.gap.count() < 0
                   ? fmt::format("{}: while line {} was in flight, {} ms before its end",
                                 breach.who, breach.before, -Millis(breach.gap))
                   : fmt::format("{}: {} ms after line {}", breach.who, Millis(breach.gap),
                                 breach.before));
  }
  words.More(politeness.too_soon, politeness.list.size());
}

void SayWrong(const WrongRequests& wrong, std::string_view what, Words& words) {
  words.Line(what, fmt::format("{}", wrong.count));
  for (const WrongRequest& request : wrong.list) {
    words.Item(request.line, request.url.substr(0, 200) + ": " + request.why);
  }
  words.More(wrong.count, wrong.list.size());
}

void SayRepeats(const Repeats& repeats, Words& words) {
  words.Line("fetched again",
             fmt::format("{} URLs, {} fetches beyond the first{}", repeats.urls, repeats.fetches,
                         repeats.over_limit == 0 ? ""
                                                 : fmt::format("; {} URLs more often than allowed",
                                                               repeats.over_limit)));
  constexpr std::size_t kShown = 3;  // unless it is a breach
  std::size_t left = repeats.over_limit > 0 ? repeats.list.size() : kShown;
  for (const RepeatedFetch& repeat : repeats.list) {
    if (left-- == 0) break;
    words.Item(repeat.line,
               fmt::format("{} times {}", repeat.fetches, repeat.request.substr(0, 200)));
  }
}

Answer WrongAsJson(const WrongRequests& wrong) {
  Answer json;
  json["count"] = wrong.count;
  json["list"] = Answer::array();
  for (const WrongRequest& request : wrong.list) {
    json["list"].push_back({{"line", request.line}, {"url", request.url}, {"why", request.why}});
  }
  return json;
}

Answer GapAsJson(const std::optional<microseconds>& gap) {
  return gap ? Answer(Millis(*gap)) : Answer(nullptr);
}

Answer PolitenessAsJson(const Politeness& politeness) {
  Answer json;
  json["count"] = politeness.too_soon;
  json["groups"] = politeness.groups.size();
  json["smallest_gap_ms"] = GapAsJson(politeness.smallest_gap);
  json["median_gap_ms"] = GapAsJson(politeness.median_gap);
  json["gap_99_ms"] = GapAsJson(politeness.gap_99);
  json["list"] = Answer::array();
  for (const TooSoon& breach : politeness.list) {
    json["list"].push_back({{"line", breach.line},
                            {"before", breach.before},
                            {"gap_ms", Millis(breach.gap)},
                            {"who", breach.who}});
  }
  json["offenders"] = Answer::array();
  for (const GroupPoliteness& group : politeness.groups) {
    if (group.too_soon == 0) continue;
    json["offenders"].push_back({{"who", group.name},
                                 {"requests", group.requests},
                                 {"count", group.too_soon},
                                 {"smallest_gap_ms", GapAsJson(group.smallest_gap)}});
  }
  return json;
}

}  // namespace

std::string JudgementInWords(const Judgement& judgement, microseconds interval) {
  Words words;
  words.Line("log", fmt::format("{} requests, {} answered, in {:.1f} s; {} connections without a "
                                "request",
                                judgement.requests, judgement.answered,
                                Millis(judgement.span) / 1000, judgement.connections));
  if (judgement.cut_short) {
    words.Line("note", "the last line is not whole, as if the lab had been killed; it is left out");
  }
  words.Line("interval",
             fmt::format("{} ms from a response's end to the next request", Millis(interval)));
  SayPoliteness(judgement.hosts, "host", words);
  SayPoliteness(judgement.servers, "server", words);
  SayWrong(judgement.forbidden_address, "forbidden address", words);
  if (judgement.robots) {
    SayWrong(judgement.robots->forbidden, "against robots", words);
    SayWrong(judgement.robots->not_asked, "robots not asked", words);
  } else {
    words.Line("robots.txt", "not judged: the web is not known");
  }
  SayRepeats(judgement.repeats, words);
  if (judgement.coverage) {
    const Coverage& coverage = *judgement.coverage;
    words.Line("coverage",
               fmt::format("{} of {} pages ({:.1f} %); of those that robots.txt allows {} of {} "
                           "({:.1f} %)",
                           coverage.fetched, coverage.pages,
                           Percent(coverage.fetched, coverage.pages), coverage.allowed_fetched,
                           coverage.allowed, Percent(coverage.allowed_fetched, coverage.allowed)));
  }
  words.Line("verdict", judgement.clean() ? "clean" : "breaches");
  return words.Take();
}

std::string JudgementAsJson(const Judgement& judgement, microseconds interval) {
  Answer json;
  json["clean"] = judgement.clean();
  json["interval_ms"] = Millis(interval);
  json["lines"] = judgement.lines;
  json["requests"] = judgement.requests;
  json["answered"] = judgement.answered;
  json["connections_without_request"] = judgement.connections;
  json["seconds"] = Millis(judgement.span) / 1000;
  json["cut_short"] = judgement.cut_short;
  json["hosts"] = PolitenessAsJson(judgement.hosts);
  json["servers"] = PolitenessAsJson(judgement.servers);
  json["forbidden_address"] = WrongAsJson(judgement.forbidden_address);
  Answer& repeats = json["repeats"];
  repeats["urls"] = judgement.repeats.urls;
  repeats["fetches"] = judgement.repeats.fetches;
  repeats["over_limit"] = judgement.repeats.over_limit;
  repeats["list"] = Answer::array();
  for (const RepeatedFetch& repeat : judgement.repeats.list) {
    repeats["list"].push_back(
        {{"fetches", repeat.fetches}, {"line", repeat.line}, {"request", repeat.request}});
  }
  json["robots"] = nullptr;
  if (judgement.robots) {
    json["robots"] = {{"judged", judgement.robots->judged},
                      {"forbidden", WrongAsJson(judgement.robots->forbidden)},
                      {"not_asked", WrongAsJson(judgement.robots->not_asked)}};
  }
  json["coverage"] = nullptr;
  if (judgement.coverage) {
    const Coverage& coverage = *judgement.coverage;
    json["coverage"] = {{"agent", coverage.agent},
                        {"pages", coverage.pages},
                        {"fetched", coverage.fetched},
                        {"allowed", coverage.allowed},
                        {"allowed_fetched", coverage.allowed_fetched}};
  }
  return json.dump(-1, ' ', false, Answer::error_handler_t::replace) + "\n";
}

}  // namespace meguri::app
