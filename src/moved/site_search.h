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
// page; the same page whatever is asked for; three refusals or failures in a row. What isn't proved
// by its text, or by that a made-up URL beside it gives something else, is no answer. Links to
// hosts beside it that don't answer are left. SearchResult says so; nothing of it is an answer.
// Bounded by the budget in requests and LinkFrontier::kMaxLinks in memory. Not thread-safe; Run()
// once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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
  // Whether a page is more than what the site gives for everything; unknown: it couldn't be asked.
  enum class Proof : std::uint8_t { kReal, kNone, kUnknown };
  // What a made-up URL gives.
  struct MadeUp {
    bool is_known = true;            // false: nobody could be asked
    const SitePage* page = nullptr;  // null: none, or the home page
    std::string url = {};            // where that is
    std::string another = {};        // a URL made up in the same way
  };
  // A link of this priority is worth a look before others.
  static constexpr double kStrongLink = 5;
  static constexpr int kMaxHops = 5;  // of redirects
  static constexpr int kForbids = 403;
  // Links that robots.txt forbids: each is gone through in vain.
  static constexpr int kMaxForbidden = 500;

  // Where a redirect leads, be it the server's or the page's own; "" if it is none.
  static const std::string& SendsTo(const SitePage& page);

  // --- site_search_old_url.cc. False if the search is over: verdict_ says why.
  bool AskOldUrl();
  bool TakeOldAnswer(const SitePage& page);
  bool TakePageInPlace(const SitePage& page);
  bool TakeFileInPlace(const SitePage& page);
  bool IsSiteAlive(const SitePage& old_answer);
  bool IsAliveElsewhere();
  // Where what is at the old URL sends its readers; "" if it is a page.
  const std::string& TargetOf(const SitePage& page) const;
  bool FollowOldRedirect(const std::string& location);
  bool IsSoft404(const SitePage& page) const;

  // --- site_search_made_up.cc
  static double AnswerLikeness(const SitePage& a, const SitePage& b);
  // Of one beside this URL; if that gives no page, of one with another number, if that gives
  // something like what is at this URL; or of one with another query, if it has one and
  // `with_query`.
  MadeUp AskBeside(const std::string& url, const SitePage& page, bool with_query);
  MadeUp AskQueries(const std::string& url, const SitePage& page);
  // Whether the old URL is sent to it as what nobody made is.
  bool IsWhereAllIsSent(const std::string& url);
  MadeUp AskMadeUp(const std::string& url);
  Proof ProofOf(const PageJudge::Judged& page);
  bool IsAnotherPage(const PageJudge::Judged& page, const SitePage& read, const MadeUp& made_up);
  // Without a request.
  bool IsProved(const PageJudge::Judged& page) const;
  // What would be the answer has to be told from what the site gives for every URL.
  void CheckLeader();

  // False as above.
  bool TryRules();
  void SearchLinks();
  Outcome Step();
  void CountMiss(const std::string& url, bool is_guess, bool is_directory);
  Outcome AskSitemap();

  // False: it was asked for before, or is another site's, of which enough was read.
  bool IsToBeRead(const std::string& url, int hop, Hint hint);
  // Reads one URL and what it redirects to.
  Outcome Visit(const std::string& url, double priority, Hint hint);
  Outcome TakeAnswer(const std::string& url, const SitePage& page, double priority, Hint hint);
  Outcome CountFailure(const std::string& origin, SiteAnswer answer);
  // Another host or port of the site that never gave a page and failed often, or one of many.
  bool IsSilent(const std::string& origin) const;
  void CountSilence(const std::string& origin);
  void TakeLinks(const std::string& from, const SitePage& page, double priority);
  void AddLink(const SiteLink& link, std::string_view from, double priority);
  bool IsOnlyHome(const std::string& url, const SitePage& page) const;
  bool MayAsk() const;
  bool IsForeign(std::string_view url) const;
  bool IsHome(const std::string& url) const { return url == home_ || PartsOf(url).is_home(); }
  bool SeemsGone(const std::string& url, const SitePage& page);
  // Stops if one redirect after the other has led from different places to the same URL.
  Outcome CountSentTo(const std::string& from, const std::string& target);
  void ListDirectories();
  // A directory of the old URL that wasn't asked for, nearest first; "" if there is none.
  std::string NextDirectory(double& priority);

  // --- site_search_end.cc
  bool IsSettled();
  void FindLeader();
  bool HasLedEnough() const;
  SearchResult Finish();
  // Whether the search was broken off before it read what looks as good as the likeliest page.
  bool IsCutShort(const PageJudge::Judged& first) const;
  void Explain(SearchResult& result) const;
  std::string HowItMisleads() const;
  std::string WhyNotFound(const SearchResult& result) const;

  const OldPage& old_;
  SiteReader& site_;
  const SearchOptions& options_;
  const PathParts old_path_;
  std::string home_;
  std::string origin_;  // the site's own: the old URL's, but for one that is dead
  LinkFrontier links_;
  TreeGuesses guesses_;
  PageJudge judge_;
  std::unordered_set<std::string> asked_;
  std::unordered_set<std::string> origins_;        // that have given a page
  std::unordered_map<std::string, int> silences_;  // failures of other origins that gave none
  int silences_in_all_ = 0;

  std::vector<std::string> directories_;  // of the old URL, the next one last
  int dead_directories_ = 0;
  int missed_guesses_ = 0;
  int foreign_pages_ = 0;
  bool asked_sitemap_ = false;
  bool taken_ = false;                       // a page, since it was last asked who leads
  int ranked_at_ = 0;                        // requests made by then
  std::optional<PageJudge::Judged> leader_;  // the likeliest page, if it is likely
  int leads_since_ = 0;                      // requests made by then

  std::unordered_set<std::string> real_;  // pages that a made-up URL beside them doesn't give
  bool unproved_ = false;                 // what would be the answer, otherwise
  bool cut_short_ = false;                // likewise, and what looks as good wasn't read

  SiteAnswer last_answer_ = SiteAnswer::kGone;  // to Visit()
  std::optional<Verdict> trouble_;              // the last answer, if it was a refusal or a failure
  int old_status_ = 0;                          // of an old URL that refuses or fails
  const SitePage* last_page_ = nullptr;
  int same_in_a_row_ = 0;  // answers
  std::string sent_from_;  // the path of the last redirect of a row
  std::string sent_to_;    // where they all lead to
  int sent_in_a_row_ = 0;
  // 403s for what nobody links to: of a site that has given pages since that is its "not found".
  int unlinked_refusals_ = 0;
  bool refuses_what_is_gone_ = false;
  int refused_ = 0;    // in a row
  int down_ = 0;       // likewise
  int forbidden_ = 0;  // in all
  int pages_ = 0;
  int pages_of_site_ = 0;  // of them
  bool asked_old_ = false;
  bool settled_ = false;  // a page led for long enough, and was proved
  bool out_of_requests_ = false;
  const SitePage* soft_404_ = nullptr;  // what it gives for a made-up URL
  bool answers_all_ = false;            // there was such a thing where the old page was
  bool sends_home_ = false;             // the old URL redirects to the home page
  bool redirect_unlike_ = false;        // or to a page that isn't like the old one
  bool redirect_loop_ = false;
  std::string unread_target_;  // where it redirects to, if that couldn't be read
  bool is_file_ = false;       // it gives what is no page
  Verdict verdict_ = Verdict::kNotFound;
  bool final_ = false;  // verdict_ stands, whatever was found
};

}  // namespace meguri::moved
