// When a search ends, and what it says then.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "moved/site_search.h"

namespace meguri::moved {
namespace {

constexpr double kLikely = 0.8;
constexpr double kWorthRanking = 0.5;  // odds of a page just read
constexpr int kRankEvery = 10;         // requests, whatever was read
constexpr int kRankOften = 500;        // while so few pages were read
constexpr double kSure = 0.97;
constexpr double kSameTitle = 0.999;
constexpr double kSameText = 0.9;
constexpr double kVeryText = 0.98;  // siblings in one template may be as alike as kSameText
constexpr double kWorthAMention = 0.25;
constexpr double kRival = 3;     // times less likely by its links, it is a rival still
constexpr int kSameAnswers = 5;  // in a row, to be told of

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

}  // namespace

// Ranking goes over all that was read: not after each page that can't lead. But what many pages
// have in common shows with time, so that one read long ago may lead now, or not lead any more.
bool SiteSearch::IsSettled() {
  const bool is_plausible = taken_ && judge_.LatestOdds(links_) >= kWorthRanking;
  taken_ = false;
  const bool is_due = leader_ || site_.requests() - ranked_at_ >= kRankEvery;
  if (is_plausible || (is_due && pages_ <= kRankOften)) FindLeader();
  if (!HasLedEnough()) return false;
  if (ranked_at_ != site_.requests()) FindLeader();
  if (!HasLedEnough()) return false;
  const Proof proof = ProofOf(*leader_);
  if (proof == Proof::kNone) leader_.reset();
  settled_ = proof == Proof::kReal;
  // What can't be proved can't without a text to compare with: no other page could be, either.
  return settled_ || (proof == Proof::kUnknown && old_.text.empty());
}

void SiteSearch::FindLeader() {
  ranked_at_ = site_.requests();
  std::optional<PageJudge::Judged> leader = judge_.Leader(links_);
  if (leader && leader->score < kLikely) leader.reset();
  if (leader && (!leader_ || leader_->url != leader->url)) leads_since_ = site_.requests();
  leader_ = std::move(leader);
}

// A likely page ends the search when it has led for some requests, soon if no link that is left
// looks as good as those to it did; at once if it has the old title and text and no link looks
// better. Manuals are copied from version to version: a page in the folder of another version waits
// long for a likelier one.
bool SiteSearch::HasLedEnough() const {
  if (!leader_) return false;
  const bool is_sure = leader_->score >= kSure;
  const Evidence& evidence = leader_->evidence;
  const bool is_same = evidence.title > kSameTitle && evidence.text > kSameText;
  if (is_sure && is_same && !judge_.HasRival(*leader_, links_, 1)) return true;
  const int led = site_.requests() - leads_since_;
  if (NewVersionAt(PartsOf(leader_->url), old_path_)) return is_sure && led >= kVersionPatience;
  const Patience& patience = is_sure ? kSurePatience : kLikelyPatience;
  if (led >= patience.with_rivals) return true;
  return led >= patience.alone && !judge_.HasRival(*leader_, links_, kRival);
}

SearchResult SiteSearch::Finish() {
  CheckLeader();
  if (!final_ && verdict_ == Verdict::kNotFound && pages_ == 0 && trouble_) verdict_ = *trouble_;
  SearchResult result{.verdict = verdict_, .requests = site_.requests()};
  const std::vector<PageJudge::Judged> ranking = judge_.Rank(links_);
  for (const PageJudge::Judged& judged : ranking) {
    result.candidates.push_back({.url = judged.url,
                                 .score = judged.score,
                                 .reasons = ReasonsFor(judged, links_.MentionOf(judged.url)),
                                 .requests = judged.requests,
                                 .is_read = judged.is_read,
                                 .text = judged.evidence.text});
  }
  if (!final_ && !result.candidates.empty()) {
    const Candidate& first = result.candidates.front();
    const bool is_likely = first.is_read && first.score >= options_.threshold;
    const bool is_proved = IsProved(ranking.front());
    cut_short_ = is_likely && is_proved && IsCutShort(ranking.front());
    if (is_likely && is_proved && !cut_short_)
      result.verdict = first.url == old_.url ? Verdict::kNotGone : Verdict::kFound;
    unproved_ = is_likely && !is_proved;
    // Half of the certainty is what wasn't read.
    for (Candidate& candidate : result.candidates)
      candidate.score = cut_short_ ? candidate.score / 2 : candidate.score;
  }
  if (result.verdict != Verdict::kFound) Explain(result);
  return result;
}

bool SiteSearch::IsCutShort(const PageJudge::Judged& first) const {
  const bool ended_by_itself =
      settled_ || (verdict_ != Verdict::kRefused && verdict_ != Verdict::kDown && MayAsk());
  const Evidence& evidence = first.evidence;
  const bool is_same = evidence.title > kSameTitle && evidence.text > kVeryText;
  if (ended_by_itself || is_same || evidence.redirect || evidence.in_place || evidence.solved)
    return false;
  return judge_.HasRival(first, links_, 1);
}

void SiteSearch::Explain(SearchResult& result) const {
  std::string& text = result.explanation;
  switch (result.verdict) {
    case Verdict::kFound:
      return;
    case Verdict::kNotGone:
      if (is_file_) {
        text = "The old URL has a file that is no page; what is in it was not compared.";
        return;
      }
      text = result.candidates.empty() || result.candidates.front().url != old_.url ||
                     result.candidates.front().text >= kSameText
                 ? "The old URL still has a page, and nothing says that it is another one."
                 : "The old URL has a page that has changed, and most likely is the old one still.";
      return;
    case Verdict::kDown:
      text = pages_ == 0 ? "The site doesn't answer; whether anything moved can't be said."
                         : "The site stopped answering during the search.";
      return;
    case Verdict::kRefused:
      text = "The site refuses further requests; the search was broken off.";
      if (pages_ == 0) {
        text = forbidden_ > 0 ? "Its robots.txt forbids all of it." : "The site refuses us.";
      }
      return;
    case Verdict::kNotFound:
      break;
  }
  text = WhyNotFound(result);
  if (old_status_ != 0) {
    text.insert(0, "The old URL answers " + std::to_string(old_status_) +
                       ": the page may be there still. ");
  }
}

// What the site does to whoever looks for something that is lost; "" if it is an honest one.
std::string SiteSearch::HowItMisleads() const {
  if (same_in_a_row_ >= kSameAnswers && soft_404_ == nullptr) {
    return "Whatever was asked for, the last answers were all the same page: robots may be kept "
           "out.";
  }
  if (soft_404_ != nullptr || answers_all_) {
    return "The site answers 200 to everything, made-up URLs too; no page of it is like the old.";
  }
  if (sends_home_) {
    return "The site sends the old URL to its home page, which isn't like the old page.";
  }
  if (redirect_loop_) {
    return "The old URL redirects in a circle or without end, and no page is like the old one.";
  }
  return "";
}

std::string SiteSearch::WhyNotFound(const SearchResult& result) const {
  if (!asked_old_) return "The requests allowed were used up before the old URL could be asked.";
  if (cut_short_) {
    return "The search was broken off before pages were read whose links look as good as those to "
           "the likeliest one.";
  }
  if (unproved_) {
    return "It couldn't be asked whether the site gives the likeliest page for made-up URLs, too.";
  }
  if (std::string misleads = HowItMisleads(); !misleads.empty()) return misleads;
  if (judge_.IsPartHidden(links_) && !result.candidates.empty()) {
    return "Robots.txt hides a part of the site where the page may be as well.";
  }
  if (std::ranges::any_of(result.candidates, IsUnreadAndLikely)) {
    return "A page that robots.txt forbids to read may be the one.";
  }
  if (forbidden_ >= kMaxForbidden || 2 * links_.forbidden() > links_.size()) {
    return "Robots.txt forbids most of what the site's links lead to; that was not asked for.";
  }
  if (result.candidates.size() > 1 && result.candidates[1].score > 0.25) {
    return "Several pages are equally like the old one.";
  }
  if (!unread_target_.empty()) {
    return "The old URL redirects to " + unread_target_ + ", which couldn't be read as a page.";
  }
  if (redirect_unlike_) {
    return old_.text.empty() && old_.title.empty()
               ? "The old URL redirects to a page that can't be compared: only the URL is known."
               : "The old URL redirects to a page that isn't like the old one.";
  }
  if (out_of_requests_ && result.requests < options_.budget) {
    return "The search was stopped before a page like the old one was read.";
  }
  if (result.requests >= options_.budget) {
    return "No page like the old one within the requests allowed.";
  }
  if (!result.candidates.empty() && result.candidates.front().score > kWorthAMention)
    return "No page is surely the old one; the likeliest is shown.";
  if (links_.forbidden() > 0) {
    return "No page like the old one was read; links that robots.txt forbids to follow (" +
           std::to_string(links_.forbidden()) + ") may lead to it.";
  }
  return "No page like the old one among all that the site's links lead to.";
}

}  // namespace meguri::moved
