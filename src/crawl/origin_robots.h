// robots.txt of one origin ("http://www.example.org:8080"): what holds now, and what to ask next.
//
//   if (!robots.IsValid(now)) … fetch robots.NextUrl(), then robots.Take(answer, now) …
//   robots.rules().Check(path)
//
// What an answer means is robots_access.h's to say; this keeps the copy, the hops and the clock.
// Owned by one shard.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "cluster/message.h"
#include "robots/robots_rules.h"

namespace meguri {

class OriginRobots {
 public:
  // `origin` without a '/' at its end; `agent` is the whole User-Agent, or its product token.
  OriginRobots(std::string origin, std::string_view agent)
      : origin_(std::move(origin)), agent_(agent) {}

  std::string_view origin() const { return origin_; }
  bool IsValid(TimePoint now) const { return known_ && now < valid_until_; }
  // What is to be fetched next: /robots.txt, or where it redirected to.
  std::string NextUrl() const { return hop_.empty() ? origin_ + "/robots.txt" : hop_; }
  bool is_hop() const { return !hop_.empty(); }

  // The answer to NextUrl(). After it either IsValid(), or NextUrl() is to be asked: for the next
  // hop, or once more, since a server that fails keeps us out only after `max_attempts`.
  void Take(const RobotsAnswer& answer, int max_attempts, TimePoint now);

  // What of it outlives the process, right after Take(answer): "" unless it is a file, or known not
  // to be there. Load() takes it as long as it is fresh; false if it isn't, or is none.
  std::string Save(const RobotsAnswer& answer, TimePoint now, WallTime wall) const;
  bool Load(std::string_view bytes, TimePoint now, WallTime wall);

  const robots::RobotsRules& rules() const { return rules_; }
  // Why all is forbidden, if robots.txt could not be had: the server takes no connection, say, and
  // so has no pages either.
  PageEnd closed_end() const { return closed_end_; }
  const std::string& closed_why() const { return closed_why_; }
  // The host is left alone by the user's wish: everything is allowed for ever.
  void Ignore();

 private:
  std::string origin_;
  std::string agent_;
  robots::RobotsRules rules_;  // that hold
  robots::RobotsRules copy_;   // of the last 2xx
  bool known_ = false;
  bool has_copy_ = false;
  bool failing_ = false;
  TimePoint failing_since_;
  TimePoint valid_until_;
  PageEnd closed_end_ = PageEnd::kRobots;
  std::string closed_why_;
  std::string hop_;
  int hops_ = 0;
  int attempts_ = 0;  // that failed, in a row
};

}  // namespace meguri
