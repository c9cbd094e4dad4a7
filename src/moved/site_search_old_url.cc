// What the old URL says before anything is searched for: gone, sent on, refused, or still there.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "moved/likeness/gone_notice.h"
#include "moved/likeness/page_spelling.h"
#include "moved/site_search.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMaxParents = 10;
constexpr double kArchiveStanding = 1;  // links of later pages count as those of such a page
constexpr double kSamePage = 0.5;       // as alike as this, the old URL has the old page

}  // namespace

bool SiteSearch::AskOldUrl() {
  asked_.insert(old_.url);
  links_.Add({.url = home_, .anchor = ""}, "", 0);
  const SitePage* const page = site_.Read(old_.url);
  if (page == nullptr) {
    out_of_requests_ = true;
    return false;
  }
  asked_old_ = true;
  guesses_.Remove(old_.url);
  for (std::size_t i = 0; i < std::min(old_.linked_from.size(), kMaxParents); ++i)
    links_.AddParent(old_.linked_from[i], old_.linked_from.size());
  if (page->answer == SiteAnswer::kForbidden) judge_.HideOldPlace();
  judge_.HidePaths(site_.ForbiddenPaths());
  for (const SiteLink& link : old_.seen_since)
    AddLink(link, LinkFrontier::kFromArchive, kArchiveStanding);
  return TakeOldAnswer(*page);
}

bool SiteSearch::TakeOldAnswer(const SitePage& page) {
  switch (page.answer) {
    case SiteAnswer::kPage:
      return TargetOf(page).empty() ? TakePageInPlace(page) : FollowOldRedirect(TargetOf(page));
    case SiteAnswer::kRedirect:
      return FollowOldRedirect(page.location);
    case SiteAnswer::kGone:
      TakeLinks(old_.url, page, options_.weights.home);
      return true;
    case SiteAnswer::kOther:
      return TakeFileInPlace(page);
    case SiteAnswer::kForbidden:
    case SiteAnswer::kRefused:
    case SiteAnswer::kDown:
      old_status_ = page.status;
      (void)CountFailure(old_path_.site, page.answer);
      return IsSiteAlive(page);
  }
  return true;
}

// A title is soon copied to the stub that sends readers on; only a text shows that the page is
// there.
const std::string& SiteSearch::TargetOf(const SitePage& page) const {
  static const std::string kNone;
  const bool is_here = judge_.HasBothTexts(page) && judge_.LikenessToOld(page) >= kSamePage;
  return is_here ? kNone : page.refresh;
}

// A file is there: what nobody can compare. Of an old page that was a page it is none.
bool SiteSearch::TakeFileInPlace(const SitePage& page) {
  constexpr int kOk = 200;
  const bool was_page = !old_.title.empty() || !old_.text.empty() || !old_.headings.empty();
  if (page.status != kOk || was_page || !MayAsk()) return true;
  const SitePage* const made_up = site_.Read(MadeUpUrlBeside(old_.url, StableHash64(old_.url)));
  if (made_up == nullptr || made_up->answer != SiteAnswer::kGone) return true;
  final_ = true;
  is_file_ = true;
  verdict_ = Verdict::kNotGone;
  return false;
}

// Its host is dead, as far as the old URL says: another name of the site may live, or https.
bool SiteSearch::IsAliveElsewhere() {
  constexpr std::size_t kMostHomes = 4;
  const bool is_http = old_path_.site.starts_with("http://");
  const std::size_t begin = old_path_.site.find("://") + 3;
  const std::string scheme = old_path_.site.substr(0, begin);
  std::string host = old_path_.site.substr(begin);
  std::vector<std::string> homes;
  const auto add = [&homes, &host](std::string home) {
    home += host;
    homes.push_back(std::move(home += '/'));
  };
  const auto add_www = [&] {
    if (!host.starts_with("www.")) add(scheme + "www.");
  };
  if (is_http && host.find(':') == std::string::npos) add("https://");
  add_www();
  for (std::size_t dot = host.find('.'); dot != std::string::npos; dot = host.find('.')) {
    host.erase(0, dot + 1);
    add(scheme);
    add_www();
  }
  std::erase_if(homes,
                [this](const std::string& url) { return url == home_ || !site_.IsOfSite(url); });
  if (homes.size() > kMostHomes) homes.resize(kMostHomes);
  for (const std::string& home : homes) {
    const int pages = pages_of_site_;
    const Outcome outcome = Visit(home, options_.weights.home, Hint::kNone);
    if (out_of_requests_) return false;
    if (outcome != Outcome::kPage || pages_of_site_ == pages) continue;  // it sends on elsewhere
    home_ = home;
    origin_ = PartsOf(home).site;
    trouble_.reset();
    down_ = 0;
    ListDirectories();
    return true;
  }
  return false;
}

