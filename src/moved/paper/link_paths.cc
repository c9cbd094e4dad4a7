#include "moved/paper/link_paths.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "moved/paper/page_urls.h"

namespace meguri::moved {
namespace {

constexpr double kIndexScore = 2;
constexpr double kMutualScore = 1;

// The words by which `page` links to the page `identity`: the first that aren't empty; nullopt if
// it doesn't link to it.
std::optional<std::string_view> AnchorTo(const SitePage& page, std::string_view identity) {
  std::optional<std::string_view> anchor;
  for (const SiteLink& link : page.links) {
    if (PageIdentity(link.url) != identity) continue;
    anchor = link.anchor;
    if (!anchor->empty()) break;
  }
  return anchor;
}

class PathGrower {
 public:
  PathGrower(std::string_view root, SiteReader& site, const LinkPathOptions& options)
      : root_(PageIdentity(root)), site_(site), options_(options) {}

  std::vector<LinkPath> Find(std::string_view url);

 private:
  struct Parent {
    std::string url;
    std::string anchor;
    double score;
  };
  // One execution of PathGrow that isn't over: who is above the path's first page, best first.
  struct Call {
    LinkPath path;
    std::vector<Parent> parents;
    std::size_t next = 0;
  };

  // False if the site says stop.
  bool Grow(LinkPath path);
  bool TakeParents(Call& call, const std::string& url, const SitePage& page);
  void AddCandidate(const std::string& url);
  double ScoreOf(const std::string& parent, const std::string& url, bool is_mutual) const;

  const std::string_view root_;
  SiteReader& site_;
  const LinkPathOptions options_;
  std::vector<std::string> candidates_;    // in the order of discovery
  std::unordered_set<std::string> known_;  // their identities
  std::unordered_set<std::string> read_;   // whose links are among the candidates
  std::vector<Call> calls_;                // the recursion, as a stack
  std::vector<LinkPath> found_;
};

std::vector<LinkPath> PathGrower::Find(std::string_view url) {
  for (const std::string& directory : ParentDirectories(url)) {
    if (PageIdentity(directory) != root_) AddCandidate(directory);
  }
  int left = DirectoryLength(url) + options_.more_calls;
  LinkPath next{.urls = {std::string(url)}, .anchors = {}};
  while (left > 0) {
    --left;
    if (!Grow(std::move(next))) break;
    while (!calls_.empty() && calls_.back().next == calls_.back().parents.size())
      calls_.pop_back();
    if (calls_.empty()) break;
    Call& call = calls_.back();
    const Parent& parent = call.parents[call.next++];
    next = call.path;
    next.urls.insert(next.urls.begin(), parent.url);
    next.anchors.insert(next.anchors.begin(), parent.anchor);
  }
  return std::move(found_);
}

bool PathGrower::Grow(LinkPath path) {
  const std::string url = path.urls.front();
  const SitePage* const page = site_.Read(url);
  if (page == nullptr) return false;
  if (read_.emplace(PageIdentity(url)).second) {
    for (const SiteLink& link : page->links)
      AddCandidate(link.url);
  }
  calls_.push_back({.path = std::move(path), .parents = {}});
  return TakeParents(calls_.back(), url, *page);
}

bool PathGrower::TakeParents(Call& call, const std::string& url, const SitePage& page) {
  const std::string_view identity = PageIdentity(url);
  std::unordered_set<std::string_view> links;
  for (const SiteLink& link : page.links)
    links.insert(PageIdentity(link.url));
  for (const std::string& candidate : candidates_) {
    const std::string_view other = PageIdentity(candidate);
    const auto is_same = [&](const std::string& on_path) { return PageIdentity(on_path) == other; };
    if (std::ranges::any_of(call.path.urls, is_same)) continue;
    const SitePage* const parent = site_.Read(candidate);
    if (parent == nullptr) return false;
    const auto anchor = AnchorTo(*parent, identity);
    if (!anchor) continue;
    if (other == root_) {
      LinkPath whole = call.path;
      whole.urls.insert(whole.urls.begin(), candidate);
      whole.anchors.insert(whole.anchors.begin(), std::string(*anchor));
      found_.push_back(std::move(whole));
    } else {
      call.parents.push_back({.url = candidate,
                              .anchor = std::string(*anchor),
                              .score = ScoreOf(candidate, url, links.contains(other))});
    }
  }
  std::ranges::stable_sort(call.parents, std::greater<>(), &Parent::score);
  return true;
}

void PathGrower::AddCandidate(const std::string& url) {
  if (known_.emplace(PageIdentity(url)).second) candidates_.push_back(url);
}

double PathGrower::ScoreOf(const std::string& parent, const std::string& url,
                           bool is_mutual) const {
  double score = DirectoryLength(url) - DirectoryLength(parent);
  if (IsIndexPage(parent)) score += kIndexScore;
  if (is_mutual) score += kMutualScore;
  if (url.starts_with(parent)) score += options_.prefix_weight;
  return score;
}

}  // namespace

std::vector<LinkPath> FindLinkPaths(std::string_view url, std::string_view root, SiteReader& site,
                                    const LinkPathOptions& options) {
  return PathGrower(root, site, options).Find(url);
}

LinkPath DirectoryPath(std::string_view url, std::string_view root) {
  LinkPath path{.urls = {std::string(root)}, .anchors = {}};
  for (std::string& directory : ParentDirectories(url)) {
    if (PageIdentity(directory) != PageIdentity(root)) path.urls.push_back(std::move(directory));
  }
  if (PageIdentity(url) != PageIdentity(root)) path.urls.emplace_back(url);
  path.anchors.resize(path.urls.size() - 1);
  return path;
}

LinkPathsSize SizeOf(const std::vector<LinkPath>& paths) {
  std::set<std::string_view> urls;
  std::set<std::pair<std::string_view, std::string_view>> links;
  LinkPathsSize size;
  for (const LinkPath& path : paths) {
    for (std::size_t i = 0; i < path.urls.size(); ++i) {
      if (urls.insert(path.urls[i]).second) size.url_bytes += path.urls[i].size();
      if (i + 1 == path.urls.size() || path.anchors[i].empty()) continue;
      if (!links.emplace(path.urls[i], path.urls[i + 1]).second) continue;
      ++size.anchors;
      size.anchor_bytes += path.anchors[i].size();
    }
  }
  size.urls = urls.size();
  return size;
}

void TakePaths(const std::vector<LinkPath>& paths, OldPage& old) {
  std::vector<std::string> nearest;
  const auto add = [](std::vector<std::string>& list, const std::string& text) {
    if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(text);
  };
  std::size_t longest = 0;
  for (const LinkPath& path : paths)
    longest = std::max(longest, path.urls.size());
  for (std::size_t step = 1; step + 1 < longest; ++step) {  // neither the page nor the root
    for (const LinkPath& path : paths) {
      if (step + 1 >= path.urls.size()) continue;
      const std::size_t at = path.urls.size() - 1 - step;
      add(nearest, path.urls[at]);
      add(old.way, path.anchors[at - 1]);
    }
  }
  for (const std::string& url : old.linked_from)
    add(nearest, url);
  old.linked_from = std::move(nearest);
}

}  // namespace meguri::moved
