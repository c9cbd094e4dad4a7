// How the pages of a host hang together: a tree in which every page is linked from its parent.
//
//   0            the home page
//   1 … folders  the first pages of its top folders, linked from there
//   others       below them: page node * folders + folder is the node-th of its folder, and its
//                children there are nodes node * branching + 1 … node * branching + branching
#pragma once

#include <algorithm>
#include <cstdint>

namespace meguri {

struct PageTree {
  std::uint32_t pages = 1;
  std::uint8_t folders = 0;  // 0 if there is but the home page
  std::uint8_t branching = 1;

  // From 1; 0 for the home page, which is in none. REQUIRES, here and below: page < pages.
  std::uint32_t FolderOf(std::uint32_t page) const {
    return page == 0 ? 0 : (page - 1) % folders + 1;
  }
  bool IsFolderPage(std::uint32_t page) const { return page > 0 && page <= folders; }

  // REQUIRES: page > 0.
  std::uint32_t ParentOf(std::uint32_t page) const {
    const std::uint32_t node = (page - 1) / folders;
    if (node == 0) return 0;
    return (node - 1) / branching * folders + FolderOf(page);
  }

  template <class Visit>
  void ForEachChild(std::uint32_t page, const Visit& visit) const {
    if (page == 0) {
      for (std::uint32_t folder = 1; folder <= folders; ++folder)
        visit(folder);
      return;
    }
    const std::uint64_t folder = FolderOf(page);
    const std::uint64_t first = std::uint64_t{(page - 1) / folders} * branching + 1;
    for (std::uint64_t node = first; node < first + branching; ++node) {
      const std::uint64_t child = node * folders + folder;
      if (child >= pages) return;
      visit(static_cast<std::uint32_t>(child));
    }
  }
};

}  // namespace meguri
