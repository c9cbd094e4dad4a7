// A site of a few pages, written down in a test: what is no page of it is gone.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "moved/site_page.h"

namespace meguri::moved {

class SmallSite final : public SiteReader {
 public:
  static std::string Url(std::string_view path) { return "http://a" + std::string(path); }

  // Paths, and for each its links: path and anchor.
  using Links = std::vector<std::pair<std::string, std::string>>;
  explicit SmallSite(const std::map<std::string, Links>& pages,
                     int budget = std::numeric_limits<int>::max())
      : budget_(budget) {
    for (const auto& [path, links] : pages) {
      SitePage& page = pages_[Url(path)];
      page.answer = SiteAnswer::kPage;
      page.status = 200;
      for (const auto& [target, anchor] : links)
        page.links.push_back({.url = Url(target), .anchor = anchor});
    }
  }

  const SitePage* Read(std::string_view url) override {
    static const SitePage gone{.answer = SiteAnswer::kGone, .status = 404};
    if (!read_.contains(std::string(url))) {
      if (requests() >= budget_) return nullptr;
      read_.emplace(url);
      order_.emplace_back(url.substr(Url("").size()));
    }
    const auto found = pages_.find(std::string(url));
    return found == pages_.end() ? &gone : &found->second;
  }
  const std::vector<std::string>& Sitemap(int /*most*/) override {
    static const std::vector<std::string> none;
    return none;
  }
  int requests() const override { return static_cast<int>(order_.size()); }
  bool IsOfSite(std::string_view url) const override { return url.starts_with(Url("")); }

  // Paths, as they were asked for.
  const std::vector<std::string>& order() const { return order_; }

 private:
  int budget_;
  std::map<std::string, SitePage> pages_;
  std::set<std::string> read_;
  std::vector<std::string> order_;
};

}  // namespace meguri::moved
