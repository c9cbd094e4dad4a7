#include "moved/tree_guesses.h"

#include <algorithm>
#include <utility>

namespace meguri::moved {
namespace {

constexpr int kLeastShifted = 2;
constexpr int kLeastRestyled = 5;
constexpr std::size_t kMaxShift = 3;  // directories that a tree may have been put into

std::vector<std::string> Concatenate(std::span<const std::string> a,
                                     std::span<const std::string> b) {
  std::vector<std::string> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

double Share(int votes) { return static_cast<double>(votes) / (votes + 1); }

}  // namespace

TreeGuesses::TreeGuesses(std::string_view old_url, const SearchWeights& weights,
                         std::function<bool(std::string_view)> is_known)
    : weights_(weights),
      old_(PartsOf(old_url)),
      old_url_(old_url),
      is_known_(std::move(is_known)) {}

void TreeGuesses::Vote(const std::vector<std::string>& segments, const PathParts& like,
                       int Votes::*count) {
  std::string url = UrlOf(like.site, segments, like.ending);
  if (url == old_url_ || removed_.contains(url)) return;
  if (is_known_ && is_known_(url)) return;  // it was there before: nothing moved to it
  if (votes_.size() >= kMaxGuesses && !votes_.contains(url)) return;
  ++(votes_[std::move(url)].*count);
}

bool TreeGuesses::WasKnown(const std::vector<std::string>& segments) const {
  return is_known_(UrlOf(old_.site, segments, old_.ending));
}

void TreeGuesses::Learn(const std::string& url) {
  Remove(url);
  const PathParts link = PartsOf(url);
  if (link.has_query || old_.has_query) return;  // what the path alone leads to is another page
  const bool is_new = is_known_ && !is_known_(url);
  LearnEnding(link, is_new);
  if (old_.segments.size() < 2) return;
  LearnShift(link);
  if (!is_new) return;
  const std::size_t head = CommonHead(link.segments, old_.segments);
  for (std::size_t at = 0; at <= head; ++at)
    LearnRename(link, at);
}

void TreeGuesses::LearnEnding(const PathParts& link, bool is_new) {
  if (link.segments.empty() || old_.segments.empty()) return;
  if (!IsPageEnding(link.ending) || BareHost(link.site) != BareHost(old_.site)) return;
  if (link.ending == old_.ending) {
    ends_as_before_ = true;
  } else if (is_new && WasKnown(link.segments)) {
    Vote(old_.segments, link, &Votes::renamed);
  } else if (!is_known_) {
    Vote(old_.segments, link, &Votes::restyled);
  }
}

void TreeGuesses::LearnShift(const PathParts& link) {
  const Segments segments = link.segments;
  const Segments old = old_.segments;
  for (std::size_t i = 1; i < segments.size() && i <= kMaxShift; ++i) {
    if (segments[i] == old[0] && CommonHead(segments, old) < i)
      Vote(Concatenate(segments.first(i), old), link, &Votes::shifted);
  }
  for (std::size_t i = 1; i + 1 < old.size() && !segments.empty(); ++i) {
    if (segments[0] == old[i]) {
      const Segments rest = old.subspan(i);
      Vote({rest.begin(), rest.end()}, link, &Votes::shifted);
    }
  }
}

// What would the link have been called before a directory at `at` changed? Both paths are equal up
// to there.
void TreeGuesses::LearnRename(const PathParts& link, std::size_t at) {
  const Segments segments = link.segments;
  const Segments old = old_.segments;
  if (at >= segments.size() || at >= old.size()) return;
  const Segments head = old.first(at);
  const Segments one(&segments[at], 1);
  const bool has_more = at + 1 < segments.size();  // else it is a page beside the folder that was
  if (has_more && WasKnown(Concatenate(head, segments.subspan(at + 1)))) {
    Vote(Concatenate(Concatenate(head, one), old.subspan(at)), link, &Votes::renamed);
  }
  if (segments[at] == old[at] || !has_more || at + 1 >= old.size()) return;
  const std::vector<std::string> before = Concatenate(head, old.subspan(at, 1));
  if (WasKnown(Concatenate(before, segments.subspan(at + 1)))) {
    Vote(Concatenate(Concatenate(head, one), old.subspan(at + 1)), link, &Votes::renamed);
  }
  if (WasKnown(Concatenate(before, segments.subspan(at)))) {
    Vote(Concatenate(head, old.subspan(at + 1)), link, &Votes::renamed);
  }
}

void TreeGuesses::Remove(const std::string& url) {
  if (votes_.erase(url) > 0 || removed_.size() < kMaxGuesses) removed_.insert(url);
}

std::optional<TreeGuesses::Guess> TreeGuesses::Best() const {
  const std::string* best = nullptr;
  double most = 0;
  for (const auto& [url, votes] : votes_) {
    const double shifted =
        votes.shifted < kLeastShifted ? 0 : weights_.shifted * Share(votes.shifted);
    const double restyled = votes.restyled < kLeastRestyled || ends_as_before_
                                ? 0
                                : weights_.shifted * Share(votes.restyled);
    const double priority = std::max({shifted, restyled, weights_.renamed * Share(votes.renamed)});
    // By name among equals: the order of a hash table must not decide.
    if (priority < most || priority == 0) continue;
    if (priority == most && best != nullptr && *best < url) continue;
    best = &url;
    most = priority;
  }
  if (best == nullptr) return std::nullopt;
  return Guess{.url = *best, .priority = most};
}

}  // namespace meguri::moved
