// Who linked to whom on a site, as an archive has it: a page source for link paths that asks
// nobody.
//
// Pages are found however they are spelt: http or https, www. or not, /x/index.html or /x. Each URL
// and each anchor text is kept once until its page is read; beyond kMaxBytes further links are left
// out. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "moved/site_page.h"
#include "url/surt/surt.h"
#include "url/url.h"

namespace meguri::app {

class ArchivedLinks final : public moved::SiteReader {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20U;

  // `page`: whose site it is; URLs of its host are spelt with its scheme, and www. as it does.
  explicit ArchivedLinks(const url::Url& page);
  ArchivedLinks(const ArchivedLinks&) = delete;  // ids_ has views of texts_
  ArchivedLinks& operator=(const ArchivedLinks&) = delete;

  // REQUIRES: absolute http(s) URLs of one site.
  void Add(std::string_view from, std::string_view to, std::string_view anchor);

  // Each link of each page: where to, and its words. In no order.
  template <class Visit>
  void ForEach(const Visit& visit) const {
    for (const auto& [key, page] : pages_) {
      for (const auto& [target, anchor] : page.links)
        visit(texts_[target], texts_[anchor]);
    }
  }

  // With links alone. What has none is gone.
  const moved::SitePage* Read(std::string_view url) override;
  const std::vector<std::string>& Sitemap(int most) override;
  int requests() const override { return 0; }
  bool IsOfSite(std::string_view /*url*/) const override { return true; }

 private:
  using Id = std::uint32_t;
  struct Page {
    std::vector<std::pair<Id, Id>> links;  // URL and anchor
    moved::SitePage page;                  // made when it is read
    bool made = false;
  };

  Id IdOf(std::string_view text);
  std::string Spelt(std::string_view url);
  std::string KeyOf(std::string_view url);

  const std::string origin_;  // of the page
  url::SurtWriter surts_;
  std::string host_key_;                          // of it
  std::unordered_map<std::string_view, Id> ids_;  // into texts_
  std::deque<std::string> texts_;
  std::unordered_map<std::string, Page> pages_;  // by key
  std::size_t bytes_ = 0;
};

}  // namespace meguri::app
