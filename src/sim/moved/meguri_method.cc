#include "sim/moved/meguri_method.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace meguri {
namespace {

// How many bytes of directories two paths have in common.
std::size_t SharedDirectories(std::string_view a, std::string_view b) {
  const auto ends = std::ranges::mismatch(a, b);
  const auto same = static_cast<std::size_t>(ends.in1 - a.begin());
  const std::size_t slash = a.substr(0, same).rfind('/');
  return slash == std::string_view::npos ? 0 : slash + 1;
}

void TakeLinksTo(const std::string& key, const SiteSnapshot& before, moved::OldPage& old) {
  std::map<std::string, std::size_t> counts;              // by anchor
  std::vector<std::pair<std::size_t, std::size_t>> from;  // how near, and which page
  for (std::size_t page = 0; page < before.paths().size(); ++page) {
    bool links = false;
    for (const moved::SiteLink& link : before.Links(page).links) {
      if (before.KeyOf(link.url) != key) continue;
      links = true;
      if (!link.anchor.empty()) ++counts[link.anchor];
    }
    if (links && before.paths()[page] != key)
      from.emplace_back(SharedDirectories(before.paths()[page], key), page);
  }
  std::vector<std::pair<std::size_t, std::string>> anchors;
  anchors.reserve(counts.size());
  for (const auto& [anchor, count] : counts)
    anchors.emplace_back(count, anchor);
  const auto first = [](const auto& pair) { return pair.first; };
  std::ranges::stable_sort(anchors, std::greater<>(), first);
  std::ranges::stable_sort(from, std::greater<>(), first);
  for (auto& [count, anchor] : anchors)
    old.anchors.push_back(std::move(anchor));
  for (const auto& [near, page] : from)
    old.linked_from.push_back(before.UrlOf(before.paths()[page]));
}

moved::OldPage OldPageOf(const MovedQuestion& question, MovedKnowledge knows) {
  using enum MovedKnowledge;
  const SiteSnapshot& before = question.before;
  moved::OldPage old{.url = before.UrlOf(question.wanted.old_path)};
  const std::string key = before.KeyOf(old.url).value_or("");
  const moved::SitePage* const page = before.Find(key);
  if (page != nullptr && knows != kUrl) old.title = page->title;
  if (page != nullptr && (knows == kArchive || knows == kContent)) {
    old.headings = page->headings;
    old.text = page->text;
  }
  if (knows == kArchive) {
    TakeLinksTo(key, before, old);
    SnapshotSite archived(before);
    moved::TakePaths(
        moved::FindLinkPaths(old.url, before.UrlOf(question.wanted.root_old), archived), old);
  }
  return old;
}

moved::RenameRules RulesFor(const MovedQuestion& question) {
  const std::vector<MovedSnap>& snaps = question.cases.snaps;
  moved::RenameRules rules;
  for (const MovedCase& other : question.cases.cases) {
    if (&other == &question.wanted || snaps[other.snap].site != snaps[question.wanted.snap].site)
      continue;
    rules.Learn(question.before.UrlOf(other.old_path),
                question.before.UrlOf(other.new_paths.front()));
  }
  return rules;
}

}  // namespace

moved::SearchResult SearchAsMeguri(const MovedQuestion& question, SnapshotSite& site, int budget,
                                   const MeguriMethodOptions& options) {
  const moved::RenameRules rules = options.learn ? RulesFor(question) : moved::RenameRules();
  moved::SearchOptions search{.budget = budget,
                              .use_content = options.use_content,
                              .weights = options.weights,
                              .rules = options.learn ? &rules : nullptr,
                              .home = question.after.UrlOf(question.wanted.root_new)};
  if (options.knows == MovedKnowledge::kArchive) {
    search.is_known = [&](std::string_view url) {
      const auto key = question.before.KeyOf(url);
      return key && question.before.Has(*key);
    };
  }
  return moved::FindMoved(OldPageOf(question, options.knows), site, search);
}

}  // namespace meguri
