#include "store/page_record.h"

namespace meguri {

std::string_view PageEndName(PageEnd end) {
  switch (end) {
    case PageEnd::kFetched:
      return "fetched";
    case PageEnd::kRobots:
      return "robots";
    case PageEnd::kNoSuchName:
      return "no-such-name";
    case PageEnd::kDnsFailed:
      return "dns-failed";
    case PageEnd::kConnectFailed:
      return "connect-failed";
    case PageEnd::kTlsFailed:
      return "tls-failed";
    case PageEnd::kTimedOut:
      return "timed-out";
    case PageEnd::kNoAnswer:
      return "no-answer";
    case PageEnd::kNotHttp:
      return "not-http";
    case PageEnd::kHeadTooLarge:
      return "head-too-large";
    case PageEnd::kForbiddenAddress:
      return "forbidden-address";
    case PageEnd::kTooManyRedirects:
      return "too-many-redirects";
    case PageEnd::kBlocked:
      return "blocked";
    case PageEnd::kHostGivenUp:
      return "host-given-up";
    case PageEnd::kUrlTooLong:
      return "url-too-long";
    case PageEnd::kBusy:
      break;
  }
  return "busy";
}

}  // namespace meguri
