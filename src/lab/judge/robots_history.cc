#include "lab/judge/robots_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/printable.h"
#include "robots/robots_txt.h"
#include "sim/web/content_answer.h"

namespace meguri {
namespace {

using robots::RobotsAction;
using robots::RobotsFetch;
using robots::RobotsRules;
using robots::RobotsTxt;

constexpr std::size_t kMaxRules = 200'000;  // sites whose rules are kept

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// As much of the body as a crawler reads.
void ExpandBody(WebAnswer& answer) {
  for (std::uint64_t i = 0;
       i < answer.delivery.repeats && answer.body.size() <= RobotsTxt::kMaxBytes &&
       !answer.delivery.repeated.empty();
       ++i) {
    answer.body += answer.delivery.repeated;
  }
  answer.body += answer.delivery.trailer;
}

// What robots.txt at `url` gives to whoever asks.
WebAnswer AskWeb(const VirtualWeb& web, const url::Url& url, WallTime now, std::string_view agent) {
  WebAnswer answer;
  web.Answer({.https = url.scheme() == "https",
              .host = url.host(),
              .target = url.path_and_query(),
              .user_agent = agent},
             now, answer);
  return answer;
}

std::string WordsOf(const robots::Verdict& verdict) {
  if (verdict.reason == robots::VerdictReason::kWholeSite) {
    return "its robots.txt could not be had, which forbids everything";
  }
  if (verdict.reason == robots::VerdictReason::kRule) {
    return fmt::format("line {} of its robots.txt: {}", verdict.line, Printable(verdict.rule));
  }
  return "its robots.txt is too costly to check, which forbids it";
}

}  // namespace

void AppendOriginKey(const url::Url& url, std::string& out) {
  out.append(url.scheme()).append("://").append(url.host()).append(":");
  out += std::to_string(url.effective_port().value_or(0));
}

void RobotsHistory::Add(const url::Url& url, const LogLine& line) {
  key_.clear();
  AppendOriginKey(url, key_);
  Site& site = sites_[key_];
  if (site.events.empty() || line.start < site.first_start) site.first_start = line.start;
  site.events.push_back({.start = line.start,
                         .end = line.end,
                         .bytes = line.bytes,
                         .status = line.status,
                         .whole = line.ended == LogEnd::kSent});
}

void RobotsHistory::Seal() {
  for (auto& [origin, site] : sites_) {
    std::ranges::stable_sort(site.events, {}, &Event::end);
    Decide(site);
  }
}

void RobotsHistory::Decide(Site& site) const {
  std::optional<std::size_t> copy;  // the latest body
  bool failing = false;
  WallTime failing_since;
  for (std::size_t i = 0; i < site.events.size(); ++i) {
    Event& event = site.events[i];
    const WallTime now = head_.VirtualAt(event.start);
    // A status is known even if the rest is lost; of a file, as much as has to be read will do.
    const bool known = event.status / 100 != 2 || event.whole || event.bytes > RobotsTxt::kMaxBytes;
    RobotsFetch fetch;
    if (event.status != 0 && known) fetch.status = event.status;
    fetch.has_usable_location = true;  // RulesAt() looks where it leads
    fetch.has_old_copy = copy.has_value();
    fetch.failing_for = std::chrono::floor<std::chrono::seconds>(failing ? now - failing_since
                                                                         : WallTime::duration(0));
    event.action = DecideRobotsAccess(fetch).action;
    event.body = copy.value_or(i);
    if (event.action == RobotsAction::kUseBody || event.action == RobotsAction::kFollowRedirect) {
      event.body = i;
      copy = i;
    }
    const bool failed = !fetch.status || *fetch.status == 429 || *fetch.status >= 500;
    if (!failed) {
      failing = false;
    } else if (!failing) {
      failing = true;
      failing_since = now;
    }
  }
}

RobotsHistory::Verdict RobotsHistory::Judge(const url::Url& url, std::int64_t start,
                                            std::string_view agent) {
  key_.clear();
  AppendOriginKey(url, key_);
  const auto found = sites_.find(key_);
  if (found == sites_.end()) {
    return {Verdict::Kind::kNotAsked, "the site was never asked for its robots.txt"};
  }
  const Site& site = found->second;
  if (start < site.first_start) {
    return {Verdict::Kind::kNotAsked, fmt::format("robots.txt was asked for {} ms later",
                                                  (site.first_start - start + 999) / 1000)};
  }
  const auto after = std::ranges::upper_bound(site.events, start, {}, &Event::end);
  // Still under way: two requests at once are impolite, and counted as that.
  if (after == site.events.begin()) return {};
  const RobotsRules& rules = RulesOf(site, *(after - 1), url, agent);
  const robots::Verdict verdict = rules.Check(url.path_and_query(), scratch_);
  if (verdict.allowed) return {};
  return {Verdict::Kind::kForbidden, WordsOf(verdict)};
}

const RobotsRules& RobotsHistory::RulesOf(const Site& site, const Event& event, const url::Url& url,
                                          std::string_view agent) {
  // key_ is the site's. Events are told apart by their places.
  const auto number = static_cast<std::size_t>(&event - site.events.data());
  const std::uint64_t key = StableHash64(fmt::format("{} {} {}", key_, number, agent));
  const auto found = rules_.find(key);
  if (found != rules_.end()) return found->second;
  if (rules_.size() >= kMaxRules) rules_.clear();
  RobotsRules rules;
  switch (event.action) {
    case RobotsAction::kAllowAll:
      break;
    case RobotsAction::kDisallowAll:
      rules = RobotsRules::DisallowAll();
      break;
    case RobotsAction::kUseBody:
    case RobotsAction::kUseOldCopy:
    case RobotsAction::kFollowRedirect:
      rules = RulesAt(url, head_.VirtualAt(site.events[event.body].start), agent);
  }
  return rules_.emplace(key, std::move(rules)).first->second;
}

RobotsRules RobotsHistory::RulesAt(const url::Url& url, WallTime now,
                                   std::string_view agent) const {
  std::optional<url::Url> at = url::Url::Parse("/robots.txt", &url);
  for (int hops = 0; at; ++hops) {
    WebAnswer answer = AskWeb(web_, *at, now, agent);
    std::optional<url::Url> next;
    if (IsRedirect(answer.status)) {
      next = url::Url::Parse(AnswerField(answer, "Location"), &*at);
      if (next && (!next->is_http() || web_.FindHost(next->host()) == nullptr)) next.reset();
    }
    RobotsFetch fetch{.redirects_followed = hops, .has_usable_location = next.has_value()};
    if (!answer.delivery.never && !answer.delivery.endless_head) fetch.status = answer.status;
    switch (DecideRobotsAccess(fetch).action) {
      case RobotsAction::kUseBody:
        ExpandBody(answer);
        return RobotsTxt::Parse(answer.body).RulesFor(agent);
      case RobotsAction::kFollowRedirect:
        at = std::move(next);
        break;
      case RobotsAction::kUseOldCopy:
      case RobotsAction::kAllowAll:
        return {};
      case RobotsAction::kDisallowAll:
        return RobotsRules::DisallowAll();
    }
  }
  return {};
}

bool RobotsHistory::AllowsAt(const url::Url& url, WallTime now, std::string_view agent) {
  key_.assign("now ");  // no site is called so
  AppendOriginKey(url, key_);
  const std::uint64_t key = StableHash64(fmt::format("{} {}", key_, agent));
  auto found = rules_.find(key);
  if (found == rules_.end()) {
    if (rules_.size() >= kMaxRules) rules_.clear();
    found = rules_.emplace(key, RulesAt(url, now, agent)).first;
  }
  return found->second.Check(url.path_and_query(), scratch_).allowed;
}

}  // namespace meguri
