#include "moved/site_search.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace meguri::moved {
namespace {

constexpr double kSitemapStanding = 1;  // a sitemap's entries count as links of such a page
constexpr int kSitemapAfter = 8;        // requests
constexpr int kMaxSitemapFiles = 3;
constexpr std::size_t kMaxRuleGuesses = 3;
constexpr int kMaxMissedGuesses = 3;
constexpr int kMaxForeignPages = 3;
constexpr int kGiveUpAfter = 3;           // refusals or failures in a row
constexpr int kMaxSilences = 10;          // of hosts beside the site's own
constexpr int kSameInARow = 8;            // answers: whatever is asked for, that is what it gives
constexpr double kSibling = 0.5;          // to the old page
constexpr double kOldText = 0.8;          // of a home page: it is the old page itself
constexpr double kSameAgain = 0.9;        // as alike as this, they are: a number of it may change
constexpr int kMostUnlinkedRefusals = 2;  // then no directory is asked for that nobody links to
constexpr int kKeptBack = 3;  // requests: in the last ones what is likely is proved at once
constexpr std::size_t kSeenEnough = 5;  // links that show which directories there are

}  // namespace

SiteSearch::SiteSearch(const OldPage& old, SiteReader& site, const SearchOptions& options)
    : old_(old),
      site_(site),
      options_(options),
      old_path_(PartsOf(old.url)),
      home_(options.home.empty() ? old_path_.site + "/" : options.home),
      origin_(old_path_.site),
      links_(old, options.weights, options.is_known),
      guesses_(old.url, options.weights, options.is_known),
      judge_(old, options) {
  ListDirectories();
}

void SiteSearch::ListDirectories() {
  const std::span<const std::string> segments = old_path_.path();
  directories_.clear();
  for (std::size_t depth = 1; depth < segments.size(); ++depth)
    directories_.push_back(UrlOf(origin_, segments.first(depth), "/"));
}

const std::string& SiteSearch::SendsTo(const SitePage& page) {
  static const std::string kNowhere;
  if (page.answer == SiteAnswer::kRedirect) return page.location;
  return page.answer == SiteAnswer::kPage ? page.refresh : kNowhere;
}

SearchResult SiteSearch::Run() {
  if (AskOldUrl() && TryRules()) SearchLinks();
  return Finish();
}

// A home page is where lost pages are sent to, not where one moved to; but that of another host may
// be the very page.
bool SiteSearch::IsOnlyHome(const std::string& url, const SitePage& page) const {
  if (!IsHome(url) || old_path_.is_home()) return false;
  const bool is_other_host = BareHost(PartsOf(url).site) != BareHost(old_path_.site);
  return !is_other_host || !judge_.HasBothTexts(page) || judge_.LikenessToOld(page) < kOldText;
}

bool SiteSearch::MayAsk() const { return !out_of_requests_ && site_.requests() < options_.budget; }

bool SiteSearch::IsForeign(std::string_view url) const { return !site_.IsOfSite(url); }

bool SiteSearch::TryRules() {
  if (options_.rules == nullptr) return true;
  for (const std::string& guess : options_.rules->Guess(old_.url, kMaxRuleGuesses)) {
    if (asked_.contains(guess)) continue;
    const Hint hint = options_.rules->HasMove(old_.url, guess) ? Hint::kSolved : Hint::kRule;
    if (Visit(guess, kStrongLink, hint) == Outcome::kStop) return false;
    if (IsSettled()) return false;
  }
  return true;
}

// Servers say 403 for a folder that they won't list, some for all that isn't there: where nobody
// links to it, that is no refusal.
bool SiteSearch::SeemsGone(const std::string& url, const SitePage& page) {
  if (page.status != kForbids || IsHome(url) || links_.IsLinked(url)) return false;
  if (++unlinked_refusals_ >= kMostUnlinkedRefusals) directories_.clear();
  return true;
}

SiteSearch::Outcome SiteSearch::CountSentTo(const std::string& from, const std::string& target) {
  std::string path = from.substr(0, from.find('?'));
  if (path == target || path == sent_from_) return Outcome::kNothing;  // another query, no more
  sent_from_ = std::move(path);
  sent_in_a_row_ = target == sent_to_ ? sent_in_a_row_ + 1 : 1;
  sent_to_ = target;
  // What is lost is often sent home, one after the other; what is kept out, elsewhere.
  if (sent_in_a_row_ < (IsHome(target) ? 3 : 1) * kSameInARow) return Outcome::kNothing;
  same_in_a_row_ = kSameInARow;
  return Outcome::kStop;
}

