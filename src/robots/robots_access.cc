#include "robots/robots_access.h"

#include <algorithm>

namespace meguri::robots {
namespace {

using std::chrono::seconds;

enum class Answer : std::uint8_t {
  kFile,
  kRedirect,
  kNotModified,
  kUnavailable,
  kAskLess,
  kFailure
};

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Answer AnswerOf(const RobotsFetch& fetch) {
  if (!fetch.status) return Answer::kFailure;
  const int status = *fetch.status;
  if (status == 429) return Answer::kAskLess;
  // 304 to a request that named no copy is nonsense: nothing follows from it.
  if (status == 304) return fetch.has_old_copy ? Answer::kNotModified : Answer::kFailure;
  if (IsRedirect(status) && fetch.has_usable_location && fetch.redirects_followed < kMaxRedirects) {
    return Answer::kRedirect;
  }
  switch (status / 100) {
    case 2:
      return Answer::kFile;
    case 3:
    case 4:
      return Answer::kUnavailable;
    default:
      return Answer::kFailure;
  }
}

seconds Validity(const RobotsFetch& fetch) {
  return std::clamp(fetch.max_age.value_or(kMaxValidity), kMinValidity, kMaxValidity);
}

// Doubles the time since the first failure with every attempt, without keeping a count.
seconds BackOff(const RobotsFetch& fetch) {
  const seconds asked = std::max(fetch.failing_for, fetch.retry_after.value_or(seconds(0)));
  return std::clamp(asked, kMinBackOff, kMaxValidity);
}

}  // namespace

RobotsAccess DecideRobotsAccess(const RobotsFetch& fetch) {
  switch (AnswerOf(fetch)) {
    case Answer::kFile:
      return {RobotsAction::kUseBody, Validity(fetch)};
    case Answer::kRedirect:
      return {RobotsAction::kFollowRedirect, seconds(0)};
    case Answer::kNotModified:
      return {RobotsAction::kUseOldCopy, Validity(fetch)};
    case Answer::kUnavailable:
      return {RobotsAction::kAllowAll, Validity(fetch)};
    case Answer::kAskLess:
      return {RobotsAction::kDisallowAll, BackOff(fetch)};
    case Answer::kFailure:
      break;
  }
  if (fetch.failing_for < kGiveUpAfter) return {RobotsAction::kDisallowAll, BackOff(fetch)};
  return {fetch.has_old_copy ? RobotsAction::kUseOldCopy : RobotsAction::kAllowAll, kMaxValidity};
}

}  // namespace meguri::robots
