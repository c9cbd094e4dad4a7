// What the fetch of robots.txt means for the site: RFC 9309 sections 2.3.1 and 2.4, as a
// pure function. The caller fetches, follows redirects, keeps the copy and the clock.
//
//   answer                                         what holds                    for
//   2xx                                            the body                      max-age
//   301, 302, 303, 307, 308 with a usable Location the answer at the next hop    -
//   ... after kMaxRedirects hops in a row          everything allowed            max-age
//   any other 3xx but 304                          everything allowed            max-age
//   304, and we hold a copy                        the old copy                  max-age
//   4xx but 429                                    everything allowed            max-age
//   429                                            everything forbidden          back-off
//   5xx, no answer, any other status               everything forbidden          back-off
//   ... for kGiveUpAfter, and we hold a copy       the old copy                  kMaxValidity
//   ... for kGiveUpAfter, and we hold none         everything allowed            kMaxValidity
//
// The RFC leaves open: an old copy could be used while the file is unreachable (2.4), though
// 2.3.1.4 says that all is forbidden then; we keep out. 429 is a 4xx to the RFC, but a server
// that tells us to ask less is not one without wishes; it never becomes "allowed" by waiting.
// After 30 days of failures the RFC permits both "allowed" and the old copy; we take the
// stricter one that we have.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace meguri::robots {

inline constexpr int kMaxRedirects = 5;
inline constexpr std::chrono::seconds kGiveUpAfter = std::chrono::hours(24 * 30);
// RFC 9309 section 2.4: not to be used for more than 24 hours.
inline constexpr std::chrono::seconds kMaxValidity = std::chrono::hours(24);
// A max-age of 0 must not make us ask for robots.txt before every page.
inline constexpr std::chrono::seconds kMinValidity = std::chrono::hours(1);
inline constexpr std::chrono::seconds kMinBackOff = std::chrono::minutes(15);

struct RobotsFetch {
  // nullopt: no whole answer, be it DNS, connection, TLS, time-out or a broken transfer.
  std::optional<int> status;
  int redirects_followed = 0;           // hops in a row that led to this answer
  bool has_usable_location = false;     // of a 3xx: an http(s) URL that we may connect to
  bool has_old_copy = false;            // a body from an earlier 2xx, however old
  std::chrono::seconds failing_for{0};  // since the first of the failures in a row; 0: this is it
  std::optional<std::chrono::seconds> max_age;      // Cache-Control of a 2xx, 3xx or 4xx
  std::optional<std::chrono::seconds> retry_after;  // of a 429 or 5xx
};

enum class RobotsAction : std::uint8_t {
  kUseBody,
  kFollowRedirect,
  kUseOldCopy,
  kAllowAll,
  kDisallowAll,
};

struct RobotsAccess {
  RobotsAction action;
  // Ask again after this time: max-age within [kMinValidity, kMaxValidity] (the latter if
  // there is none); while failing, as long as it has failed already, within [kMinBackOff,
  // kMaxValidity], but no sooner than Retry-After says within kMaxValidity. 0 for a redirect.
  std::chrono::seconds valid_for;

  bool operator==(const RobotsAccess&) const = default;
};

RobotsAccess DecideRobotsAccess(const RobotsFetch& fetch);

}  // namespace meguri::robots
