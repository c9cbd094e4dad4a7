#include "graph/strong_components.h"

#include <algorithm>
#include <utility>

namespace meguri {
namespace {

// A page's number says what is known of it:
//   0                unseen
//   1 … next_ - 1    on the path or waiting for its component's root: the lowest number of a page
//                    that it reaches; numbers are given in the order in which pages are seen
//   from last_ + 1   its component is whole: 2^32 - 1 for the first, going down
// The two kinds never meet: whole pages give their numbers back.
class Search {
 public:
  explicit Search(const WebGraph& graph) : graph_(graph), numbers_(graph.page_count(), 0) {}

  StrongComponents Run() {
    for (PageId page = 0; page < graph_.page_count(); ++page) {
      if (numbers_[page] != 0) continue;
      Enter(page);
      while (!path_.empty())
        Step();
    }
    for (std::uint32_t& number : numbers_)
      number = kFirst - number;
    return {std::move(numbers_), std::move(sizes_)};
  }

 private:
  static constexpr std::uint32_t kFirst = 0xFFFF'FFFF;

  struct Visit {
    PageId page = 0;
    bool is_root = true;          // as far as is known
    std::uint64_t looked_at = 0;  // links
  };

  void Enter(PageId page) {
    numbers_[page] = next_++;
    path_.push_back({page, true, 0});
  }

  // One link further, or one page back.
  void Step() {
    Visit& visit = path_.back();
    const auto links = graph_.successors(visit.page);
    while (visit.looked_at < links.size()) {
      const PageId target = links[visit.looked_at];
      if (numbers_[target] == 0) {
        Enter(target);  // its link is looked at again, behind it
        return;
      }
      ++visit.looked_at;
      if (numbers_[target] < numbers_[visit.page]) {
        numbers_[visit.page] = numbers_[target];
        visit.is_root = false;
      }
    }
    Leave();
  }

  void Leave() {
    const Visit visit = path_.back();
    path_.pop_back();
    if (!visit.is_root) {
      waiting_.push_back(visit.page);
      return;
    }
    const std::uint32_t number = numbers_[visit.page];
    std::uint32_t size = 1;
    while (!waiting_.empty() && numbers_[waiting_.back()] >= number) {
      numbers_[waiting_.back()] = last_;
      waiting_.pop_back();
      ++size;
    }
    numbers_[visit.page] = last_--;
    next_ -= size;
    sizes_.push_back(size);
  }

  const WebGraph& graph_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Visit> path_;
  std::vector<PageId> waiting_;  // left, but their component isn't whole
  std::vector<std::uint32_t> sizes_;
  std::uint32_t next_ = 1;
  std::uint32_t last_ = kFirst;
};

}  // namespace

StrongComponents FindStrongComponents(const WebGraph& graph) { return Search(graph).Run(); }

std::vector<ComponentInfo> LargestComponents(const StrongComponents& components,
                                             std::size_t count) {
  std::vector<ComponentInfo> all(components.sizes.size());
  for (std::size_t page = components.component_of.size(); page-- > 0;) {
    const std::uint32_t component = components.component_of[page];
    all[component] = {static_cast<PageId>(page), components.sizes[component]};
  }
  count = std::min(count, all.size());
  const auto larger = [](const ComponentInfo& a, const ComponentInfo& b) {
    return a.size != b.size ? a.size > b.size : a.lowest < b.lowest;
  };
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    larger);
  all.resize(count);
  return all;
}

}  // namespace meguri
