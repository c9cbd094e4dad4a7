#include "moved/links_to_page.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

namespace meguri::moved {
namespace {

// How many of the folders of `a` are those of `b`, from the root on.
int SharedFolders(std::string_view a, std::string_view b) {
  const auto same = std::ranges::mismatch(a, b).in1;
  return static_cast<int>(std::count(a.begin(), same, '/'));
}

}  // namespace

void LinksToPage::Add(std::string_view from, std::string_view anchor) {
  if (!anchor.empty()) ++anchors_[std::string(anchor)];
  if (from_.size() < kMostLinking) from_.try_emplace(std::string(from), from_.size());
}

void LinksToPage::Take(OldPage& old) const {
  using Counted = std::pair<std::string, std::size_t>;
  std::vector<Counted> anchors(anchors_.begin(), anchors_.end());
  std::ranges::stable_sort(anchors, std::greater(), &Counted::second);
  for (Counted& anchor : anchors)
    old.anchors.push_back(std::move(anchor.first));
  std::vector<Counted> from(from_.begin(), from_.end());
  std::ranges::sort(from, {}, [&](const Counted& linking) {
    return std::tuple(-SharedFolders(linking.first, old.url), linking.second);
  });
  for (Counted& linking : from)
    old.linked_from.push_back(std::move(linking.first));
}

}  // namespace meguri::moved
