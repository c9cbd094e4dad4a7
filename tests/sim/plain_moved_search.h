// The searches of the moved-pages paper once more, written straight from its text, with recursion
// and paths as plain strings: what the engine's are checked against. Slow and simple on purpose;
// shares no code with src/moved.
#pragma once

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace meguri::plain_moved {

using Links = std::vector<std::pair<std::string, std::string>>;  // target, anchor
using Graph = std::map<std::string, Links>;

inline std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if (is_space && !words.back().empty()) words.emplace_back();
    if (!is_space) words.back() += c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

inline long Length(const std::string& path) { return std::count(path.begin(), path.end(), '/'); }

// "/a/", "/a/b/" of "/a/b/c.html" and of "/a/b/c/".
inline std::vector<std::string> Chain(const std::string& path) {
  std::vector<std::string> chain;
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    if (path[i] == '/') chain.push_back(path.substr(0, i + 1));
  }
  return chain;
}

struct Path {
  std::list<std::string> urls;
  std::list<std::string> anchors;
};

// Before the move.
class PathFinder {
 public:
  PathFinder(const Graph& graph, std::string end, std::string root, long most)
      : graph_(graph), root_(std::move(root)), left_(most), candidates_(Chain(end)) {
    Grow({.urls = {std::move(end)}, .anchors = {}});
  }

  const std::vector<Path>& paths() const { return paths_; }
  std::size_t requests() const { return fetched_.size(); }

 private:
  const Links& Fetch(const std::string& url) {
    fetched_.insert(url);
    static const Links none;
    const auto found = graph_.find(url);
    return found == graph_.end() ? none : found->second;
  }

  static std::optional<std::string> Anchor(const Links& links, const std::string& to) {
    std::optional<std::string> anchor;
    for (const auto& [target, text] : links) {
      if (target == to && anchor.value_or("").empty()) anchor = text;
    }
    return anchor;
  }

  // NOLINTNEXTLINE(misc-no-recursion): as the paper has it
  void Grow(const Path& path) {
    if (left_-- <= 0) return;
    const std::string u = path.urls.front();
    const Links& links = Fetch(u);
    if (expanded_.insert(u).second) {
      for (const auto& [target, text] : links) {
        if (std::find(candidates_.begin(), candidates_.end(), target) == candidates_.end())
          candidates_.push_back(target);
      }
    }
    std::multimap<long, std::pair<std::string, std::string>> upper;  // equal keys keep their order
    for (const std::string& c : candidates_) {
      if (std::find(path.urls.begin(), path.urls.end(), c) != path.urls.end()) continue;
      const auto anchor = Anchor(Fetch(c), u);
      if (!anchor) continue;
      if (c == root_) {
        Path whole = path;
        whole.urls.push_front(c);
        whole.anchors.push_front(*anchor);
        paths_.push_back(whole);
        continue;
      }
      long score = Length(u) - Length(c);
      if (c.back() == '/') score += 2;
      if (Anchor(links, c)) score += 1;
      upper.emplace(-score, std::pair(c, *anchor));
    }
    for (const auto& [score, parent] : upper) {
      Path next = path;
      next.urls.push_front(parent.first);
      next.anchors.push_front(parent.second);
      Grow(next);
    }
  }

  const Graph& graph_;
  std::string root_;
  long left_;
  std::vector<std::string> candidates_;
  std::set<std::string> expanded_;
  std::set<std::string> fetched_;
  std::vector<Path> paths_;
};

// After the move: everything that is requested, in that order, until one of `wanted`.
class Searcher {
 public:
  Searcher(const Graph& graph, const std::string& end, const std::vector<std::string>& wanted)
      : graph_(graph), end_(end), wanted_(wanted.begin(), wanted.end()), seen_{end} {}

  std::vector<std::string> Crawl(std::vector<Path> paths, const std::string& root) {
    if (paths.empty()) {
      Path path{.urls = {root}, .anchors = {""}};
      for (const std::string& directory : Chain(end_)) {
        path.urls.push_back(directory);
        path.anchors.emplace_back();
      }
      path.urls.push_back(end_);
      paths.push_back(path);
    }
    std::map<std::string, std::set<std::vector<std::string>>> anchors;
    // Is it the root, how far from the end, minus its directories, which one was found before.
    std::vector<std::pair<std::vector<long>, std::string>> starts;
    for (const Path& path : paths) {
      auto left = static_cast<long>(path.urls.size());
      auto rest = path.anchors.begin();
      for (const std::string& url : path.urls) {
        if (--left == 0) break;
        for (auto anchor = rest; anchor != path.anchors.end(); ++anchor)
          anchors[url].insert(Words(*anchor));
        ++rest;
        starts.push_back(
            {{static_cast<long>(url == root), left, -Length(url), static_cast<long>(starts.size())},
             url});
      }
    }
    std::sort(starts.begin(), starts.end());
    for (const auto& [rank, url] : starts)
      Traverse(url, anchors[url]);
    return requests_;
  }

  std::vector<std::string> BreadthFirst(const std::string& root) {
    std::list<std::string> queue = {root};
    while (!queue.empty() && !found_) {
      const std::string url = queue.front();
      queue.pop_front();
      if (!seen_.insert(url).second) continue;
      for (const auto& [target, text] : Fetch(url))
        queue.push_back(target);
    }
    return requests_;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  std::vector<std::string> DepthFirst(const std::string& url) {
    DepthFirstFrom(url);
    return requests_;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion)
  void DepthFirstFrom(const std::string& url) {
    if (found_ || !seen_.insert(url).second) return;
    for (const auto& [target, text] : Fetch(url))
      DepthFirstFrom(target);
  }

  const Links& Fetch(const std::string& url) {
    requests_.push_back(url);
    found_ = found_ || wanted_.contains(url);
    static const Links none;
    const auto found = graph_.find(url);
    return found == graph_.end() ? none : found->second;
  }

  void Traverse(const std::string& start, const std::set<std::vector<std::string>>& anchors) {
    using Queue = std::list<std::pair<std::string, bool>>;
    std::list<Queue> stack = {{{start, true}}};
    while (!stack.empty() && !found_) {
      Queue q1 = std::move(stack.back());
      stack.pop_back();
      const auto [url, match] = q1.front();
      q1.pop_front();
      if (!seen_.insert(url).second) {
        if (!q1.empty()) stack.push_back(std::move(q1));
        continue;
      }
      Links links = Fetch(url);
      std::stable_sort(links.begin(), links.end(), [](const auto& a, const auto& b) {
        return Length(a.first) > Length(b.first);
      });
      Queue q2;
      Queue q3;
      if (!match) q2 = std::move(q1);
      if (match && !q1.empty()) stack.push_back(std::move(q1));
      for (const auto& [target, text] : links) {
        const std::vector<std::string> words = Words(text);
        const bool matches = !words.empty() && anchors.contains(words);
        (matches ? q3 : q2).emplace_back(target, matches);
      }
      if (!q2.empty()) stack.push_back(std::move(q2));
      if (!q3.empty()) stack.push_back(std::move(q3));
    }
  }

  const Graph& graph_;
  const std::string end_;
  const std::set<std::string> wanted_;
  bool found_ = false;
  std::set<std::string> seen_;
  std::vector<std::string> requests_;
};

}  // namespace meguri::plain_moved
