// What a crawler knew of each site's robots.txt at any moment, from an access log: when it asked
// for it and what it got. With that, whether it was allowed to ask for a page.
//
//   asked, got 200 ──▶ the body that the web gave at that (virtual) moment
//   asked, got 301 ──▶ what the web says at the end of up to five hops
//   asked, got 404, 429, 500, nothing, half of it ──▶ robots/robots_access.h
//
// A site is scheme, host and port. What holds for a page is the last answer that had ended when
// the page was asked for. Rules are kept while they are used: O(sites) of memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lab/judge/log_reader.h"
#include "robots/robots_access.h"
#include "robots/robots_rules.h"
#include "sim/web/virtual_web.h"
#include "url/url.h"

namespace meguri {

class RobotsHistory {
 public:
  // Both must outlive this.
  RobotsHistory(const VirtualWeb& web, const LogHead& head) : web_(web), head_(head) {}

  static bool IsRobotsTxt(const url::Url& url) { return url.path_and_query() == "/robots.txt"; }

  // A request for robots.txt: first all of them, then Seal(), then questions.
  void Add(const url::Url& url, const LogLine& line);
  void Seal();

  struct Verdict {
    enum class Kind : std::uint8_t { kAllowed, kNotAsked, kForbidden };
    Kind kind = Kind::kAllowed;
    std::string why;  // "line 3 of its robots.txt: Disallow: /x"; empty if allowed
  };
  Verdict Judge(const url::Url& url, std::int64_t start, std::string_view agent);

  // By robots.txt as the web answers at `now`, whether it was asked or not.
  bool AllowsAt(const url::Url& url, WallTime now, std::string_view agent);

 private:
  struct Event {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t bytes = 0;
    int status = 0;
    bool whole = false;  // the response came to its end
    // What follows: filled by Seal().
    robots::RobotsAction action = robots::RobotsAction::kDisallowAll;
    std::size_t body = 0;  // kUseBody, kUseOldCopy, kFollowRedirect: of which event
  };
  struct Site {
    std::int64_t first_start = 0;
    std::vector<Event> events;  // by their ends, once sealed
  };

  void Decide(Site& site) const;
  const robots::RobotsRules& RulesOf(const Site& site, const Event& event, const url::Url& url,
                                     std::string_view agent);
  // What a crawler makes of `url`'s robots.txt at a moment.
  robots::RobotsRules RulesAt(const url::Url& url, WallTime now, std::string_view agent) const;

  const VirtualWeb& web_;
  const LogHead& head_;
  std::unordered_map<std::string, Site> sites_;  // by origin
  std::unordered_map<std::uint64_t, robots::RobotsRules> rules_;
  std::string key_;      // reused
  std::string scratch_;  // for Check()
};

// "https://host:8443", the port always there.
void AppendOriginKey(const url::Url& url, std::string& out);

}  // namespace meguri
