// From the bytes of an answer to what the crawl wants to know of it.
//
//   head, body ──▶ chunks off ──▶ codings off ──▶ PageReader ──▶ links, directives, language,
//   simhash
//
// Total: any bytes give findings. Linear, and bounded by the coding's limits. Keeps its buffers;
// one for a thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/lifetime.h"
#include "cluster/message.h"
#include "fetch/fetcher.h"
#include "html/page_reader.h"
#include "http/content_coding.h"
#include "http/response.h"
#include "store/link_log.h"
#include "url/url.h"

namespace meguri {

struct PageFindings {
  std::uint16_t status = 0;  // 0: no head that can be read
  bool whole = false;        // head and body, as announced
  std::string location;      // of a redirect: absolute, http(s), no fragment; "" if none
  std::optional<Duration> retry_after;
  std::string content_type;  // as sent
  std::string etag;
  std::string last_modified;
  bool nofollow = false;  // by the page's robots directives, or headers
  std::vector<LoggedLink> links;
  std::uint64_t simhash = 0;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::string trouble;  // with the content's coding, one line for people; "" if there is none
};

class PageReading {
 public:
  // `agent`: our product token; `seed`: of the fingerprints; `max_content_bytes`: what is looked at
  // of content that was packed.
  PageReading(std::string agent, std::uint64_t seed,
              std::uint64_t max_content_bytes = http::CodingLimits{}.max_bytes);

  // `url`: what was asked for. Links and text are looked for in answers of 200 to 299 alone.
  PageFindings Read(const url::Url& url, const FetchResult& result);
  // The same, but of error pages, too: page() has what was read, but for utf8(), until the next.
  PageFindings ReadAny(const url::Url& url, const FetchResult& result);
  const html::PageReader& page() const MEGURI_LIFETIME_BOUND { return reader_; }
  // What an answer of 200 to 299 holds, its codings undone, whatever it is; "" of others.
  std::string ReadContent(const FetchResult& result, std::string& content_type);
  // The same for what robots.txt says.
  RobotsAnswer ReadRobots(const url::Url& url, const FetchResult& result);

 private:
  // Takes the answer apart; false if there is no head.
  bool Open(const FetchResult& result);
  PageFindings ReadHead(const url::Url& url, const FetchResult& result);
  std::string_view Content(const http::CodingLimits& limits);
  std::string CodingTrouble() const;
  // Large buffers are not kept.
  void LetGo();
  void ReadPage(const url::Url& url, PageFindings& findings);
  std::string LocationOf(const url::Url& url);
  std::string Value(std::string_view name);

  html::PageReader reader_;
  http::CodingLimits limits_;
  std::string message_;
  http::Response response_;
  http::DecodedContent decoded_;
  std::string scratch_;
  url::Url target_;
};

}  // namespace meguri
