#include "app/find_moved/archived_links.h"

#include <algorithm>

#include "moved/paper/page_urls.h"

namespace meguri::app {
namespace {

// Where the path of an absolute URL begins.
std::size_t PathBegin(std::string_view url) {
  const std::size_t host = url.find("://");
  return host == std::string_view::npos ? url.size()
                                        : std::min(url.find('/', host + 3), url.size());
}

constexpr std::size_t kTextCost = 64;  // a string's place in both tables
constexpr std::size_t kPageCost = 512;

}  // namespace

ArchivedLinks::ArchivedLinks(const url::Url& page)
    : origin_(page.without_fragment().substr(0, PathBegin(page.without_fragment()))) {
  surts_.Append(origin_ + "/", host_key_);
}

std::string ArchivedLinks::Spelt(std::string_view url) {
  const std::size_t path = PathBegin(url);
  std::string key;
  surts_.Append(std::string(url.substr(0, path)) + "/", key);
  if (key != host_key_) return std::string(url);
  return origin_ + std::string(url.substr(path));
}

std::string ArchivedLinks::KeyOf(std::string_view url) {
  std::string key;
  surts_.Append(moved::PageIdentity(url), key);
  return key;
}

ArchivedLinks::Id ArchivedLinks::IdOf(std::string_view text) {
  const auto found = ids_.find(text);
  if (found != ids_.end()) return found->second;
  const Id id = static_cast<Id>(texts_.size());
  ids_.emplace(texts_.emplace_back(text), id);  // a deque's strings stay where they are
  bytes_ += text.size() + kTextCost;
  return id;
}

void ArchivedLinks::Add(std::string_view from, std::string_view to, std::string_view anchor) {
  if (bytes_ >= kMaxBytes) return;
  const auto [page, is_new] = pages_.try_emplace(KeyOf(from));
  if (is_new) bytes_ += page->first.size() + kPageCost;
  const Id target = IdOf(Spelt(to));
  page->second.links.emplace_back(target, IdOf(anchor));
  bytes_ += sizeof(std::pair<Id, Id>);
}

const moved::SitePage* ArchivedLinks::Read(std::string_view url) {
  static const moved::SitePage kGone{.answer = moved::SiteAnswer::kGone};
  const auto found = pages_.find(KeyOf(url));
  if (found == pages_.end()) return &kGone;
  Page& page = found->second;
  if (!page.made && bytes_ >= kMaxBytes) return &kGone;
  if (!std::exchange(page.made, true)) {
    page.page.answer = moved::SiteAnswer::kPage;
    page.page.links.reserve(page.links.size());
    for (const auto& [target, anchor] : page.links)
      page.page.links.push_back({.url = texts_[target], .anchor = texts_[anchor]});
    for (const moved::SiteLink& link : page.page.links)
      bytes_ += sizeof(link) + link.url.size() + link.anchor.size();
  }
  return &page.page;
}

const std::vector<std::string>& ArchivedLinks::Sitemap(int /*most*/) {
  static const std::vector<std::string> kNone;
  return kNone;
}

}  // namespace meguri::app
