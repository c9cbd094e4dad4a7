#include "crawl/origin_robots.h"

#include <algorithm>

#include "robots/robots_access.h"
#include "robots/robots_txt.h"

namespace meguri {

void OriginRobots::Take(const RobotsAnswer& answer, int max_attempts, TimePoint now) {
  const bool fails = !answer.status || *answer.status >= 500 || *answer.status == 429;
  if (fails && !failing_) failing_since_ = now;
  failing_ = fails;
  attempts_ = fails ? attempts_ + 1 : 0;
  if (fails && answer.may_pass && attempts_ < max_attempts) return;
  const robots::RobotsAccess access = robots::DecideRobotsAccess({
      .status = answer.status,
      .redirects_followed = hops_,
      .has_usable_location = !answer.location.empty(),
      .has_old_copy = has_copy_,
      .failing_for = fails ? std::chrono::duration_cast<std::chrono::seconds>(now - failing_since_)
                           : std::chrono::seconds(0),
      .max_age = answer.max_age,
      .retry_after = answer.retry_after,
  });
  if (access.action == robots::RobotsAction::kFollowRedirect) {
    hop_ = answer.location;
    ++hops_;
    return;
  }
  hop_.clear();
  hops_ = 0;
  attempts_ = 0;
  known_ = true;
  valid_until_ = now + access.valid_for;
  switch (access.action) {
    case robots::RobotsAction::kUseBody:
      copy_ = robots::RobotsTxt::Parse(answer.body).RulesFor(agent_);
      has_copy_ = true;
      rules_ = copy_;
      break;
    case robots::RobotsAction::kUseOldCopy:
      rules_ = copy_;
      break;
    case robots::RobotsAction::kDisallowAll:
      rules_ = robots::RobotsRules::DisallowAll();
      closed_end_ = answer.end;
      closed_why_ = answer.end == PageEnd::kRobots ? "robots.txt could not be had" : "";
      if (!closed_why_.empty() && !answer.error.empty()) closed_why_ += ": ";
      closed_why_ += answer.error;
      break;
    case robots::RobotsAction::kAllowAll:
    case robots::RobotsAction::kFollowRedirect:
      rules_ = robots::RobotsRules();
      break;
  }
}

void OriginRobots::Ignore() {
  known_ = true;
  rules_ = robots::RobotsRules();
  valid_until_ = TimePoint::max();
}

}  // namespace meguri
