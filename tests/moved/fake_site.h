// A site made by hand, as a search for moved pages sees it.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "moved/site_page.h"

namespace meguri::moved {

inline constexpr std::string_view kFakeSite = "http://site.test";

inline std::string Fake(std::string_view path) {
  return std::string(kFakeSite) + std::string(path);
}

class FakeSite final : public SiteReader {
 public:
  // Answers what isn't in pages.
  std::function<SitePage(const std::string& url)> otherwise = [](const std::string&) {
    return SitePage{.answer = SiteAnswer::kGone, .status = 404};
  };
  std::map<std::string, SitePage> pages;  // by URL
  std::vector<std::string> sitemap;
  // What robots.txt forbids.
  std::function<bool(std::string_view url)> forbids = [](std::string_view) { return false; };
  std::vector<std::string> forbidden_paths;  // likewise, as it is written there
  int budget = 1000;
  int ban_after = 1'000'000;  // from this request on it refuses
  std::vector<std::string> asked;

  // Links are {path, anchor}.
  SitePage& Put(std::string_view path, std::string title, std::string text,
                const std::vector<std::pair<std::string, std::string>>& links = {}) {
    SitePage& page = pages[Fake(path)];
    page = {.answer = SiteAnswer::kPage, .status = 200, .title = std::move(title)};
    page.text = std::move(text);
    for (const auto& [to, anchor] : links)
      page.links.push_back({.url = Fake(to), .anchor = anchor});
    return page;
  }
  void Redirect(std::string_view path, std::string to) {
    pages[Fake(path)] = {.answer = SiteAnswer::kRedirect, .status = 301, .location = std::move(to)};
  }

  // As if nobody had asked yet.
  void Forget() {
    asked.clear();
    read_.clear();
    requests_ = 0;
    asked_sitemap_ = false;
  }

  const SitePage* Read(std::string_view url) override {
    const std::string key(url);
    if (const auto found = read_.find(key); found != read_.end()) return &found->second;
    if (forbids(url))
      return &read_.emplace(key, SitePage{.answer = SiteAnswer::kForbidden}).first->second;
    if (requests_ >= budget) return nullptr;
    ++requests_;
    asked.push_back(key);
    SitePage answer;
    if (requests_ > ban_after) {
      answer = {.answer = SiteAnswer::kRefused, .status = 403};
    } else if (const auto found = pages.find(key); found != pages.end()) {
      answer = found->second;
    } else {
      answer = otherwise(key);
    }
    return &read_.emplace(key, std::move(answer)).first->second;
  }
  const std::vector<std::string>& Sitemap(int) override {
    if (!asked_sitemap_) requests_ = std::min(budget, requests_ + 2);
    asked_sitemap_ = true;
    return sitemap;
  }
  int requests() const override { return requests_; }
  bool IsForbidden(std::string_view url) const override { return forbids(url); }
  std::vector<std::string> ForbiddenPaths() const override { return forbidden_paths; }
  // https and www.site.test and the like belong to it.
  bool IsOfSite(std::string_view url) const override {
    const std::string_view origin = url.substr(0, url.find('/', url.find("://") + 3));
    return origin.ends_with("//site.test") || origin.ends_with(".site.test");
  }

 private:
  std::map<std::string, SitePage> read_;
  int requests_ = 0;
  bool asked_sitemap_ = false;
};

}  // namespace meguri::moved
