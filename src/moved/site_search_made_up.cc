// What a site gives for URLs that nobody made, and whether a page is more than that.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "moved/likeness/page_spelling.h"
#include "moved/site_search.h"

namespace meguri::moved {
namespace {

constexpr int kBroken = 500;
constexpr double kSoftAlike = 0.8;       // as alike as this, two answers are one soft 404
constexpr double kLikeByText = 0.3;      // as alike as this to the old page, it is no soft 404
constexpr double kLikeWhereSent = 0.95;  // likewise, if the old URL redirects there
constexpr double kSameAnswer = 0.3;  // as alike as this, two answers may be one with other words
constexpr double kSameKind = 0.5;    // likewise, where both are likely pages

}  // namespace

SiteSearch::MadeUp SiteSearch::AskMadeUp(const std::string& url) {
  std::string at = url;
  for (int hop = 0; hop <= kMaxHops; ++hop) {
    if (IsForeign(at) && PartsOf(at).site != PartsOf(url).site) return {};  // it is elsewhere
    const SitePage* const page = MayAsk() ? site_.Read(at) : nullptr;
    if (page == nullptr) {
      out_of_requests_ = true;
      return {.is_known = false};
    }
    const std::string& next = SendsTo(*page);
    if (!next.empty()) {
      at = next;
      continue;
    }
    switch (page->answer) {
      case SiteAnswer::kPage:
        return {.page = IsHome(at) ? nullptr : page, .url = at};
      case SiteAnswer::kRefused:
        return {.is_known = page->status == kForbids && refuses_what_is_gone_ && refused_ == 0};
      case SiteAnswer::kDown:
        return {.is_known = page->status == kBroken};  // so do some say what is gone
      case SiteAnswer::kForbidden:
        return {.is_known = false};
      case SiteAnswer::kOther:
      case SiteAnswer::kRedirect:
      case SiteAnswer::kGone:
        return {};
    }
  }
  return {};
}

SiteSearch::MadeUp SiteSearch::AskBeside(const std::string& url, const SitePage& page,
                                         bool with_query) {
  const std::uint64_t number = StableHash64(old_.url);
  MadeUp beside = AskMadeUp(MadeUpUrlBeside(url, number));
  beside.another = MadeUpUrlBeside(url, number + 1);
  // Whoever finds a page by a part of its URL sends all names of it to the one.
  const auto is_itself = [&](const MadeUp& made) { return made.page == &page || made.url == url; };
  if (!beside.is_known || (beside.page != nullptr && !is_itself(beside))) return beside;
  beside.page = nullptr;
  for (const bool longer : {true, false}) {
    const std::string other = MadeUpNumberOf(url, number, longer);
    if (other.empty()) break;
    if (links_.contains(other)) continue;  // what the site links to is not made up
    MadeUp numbered = AskMadeUp(other);
    if (!numbered.is_known) return numbered;
    // Another number may well be another page, of as many digits one like this.
    if (numbered.page != nullptr && !is_itself(numbered) &&
        AnswerLikeness(page, *numbered.page) >= (longer ? kSameKind : kSoftAlike)) {
      return numbered;
    }
  }
  return with_query ? AskQueries(url, page) : beside;
}

// One value of a query chooses the page, others don't: if another value gives nothing, or something
// else, it is the one.
SiteSearch::MadeUp SiteSearch::AskQueries(const std::string& url, const SitePage& page) {
  const std::uint64_t number = StableHash64(old_.url);
  const std::vector<std::string> urls = MadeUpQueriesOf(url, number);
  const std::vector<std::string> others = MadeUpQueriesOf(url, number + 1);
  MadeUp same;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    MadeUp made = AskMadeUp(urls[i]);
    made.another = others[i];
    if (!made.is_known || made.page == nullptr) return made;
    if (made.page == &page || made.url == url) continue;
    if (AnswerLikeness(page, *made.page) < kSameKind) return made;
    same = std::move(made);
  }
  return same;
}

double SiteSearch::AnswerLikeness(const SitePage& a, const SitePage& b) {
  const std::vector<std::uint64_t> first = ShinglesOf(a.text);
  const std::vector<std::uint64_t> second = ShinglesOf(b.text);
  if (first.empty() && second.empty()) return a.title == b.title ? 1 : 0;
  return ShingleCounts().Likeness(first, second);
}

bool SiteSearch::IsSoft404(const SitePage& page) const {
  if (soft_404_ == nullptr) return false;
  return &page == soft_404_ || AnswerLikeness(page, *soft_404_) >= kSoftAlike;
}

bool SiteSearch::IsProved(const PageJudge::Judged& page) const {
  const double enough = page.evidence.redirect ? kLikeWhereSent : kLikeByText;
  return page.evidence.text >= enough || real_.contains(page.url);
}

bool SiteSearch::IsWhereAllIsSent(const std::string& url) {
  const MadeUp made_up = AskMadeUp(MadeUpUrlBeside(old_.url, StableHash64(old_.url)));
  return made_up.url == url;
}

// If the site links to a page, that every URL is a page says nothing, as long as that is always the
// same page and this one is another.
bool SiteSearch::IsAnotherPage(const PageJudge::Judged& page, const SitePage& read,
                               const MadeUp& made_up) {
  const Evidence& evidence = page.evidence;
  const bool is_linked =
      !evidence.redirect && !evidence.rule && !evidence.solved && links_.IsLinked(page.url);
  if (!is_linked || made_up.another.empty()) return false;
  if (AnswerLikeness(read, *made_up.page) >= kSameAnswer) return false;
  const MadeUp other = AskMadeUp(made_up.another);
  return other.page != nullptr && AnswerLikeness(*made_up.page, *other.page) >= kSameAnswer;
}

// A page that isn't like the old one by its text may be what the site gives for every URL there.
SiteSearch::Proof SiteSearch::ProofOf(const PageJudge::Judged& page) {
  if (IsProved(page)) return Proof::kReal;
  const SitePage* const read = MayAsk() ? site_.Read(page.url) : nullptr;  // once more: free
  if (read == nullptr) return Proof::kUnknown;
  const Evidence& evidence = page.evidence;
  if (evidence.redirect && IsWhereAllIsSent(page.url)) {
    redirect_unlike_ = true;
    judge_.Discard(page.url);
    return Proof::kNone;
  }
  const MadeUp made_up = AskBeside(page.url, *read, true);
  if (!made_up.is_known) return Proof::kUnknown;
  if (made_up.page == nullptr || IsAnotherPage(page, *read, made_up)) {
    real_.insert(page.url);
    return Proof::kReal;
  }
  soft_404_ = made_up.page;
  judge_.Discard(page.url);
  return Proof::kNone;
}

void SiteSearch::CheckLeader() {
  const bool is_over = final_ || verdict_ == Verdict::kRefused || verdict_ == Verdict::kDown;
  while (!is_over && MayAsk()) {
    const std::optional<PageJudge::Judged> leader = judge_.Leader(links_);
    if (!leader || leader->score < options_.threshold) return;
    if (ProofOf(*leader) != Proof::kNone) return;
  }
}

}  // namespace meguri::moved
