// The names of orders that a simulation knows, read: "bf", "ipr:dl1", "ipr:depth=3+ratio=0.5".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "order/incremental_page_rank.h"

namespace meguri {

enum class OrderKind : std::uint8_t {
  kBreadthFirst,         // bf: in order of discovery
  kBacklinkCount,        // blc: how many fetched pages link to it
  kPageRank,             // pr: PageRank of the collected graph, a sweep at every hundredth
  kIncrementalPageRank,  // ipr:…
  kOpic,                 // opic: cash (Abiteboul et al., 2003)
  kOracle,               // oracle: the best by final PageRank of what is known
  kOptimum,              // opt: the best by final PageRank, known or not
  kMeguri,               // meguri: expected returns
};

struct OrderName {
  OrderKind kind = OrderKind::kBreadthFirst;
  CutOff cut_off;    // ipr only
  std::string name;  // as it was given

  // False of those that know what no crawler can know.
  bool online() const { return kind != OrderKind::kOracle && kind != OrderKind::kOptimum; }
};

// ipr:dl1, pl=8, vr=1.5, ar=29/30, ar2, and any of depth=N, pages=N, share=X, score=X, ratio=X,
// damping=X, joined by "+". A number may be a fraction. kInvalidArgument names the part.
Result<OrderName> ParseOrder(std::string_view text);
// With commas between.
Result<std::vector<OrderName>> ParseOrders(std::string_view list);

}  // namespace meguri
