// Where did a page go? What is known of it, what to look for, and what came of it.
//
// Note: docs/design/moved_pages.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "moved/rename_rules.h"
#include "moved/search_weights.h"
#include "moved/site_page.h"

namespace meguri::moved {

// What was known of it before it was gone. All but the URL may be empty: less is found, then.
struct OldPage {
  std::string url;
  std::string title;
  std::vector<std::string> headings;
  std::string text;                      // the main text
  std::vector<std::string> anchors;      // under which it was linked to, commonest first
  std::vector<std::string> linked_from;  // pages that linked to it or led there, likeliest first
  std::vector<std::string> links_to;     // pages that it linked to: they were there beside it
  // The words of the links that led from the root page to it, the last one left out.
  std::vector<std::string> way;
  // What the site's pages link to since it was seen last, and did not before.
  std::vector<SiteLink> seen_since;
};

struct Candidate {
  std::string url;
  double score = 0;  // how likely it is the page: of those with 0.9, nine in ten are
  std::vector<std::string> reasons;  // for people: "same title", "text 97 % alike"
  int requests = 0;                  // made until it was read; 0: it wasn't
  bool is_read = true;               // false: robots.txt forbids it; never an answer
  double text = 0;                   // how alike the texts are, 0 to 1; 0 if one isn't known
};

enum class Verdict : std::uint8_t {
  kFound,     // the first candidate's score is at the threshold or above
  kNotFound,  // none is, or it was not read
  kNotGone,   // the old URL still has the old page
  kDown,      // the site doesn't answer
  kRefused,   // it doesn't want to be asked any more, or robots.txt forbids the whole of it
};

struct SearchOptions {
  int budget = 100;         // requests; the reader keeps to it
  double threshold = 0.7;   // from which score on a candidate is an answer
  bool use_content = true;  // false: title, text and headings of candidates are no evidence
  SearchWeights weights;
  const RenameRules* rules = nullptr;  // learnt from moves of this site
  // True if the URL was there when the old page was; empty: nothing is known of that.
  std::function<bool(std::string_view url)> is_known;
  std::string home;  // where the site begins; "": the root of the old page's host
};

struct SearchResult {
  Verdict verdict = Verdict::kNotFound;
  std::vector<Candidate> candidates;  // likeliest first
  std::string explanation;            // one sentence for people: why there is no answer
  int requests = 0;
};

// Asks the old URL first. Ends when a likely page has led for a while, or nothing is left to ask.
SearchResult FindMoved(const OldPage& old, SiteReader& site, const SearchOptions& options);

}  // namespace meguri::moved
