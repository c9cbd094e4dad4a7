// moved::FindMoved() on a case of the experiment.
#pragma once

#include <cstdint>

#include "moved/moved_search.h"
#include "sim/moved/moved_experiment.h"

namespace meguri {

// What is known of the old page.
enum class MovedKnowledge : std::uint8_t {
  kArchive,  // all of the below, who linked to it and how, and which URLs there were
  kContent,  // its HTML
  kTitle,    // its title
  kUrl,      // where it was
};

struct MeguriMethodOptions {
  MovedKnowledge knows = MovedKnowledge::kArchive;
  // Knows the moves of all other cases of the same site as rename rules.
  bool learn = false;
  bool use_content = true;
  moved::SearchWeights weights;
};

// For MovedPlan::meguri. What is known of the old page comes from the snapshot before the move, as
// from an archive: it costs no request.
moved::SearchResult SearchAsMeguri(const MovedQuestion& question, SnapshotSite& site, int budget,
                                   const MeguriMethodOptions& options);

}  // namespace meguri
