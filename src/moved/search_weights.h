// How much each sign counts when a search chooses the URL that it asks for next.
//
// Which link first (LinkFrontier), and when something that nobody links to comes before it: the
// home page, a directory of the old URL, a guess where a whole tree went. All on one scale; only
// their relation counts. Round numbers; bench/moved/weights shows what others do on sites on which
// they were not chosen. What is found is judged by other weights (candidate_score.h).
#pragma once

namespace meguri::moved {

struct SearchWeights {
  // --- A link.
  double text = 6;             // × the likeness of its text, squared: half a match is little
  double name = 3;             // × the likeness of the last segment, squared
  double path = 2;             // × the overlap of paths
  double tail = 0.5;           // × equal last segments, three being full
  double places = 1;           // × the words of the old directories that it has
  double unknown = 1;          // a new URL, as far as that is rare
  double standing = 0.3;       // × the priority of the page that it is on
  double index = 0.5;          // a directory with much below it
  double shallow = 1;          // ÷ (1 + depth)
  double read_beside = 1;      // what reading in vain costs its neighbours
  double read_around = 1;      // and the part of the site that it is in
  double heading_trust = 0.5;  // × the likeness to a heading instead of a title
  double parent = 2;           // it linked to the old page; ÷ √n if n did
  double dead_parent = 2;      // less for each of these that wasn't there, if nothing links to it

  // --- What needs no link.
  double home = 2;              // the home page's least priority
  double directory = 4;         // of the old page's directory
  double dead_directory = 0.5;  // less for each that wasn't there
  double unseen_directory = 1;  // less if no link leads into it
  double shifted = 4;           // a tree put into another: × n / (n + 1) for n links that show it
  double renamed = 6;           // a tree that changed its name: likewise
};

}  // namespace meguri::moved
