#include "moved/paper/path_search.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "moved/paper/page_urls.h"

namespace meguri::moved {
namespace {

// Anchors are compared so: readers fold white space, but what was stored may come from elsewhere.
std::string Folded(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    if (!IsAsciiSpace(c)) {
      folded += c;
    } else if (!folded.empty() && folded.back() != ' ') {
      folded += ' ';
    }
  }
  if (folded.ends_with(' ')) folded.pop_back();
  return folded;
}

class Traversal {
 public:
  Traversal(std::string_view old_url, SiteReader& site, const PageVisitor& visit)
      : site_(site), visit_(visit) {
    seen_.emplace(PageIdentity(old_url));
  }

  // From there over all that is linked to and not seen yet; false if the search has to end.
  bool Run(const PathStart& start);

 private:
  struct Step {
    std::string url;
    bool match;
  };
  using Queue = std::deque<Step>;

  // `rest`: what was behind the page in its queue.
  void PushLinks(const SitePage& page, bool match, Queue rest);

  SiteReader& site_;
  const PageVisitor& visit_;
  std::unordered_set<std::string> seen_;  // identities
  std::unordered_set<std::string> anchors_;
  std::vector<Queue> stack_;
};

bool Traversal::Run(const PathStart& start) {
  anchors_ = {start.anchors.begin(), start.anchors.end()};
  stack_.clear();
  stack_.push_back({{.url = start.url, .match = true}});
  while (!stack_.empty()) {
    Queue queue = std::move(stack_.back());
    stack_.pop_back();
    const Step step = std::move(queue.front());
    queue.pop_front();
    if (!seen_.emplace(PageIdentity(step.url)).second) {
      if (!queue.empty()) stack_.push_back(std::move(queue));
      continue;
    }
    const SitePage* const page = site_.Read(step.url);
    if (page == nullptr || !visit_(step.url, *page)) return false;
    PushLinks(*page, step.match, std::move(queue));
  }
  return true;
}

void Traversal::PushLinks(const SitePage& page, bool match, Queue rest) {
  std::vector<std::pair<int, const std::string*>> matching;
  std::vector<std::pair<int, const std::string*>> others;
  for (const SiteLink& link : page.links) {
    if (seen_.contains(std::string(PageIdentity(link.url)))) continue;
    const bool is_match = !anchors_.empty() && anchors_.contains(Folded(link.anchor));
    (is_match ? matching : others).emplace_back(DirectoryLength(link.url), &link.url);
  }
  const auto push = [](auto& links, bool flag, Queue& queue) {
    std::ranges::stable_sort(links, std::greater<>(), [](const auto& link) { return link.first; });
    for (const auto& [length, url] : links)
      queue.push_back({.url = *url, .match = flag});
  };
  Queue breadth;
  Queue depth;
  if (!match) {
    breadth = std::move(rest);  // siblings first
  } else if (!rest.empty()) {
    stack_.push_back(std::move(rest));  // children before them
  }
  push(others, false, breadth);
  push(matching, true, depth);
  if (!breadth.empty()) stack_.push_back(std::move(breadth));
  if (!depth.empty()) stack_.push_back(std::move(depth));
}

// A URL on the paths, before they are sorted.
struct Place {
  PathStart start;
  std::size_t distance;  // links from there to the old page, at least
  int directories;
};

class Places {
 public:
  void Add(const std::string& url, std::size_t distance) {
    const auto [found, is_new] = by_identity_.emplace(PageIdentity(url), places_.size());
    if (is_new) {
      places_.push_back({.start = {.url = url, .anchors = {}},
                         .distance = distance,
                         .directories = DirectoryLength(url)});
    }
    at_ = found->second;
    places_[at_].distance = std::min(places_[at_].distance, distance);
  }

  // To the place that was added last.
  void AddAnchor(std::string_view text) {
    std::string anchor = Folded(text);
    std::vector<std::string>& anchors = places_[at_].start.anchors;
    if (anchor.empty() || std::ranges::find(anchors, anchor) != anchors.end()) return;
    anchors.push_back(std::move(anchor));
  }

  std::vector<Place> Take() { return std::move(places_); }

 private:
  std::vector<Place> places_;
  std::unordered_map<std::string, std::size_t> by_identity_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<PathStart> StartsOf(const std::vector<LinkPath>& paths, std::string_view old_url,
                                std::string_view root) {
  const std::string_view old_page = PageIdentity(old_url);
  Places places;
  const auto add = [&](const std::string& url, std::size_t at, const LinkPath& path) {
    places.Add(url, path.anchors.size() - at);
    for (std::size_t i = at; i < path.anchors.size(); ++i)
      places.AddAnchor(path.anchors[i]);
  };
  const std::string root_url(root);
  for (const LinkPath& path : paths) {
    for (std::size_t i = 0; i < path.urls.size(); ++i) {
      if (PageIdentity(path.urls[i]) != old_page) add(path.urls[i], i, path);
    }
    add(root_url, 0, path);
  }
  std::vector<Place> sorted = places.Take();
  const std::string_view root_page = PageIdentity(root);
  std::ranges::stable_sort(sorted, std::less<>(), [&](const Place& place) {
    return std::tuple(PageIdentity(place.start.url) == root_page, place.distance,
                      -place.directories);
  });
  std::vector<PathStart> starts;
  starts.reserve(sorted.size());
  for (Place& place : sorted)
    starts.push_back(std::move(place.start));
  return starts;
}

void SearchAlongPaths(const std::vector<LinkPath>& paths, std::string_view old_url,
                      std::string_view root, SiteReader& site, const PageVisitor& visit) {
  if (paths.empty())
    return SearchAlongPaths({DirectoryPath(old_url, root)}, old_url, root, site, visit);
  Traversal traversal(old_url, site, visit);
  for (const PathStart& start : StartsOf(paths, old_url, root)) {
    if (!traversal.Run(start)) return;
  }
}

}  // namespace meguri::moved
