// A site as it is now, asked over the network with good manners: what a search for a moved page
// reads.
//
// Each page is asked for once, and kept. Who says "later" (429, 503 with a Retry-After)
// and means it soon is asked once more; who says "no", or nothing, several times in a row is not
// asked again. One thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/site/polite_client.h"
#include "moved/site_page.h"
#include "robots/sitemap/sitemap.h"
#include "url/site.h"
#include "url/url.h"

namespace meguri {

class LiveSite final : public moved::SiteReader {
 public:
  // In a row, of a host: then its other pages are taken to be the same.
  static constexpr int kMaxRefusals = 6;
  static constexpr int kMaxFailures = 3;
  static constexpr std::size_t kMaxSitemapUrls = 200'000;
  static constexpr std::size_t kMaxLinkBytes = std::size_t{64} << 20U;  // of all pages
  static constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20U;  // likewise

  // Both must outlive it. `home`: a URL of the site; REQUIRES: http or https.
  LiveSite(PoliteClient& client, const url::SiteList& sites, const url::Url& home);

  const moved::SitePage* Read(std::string_view url) override;
  const std::vector<std::string>& Sitemap(int most) override;
  int requests() const override { return client_.requests(); }
  bool IsOfSite(std::string_view url) const override;
  bool IsForbidden(std::string_view url) const override;
  std::vector<std::string> ForbiddenPaths() const override { return client_.ForbiddenPaths(home_); }

  bool was_read(std::string_view url) const { return pages_.contains(url); }
  // Why the last answer that was none wasn't one: a line for people; "" if there was no trouble.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Row {
    int refusals = 0;
    int failures = 0;
    int status = 0;  // of the last of them
  };

  moved::SitePage MakePage(const PoliteReply& reply, std::string_view url) const;
  PoliteReply AskPatiently(const url::Url& url);
  void Count(const PoliteReply& reply, const moved::SitePage& page, Row& row);
  // Forgets links beyond what may be kept of all pages.
  void BoundLinks(moved::SitePage& page);
  // Forgets the texts that were read first, with their headings.
  void BoundTexts(moved::SitePage& page);
  void CountPage(const url::Url& url);
  const url::Url& SiteUrl() const;
  // Gives the further sitemaps that it names.
  std::vector<std::string> ReadSitemapFile(std::string url, std::set<std::string>& asked);

  PoliteClient& client_;
  const url::SiteList& sites_;
  const url::Url home_;
  std::optional<url::Url> origin_;  // of its pages: home_'s, or that of the first
  const std::string site_;
  std::map<std::string, std::unique_ptr<moved::SitePage>, std::less<>> pages_;  // by URL
  std::map<std::string, Row, std::less<>> rows_;                                // by host
  std::size_t link_bytes_ = 0;
  std::size_t text_bytes_ = 0;
  std::deque<moved::SitePage*> with_text_;  // in the order of reading
  bool has_sitemap_ = false;
  std::vector<std::string> sitemap_;
  std::string trouble_;
  bool in_trouble_ = false;  // since the last answer that was one
};

}  // namespace meguri
