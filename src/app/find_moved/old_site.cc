#include "app/find_moved/old_site.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "moved/likeness/url_likeness.h"
#include "moved/paper/link_paths.h"
#include "moved/paper/page_urls.h"
#include "moved/read_page.h"

namespace meguri::app {
namespace {

constexpr int kMostPathSteps = 20;

}  // namespace

OldSite::OldSite(const url::SiteList& sites, const url::Url& page)
    : sites_(sites),
      url_(page),
      site_(sites.SiteOf(url_)),
      page_key_(url::Surt(page.href())),
      links_(page) {
  page_.url = page.without_fragment();
}

std::string_view OldSite::KeyOf(std::string_view url) {
  key_.clear();
  surts_.Append(url.substr(0, url.find('#')), key_);
  return key_;
}

bool OldSite::IsOfSite(std::string_view url) {
  return scratch_.Assign(url) && scratch_.is_http() && sites_.SiteOf(scratch_) == site_;
}

bool OldSite::IsThePage(std::string_view url) { return KeyOf(url) == page_key_; }

bool OldSite::TakeContent(std::string_view html) {
  if (!Take(html, "")) return false;
  date_ = WallTime::max();
  return true;
}

bool OldSite::TakeCapture(std::string_view html, std::string_view content_type, WallTime date) {
  TakePresence(date);
  if (has_content_ && date < date_) return true;
  if (!Take(html, content_type)) return false;
  date_ = date;
  return true;
}

bool OldSite::Take(std::string_view html, std::string_view content_type) {
  done_.reset();
  reader_.Read({.bytes = html, .url = &url_, .content_type = content_type});
  using enum html::PageKind;
  if (reader_.kind() != kHtml && reader_.kind() != kXhtml && reader_.kind() != kText) return false;
  moved::SitePage page;
  moved::TakePage(reader_, url_.href(), sites_, site_, page);
  page_.title = std::move(page.title);
  page_.headings = std::move(page.headings);
  page_.text = std::move(page.text);
  page_.links_to.clear();
  for (moved::SiteLink& link : page.links)
    page_.links_to.push_back(std::move(link.url));
  has_content_ = true;
  return true;
}

void OldSite::TakePresence(WallTime date) {
  seen_.SeePage(date);
  done_.reset();
}

void OldSite::TakeAbsence(WallTime date) {
  seen_.MissPage(date);
  done_.reset();
}

void OldSite::AddKnown(std::string_view url, WallTime date) {
  seen_.Add(KeyOf(url), date);
  done_.reset();
}

void OldSite::AddLink(std::string_view from, std::string_view to, std::string_view anchor,
                      WallTime date) {
  links_.Add(from, to, anchor);
  done_.reset();
  const std::string_view key = KeyOf(to);
  seen_.Add(key, date);
  if (key != page_key_ || KeyOf(from) == page_key_) return;
  seen_.SeeLinkToPage(date);
  links_to_page_.Add(from, anchor);
}

bool OldSite::Knows(std::string_view url) {
  return seen_.WasThereWithPage(std::string(KeyOf(url)));
}

std::vector<moved::SiteLink> OldSite::LinksSeenSince() {
  std::vector<moved::SiteLink> links;
  if (!seen_.HasLater()) return links;
  links_.ForEach([&](const std::string& to, const std::string& anchor) {
    if (!Knows(to)) links.push_back({.url = to, .anchor = anchor});
  });
  std::ranges::sort(links, {},
                    [](const moved::SiteLink& link) { return std::tie(link.url, link.anchor); });
  // Not std::ranges::unique, which clang 14 can't take.
  links.erase(std::unique(links.begin(), links.end()), links.end());
  if (links.size() > kMostSeenSince) {  // those with paths like the old one's are kept
    const moved::PathParts old = moved::PartsOf(page_.url);
    std::vector<std::pair<double, std::size_t>> order;
    order.reserve(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const moved::PathParts parts = moved::PartsOf(links[i].url);
      order.emplace_back(-moved::SegmentOverlap(parts.segments, old.segments), i);
    }
    std::ranges::nth_element(order, order.begin() + kMostSeenSince);
    std::vector<moved::SiteLink> kept;
    kept.reserve(kMostSeenSince);
    for (std::size_t i = 0; i < kMostSeenSince; ++i)
      kept.push_back(std::move(links[order[i].second]));
    return kept;
  }
  return links;
}

const moved::OldPage& OldSite::Page() {
  if (done_) return *done_;
  moved::OldPage page = page_;
  links_to_page_.Take(page);
  if (!page.linked_from.empty()) {
    const int too_deep = std::max(0, moved::DirectoryLength(page.url) - kMostPathSteps);
    moved::TakePaths(moved::FindLinkPaths(page.url, moved::SiteRoot(page.url), links_,
                                          {.more_calls = -too_deep}),
                     page);
  }
  page.seen_since = LinksSeenSince();
  return done_.emplace(std::move(page));
}

}  // namespace meguri::app
