#include "moved/site_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hash.h"

namespace meguri::moved {
namespace {

constexpr double kStrongLink = 5;       // a link of this priority is worth a look before others
constexpr double kSitemapStanding = 1;  // a sitemap's entries count as links of such a page
constexpr int kSitemapAfter = 8;        // requests
constexpr int kMaxSitemapFiles = 3;
constexpr std::size_t kMaxRuleGuesses = 3;
constexpr int kMaxMissedGuesses = 3;
constexpr std::size_t kMaxParents = 10;
constexpr int kMaxHops = 5;  // of redirects
constexpr int kMaxForeignPages = 3;
constexpr int kMaxForbidden = 500;  // links that robots.txt forbids: each is gone through in vain
constexpr int kGiveUpAfter = 3;     // refusals or failures in a row
constexpr std::size_t kSeenEnough = 5;  // links that show which directories there are

constexpr double kSamePage = 0.5;   // as alike as this, the old URL has the old page
constexpr double kSoftAlike = 0.8;  // as alike as this, two answers are one soft 404
constexpr double kLikely = 0.8;
constexpr double kWorthRanking = 0.5;  // odds of a page just read
constexpr int kRankEvery = 10;         // requests, whatever was read
constexpr int kRankOften = 500;        // while so few pages were read
constexpr double kSure = 0.97;
constexpr double kSameTitle = 0.999;
constexpr double kSameText = 0.9;

// Requests for a page that is better still.
struct Patience {
  int alone;        // if no link that is left looks as good
  int with_rivals;  // if one does
};
constexpr Patience kSurePatience = {3, 20};
constexpr Patience kLikelyPatience = {10, 30};
constexpr int kVersionPatience = 40;

bool IsUnreadAndLikely(const Candidate& candidate) {
  return !candidate.is_read && candidate.score > 0.25;
}

// Where a redirect leads, be it the server's or the page's own.
const std::string& SendsTo(const SitePage& page) {
  static const std::string kNowhere;
  if (page.answer == SiteAnswer::kRedirect) return page.location;
  return page.answer == SiteAnswer::kPage ? page.refresh : kNowhere;
}

}  // namespace

SiteSearch::SiteSearch(const OldPage& old, SiteReader& site, const SearchOptions& options)
    : old_(old),
      site_(site),
      options_(options),
      old_path_(PartsOf(old.url)),
      home_(old_path_.site + "/"),
      links_(old, options.weights, options.is_known),
      guesses_(old.url, options.weights, options.is_known),
      judge_(old, options) {
  const std::span<const std::string> segments(old_path_.segments);
  for (std::size_t depth = 1; depth < segments.size(); ++depth)
    directories_.push_back(UrlOf(old_path_.site, segments.first(depth), "/"));
}

SearchResult SiteSearch::Run() {
  if (AskOldUrl() && TryRules()) SearchLinks();
  return Finish();
}

bool SiteSearch::MayAsk() const { return !out_of_requests_ && site_.requests() < options_.budget; }

bool SiteSearch::IsForeign(std::string_view url) const { return !site_.IsOfSite(url); }

bool SiteSearch::AskOldUrl() {
  asked_.insert(old_.url);
  links_.Add({.url = home_, .anchor = ""}, "", 0);
  const SitePage* const page = site_.Read(old_.url);
  if (page == nullptr) {
    out_of_requests_ = true;
    return false;
  }
  guesses_.Remove(old_.url);
  for (std::size_t i = 0; i < std::min(old_.linked_from.size(), kMaxParents); ++i)
    links_.AddParent(old_.linked_from[i], old_.linked_from.size());
  if (page->answer == SiteAnswer::kForbidden) judge_.HideOldPlace();
  judge_.HidePaths(site_.ForbiddenPaths());
  return TakeOldAnswer(*page);
}

bool SiteSearch::TakeOldAnswer(const SitePage& page) {
  switch (page.answer) {
    case SiteAnswer::kPage:
      if (page.refresh.empty() || judge_.LikenessToOld(page) >= kSamePage)
        return TakePageInPlace(page);
      return FollowOldRedirect(page.refresh);
    case SiteAnswer::kRedirect:
      return FollowOldRedirect(page.location);
    case SiteAnswer::kGone:
      TakeLinks(old_.url, page, options_.weights.home);
      return true;
    case SiteAnswer::kOther:
      return true;
    case SiteAnswer::kForbidden:
    case SiteAnswer::kRefused:
    case SiteAnswer::kDown:
      (void)CountFailure(old_path_.site, page.answer);
      return IsSiteAlive(page.answer);
  }
  return true;
}

// The old URL gave no answer that says anything of the page: is there a site at all?
bool SiteSearch::IsSiteAlive(SiteAnswer old_answer) {
  if (Visit(home_, options_.weights.home, Hint::kNone) == Outcome::kPage) return true;
  const SitePage* const home = out_of_requests_ ? nullptr : site_.Read(home_);  // once more: free
  if (home == nullptr) return false;
  if (home->answer == SiteAnswer::kGone || home->answer == SiteAnswer::kOther) return true;
  final_ = true;
  verdict_ = old_answer == SiteAnswer::kDown ? Verdict::kDown : Verdict::kRefused;
  return false;
}

// Something is there still: the old page, another one, or what it gives for every URL?
bool SiteSearch::TakePageInPlace(const SitePage& page) {
  const double alike = judge_.LikenessToOld(page);
  if (alike >= kSamePage) {
    final_ = true;
    verdict_ = Verdict::kNotGone;
    return false;
  }
  std::vector<std::string> made_up(old_path_.segments);
  if (!made_up.empty()) made_up.pop_back();
  made_up.push_back("zq" + std::to_string(StableHash64(old_.url) % 1'000'000'007));
  const std::string probe = UrlOf(old_path_.site, made_up, old_path_.ending);
  const SitePage* const answer = site_.Read(probe);
  if (answer == nullptr) {
    out_of_requests_ = true;
    return false;
  }
  if (answer->answer == SiteAnswer::kPage) {
    soft_404_ = answer;
    TakeLinks(old_.url, page, options_.weights.home);
    // With nothing to compare with, what a made-up URL gives too is no page.
    if (IsSoft404(page) || alike < 0) return true;
    soft_404_ = nullptr;
  }
  if (alike < 0) {  // nothing to compare with: it is there, that is all one can say
    final_ = true;
    verdict_ = Verdict::kNotGone;
    return false;
  }
  TakeLinks(old_.url, page, options_.weights.home);
  judge_.Take(old_.url, page, Hint::kNone, site_.requests());
  return true;
}

bool SiteSearch::IsSoft404(const SitePage& page) const {
  if (soft_404_ == nullptr) return false;
  if (&page == soft_404_) return true;
  const std::vector<std::uint64_t> a = ShinglesOf(page.text);
  const std::vector<std::uint64_t> b = ShinglesOf(soft_404_->text);
  if (a.empty() && b.empty()) return page.title == soft_404_->title;
  return ShingleCounts().Likeness(a, b) >= kSoftAlike;
}

bool SiteSearch::FollowOldRedirect(const std::string& location) {
  const Outcome outcome = Visit(location, kStrongLink, Hint::kRedirect);
  if (outcome == Outcome::kStop) return false;
  const PathParts target = PartsOf(location);
  sends_home_ = target.is_home() && !old_path_.is_home();
  const double odds = judge_.LatestOdds(links_);
  redirect_unlike_ = outcome == Outcome::kPage && odds / (1 + odds) < options_.threshold;
  return true;
}

bool SiteSearch::TryRules() {
  if (options_.rules == nullptr) return true;
  for (const std::string& guess : options_.rules->Guess(old_.url, kMaxRuleGuesses)) {
    if (asked_.contains(guess)) continue;
    if (Visit(guess, kStrongLink, Hint::kRule) == Outcome::kStop) return false;
    if (IsSettled()) return false;
  }
  return true;
}

void SiteSearch::SearchLinks() {
  while (MayAsk() && !IsSettled()) {
    if (Step() == Outcome::kStop) return;
  }
}

std::string SiteSearch::NextDirectory(double& priority) {
  while (!directories_.empty() && asked_.contains(directories_.back()))
    directories_.pop_back();
  if (directories_.empty()) return "";
  priority = options_.weights.directory - (options_.weights.dead_directory * dead_directories_);
  if (links_.size() > kSeenEnough && links_.CountBelow(PartsOf(directories_.back())) == 0)
    priority -= options_.weights.unseen_directory;
  return directories_.back();
}

SiteSearch::Outcome SiteSearch::Step() {
  const std::optional<LinkFrontier::Pick> link = links_.Best();
  std::string url;
  double priority = options_.weights.home;
  if (!asked_.contains(home_)) url = home_;
  if (link && (url.empty() || link->priority > priority)) {
    url = link->url;
    priority = link->priority;
  }
  double of_directory = 0;
  const std::string directory = NextDirectory(of_directory);
  const bool is_directory = !directory.empty() && (url.empty() || of_directory > priority);
  if (is_directory) {
    url = directory;
    priority = of_directory;
  }
  const auto guess = missed_guesses_ < kMaxMissedGuesses ? guesses_.Best() : std::nullopt;
  const bool is_guess = guess && (url.empty() || guess->priority - missed_guesses_ > priority);
  if (is_guess) {
    url = guess->url;
    priority = guess->priority - missed_guesses_;
  }
  if (!asked_sitemap_ && site_.requests() >= kSitemapAfter && priority < kStrongLink)
    return AskSitemap();
  if (url.empty()) return asked_sitemap_ ? Outcome::kStop : AskSitemap();
  const Outcome outcome = Visit(url, priority, Hint::kNone);
  if (outcome == Outcome::kStop) return outcome;
  if (is_guess && outcome == Outcome::kNothing) ++missed_guesses_;
  if (is_directory && !is_guess) {
    if (outcome == Outcome::kPage) directories_.clear();  // its links lead on
    if (outcome == Outcome::kNothing) ++dead_directories_;
  }
  return outcome;
}

SiteSearch::Outcome SiteSearch::AskSitemap() {
  asked_sitemap_ = true;
  for (const std::string& url : site_.Sitemap(kMaxSitemapFiles)) {
    if (url != old_.url) AddLink({.url = url, .anchor = ""}, "the sitemap", kSitemapStanding);
  }
  return Outcome::kNothing;
}

SiteSearch::Outcome SiteSearch::Visit(const std::string& url, double priority, Hint hint) {
  std::string at = url;
  for (int hop = 0; hop <= kMaxHops; ++hop) {
    const bool again = !asked_.insert(at).second;
    links_.MarkRead(at);  // whatever comes of it: it must not be picked again
    guesses_.Remove(at);
    if (IsForeign(at) && ++foreign_pages_ > kMaxForeignPages) return Outcome::kNothing;
    if (again && (hop > 0 || hint == Hint::kNone)) {
      redirect_loop_ = redirect_loop_ || (hint == Hint::kRedirect && (hop > 0 || at == old_.url));
      return Outcome::kNothing;
    }
    const SitePage* const page = MayAsk() ? site_.Read(at) : nullptr;
    if (page == nullptr) {
      out_of_requests_ = true;
      return Outcome::kStop;
    }
    const std::string& next = SendsTo(*page);
    if (next.empty()) return TakeAnswer(at, *page, priority, hint);
    if (!IsForeign(at)) TakeLinks(at, *page, priority);
    refused_ = 0;
    down_ = 0;
    at = next;
  }
  redirect_loop_ = redirect_loop_ || hint == Hint::kRedirect;
  return Outcome::kNothing;
}

SiteSearch::Outcome SiteSearch::TakeAnswer(const std::string& url, const SitePage& page,
                                           double priority, Hint hint) {
  std::string origin = PartsOf(url).site;
  if (page.answer == SiteAnswer::kForbidden) {
    links_.MarkForbidden(url);  // if something links to it: a guess need not be a page
  }
  if (page.answer != SiteAnswer::kPage) {
    if (page.answer == SiteAnswer::kGone && links_.IsParent(url)) links_.MissParent();
    return CountFailure(origin, page.answer);
  }
  origins_.insert(std::move(origin));
  refused_ = 0;
  down_ = 0;
  ++pages_;
  if (IsSoft404(page)) return Outcome::kNothing;
  const bool is_home = PartsOf(url).is_home() && !old_path_.is_home();
  // A home page is where lost pages are sent to, not where one moved to.
  if (!is_home) {
    judge_.Take(url, page, hint, site_.requests());
    taken_ = true;
  }
  if (IsForeign(url)) return Outcome::kPage;  // one site further, and no more
  TakeLinks(url, page, priority);
  return Outcome::kPage;
}

SiteSearch::Outcome SiteSearch::CountFailure(const std::string& origin, SiteAnswer answer) {
  if (answer == SiteAnswer::kForbidden) {
    ++forbidden_;
    return forbidden_ < kMaxForbidden ? Outcome::kNothing : Outcome::kStop;
  }
  // That another host is dead which it links to says nothing of the site.
  if (origin != old_path_.site && !origins_.contains(origin)) return Outcome::kNothing;
  refused_ = answer == SiteAnswer::kRefused ? refused_ + 1 : 0;
  down_ = answer == SiteAnswer::kDown ? down_ + 1 : 0;
  if (refused_ < kGiveUpAfter && down_ < kGiveUpAfter) return Outcome::kNothing;
  verdict_ = refused_ > 0 ? Verdict::kRefused : Verdict::kDown;
  return Outcome::kStop;
}

void SiteSearch::TakeLinks(const std::string& from, const SitePage& page, double priority) {
  for (const SiteLink& link : page.links)
    AddLink(link, from, priority);
  if (!page.canonical.empty() && page.canonical != from)
    AddLink({.url = page.canonical, .anchor = page.title}, from, priority);
}

void SiteSearch::AddLink(const SiteLink& link, std::string_view from, double priority) {
  if (link.url.empty() || link.url == old_.url) return;
  if (links_.Add(link, from, std::max(priority, 0.0))) {
    guesses_.Learn(link.url);
    if (asked_.contains(link.url)) links_.MarkRead(link.url);
    if (site_.IsForbidden(link.url)) links_.MarkForbidden(link.url);
  }
}

// Ranking goes over all that was read: not after each page that can't lead. But what many pages
// have in common shows with time, so that one read long ago may lead now, or not lead any more.
bool SiteSearch::IsSettled() {
  const bool is_plausible = taken_ && judge_.LatestOdds(links_) >= kWorthRanking;
  taken_ = false;
  const bool is_due = leader_ || site_.requests() - ranked_at_ >= kRankEvery;
  if (is_plausible || (is_due && pages_ <= kRankOften)) FindLeader();
  if (!HasLedEnough()) return false;
  if (ranked_at_ == site_.requests()) return true;
  FindLeader();
  return HasLedEnough();
}

void SiteSearch::FindLeader() {
  ranked_at_ = site_.requests();
  std::optional<PageJudge::Judged> leader = judge_.Leader(links_);
  if (leader && leader->score < kLikely) leader.reset();
  if (leader && (!leader_ || leader_->url != leader->url)) leads_since_ = site_.requests();
  leader_ = std::move(leader);
}

// A likely page ends the search when it has led for some requests, soon if no link that is left
// looks as good as those to it did; at once if it has the old title and text. Manuals are copied
// from version to version: a page in the folder of another version waits long for a likelier one.
bool SiteSearch::HasLedEnough() const {
  if (!leader_) return false;
  const bool is_sure = leader_->score >= kSure;
  const Evidence& evidence = leader_->evidence;
  if (is_sure && evidence.title > kSameTitle && evidence.text > kSameText) return true;
  const int led = site_.requests() - leads_since_;
  if (NewVersionAt(PartsOf(leader_->url), old_path_)) return is_sure && led >= kVersionPatience;
  const Patience& patience = is_sure ? kSurePatience : kLikelyPatience;
  if (led >= patience.with_rivals) return true;
  return led >= patience.alone && !judge_.HasRival(*leader_, links_);
}

SearchResult SiteSearch::Finish() {
  SearchResult result{.verdict = verdict_, .requests = site_.requests()};
  for (const PageJudge::Judged& judged : judge_.Rank(links_)) {
    result.candidates.push_back({.url = judged.url,
                                 .score = judged.score,
                                 .reasons = ReasonsFor(judged, links_.MentionOf(judged.url)),
                                 .requests = judged.requests,
                                 .is_read = judged.is_read});
  }
  const bool found = !result.candidates.empty() && result.candidates.front().is_read &&
                     result.candidates.front().score >= options_.threshold;
  if (!final_ && found) result.verdict = Verdict::kFound;
  if (result.verdict != Verdict::kFound) Explain(result);
  return result;
}

void SiteSearch::Explain(SearchResult& result) const {
  std::string& text = result.explanation;
  switch (result.verdict) {
    case Verdict::kFound:
      return;
    case Verdict::kNotGone:
      text = "The old URL still has a page, and nothing says that it is another one.";
      return;
    case Verdict::kDown:
      text = pages_ == 0 ? "The site doesn't answer; whether anything moved can't be said."
                         : "The site stopped answering during the search.";
      return;
    case Verdict::kRefused:
      text = pages_ == 0 ? "The site refuses us, or its robots.txt forbids all of it."
                         : "The site refuses further requests; the search was broken off.";
      return;
    case Verdict::kNotFound:
      break;
  }
  if (soft_404_ != nullptr) {
    text = "The site answers 200 to everything, made-up URLs too; no page of it is like the old.";
  } else if (sends_home_) {
    text = "The site sends the old URL to its home page, which isn't like the old page.";
  } else if (redirect_loop_) {
    text = "The old URL redirects in a circle, and no page that was read is like the old one.";
  } else if (redirect_unlike_) {
    text = "The old URL redirects to a page that isn't like the old one.";
  } else if (judge_.IsPartHidden(links_) && !result.candidates.empty()) {
    text = "Robots.txt hides a part of the site where the page may be as well.";
  } else if (std::ranges::any_of(result.candidates, IsUnreadAndLikely)) {
    text = "A page that robots.txt forbids to read may be the one.";
  } else if (forbidden_ >= kMaxForbidden || 2 * links_.forbidden() > links_.size()) {
    text = "Robots.txt forbids most of what the site's links lead to; that was not asked for.";
  } else if (result.candidates.size() > 1 && result.candidates[1].score > 0.25) {
    text = "Several pages are equally like the old one.";
  } else if (out_of_requests_ || result.requests >= options_.budget) {
    text = "No page like the old one within the requests allowed.";
  } else {
    text = "No page like the old one among all that the site's links lead to.";
  }
}

}  // namespace meguri::moved
