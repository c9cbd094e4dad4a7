// How likely a page is the one that moved, from what speaks for it.
//
// A logistic model gives each candidate its odds; then all candidates share one certainty, since at
// most one of them is the page:
//
//   odds(i) = exp(slope × (bias + Σ weight × evidence) + shift)
//   score(i) = odds(i) ÷ (1 + Σ odds)
//
// The 1 stands for "none of them". So of two equal twins none gets more than 0.5, and a score can
// be read as a probability. How the weights were found and how well they are calibrated:
// docs/design/moved_pages.md. Pure functions: any thread may call them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace meguri::moved {

// Each from 0 (nothing) to 1 (as much as can be).
struct Evidence {
  bool has_text = false;   // both texts are known
  bool has_title = false;  // both titles are
  double text = 0;         // shingles in common, what other pages have as well weighing less
  double title = 0;        // words in common, likewise
  double headings = 0;     // likewise
  double anchor = 0;       // what it is called, by links or its URL, against the old page's names
  double name = 0;         // last segments of the URLs
  double path = 0;         // the whole of them
  double worth = 1;        // of title, anchor and name: short ones alone name many pages
  bool is_new = false;     // it was not there before
  bool in_place = false;   // it is at the old URL
  bool was_known = false;  // it was, beside the old page: rather a copy than the page itself
  bool redirect = false;   // the old URL sends there
  bool rule = false;       // a rename rule learnt on this site says so
  bool solved = false;     // this very move was solved before
};

// exp(…) above, bounded so that sums of them stay finite.
double OddsOf(const Evidence& evidence);

// The same from links and URLs alone, whatever else is known: to compare a page that was read with
// one that wasn't.
double LinkOddsOf(const Evidence& evidence);

// The scores of candidates with these odds.
std::vector<double> SharedScores(std::span<const double> odds);

}  // namespace meguri::moved
