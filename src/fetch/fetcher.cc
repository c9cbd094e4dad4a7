#include "fetch/fetcher.h"

#include <charconv>

namespace meguri {

std::string_view ResolveOutcomeName(ResolveOutcome outcome) {
  switch (outcome) {
    case ResolveOutcome::kAddresses:
      return "addresses";
    case ResolveOutcome::kNoSuchName:
      return "no-such-name";
    case ResolveOutcome::kNoAddress:
      return "no-address";
    case ResolveOutcome::kUnanswered:
      return "unanswered";
    case ResolveOutcome::kFailed:
      break;
  }
  return "failed";
}

std::string_view FetchOutcomeName(FetchOutcome outcome) {
  switch (outcome) {
    case FetchOutcome::kComplete:
      return "complete";
    case FetchOutcome::kCutOff:
      return "cut-off";
    case FetchOutcome::kTooLarge:
      return "too-large";
    case FetchOutcome::kTimedOut:
      return "timed-out";
    case FetchOutcome::kHeadTooLarge:
      return "head-too-large";
    case FetchOutcome::kNotHttp:
      return "not-http";
    case FetchOutcome::kNoAnswer:
      return "no-answer";
    case FetchOutcome::kConnectFailed:
      return "connect-failed";
    case FetchOutcome::kTlsFailed:
      return "tls-failed";
    case FetchOutcome::kForbiddenAddress:
      return "forbidden-address";
    case FetchOutcome::kCancelled:
      break;
  }
  return "cancelled";
}

// "HTTP/1.1 200 OK"
std::uint16_t FetchResult::status() const {
  std::uint16_t status = 0;
  if (head.size() > 12) std::from_chars(head.data() + 9, head.data() + 12, status);
  return status;
}

}  // namespace meguri
