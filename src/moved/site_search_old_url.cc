// What the old URL says before anything is searched for: gone, sent on, refused, or still there.
#include <algorithm>
#include <string>
#include <vector>

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
      old_status_ = page.status;
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
  // An answer that says nothing is no page.
  if (page.title.empty() && page.text.empty() && page.links.empty()) return true;
  const double alike = judge_.LikenessToOld(page);
  const bool is_same_text = alike >= kSamePage && judge_.HasBothTexts(page);
  // Of a query that chooses nothing a made-up one gives the same page.
  const MadeUp made_up = AskBeside(old_.url, page, !is_same_text);
  if (out_of_requests_ && alike < kSamePage) return false;
  if (made_up.page != nullptr) {
    soft_404_ = made_up.page;
    TakeLinks(old_.url, page, options_.weights.home);
    // Without texts to compare, what a made-up URL gives too is no page.
    if (IsSoft404(page) || !judge_.HasBothTexts(page)) return true;
    soft_404_ = nullptr;
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
  sends_home_ = IsHome(location) && !IsForeign(location) && !old_path_.is_home();
  if (outcome == Outcome::kNothing && !sends_home_ && !redirect_loop_) unread_target_ = location;
  const double odds = judge_.LatestOdds(links_);
  redirect_unlike_ = outcome == Outcome::kPage && odds / (1 + odds) < options_.threshold;
  return true;
}

}  // namespace meguri::moved
