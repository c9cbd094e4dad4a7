#include "moved/read_page.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace meguri::moved {
namespace {

constexpr int kLowestHeading = 3;
// More than kMaxShingles need; what is compared is words, so that a torn character does no harm.
constexpr std::size_t kMaxText = std::size_t{512} << 10U;
// A page that says more, or that one is meant to look at for longer, is a page of its own.
constexpr std::size_t kMaxRefreshText = 500;
constexpr std::uint32_t kMaxRefreshDelay = 15;  // seconds

}  // namespace

bool LeadsToPage(html::LinkKind kind) {
  using enum html::LinkKind;
  return kind == kAnchor || kind == kArea || kind == kFrame || kind == kIframe || kind == kRefresh;
}

std::string_view RefreshTarget(const html::PageReader& page, std::string_view url) {
  if (page.text().main_text().size() > kMaxRefreshText) return "";
  if (page.refresh_delay_s().value_or(0) > kMaxRefreshDelay) return "";
  for (std::size_t i = 0; i < page.links().size(); ++i) {
    const html::Link link = page.links().at(i);
    if (link.kind == html::LinkKind::kRefresh && link.url != url) return link.url;
  }
  return "";
}

void TakePage(const html::PageReader& page, std::string_view url, const url::SiteList& sites,
              std::string_view site, SitePage& into) {
  into.title = page.text().title();
  const std::string_view text = page.text().main_text();
  into.text = text.substr(0, std::min(text.size(), kMaxText));
  into.canonical = page.canonical();
  into.refresh = RefreshTarget(page, url);
  for (const html::Heading& heading : page.text().headings()) {
    if (heading.level <= kLowestHeading) into.headings.emplace_back(heading.text);
  }
  std::set<std::pair<std::string_view, std::string_view>> seen;
  url::Url target;
  const html::PageLinks& links = page.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const html::Link link = links.at(i);
    // As a crawl does: what its author doesn't want followed isn't.
    if (page.robots().nofollow || link.nofollow) continue;
    if (!LeadsToPage(link.kind) || !seen.emplace(link.url, link.text).second) continue;
    if (!target.Assign(link.url) || sites.SiteOf(target) != site) continue;
    into.links.push_back({.url = std::string(link.url), .anchor = std::string(link.text)});
  }
}

}  // namespace meguri::moved
