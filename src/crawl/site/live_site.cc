#include "crawl/site/live_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <utility>

#include "crawl/answer_meaning.h"
#include "moved/likeness/text_likeness.h"
#include "moved/read_page.h"

namespace meguri {
namespace {

using moved::SiteAnswer;
using moved::SitePage;

// What 4xx says of us rather than of the page.
bool IsRefusal(int status) {
  switch (status) {
    case 401:
    case 402:
    case 403:
    case 407:
    case 418:
    case 429:
    case 451:
      return true;
    default:
      return false;
  }
}

bool IsPage(html::PageKind kind) {
  return kind == html::PageKind::kHtml || kind == html::PageKind::kXhtml ||
         kind == html::PageKind::kText;
}

SiteAnswer AnswerOf(const PoliteReply& reply, html::PageKind kind) {
  const int status = reply.status;
  if (IsRefusal(status)) return SiteAnswer::kRefused;
  if (status < 200 || status >= 500) return SiteAnswer::kDown;
  if (status < 300) return IsPage(kind) ? SiteAnswer::kPage : SiteAnswer::kOther;
  if (status >= 400) return SiteAnswer::kGone;
  return reply.findings.location.empty() ? SiteAnswer::kOther : SiteAnswer::kRedirect;
}

constexpr int kMaxSitemapHops = 5;

// Of an index's files those first that are named like the old page's folders.
std::vector<std::string> LikeliestFirst(std::vector<std::string> files, std::string_view page) {
  constexpr std::size_t kMostWords = 32;
  const std::vector<std::uint64_t> wanted = moved::WordsOf(page, kMostWords);
  std::vector<std::pair<std::ptrdiff_t, std::size_t>> order;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::vector<std::uint64_t> words = moved::WordsOf(files[i], kMostWords);
    order.emplace_back(
        -std::ranges::count_if(
            words, [&](std::uint64_t word) { return std::ranges::binary_search(wanted, word); }),
        i);
  }
  std::ranges::sort(order);
  std::vector<std::string> sorted;
  sorted.reserve(files.size());
  for (const auto& [likeness, i] : order)
    sorted.push_back(std::move(files[i]));
  return sorted;
}

std::size_t TextBytes(const SitePage& page) {
  std::size_t bytes = page.text.size();
  for (const std::string& heading : page.headings)
    bytes += sizeof(std::string) + heading.size();
  return bytes;
}

// When the host is not asked: by what it said last, or didn't.
SiteAnswer AnswerWithout(int status) {
  return IsRefusal(status) ? SiteAnswer::kRefused : SiteAnswer::kDown;
}

}  // namespace

LiveSite::LiveSite(PoliteClient& client, const url::SiteList& sites, const url::Url& home)
    : client_(client), sites_(sites), home_(home), site_(sites.SiteOf(home_)) {}

bool LiveSite::IsOfSite(std::string_view text) const {
  const auto url = url::Url::Parse(text);
  return url && url->is_http() && sites_.SiteOf(*url) == site_;
}

bool LiveSite::IsForbidden(std::string_view text) const {
  const auto url = url::Url::Parse(text);
  return url && url->is_http() && client_.IsForbidden(*url);
}

const SitePage* LiveSite::Read(std::string_view text) {
  const auto url = url::Url::Parse(text);
  const std::string key(url ? url->without_fragment() : text);
  const auto found = pages_.find(key);
  if (found != pages_.end()) return found->second.get();
  SitePage page;  // kGone: what is no URL is nowhere
  if (url && url->is_http()) {
    Row& row = rows_[std::string(url->host())];
    if (row.refusals >= kMaxRefusals || row.failures >= kMaxFailures) {
      page.answer = AnswerWithout(row.status);
      page.status = row.status;
    } else {
      const PoliteReply reply = AskPatiently(*url);
      if (reply.kind == PoliteReply::Kind::kNoMore) return nullptr;
      page = MakePage(reply, key);
      BoundLinks(page);
      Count(reply, page, row);
      if (page.answer == SiteAnswer::kPage && IsOfSite(key)) CountPage(*url);
    }
  }
  const auto kept = pages_.emplace(key, std::make_unique<SitePage>(std::move(page))).first;
  BoundTexts(*kept->second);
  return kept->second.get();
}

PoliteReply LiveSite::AskPatiently(const url::Url& url) {
  PoliteReply reply = client_.Ask(url);
  const bool later = reply.kind == PoliteReply::Kind::kFetched && IsBusy(reply.status) &&
                     reply.findings.retry_after;
  if (!later) return reply;
  PoliteReply again = client_.Ask(url);
  return again.kind == PoliteReply::Kind::kFetched ? std::move(again) : std::move(reply);
}

