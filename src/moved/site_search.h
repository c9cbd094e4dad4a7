// One search for a page that moved: what costs nothing or little first, then best-first.
//
//   old URL ──▶ redirect? verified by content   rename rules: at most three guesses
//           ──▶ 404 page's links ─┐
//   its directories upwards ──────┼─▶ links, the most promising first ─▶ pages ─▶ ranking
//   home page, sitemap if stuck ──┘      guesses where a whole tree went
//
// The sitemap waits until kSitemapAfter requests were made and no good link is known: robots.txt
// and a sitemap cost two requests and list the page in a third of the cases.
//
// Hostile sites are noticed by what they answer: a page in the old one's place that is not like
// it and that a made-up URL gives, too (it answers 200 to everything); a redirect to the home
// page; three refusals or failures in a row. SearchResult says so; nothing of it is an answer.
// Bounded by the budget in requests and LinkFrontier::kMaxLinks in memory.
// Not thread-safe; Run() once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "moved/link_frontier.h"
#include "moved/moved_search.h"
#include "moved/page_judge.h"
#include "moved/site_page.h"
#include "moved/tree_guesses.h"

namespace meguri::moved {

class SiteSearch {
 public:
  // REQUIRES: all of them outlive this.
  SiteSearch(const OldPage& old, SiteReader& site, const SearchOptions& options);

  SearchResult Run();

  // What was read, for who looks behind the scores.
  std::vector<PageJudge::Judged> Ranking() const { return judge_.Rank(links_); }

 private:
  enum class Outcome : std::uint8_t { kPage, kNothing, kStop };

  // False if the search is over: verdict_ says why.
  bool AskOldUrl();
  bool TakeOldAnswer(const SitePage& page);
  bool TakePageInPlace(const SitePage& page);
  bool IsSiteAlive(SiteAnswer old_answer);
  bool FollowOldRedirect(const std::string& location);
  bool TryRules();
  void SearchLinks();
  Outcome Step();
  Outcome AskSitemap();

  // Reads one URL and what it redirects to.
  Outcome Visit(const std::string& url, double priority, Hint hint);
  Outcome TakeAnswer(const std::string& url, const SitePage& page, double priority, Hint hint);
  Outcome CountFailure(const std::string& origin, SiteAnswer answer);
  void TakeLinks(const std::string& from, const SitePage& page, double priority);
  void AddLink(const SiteLink& link, std::string_view from, double priority);
  bool IsSoft404(const SitePage& page) const;
  bool MayAsk() const;
  bool IsForeign(std::string_view url) const;
  // A directory of the old URL that wasn't asked for, nearest first; "" if there is none.
  std::string NextDirectory(double& priority);
  bool IsSettled();
  void FindLeader();
  bool HasLedEnough() const;
  SearchResult Finish();
  void Explain(SearchResult& result) const;

  const OldPage& old_;
  SiteReader& site_;
  const SearchOptions& options_;
  const PathParts old_path_;
  const std::string home_;
  LinkFrontier links_;
  TreeGuesses guesses_;
  PageJudge judge_;
  std::unordered_set<std::string> asked_;
  std::unordered_set<std::string> origins_;  // that have given a page

  std::vector<std::string> directories_;  // of the old URL, the next one last
  int dead_directories_ = 0;
  int missed_guesses_ = 0;
  int foreign_pages_ = 0;
  bool asked_sitemap_ = false;
  bool taken_ = false;                       // a page, since it was last asked who leads
  int ranked_at_ = 0;                        // requests made by then
  std::optional<PageJudge::Judged> leader_;  // the likeliest page, if it is likely
  int leads_since_ = 0;                      // requests made by then

  int refused_ = 0;    // in a row
  int down_ = 0;       // likewise
  int forbidden_ = 0;  // in all
  int pages_ = 0;
  bool out_of_requests_ = false;
  const SitePage* soft_404_ = nullptr;  // what it gives for a made-up URL
  bool sends_home_ = false;             // the old URL redirects to the home page
  bool redirect_unlike_ = false;        // or to a page that isn't like the old one
  bool redirect_loop_ = false;
  Verdict verdict_ = Verdict::kNotFound;
  bool final_ = false;  // verdict_ stands, whatever was found
};

}  // namespace meguri::moved
