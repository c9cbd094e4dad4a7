// Where simulated crawls begin: "id:317", a URL, "scc:16", "random:3"; several with commas between.
//
//   id:N      the page of that id
//   URL       the page of that URL
//   scc:K     the lowest id of each of the K largest strongly connected components
//   random:N  N different pages of the largest one, drawn
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sim/order/order_web.h"

namespace meguri {

class SeedFinder {
 public:
  // `graph` must outlive this.
  explicit SeedFinder(const GraphOfSites& graph) : graph_(graph) {}

  // The pages of one set, each once, in the order in which they are named. `draw`: of which random
  // set it is the repetition; what is drawn depends on it and on `seed` alone.
  // kInvalidArgument names what there is not.
  Result<std::vector<PageId>> Find(std::string_view set, std::uint64_t seed, std::uint64_t draw);

  // True if a repetition draws other pages.
  static bool IsDrawn(std::string_view set);

 private:
  Status AddItem(std::string_view item, std::uint64_t seed, std::uint64_t draw,
                 std::vector<PageId>& pages);
  Result<PageId> PageOfUrl(std::string_view url) const;
  void FindComponents();

  const GraphOfSites& graph_;
  bool components_found_ = false;
  std::vector<PageId> lowest_;   // of each component, the largest first
  std::vector<PageId> largest_;  // its pages
};

}  // namespace meguri
