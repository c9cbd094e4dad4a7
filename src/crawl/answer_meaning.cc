#include "crawl/answer_meaning.h"

#include <fmt/format.h>

namespace meguri {
namespace {

Access::Reply ReplyOf(const FetchResult& result, std::uint16_t status, RequestKind kind) {
  if (IsBusy(status)) return Access::Reply::kBusy;
  switch (result.outcome) {
    case FetchOutcome::kCancelled:
      return Access::Reply::kEndedByUs;
    case FetchOutcome::kCutOff:
      // Of a page a part is better than nothing; of robots.txt it says nothing.
      return kind == RequestKind::kRobots ? Access::Reply::kFailed : Access::Reply::kAnswered;
    case FetchOutcome::kConnectFailed:
    case FetchOutcome::kNoAnswer:
      return Access::Reply::kFailed;
    case FetchOutcome::kTimedOut:
      return status == 0 || kind == RequestKind::kRobots ? Access::Reply::kFailed
                                                         : Access::Reply::kAnswered;
    default:
      return Access::Reply::kAnswered;
  }
}

}  // namespace

bool IsBusy(std::uint16_t status) { return status == 429 || status == 503; }

Access AccessOf(const FetchResult& result, std::uint16_t status, RequestKind kind,
                std::optional<Duration> retry_after, TimePoint now) {
  const bool whole = result.outcome == FetchOutcome::kComplete;
  return {.reply = ReplyOf(result, status, kind),
          .end = whole ? result.end : now + kHearsOfIt,
          .took = result.download_time,
          .retry_after = retry_after};
}

Access ServerAccessOf(const Access& host_access, FetchOutcome outcome) {
  Access access = host_access;
  if (outcome != FetchOutcome::kConnectFailed && access.reply != Access::Reply::kEndedByUs) {
    access.reply = Access::Reply::kAnswered;
  }
  access.retry_after.reset();
  return access;
}

PageEnd EndOf(FetchOutcome outcome) {
  switch (outcome) {
    case FetchOutcome::kTimedOut:
      return PageEnd::kTimedOut;
    case FetchOutcome::kHeadTooLarge:
      return PageEnd::kHeadTooLarge;
    case FetchOutcome::kNotHttp:
      return PageEnd::kNotHttp;
    case FetchOutcome::kConnectFailed:
      return PageEnd::kConnectFailed;
    case FetchOutcome::kTlsFailed:
      return PageEnd::kTlsFailed;
    case FetchOutcome::kForbiddenAddress:
      return PageEnd::kForbiddenAddress;
    default:
      return PageEnd::kNoAnswer;
  }
}

PageEnd EndWithoutRobots(FetchOutcome outcome) {
  switch (outcome) {
    case FetchOutcome::kConnectFailed:
    case FetchOutcome::kTlsFailed:
    case FetchOutcome::kForbiddenAddress:
      return EndOf(outcome);
    default:
      return PageEnd::kRobots;
  }
}

bool MayPass(FetchOutcome outcome) {
  return outcome == FetchOutcome::kTimedOut || outcome == FetchOutcome::kNoAnswer ||
         outcome == FetchOutcome::kConnectFailed || outcome == FetchOutcome::kCutOff;
}

std::string OriginText(const url::Url& url) {
  std::string origin(url.scheme());
  origin += "://";
  origin += url.host();
  if (url.port()) origin += fmt::format(":{}", *url.port());
  return origin;
}

std::string RequestHeaders(std::string_view user_agent) {
  return fmt::format(
      "User-Agent: {}\r\n"
      "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
      "Accept-Encoding: gzip, br\r\n",
      user_agent);
}

}  // namespace meguri
