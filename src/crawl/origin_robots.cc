#include "crawl/origin_robots.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

// "UNTIL STATUS\n" and the body; UNTIL in seconds since 1970.
std::string OriginRobots::Save(const RobotsAnswer& answer, TimePoint now, WallTime wall) const {
  if (!IsValid(now) || !answer.status) return "";
  const int status = *answer.status;
  if (status < 200 || status >= 500 || status == 304 || status == 429) return "";
  const auto left = std::chrono::floor<std::chrono::seconds>(valid_until_ - now);
  const auto until = std::chrono::floor<std::chrono::seconds>(wall) + left;
  return fmt::format("{} {}\n{}", until.time_since_epoch().count(), status, answer.body);
}

bool OriginRobots::Load(std::string_view bytes, TimePoint now, WallTime wall) {
  std::int64_t until = 0;
  int status = 0;
  const char* const end = bytes.data() + bytes.size();
  const auto first = std::from_chars(bytes.data(), end, until);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return false;
  const auto second = std::from_chars(first.ptr + 1, end, status);
  if (second.ec != std::errc() || second.ptr == end || *second.ptr != '\n') return false;
  const std::int64_t today =
      std::chrono::floor<std::chrono::seconds>(wall).time_since_epoch().count();
  // The clock may have been set meanwhile: nothing holds longer than it could when it was fetched.
  if (until <= today || until - today > robots::kMaxValidity.count()) return false;
  bytes.remove_prefix(static_cast<std::size_t>(second.ptr + 1 - bytes.data()));
  Take({.status = status, .body = std::string(bytes)}, 1, now);
  valid_until_ = now + std::chrono::seconds(until - today);
  return true;
}

void OriginRobots::Ignore() {
  known_ = true;
  rules_ = robots::RobotsRules();
  valid_until_ = TimePoint::max();
}

}  // namespace meguri
