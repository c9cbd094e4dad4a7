// The web of a simulated crawl: a drawn one, small; or the lab's, or that of a graph.
#pragma once

#include "base/result.h"
#include "sim/crawl/simulated_crawl.h"
#include "sim/web/virtual_web.h"

namespace meguri {

// Drawn from the options' seed. kInvalidArgument if there are more servers than hosts.
Result<VirtualWeb> MakeWeb(const SimOptions& options);

}  // namespace meguri