void SiteSearch::SearchLinks() {
  while (!IsSettled() && MayAsk()) {  // in this order: the last request may settle it
    if (site_.requests() + kKeptBack >= options_.budget) {
      CheckLeader();  // asks nobody if none is likely
      if (!MayAsk()) return;
    }
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
  if (outcome == Outcome::kNothing) {
    if (!judge_.HasRead(url)) CountMiss(url, is_guess, is_directory);
    links_.TakeOtherSpelling(url);
  } else if (is_directory && !is_guess) {
    directories_.clear();  // its links lead on
  }
  return outcome;
}

void SiteSearch::CountMiss(const std::string& url, bool is_guess, bool is_directory) {
  if (is_guess) ++missed_guesses_;
  if (is_directory && !is_guess) ++dead_directories_;
  if (links_.IsParent(url) && !site_.IsForbidden(url)) links_.MissParent();
}

SiteSearch::Outcome SiteSearch::AskSitemap() {
  asked_sitemap_ = true;
  for (const std::string& url : site_.Sitemap(kMaxSitemapFiles)) {
    if (url != old_.url) AddLink({.url = url, .anchor = ""}, "the sitemap", kSitemapStanding);
  }
  return Outcome::kNothing;
}

bool SiteSearch::IsToBeRead(const std::string& url, int hop, Hint hint) {
  const bool again = !asked_.insert(url).second;
  links_.MarkRead(url);  // whatever comes of it: it must not be picked again
  guesses_.Remove(url);
  if (hop == 0 && hint == Hint::kNone && judge_.HasRead(url)) return false;
  if (IsForeign(url) && ++foreign_pages_ > kMaxForeignPages) return false;
  const bool is_asked = again && (hop > 0 || hint == Hint::kNone);
  redirect_loop_ =
      redirect_loop_ || (is_asked && hint == Hint::kRedirect && (hop > 0 || url == old_.url));
  return !is_asked;
}

SiteSearch::Outcome SiteSearch::Visit(const std::string& url, double priority, Hint hint) {
  std::string at = url;
  for (int hop = 0; hop <= kMaxHops; ++hop) {
    if (!IsToBeRead(at, hop, hint)) return hop > 0 ? CountSentTo(url, at) : Outcome::kNothing;
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
    // Where a guess is sent on to nobody guessed.
    if (hint == Hint::kRule && PartsOf(next).segments != PartsOf(at).segments) hint = Hint::kNone;
    at = next;
  }
  redirect_loop_ = redirect_loop_ || hint == Hint::kRedirect;
  return Outcome::kNothing;
}

SiteSearch::Outcome SiteSearch::TakeAnswer(const std::string& url, const SitePage& page,
                                           double priority, Hint hint) {
  std::string origin = PartsOf(url).site;
  sent_in_a_row_ = 0;
  if (page.answer == SiteAnswer::kForbidden) {
    links_.MarkForbidden(url);  // if something links to it: a guess need not be a page
  }
  if (page.answer != SiteAnswer::kPage) {
    last_answer_ = page.answer;
    // Who is sent on to https first is told there what else there is.
    if (hint == Hint::kRedirect && page.answer == SiteAnswer::kGone && !IsForeign(url))
      TakeLinks(old_.url, page, options_.weights.home);
    return CountFailure(origin, SeemsGone(url, page) ? SiteAnswer::kGone : page.answer);
  }
  last_answer_ = SiteAnswer::kPage;
  origins_.insert(std::move(origin));
  refused_ = 0;
  down_ = 0;
  refuses_what_is_gone_ =
      refuses_what_is_gone_ || unlinked_refusals_ > 0 || old_status_ == kForbids;
  ++pages_;
  if (!IsForeign(url)) ++pages_of_site_;
  const bool is_same = last_page_ != nullptr && page.title == last_page_->title &&
                       AnswerLikeness(page, *last_page_) >= kSameAgain;
  // Who keeps robots out doesn't show them what is like the old page: those are its siblings.
  const bool is_like_old = judge_.HasBothTexts(page) && judge_.LikenessToOld(page) >= kSibling;
  same_in_a_row_ = is_same && !is_like_old ? same_in_a_row_ + 1 : 1;
  last_page_ = &page;
  if (same_in_a_row_ >= kSameInARow) return Outcome::kStop;
  if (IsSoft404(page)) return Outcome::kNothing;
  if (!IsOnlyHome(url, page)) {
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
  if (origin != origin_ && !origins_.contains(origin)) {
    if (answer == SiteAnswer::kRefused || answer == SiteAnswer::kDown) CountSilence(origin);
    return Outcome::kNothing;
  }
  trouble_.reset();
  if (answer == SiteAnswer::kRefused) trouble_ = Verdict::kRefused;
  if (answer == SiteAnswer::kDown) trouble_ = Verdict::kDown;
  refused_ = answer == SiteAnswer::kRefused ? refused_ + 1 : 0;
  down_ = answer == SiteAnswer::kDown ? down_ + 1 : 0;
  if (refused_ < kGiveUpAfter && down_ < kGiveUpAfter) return Outcome::kNothing;
  verdict_ = refused_ > 0 ? Verdict::kRefused : Verdict::kDown;
  return Outcome::kStop;
}

bool SiteSearch::IsSilent(const std::string& origin) const {
  if (silences_.empty() || origin == origin_ || origins_.contains(origin)) return false;
  if (silences_in_all_ >= kMaxSilences) return true;
  const auto found = silences_.find(origin);
  return found != silences_.end() && found->second >= kGiveUpAfter;
}

void SiteSearch::CountSilence(const std::string& origin) {
  const bool is_last = ++silences_in_all_ == kMaxSilences;
  if (++silences_[origin] != kGiveUpAfter && !is_last) return;
  links_.Drop([this](const std::string& url) { return IsSilent(PartsOf(url).site); });
}

void SiteSearch::TakeLinks(const std::string& from, const SitePage& page, double priority) {
  for (const SiteLink& link : page.links)
    AddLink(link, from, priority);
  if (!page.canonical.empty() && page.canonical != from)
    AddLink({.url = page.canonical, .anchor = page.title}, from, priority);
}

void SiteSearch::AddLink(const SiteLink& link, std::string_view from, double priority) {
  if (link.url.empty() || link.url == old_.url) return;
  if (!silences_.empty() && IsSilent(PartsOf(link.url).site)) return;
  if (links_.Add(link, from, std::max(priority, 0.0))) {
    guesses_.Learn(link.url);
    if (asked_.contains(link.url)) links_.MarkRead(link.url);
    if (site_.IsForbidden(link.url)) links_.MarkForbidden(link.url);
  }
}

}  // namespace meguri::moved
