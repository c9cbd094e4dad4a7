// What an answer, or the want of one, means: for the manners towards host and server, for
// robots.txt, and for the URL. One reading of it for the crawl and for whoever asks a site a few
// questions (crawl/site/). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "crawl/audit/request_log.h"
#include "fetch/fetcher.h"
#include "polite/manners.h"
#include "robots/robots_txt.h"
#include "store/page_record.h"
#include "url/url.h"

namespace meguri {

// Of robots.txt, on the wire: chunks need some room, too.
inline constexpr std::size_t kMaxRobotsBytes = 2 * robots::RobotsTxt::kMaxBytes;

// 429 and 503.
bool IsBusy(std::uint16_t status);

// What it was for its host. `status` as the reading of the answer has it; `now`: from which the
// interval counts if the server has not seen the end.
Access AccessOf(const FetchResult& result, std::uint16_t status, RequestKind kind,
                std::optional<Duration> retry_after, TimePoint now);
// The same for its server: that one of its hosts is busy is no reason to leave all others alone.
Access ServerAccessOf(const Access& host_access, FetchOutcome outcome);

// Of a URL that gave no answer.
PageEnd EndOf(FetchOutcome outcome);
// Of the URLs of a host whose robots.txt gave none: who can't be spoken to has no pages, whatever
// robots.txt would say.
PageEnd EndWithoutRobots(FetchOutcome outcome);
// May it be another time?
bool MayPass(FetchOutcome outcome);

// "http://www.example.org:8080": whose robots.txt holds for the URL.
std::string OriginText(const url::Url& url);
// What every request of ours says, each line with CRLF.
std::string RequestHeaders(std::string_view user_agent);

}  // namespace meguri