SitePage LiveSite::MakePage(const PoliteReply& reply, std::string_view url) const {
  SitePage page;
  page.status = reply.status;
  switch (reply.kind) {
    case PoliteReply::Kind::kForbidden:
      page.answer = SiteAnswer::kForbidden;
      return page;
    case PoliteReply::Kind::kClosed:
    case PoliteReply::Kind::kBusy:
    case PoliteReply::Kind::kNoAddress:
    case PoliteReply::Kind::kNoMore:
      page.answer = AnswerWithout(reply.status);
      return page;
    case PoliteReply::Kind::kFetched:
      break;
  }
  const html::PageReader& read = client_.reading().page();
  page.answer = AnswerOf(reply, read.kind());
  page.location = reply.findings.location;
  const bool has_text = page.answer == SiteAnswer::kPage || page.answer == SiteAnswer::kGone;
  if (has_text && IsPage(read.kind())) moved::TakePage(read, url, sites_, site_, page);
  return page;
}

void LiveSite::BoundTexts(SitePage& page) {
  if (page.text.empty() && page.headings.empty()) return;
  text_bytes_ += TextBytes(page);
  with_text_.push_back(&page);
  while (text_bytes_ > kMaxTextBytes && with_text_.size() > 1) {
    SitePage& first = *with_text_.front();
    with_text_.pop_front();
    text_bytes_ -= TextBytes(first);
    first.text = std::string();
    first.headings = std::vector<std::string>();
  }
}

void LiveSite::BoundLinks(SitePage& page) {
  std::size_t kept = 0;
  for (; kept < page.links.size() && link_bytes_ < kMaxLinkBytes; ++kept) {
    const moved::SiteLink& link = page.links[kept];
    link_bytes_ += sizeof(link) + link.url.size() + link.anchor.size();
  }
  if (kept == page.links.size()) return;
  page.links.resize(kept);
  page.links.shrink_to_fit();
}

void LiveSite::Count(const PoliteReply& reply, const SitePage& page, Row& row) {
  const bool refused = page.answer == SiteAnswer::kRefused;
  const bool down = page.answer == SiteAnswer::kDown;
  const bool was_asked = reply.kind == PoliteReply::Kind::kFetched;
  if (page.answer == SiteAnswer::kForbidden) {
    if (!in_trouble_) trouble_ = reply.why;
    return;
  }
  row.refusals = refused ? row.refusals + 1 : 0;
  row.failures = down ? row.failures + 1 : 0;
  if (!refused && !down) {
    in_trouble_ = in_trouble_ && !was_asked;
    return;
  }
  row.status = page.status;
  // That nobody is asked any more, or another name of the site is unknown, has a cause: that is
  // what was said first.
  if (std::exchange(in_trouble_, true) && !was_asked) return;
  trouble_ = reply.why;
  if (trouble_.empty() && page.status != 0) {
    trouble_ = fmt::format("the server said {}", page.status);
  }
}

const std::vector<std::string>& LiveSite::Sitemap(int most) {
  if (std::exchange(has_sitemap_, true)) return sitemap_;
  std::deque<std::string> files;
  for (const std::string& named : client_.SitemapsOf(SiteUrl())) {
    url::Url file;
    if (file.Assign(named, &SiteUrl()) && IsOfSite(file.href())) files.emplace_back(file.href());
  }
  if (files.empty()) files.push_back(OriginText(SiteUrl()) + "/sitemap.xml");
  std::set<std::string> asked;
  for (int left = most; !files.empty() && left > 0;) {
    const std::string file = std::move(files.front());
    files.pop_front();
    if (asked.contains(file)) continue;
    --left;
    std::ranges::move(LikeliestFirst(ReadSitemapFile(file, asked), home_.href()),
                      std::back_inserter(files));
  }
  return sitemap_;
}

void LiveSite::CountPage(const url::Url& url) {
  const bool is_home = OriginText(url) == OriginText(home_);
  if (is_home || !origin_) origin_ = is_home ? home_ : url;
}

// Where the site is now, if its own host gave nothing and another one did.
const url::Url& LiveSite::SiteUrl() const { return origin_ ? *origin_ : home_; }

// Redirects are followed: they are no files.
std::vector<std::string> LiveSite::ReadSitemapFile(std::string text, std::set<std::string>& asked) {
  url::Url url;
  PoliteReply reply;
  for (int hop = 0;; ++hop) {
    if (hop > kMaxSitemapHops || !asked.insert(text).second) return {};
    if (!url.Assign(text) || !url.is_http()) return {};
    reply = client_.Ask(url);
    if (reply.kind != PoliteReply::Kind::kFetched) return {};
    if (reply.findings.location.empty()) break;
    if (!IsOfSite(reply.findings.location)) return {};
    text = reply.findings.location;
  }
  std::string type;
  const std::string content = client_.reading().ReadContent(reply.result, type);
  const robots::Sitemap read =
      robots::ReadSitemap(content, {.url = text,
                                    .content_type = type,
                                    .is_cut = reply.result.outcome != FetchOutcome::kComplete});
  std::vector<std::string> more;
  for (const robots::SitemapUrl& entry : read.urls) {
    const auto listed = url::Url::Parse(entry.loc);  // as links are spelt, not as it is written
    if (!listed || !listed->is_http() || sites_.SiteOf(*listed) != site_) continue;
    std::string loc(listed->without_fragment());
    if (read.kind == robots::SitemapKind::kIndex) {
      more.push_back(std::move(loc));
    } else if (sitemap_.size() < kMaxSitemapUrls) {
      sitemap_.push_back(std::move(loc));
    }
  }
  return more;
}

}  // namespace meguri
