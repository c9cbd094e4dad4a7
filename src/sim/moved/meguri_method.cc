#include "sim/moved/meguri_method.h"

#include <string>
#include <vector>

#include "moved/links_to_page.h"

namespace meguri {
namespace {

void TakeLinksTo(const std::string& key, const SiteSnapshot& before, moved::OldPage& old) {
  moved::LinksToPage links_to_page;
  for (std::size_t page = 0; page < before.paths().size(); ++page) {
    const std::string& path = before.paths()[page];
    if (path == key) continue;
    for (const moved::SiteLink& link : before.Links(page).links) {
      if (before.KeyOf(link.url) == key) links_to_page.Add(before.UrlOf(path), link.anchor);
    }
  }
  links_to_page.Take(old);
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
    for (const moved::SiteLink& link : page->links)
      old.links_to.push_back(link.url);
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
