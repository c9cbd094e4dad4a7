#include "sim/moved/snapshot_site.h"

#include <algorithm>
#include <set>
#include <utility>

#include "robots/robots_txt.h"
#include "robots/sitemap/sitemap.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr int kNotFound = 404;

const moved::SitePage& GonePage() {
  static const moved::SitePage kPage{.answer = moved::SiteAnswer::kGone, .status = kNotFound};
  return kPage;
}

const moved::SitePage& ForbiddenPage() {
  static const moved::SitePage kPage{.answer = moved::SiteAnswer::kForbidden};
  return kPage;
}

const moved::SitePage& DownPage() {
  static const moved::SitePage kPage{.answer = moved::SiteAnswer::kDown};
  return kPage;
}

}  // namespace

SnapshotSite::SnapshotSite(const SiteSnapshot& snapshot, SnapshotSiteOptions options)
    : snapshot_(snapshot), options_(std::move(options)) {
  if (!options_.free_url.empty()) free_key_ = snapshot_.KeyOf(options_.free_url);
  if (!options_.deleted_url.empty()) deleted_key_ = snapshot_.KeyOf(options_.deleted_url);
}

bool SnapshotSite::Charge() {
  if (requests_ >= options_.budget) return false;
  ++requests_;
  return true;
}

const moved::SitePage* SnapshotSite::Read(std::string_view url) {
  const auto key = snapshot_.KeyOf(url);
  const std::string name = key.value_or(std::string(url));
  if (const auto found = visits_.find(name); found != visits_.end()) return found->second.page;
  const moved::SitePage* page = nullptr;
  if (!key) {
    if (!Charge()) return nullptr;
    page = &DownPage();
  } else if (Forbids(*key)) {
    page = &ForbiddenPage();
  } else {
    if (key != free_key_ && !Charge()) return nullptr;
    page = key == deleted_key_ ? nullptr : snapshot_.Find(*key);
    if (page == nullptr) {
      page = &GonePage();
      if (key != free_key_) ++gone_;
    }
  }
  visits_.emplace(name, Visit{.page = page, .requests = requests_});
  return page;
}

std::optional<int> SnapshotSite::RequestsUntil(std::span<const std::string> urls) const {
  std::optional<int> least;
  for (const std::string& url : urls) {
    const auto key = snapshot_.KeyOf(url);
    const auto found = visits_.find(key.value_or(url));
    if (found == visits_.end() || found->second.page->answer != moved::SiteAnswer::kPage) continue;
    least = std::min(least.value_or(found->second.requests), found->second.requests);
  }
  return least;
}

std::optional<std::string> SnapshotSite::ReadFile(std::string_view path) {
  if (!Charge()) return std::nullopt;
  return snapshot_.File(path);
}

const std::string& SnapshotSite::RobotsTxt() {
  if (!robots_txt_) robots_txt_ = ReadFile("robots.txt").value_or("");
  return *robots_txt_;
}

bool SnapshotSite::IsForbidden(std::string_view url) const {
  const auto key = snapshot_.KeyOf(url);
  return key && rules_ && !rules_->Check(*key).allowed;
}

std::vector<std::string> SnapshotSite::ForbiddenPaths() const {
  return rules_ ? rules_->DisallowedPaths() : std::vector<std::string>();
}

bool SnapshotSite::Forbids(const std::string& key) {
  if (options_.read_robots) RobotsTxt();
  if (!options_.obey_robots) return false;
  if (!rules_) rules_ = robots::RobotsTxt::Parse(RobotsTxt()).RulesFor("meguri");
  return !rules_->Check(key).allowed;
}

const std::vector<std::string>& SnapshotSite::Sitemap(int most) {
  if (sitemap_) return *sitemap_;
  sitemap_.emplace();
  std::vector<std::string> files = robots::RobotsTxt::Parse(RobotsTxt()).sitemaps();
  if (files.empty()) files.push_back(snapshot_.UrlOf("/sitemap.xml"));
  std::set<std::string> read;
  int left = most;
  for (std::size_t i = 0; i < files.size() && left > 0; ++i) {  // `files` grows by indexes
    if (!read.insert(files[i]).second) continue;
    --left;
    TakeSitemap(std::string(files[i]), files);
  }
  return *sitemap_;
}

void SnapshotSite::TakeSitemap(const std::string& url, std::vector<std::string>& files) {
  const auto key = snapshot_.KeyOf(url);
  if (!key) return;  // nobody would ask another site for it
  const auto bytes = ReadFile(std::string_view(*key).substr(1));
  if (!bytes) return;
  const robots::Sitemap sitemap = robots::ReadSitemap(*bytes, {.url = url, .content_type = ""});
  for (const robots::SitemapUrl& each : sitemap.urls) {
    if (sitemap.kind == robots::SitemapKind::kIndex) {
      files.push_back(each.loc);
    } else if (const auto page = snapshot_.KeyOf(each.loc)) {
      sitemap_->push_back(snapshot_.UrlOf(*page));
    }
  }
}

}  // namespace meguri
