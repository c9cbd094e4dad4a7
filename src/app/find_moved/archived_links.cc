#include "app/find_moved/archived_links.h"

#include "moved/page_urls.h"

namespace meguri::app {
namespace {

constexpr std::size_t kTextCost = 64;  // a string's place in both tables
constexpr std::size_t kPageCost = 512;

}  // namespace

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
  const Id target = IdOf(to);
  page->second.links.emplace_back(target, IdOf(anchor));
  bytes_ += sizeof(std::pair<Id, Id>);
}

const moved::SitePage* ArchivedLinks::Read(std::string_view url) {
  static const moved::SitePage kGone{.answer = moved::SiteAnswer::kGone};
  const auto found = pages_.find(KeyOf(url));
  if (found == pages_.end()) return &kGone;
  Page& page = found->second;
  if (!std::exchange(page.made, true)) {
    page.page.answer = moved::SiteAnswer::kPage;
    page.page.links.reserve(page.links.size());
    for (const auto& [target, anchor] : page.links)
      page.page.links.push_back({.url = texts_[target], .anchor = texts_[anchor]});
  }
  return &page.page;
}

const std::vector<std::string>& ArchivedLinks::Sitemap(int /*most*/) {
  static const std::vector<std::string> kNone;
  return kNone;
}

}  // namespace meguri::app
