// A sitemap (sitemaps.org): the URLs that a site wants to be known, or more sitemaps.
//
// Read are <urlset> and <sitemapindex>, plain text with a URL a line, and RSS and Atom feeds;
// all of them also in gzip. Broken ones are read as far as they go: the namespace may be another
// or none, a URL may be relative, in CDATA, between blanks, or stand in <sitemap> without a <loc>;
// an element without one is left out. A URL that the end of the document cuts is left out too,
// since half a URL is another URL: what is read of a cut sitemap are the first of its URLs.
//
// The protocol allows 50,000 URLs and 50 MiB (52,428,800 bytes) unpacked. Files that are somewhat
// larger are read, up to twice that: SitemapLimits. What a sitemap may speak of (other
// hosts, folders above its own) is not decided here.
//
// Reading is total and linear. No state: any thread may call ReadSitemap().
// Decisions: docs/design/sitemaps_and_feeds.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/feed/feed_date.h"

namespace meguri::robots {

enum class SitemapKind : std::uint8_t {
  kNone,  // nothing that we know: an HTML page that says "not found", an image
  kUrlset,
  kIndex,  // its URLs are those of more sitemaps
  kText,
  kAtom,
  kRss,
};

// "urlset", "index", "text", "atom", "rss", "none".
std::string_view SitemapKindName(SitemapKind kind);

enum class ChangeFrequency : std::uint8_t {
  kUnknown,
  kAlways,
  kHourly,
  kDaily,
  kWeekly,
  kMonthly,
  kYearly,
  kNever,
};

// "daily"; "" for kUnknown.
std::string_view ChangeFrequencyName(ChangeFrequency frequency);

// The same page in another language (<xhtml:link rel="alternate" hreflang>).
struct SitemapAlternate {
  std::string language;  // "de", "de-ch", "x-default"; as written
  std::string url;
};

struct SitemapUrl {
  std::string loc;  // an absolute http or https URL; as written if it was absolute
  std::optional<FeedTime> lastmod;
  std::optional<double> priority;  // 0 to 1
  ChangeFrequency changefreq = ChangeFrequency::kUnknown;
  std::vector<std::string> images;
  std::vector<SitemapAlternate> alternates;
};

struct Sitemap {
  SitemapKind kind = SitemapKind::kNone;
  std::vector<SitemapUrl> urls;     // in the order of the document
  std::optional<FeedTime> lastmod;  // a feed's own date
  std::size_t skipped = 0;          // entries without a URL that can be fetched
  bool truncated = false;           // there was more than the limits allow
};

struct SitemapLimits {
  std::size_t max_urls = 100'000;
  std::size_t max_bytes = std::size_t{100} << 20;  // unpacked
  std::size_t max_url_bytes = 8'192;               // the protocol says 2,048; longer ones work
  std::size_t max_links = 1'000;                   // images, and alternates, of one URL
};

struct SitemapSource {
  std::string_view url;           // relative URLs are relative to it; may be ""
  std::string_view content_type;  // the header field; may be ""
  // The fetcher stopped before the end: then the last line of a text is no URL.
  bool is_cut = false;
};

Sitemap ReadSitemap(std::string_view bytes, const SitemapSource& source,
                    const SitemapLimits& limits = {});

}  // namespace meguri::robots
