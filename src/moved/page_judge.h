// The pages that a search has read, compared with the one that is sought.
//
// What many of the pages read have in common says nothing, and what that is becomes clearer with
// every page: evidence is computed when it is asked for, against all that was read by then.
// Memory: at most kMaxShingles hashes per page read. Not thread-safe: one search's own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moved/candidate_score.h"
#include "moved/likeness/text_likeness.h"
#include "moved/likeness/url_likeness.h"
#include "moved/link_frontier.h"
#include "moved/moved_search.h"
#include "moved/site_page.h"

namespace meguri::moved {

// What else speaks for a page than itself and the links to it.
// kSolved: that very move was solved before.
enum class Hint : std::uint8_t { kNone, kRedirect, kRule, kSolved };

class PageJudge {
 public:
  struct Judged {
    std::string url;
    Evidence evidence;
    double score = 0;
    int requests = 0;
    bool is_read = true;  // false: robots.txt forbids it
  };

  // REQUIRES: `options` outlives this.
  PageJudge(const OldPage& old, const SearchOptions& options);

  // Robots.txt forbids the old URL: what is there, and beside it, can't be seen.
  void HideOldPlace() { old_is_hidden_ = true; }
  // What it forbids, as SiteReader::ForbiddenPaths() has it.
  void HidePaths(const std::vector<std::string>& paths);
  // Whether the likeliest page could be a copy of one that can't be seen: the old place is
  // hidden, or it is in a folder of a version and one beside that is.
  bool IsPartHidden(const LinkFrontier& frontier) const;

  // A page was read after so many requests; a URL counts once, and so does the same page under
  // another form of its URL (/x, /x.html, /x?from=menu): it is known by the shortest, then.
  void Take(const std::string& url, const SitePage& page, Hint hint, int requests);

  // Whether it was read, however it is spelt.
  bool HasRead(const std::string& url) const;

  // It is no candidate any more.
  void Discard(const std::string& url);

  // Of the page taken last, alone; 0 if there is none.
  double LatestOdds(const LinkFrontier& frontier) const;
  // All of them, likeliest first; and those that may not be read and could be the page.
  std::vector<Judged> Rank(const LinkFrontier& frontier) const;
  // The likeliest of those that were read, as if nothing were hidden; nullopt if there is none.
  std::optional<Judged> Leader(const LinkFrontier& frontier) const;
  // Whether a link that may be read and wasn't looks as good as this one, or `times` less.
  bool HasRival(const Judged& judged, const LinkFrontier& frontier, double times) const;

  // How alike a page is to the old one, no other page considered: 0 to 1; -1 if nothing is known
  // that could be compared.
  double LikenessToOld(const SitePage& page) const;
  bool HasBothTexts(const SitePage& page) const;

 private:
  struct Read {
    std::string url;
    std::string canonical;
    PathParts parts;
    std::vector<std::uint64_t> title;
    std::string title_numbers;
    std::vector<std::uint64_t> headings;
    std::vector<std::uint64_t> shingles;
    Hint hint = Hint::kNone;
    int requests = 0;
    bool is_discarded = false;
  };

  // http or https, www. or not, index.html or not.
  static std::string SpellingOf(const std::string& url);
  // What pages have in common that are one: title and text, and, if they have any, the path
  // without its ending, else the spelling.
  static std::string SamePageKey(const Read& read);
  Evidence LinkEvidenceOf(const std::string& url, const PathParts& parts,
                          const LinkFrontier& frontier) const;
  bool IsElsewhere(const PathParts& parts) const;
  bool HidesCopyOf(const PathParts& page) const;
  std::vector<Judged> RankRead(const LinkFrontier& frontier, std::vector<double>& odds) const;
  void AddForbidden(const LinkFrontier& frontier, std::vector<Judged>& ranked,
                    std::vector<double>& odds) const;
  Evidence EvidenceOf(const Read& page, const LinkFrontier& frontier) const;
  // A page that names another one read as its canonical URL is that one, if that is about as
  // likely the old page; of two that name each other the likelier stays.
  bool IsCopyByCanonical(std::size_t page, std::span<const double> odds) const;

  const std::string old_url_;
  const std::string old_spelling_;
  const SearchOptions& options_;
  PathParts old_path_;
  std::vector<std::uint32_t> old_name_;
  // What its name and title are worth: where neither text nor links are known of the old page,
  // "contact" and "1" name many.
  double name_worth_ = 1;
  bool knows_little_ = false;                           // nothing but URL and title
  std::vector<std::vector<std::uint64_t>> old_places_;  // words of its folders, likewise
  std::vector<std::uint64_t> old_title_;
  std::string old_title_numbers_;
  std::vector<std::uint64_t> old_headings_;
  std::vector<std::uint64_t> old_shingles_;
  std::unordered_set<std::string> beside_;  // spellings of what the old page linked to
  bool old_is_hidden_ = false;
  std::vector<PathParts> hidden_folders_;
  std::vector<Read> pages_;
  std::size_t latest_ = 0;  // of them, the one taken last
  std::unordered_map<std::string, std::size_t> by_url_;
  std::unordered_set<std::string> spellings_;                  // of the URLs read
  std::unordered_map<std::string, std::size_t> by_same_page_;  // the first of each
  WordWeights titles_;
  ShingleCounts shingles_;
};

// For people: "same title", "text 97 % alike", "linked from /people/ as “Staff”".
std::vector<std::string> ReasonsFor(const PageJudge::Judged& judged,
                                    const LinkFrontier::Mention& mention);

}  // namespace meguri::moved
