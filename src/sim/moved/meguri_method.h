// moved::FindMoved() on a case of the experiment.
#pragma once

#include "moved/moved_search.h"
#include "sim/moved/moved_experiment.h"

namespace meguri {

struct MeguriMethodOptions {
  // Knows the moves of all other cases of the same site as rename rules.
  bool learn = false;
  bool use_content = true;
};

// For MovedPlan::meguri. What is known of the old page comes from the snapshot before the move, as
// from an archive: it costs no request.
moved::SearchResult SearchAsMeguri(const MovedQuestion& question, SnapshotSite& site, int budget,
                                   const MeguriMethodOptions& options);

}  // namespace meguri
