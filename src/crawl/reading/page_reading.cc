#include "crawl/reading/page_reading.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/hash.h"
#include "http/header_value.h"
#include "http/http_date.h"
#include "robots/robots_txt.h"

namespace meguri {
namespace {

constexpr std::size_t kMaxAnchorBytes = 256;

bool IsRedirect(std::uint16_t status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Cut so that no character is cut in two.
std::string_view Cut(std::string_view text) {
  if (text.size() <= kMaxAnchorBytes) return text;
  std::size_t end = kMaxAnchorBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
    --end;
  return text.substr(0, end);
}

// A date is one of the server's clock, which its Date tells; ours is `now`.
std::optional<Duration> RetryAfter(const http::HeaderList& headers, WallTime now) {
  auto from = std::chrono::floor<std::chrono::seconds>(now);
  if (const auto date = http::ParseHttpDate(headers.Find("Date").value_or(""))) from = *date;
  const auto wait = http::ParseRetryAfter(headers.Find("Retry-After").value_or(""), from);
  if (!wait) return std::nullopt;
  return std::min<std::chrono::seconds>(*wait, std::chrono::hours(24 * 365));
}

}  // namespace

PageReading::PageReading(std::string agent, std::uint64_t seed, std::uint64_t max_content_bytes)
    : reader_({.agent = std::move(agent), .seed = seed}) {
  limits_.max_bytes = std::min(limits_.max_bytes, max_content_bytes);
  limits_.bomb_floor_bytes = std::min(limits_.bomb_floor_bytes, limits_.max_bytes / 4);
}

bool PageReading::Open(const FetchResult& result) {
  message_ = result.head;
  message_ += result.body;
  response_ = http::ParseResponse(message_, {});
  return response_.has_head;
}

std::string PageReading::Value(std::string_view name) {
  return std::string(response_.head.headers.Combined(name, scratch_).value_or(""));
}

std::string PageReading::LocationOf(const url::Url& url) {
  const auto location = response_.head.headers.Find("Location");
  if (!location || !target_.Assign(*location, &url) || !target_.is_http()) return "";
  return std::string(target_.without_fragment());
}

std::string_view PageReading::Content(const http::CodingLimits& limits) {
  const std::string codings = Value("Content-Encoding");
  decoded_ = {};
  if (codings.empty()) return response_.body();
  decoded_ = http::DecodeContent(response_.body(), codings, limits);
  return decoded_.content;
}

std::string PageReading::CodingTrouble() const {
  switch (decoded_.mark) {
    case http::DecodeMark::kBomb:
      return fmt::format("a bomb: unpacked no further than {} bytes", decoded_.content.size());
    case http::DecodeMark::kTooLarge:
      return fmt::format("unpacked no further than {} bytes", decoded_.content.size());
    case http::DecodeMark::kBroken:
      return std::string(decoded_.error);
    default:
      return "";
  }
}

void PageReading::LetGo() {
  constexpr std::size_t kKeptBytes = std::size_t{1} << 20;
  response_ = {};
  if (message_.capacity() > kKeptBytes) message_ = {};
  decoded_ = {};
}

PageFindings PageReading::Read(const url::Url& url, const FetchResult& result) {
  if (!Open(result)) return {};
  PageFindings findings = ReadHead(url, result);
  if (findings.status >= 200 && findings.status < 300) ReadPage(url, findings);
  LetGo();
  return findings;
}

PageFindings PageReading::ReadAny(const url::Url& url, const FetchResult& result) {
  if (!Open(result)) return {};
  PageFindings findings = ReadHead(url, result);
  ReadPage(url, findings);
  LetGo();
  return findings;
}

std::string PageReading::ReadContent(const FetchResult& result, std::string& content_type) {
  std::string content;
  if (!Open(result)) return content;
  content_type = Value("Content-Type");
  if (response_.head.status >= 200 && response_.head.status < 300) content = Content(limits_);
  LetGo();
  return content;
}

PageFindings PageReading::ReadHead(const url::Url& url, const FetchResult& result) {
  PageFindings findings;
  findings.status = response_.head.status;
  findings.whole = result.outcome == FetchOutcome::kComplete;
  findings.content_type = Value("Content-Type");
  findings.etag = response_.head.headers.Find("ETag").value_or("");
  findings.last_modified = response_.head.headers.Find("Last-Modified").value_or("");
  // On a page that was there it means nothing.
  if (findings.status >= 300)
    findings.retry_after = RetryAfter(response_.head.headers, result.date);
  if (IsRedirect(findings.status)) findings.location = LocationOf(url);
  findings.metadata.emplace_back(
      "fetchTimeMs", std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        result.end - result.start)
                                        .count()));
  return findings;
}

void PageReading::ReadPage(const url::Url& url, PageFindings& findings) {
  const std::string_view content = Content(limits_);
  std::vector<std::string_view> robots_tags;
  for (const http::Header& header : response_.head.headers.all()) {
    if (EqualsIgnoringAsciiCase(header.name, "X-Robots-Tag")) robots_tags.push_back(header.value);
  }
  const std::string language = Value("Content-Language");
  const std::string link = Value("Link");
  const std::string refresh = Value("Refresh");
  reader_.Read({.bytes = content,
                .url = &url,
                .content_type = findings.content_type,
                .content_language = language,
                .link = link,
                .refresh = refresh,
                .x_robots_tag = robots_tags});
  findings.nofollow = reader_.robots().nofollow;
  const html::PageLinks& links = reader_.links();
  findings.links.reserve(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const html::Link found = links.at(i);
    findings.links.push_back({.kind = found.kind,
                              .nofollow = found.nofollow,
                              .url = std::string(found.url),
                              .text = std::string(Cut(found.text))});
  }
  if (!reader_.language().code.empty()) {
    findings.metadata.emplace_back("languages-cld2", reader_.language().code);
  }
  if (reader_.fingerprint().word_count > 0) {
    findings.simhash = reader_.fingerprint().simhash;
    findings.metadata.emplace_back("simhash", ToHex(findings.simhash));
  }
  findings.trouble = CodingTrouble();
  if (!findings.trouble.empty()) {
    findings.metadata.emplace_back("content-encoding-error", findings.trouble);
  }
  if (links.over_limit() > 0) {
    findings.metadata.emplace_back("links-left-out", std::to_string(links.over_limit()));
  }
}

RobotsAnswer PageReading::ReadRobots(const url::Url& url, const FetchResult& result) {
  RobotsAnswer answer;
  const bool has_answer =
      result.outcome == FetchOutcome::kComplete || result.outcome == FetchOutcome::kTooLarge;
  answer.error = result.error;
  if (!Open(result) || !has_answer) return answer;
  answer.status = response_.head.status;
  answer.error = fmt::format("the server said {}", *answer.status);
  answer.max_age = http::ParseCacheControl(Value("Cache-Control")).max_age;
  if (const auto wait = RetryAfter(response_.head.headers, result.date)) {
    answer.retry_after = std::chrono::duration_cast<std::chrono::seconds>(*wait);
  }
  if (IsRedirect(response_.head.status)) answer.location = LocationOf(url);
  if (answer.status >= 200 && answer.status < 300) {
    // One byte more tells that the last line is cut.
    answer.body = Content({.max_bytes = robots::RobotsTxt::kMaxBytes + 1});
    answer.body.resize(std::min(answer.body.size(), robots::RobotsTxt::kMaxBytes + 1));
  }
  LetGo();
  return answer;
}

}  // namespace meguri
