// Redirects that lead nowhere good, and hosts that have had enough.
#include <fmt/format.h>

#include <charconv>
#include <chrono>

#include "http/http_date.h"
#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri::bad {
namespace {

using enum Misbehaviour;
using std::chrono::seconds;

constexpr seconds kRetryAfter{30};
constexpr seconds kStormPhase{60};
constexpr std::uint64_t kBanAfter = 100;
constexpr std::string_view kStepPrefix = "/step/";

std::string NextStep(std::string_view target) {
  std::uint64_t step = 0;
  if (target.starts_with(kStepPrefix)) {
    const std::string_view digits = target.substr(kStepPrefix.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), step);
  }
  return fmt::format("{}{}", kStepPrefix, step + 1);
}

void AnswerTooMany(Misbehaviour kind, WallTime now, WebAnswer& answer) {
  AnswerStatus(429, "Too Many Requests", answer);
  if (kind == kTooManySeconds)
    SetField("Retry-After", fmt::format("{}", kRetryAfter.count()), answer);
  if (kind == kTooManyDate) {
    const auto until = std::chrono::ceil<seconds>(now + kRetryAfter);
    SetField("Retry-After", http::FormatHttpDate(until), answer);
  }
}

// How long the storm still lasts; zero or less if it doesn't blow.
seconds StormLeft(WallTime now, WallTime start) {
  const auto cycle = 2 * kStormPhase;
  auto into = (now - start) % cycle;
  if (into < seconds(0)) into += cycle;
  return std::chrono::ceil<seconds>(kStormPhase - into);
}

}  // namespace

bool AnswerBadRedirect(Misbehaviour kind, const WebRequest& request,
                       const MisbehaviourContext& context, WebAnswer& answer) {
  switch (kind) {
    case kEndlessRedirects:
      AnswerRedirect(302, NextStep(request.target), answer);
      return true;
    case kRedirectLoop:
      AnswerRedirect(302, request.target == "/a" ? "/b" : "/a", answer);
      return true;
    case kRedirectForbidden: {
      std::string location;
      AppendOrigin(false, context.forbidden_host, context.ports, location);
      AnswerRedirect(302, location + "/", answer);
      return true;
    }
    case kRedirectFile:
      AnswerRedirect(302, "file:///etc/passwd", answer);
      return true;
    default:
      return false;
  }
}

bool AnswerOverload(Misbehaviour kind, const WebRequest& request, WallTime now,
                    const MisbehaviourContext& context, WebAnswer& answer) {
  switch (kind) {
    case kTooManySeconds:
    case kTooManyDate:
    case kTooManyBare:
      AnswerTooMany(kind, now, answer);
      return true;
    case kStorm503: {
      const seconds left = StormLeft(now, context.start);
      if (left <= seconds(0)) return false;
      AnswerStatus(503, "Service Unavailable", answer);
      SetField("Retry-After", fmt::format("{}", left.count()), answer);
      return true;
    }
    case kBan:
      if (request.ordinal < kBanAfter) return false;
      AnswerStatus(403, "Forbidden", answer);
      return true;
    default:
      return false;
  }
}

}  // namespace meguri::bad
