#include "sim/order/order_seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

#include "base/random.h"
#include "graph/strong_components.h"

namespace meguri {
namespace {

constexpr std::array<std::string_view, 5> kBeginnings = {"id:", "scc:", "random:", "http://",
                                                         "https://"};

// A comma may be part of a URL: only one that something else follows ends an item.
std::vector<std::string_view> Items(std::string_view set) {
  std::vector<std::string_view> items;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < set.size(); ++at) {
    if (set[at] != ',') continue;
    const std::string_view rest = set.substr(at + 1);
    if (std::ranges::none_of(kBeginnings, [&](auto each) { return rest.starts_with(each); }))
      continue;
    items.push_back(set.substr(begin, at - begin));
    begin = at + 1;
  }
  items.push_back(set.substr(begin));
  return items;
}

Result<std::uint64_t> NumberOf(std::string_view item, std::uint64_t least, std::uint64_t most) {
  const std::string_view digits = item.substr(item.find(':') + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number < least ||
      number > most) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--seeds {}: want a number from {} to {}", item, least, most));
  }
  return number;
}

}  // namespace

bool SeedFinder::IsDrawn(std::string_view set) {
  return std::ranges::any_of(Items(set), [](auto item) { return item.starts_with("random:"); });
}

Result<std::vector<PageId>> SeedFinder::Find(std::string_view set, std::uint64_t seed,
                                             std::uint64_t draw) {
  if (graph_.graph.page_count() == 0) {
    return Fail(ErrorCode::kInvalidArgument, "the graph has no pages");
  }
  std::vector<PageId> pages;
  for (const std::string_view item : Items(set))
    MEGURI_CHECK_STATUS(AddItem(item, seed, draw, pages));
  std::unordered_set<PageId> seen;
  std::erase_if(pages, [&](PageId page) { return !seen.insert(page).second; });
  return pages;
}

Status SeedFinder::AddItem(std::string_view item, std::uint64_t seed, std::uint64_t draw,
                           std::vector<PageId>& pages) {
  const std::uint64_t count = graph_.graph.page_count();
  if (item.starts_with("id:")) {
    MEGURI_TRY(const std::uint64_t id, NumberOf(item, 0, count - 1));
    pages.push_back(static_cast<PageId>(id));
  } else if (item.starts_with("scc:")) {
    FindComponents();
    MEGURI_TRY(const std::uint64_t most, NumberOf(item, 1, lowest_.size()));
    pages.insert(pages.end(), lowest_.begin(), lowest_.begin() + static_cast<std::ptrdiff_t>(most));
  } else if (item.starts_with("random:")) {
    FindComponents();
    MEGURI_TRY(const std::uint64_t wanted, NumberOf(item, 1, largest_.size()));
    std::vector<PageId> left = largest_;
    Random random = Random(seed).Split("seeds").Split(draw);
    for (std::uint64_t i = 0; i < wanted; ++i) {
      std::swap(left[i], left[i + static_cast<std::size_t>(random.Uniform(left.size() - i))]);
      pages.push_back(left[i]);
    }
  } else if (item.find("://") != std::string_view::npos) {
    MEGURI_TRY(const PageId page, PageOfUrl(item));
    pages.push_back(page);
  } else {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--seeds {}: want id:N, a URL, scc:K or random:N", item));
  }
  return {};
}

Result<PageId> SeedFinder::PageOfUrl(std::string_view url) const {
  if (graph_.urls.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--seeds {}: the graph has no URLs; give id:N", url));
  }
  for (PageId page = 0; page < graph_.urls.size(); ++page)
    if (graph_.urls.url(page) == url) return page;
  return Fail(ErrorCode::kInvalidArgument, fmt::format("--seeds {}: no page has this URL", url));
}

void SeedFinder::FindComponents() {
  if (components_found_) return;
  components_found_ = true;
  const StrongComponents components = FindStrongComponents(graph_.graph);
  for (const ComponentInfo& each : LargestComponents(components, components.sizes.size()))
    lowest_.push_back(each.lowest);
  const std::uint32_t largest = components.component_of[lowest_.front()];
  for (PageId page = 0; page < components.component_of.size(); ++page)
    if (components.component_of[page] == largest) largest_.push_back(page);
}

}  // namespace meguri