// The old URL gave no answer that says anything of the page: is there a site at all?
bool SiteSearch::IsSiteAlive(const SitePage& old_answer) {
  if (Visit(home_, options_.weights.home, Hint::kNone) == Outcome::kPage) return true;
  const SitePage* const home = out_of_requests_ ? nullptr : site_.Read(home_);  // once more: free
  if (home == nullptr) return false;
  if (home->answer == SiteAnswer::kGone || home->answer == SiteAnswer::kOther) return true;
  const bool is_silent = old_answer.answer == SiteAnswer::kDown && old_answer.status == 0;
  if (is_silent && IsAliveElsewhere()) {
    // The likeliest of all: it has its path still.
    const std::string same_path = origin_ + old_.url.substr(old_path_.site.size());
    return Visit(same_path, kStrongLink, Hint::kNone) != Outcome::kStop;
  }
  final_ = true;
  verdict_ = old_answer.answer == SiteAnswer::kDown ? Verdict::kDown : Verdict::kRefused;
  return false;
}

// Something is there still: the old page, another one, or what it gives for every URL?
bool SiteSearch::TakePageInPlace(const SitePage& page) {
  // An answer that says nothing is no page.
  if (page.title.empty() && page.text.empty() && page.links.empty()) return true;
  const double alike = judge_.LikenessToOld(page);
  const bool is_same_text = alike >= kSamePage && judge_.HasBothTexts(page);
  // Of a query that chooses nothing a made-up one gives the same page.
  const MadeUp made_up = AskBeside(old_.url, page, !is_same_text);
  if (out_of_requests_ && alike < kSamePage) return false;
  if (made_up.page != nullptr) {
    answers_all_ = true;
    soft_404_ = made_up.page;
    TakeLinks(old_.url, page, options_.weights.home);
    // Without texts to compare, what a made-up URL gives too is no page.
    if (IsSoft404(page) || !judge_.HasBothTexts(page)) return true;
    soft_404_ = nullptr;
  }
  // Of a page that had a text, a frame or a picture in its place is not it; under the same title it
  // may be, its text made by a script.
  const bool says_gone = !is_same_text && SaysItIsGone(page);
  if (says_gone || (!old_.text.empty() && page.text.empty() && alike < 0)) {
    TakeLinks(old_.url, page, options_.weights.home);
    return true;
  }
  // With nothing to compare with it is there, that is all one can say.
  if (is_same_text || (made_up.is_known && (alike >= kSamePage || alike < 0))) {
    final_ = true;
    verdict_ = Verdict::kNotGone;
    return false;
  }
  TakeLinks(old_.url, page, options_.weights.home);
  judge_.Take(old_.url, page, Hint::kNone, site_.requests());
  return true;
}

bool SiteSearch::FollowOldRedirect(const std::string& location) {
  const Outcome outcome = Visit(location, kStrongLink, Hint::kRedirect);
  if (outcome == Outcome::kStop) return false;
  sends_home_ =
      IsHome(location) && !IsForeign(location) && !old_path_.is_home() && !judge_.HasRead(location);
  // The same page at https or www., where it is as gone as here, says no more than a 404.
  const bool is_gone =
      last_answer_ == SiteAnswer::kGone && BareHost(location) == BareHost(old_.url);
  if (outcome == Outcome::kNothing && !sends_home_ && !redirect_loop_ && !is_gone)
    unread_target_ = location;
  const double odds = judge_.LatestOdds(links_);
  redirect_unlike_ = outcome == Outcome::kPage && odds / (1 + odds) < options_.threshold;
  return true;
}

}  // namespace meguri::moved
