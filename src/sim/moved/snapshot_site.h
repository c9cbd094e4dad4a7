// A snapshot as a search sees it: each URL costs a request once, whether it is there or not.
//
//   SnapshotSite site(snapshot, {.budget = 100});
//   const moved::SearchResult result = moved::FindMoved(old, site, {});
//   site.RequestsUntil(new_urls)
//
// One search's; many of them may share a snapshot. Not thread-safe.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moved/site_page.h"
#include "robots/robots_rules.h"
#include "sim/moved/site_snapshot.h"

namespace meguri {

struct SnapshotSiteOptions {
  int budget = std::numeric_limits<int>::max();  // requests
  // Asked without being counted, such as the old URL, which is known to be dead.
  std::string free_url;
  // A page that is taken out: as if it had been deleted.
  std::string deleted_url;
  // robots.txt is the first request, as of whoever asks a real server.
  bool read_robots = false;
  // Likewise, and obeyed: a snapshot is nobody's server.
  bool obey_robots = false;
};

class SnapshotSite final : public moved::SiteReader {
 public:
  // `snapshot` must outlive this. With robots.txt and sitemaps only if it was read with its HTML.
  explicit SnapshotSite(const SiteSnapshot& snapshot, SnapshotSiteOptions options = {});

  // A URL of another site is down.
  const moved::SitePage* Read(std::string_view url) override;
  const std::vector<std::string>& Sitemap(int most) override;
  int requests() const override { return requests_; }
  bool IsOfSite(std::string_view url) const override { return snapshot_.KeyOf(url).has_value(); }
  bool IsForbidden(std::string_view url) const override;
  std::vector<std::string> ForbiddenPaths() const override;

  // How many of them were answered with 404.
  int gone() const { return gone_; }

  // How many requests had been made when one of `urls` was answered with a page, itself included;
  // nullopt if none was.
  std::optional<int> RequestsUntil(std::span<const std::string> urls) const;

 private:
  struct Visit {
    const moved::SitePage* page;
    int requests;  // made by then
  };

  // False if it would be beyond the budget.
  bool Charge();
  // Of a file beside the pages; nullopt if it isn't there, or the budget is used up.
  std::optional<std::string> ReadFile(std::string_view path);
  const std::string& RobotsTxt();
  bool Forbids(const std::string& key);
  void TakeSitemap(const std::string& url, std::vector<std::string>& files);

  const SiteSnapshot& snapshot_;
  const SnapshotSiteOptions options_;
  std::optional<std::string> free_key_;
  std::optional<std::string> deleted_key_;
  int requests_ = 0;
  int gone_ = 0;
  std::unordered_map<std::string, Visit> visits_;  // by key
  std::optional<std::string> robots_txt_;          // once it was read
  std::optional<robots::RobotsRules> rules_;
  std::optional<std::vector<std::string>> sitemap_;
};

}  // namespace meguri
