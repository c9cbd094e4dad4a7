#include "moved/page_judge.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "moved/likeness/page_spelling.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMaxHeadingWords = 128;
constexpr double kWorthElsewhere = 0.5;  // of names, in a folder with nothing of the old ones
constexpr double kWorthNearly = 0.75;    // of a name that isn't quite the old one, likewise
constexpr double kSameTitle = 0.999;
constexpr double kAnotherText = 0.05;
constexpr double kOtherNumbers = 0.8;  // how alike titles of the same words are with other numbers
constexpr double kTellingName = 12;    // letters of a name that is told from others by itself
constexpr double kWorthNaming = 0.1;   // odds against the likeliest from which on a page is named
constexpr double kPlausible = 0.2;     // odds by links alone, to be named though nobody read it
constexpr std::size_t kMostUnread = 10;
constexpr std::size_t kMostHiddenPaths = 1'000;
constexpr std::size_t kMostBeside = 10'000;
constexpr double kAboutAsLikely = 3;  // times less likely at the most
constexpr double kWorthSaying = 0.5;  // less alike is no reason
constexpr std::size_t kMaxAnchorShown = 60;

std::vector<std::uint64_t> HeadingWords(const std::vector<std::string>& headings) {
  std::string all;
  for (const std::string& heading : headings) {
    if (all.size() > kMaxHeadingWords * 16) break;
    all += heading;
    all += '\n';
  }
  return WordsOf(all, kMaxHeadingWords);
}

std::string Percent(double share) {
  return std::to_string(static_cast<int>(std::lround(share * 100))) + " %";
}

// Not through the middle of a character.
std::string Shortened(const std::string& text) {
  if (text.size() <= kMaxAnchorShown) return text;
  std::size_t end = kMaxAnchorShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;
  return text.substr(0, end) + "…";
}

std::string PathOf(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t path = scheme == std::string::npos ? 0 : url.find('/', scheme + 3);
  return path == std::string::npos ? url : url.substr(path);
}

}  // namespace

PageJudge::PageJudge(const OldPage& old, const SearchOptions& options)
    : old_url_(old.url),
      old_spelling_(SpellingOf(old.url)),
      options_(options),
      old_path_(PartsOf(old.url)),
      old_name_(NameTrigrams(ReadableSegment(old_path_.name()))),
      old_title_(WordsOf(old.title)),
      old_title_numbers_(NumbersIn(old.title)),
      old_headings_(HeadingWords(old.headings)),
      old_shingles_(ShinglesOf(old.text)) {
  for (std::size_t i = 0; i < std::min(old.links_to.size(), kMostBeside); ++i)
    beside_.insert(SpellingOf(old.links_to[i]));
  beside_.erase(old_spelling_);
  knows_little_ = old_shingles_.empty() && old.anchors.empty();
  if (!knows_little_) return;
  for (std::size_t i = 0; i + 1 < old_path_.segments.size(); ++i) {
    std::vector<std::uint64_t> words = WordsOf(ReadableSegment(old_path_.segments[i]));
    if (!words.empty()) old_places_.push_back(std::move(words));
  }
  const std::size_t letters = NameTrigrams(ReadableSegment(old_path_.name()) + old.title).size();
  name_worth_ = std::min(1.0, static_cast<double>(letters) / kTellingName);
}

std::string PageJudge::SpellingOf(const std::string& url) {
  const std::string key = SpellingKey(url);
  return std::string(BareHost(key));
}

bool PageJudge::HasRead(const std::string& url) const {
  return spellings_.contains(SpellingOf(url));
}

std::string PageJudge::SamePageKey(const Read& read) {
  std::string key;
  const auto add = [&key](const std::vector<std::uint64_t>& hashes) {
    for (const std::uint64_t hash : hashes)
      key += std::to_string(hash) + ' ';
    key = std::to_string(StableHash64(key)) + ' ';
  };
  add(read.title);
  add(read.shingles);
  if (read.shingles.empty()) return key + SpellingOf(read.url);
  key += BareHost(read.parts.site);
  for (const std::string& segment : read.parts.path())
    key += '/' + AsciiLowered(segment);
  return key;
}

void PageJudge::Take(const std::string& url, const SitePage& page, Hint hint, int requests) {
  const auto [at, is_new] = by_url_.try_emplace(url, pages_.size());
  latest_ = at->second;
  if (!is_new) {
    if (pages_[at->second].hint == Hint::kNone) pages_[at->second].hint = hint;
    return;
  }
  Read read{.url = url, .canonical = page.canonical, .parts = PartsOf(url)};
  read.hint = hint;
  read.requests = requests;
  if (options_.use_content) {
    read.title = WordsOf(page.title);
    read.title_numbers = NumbersIn(page.title);
    read.headings = HeadingWords(page.headings);
    read.shingles = ShinglesOf(page.text);
  }
  spellings_.insert(SpellingOf(url));
  const auto [same, is_first] = by_same_page_.try_emplace(SamePageKey(read), pages_.size());
  if (!is_first) {
    at->second = latest_ = same->second;
    Read& before = pages_[latest_];
    if (before.hint == Hint::kNone) before.hint = hint;
    if (url.size() < before.url.size() && before.url != old_url_) {
      before.url = url;
      before.parts = std::move(read.parts);
    }
    return;
  }
  titles_.Count(read.title);
  shingles_.Count(read.shingles);
  pages_.push_back(std::move(read));
}

// Of a page of which nothing but URL and title is known: /java/start.html is not
// /python/start.html. Whether a word of one of its folders is in the other's path.
bool PageJudge::IsElsewhere(const PathParts& parts) const {
  if (old_places_.empty()) return false;
  std::vector<std::uint64_t> words;
  for (const std::string& segment : parts.segments)
    std::ranges::move(WordsOf(ReadableSegment(segment)), std::back_inserter(words));
  return std::ranges::none_of(old_places_, [&](const std::vector<std::uint64_t>& place) {
    return std::ranges::any_of(
        place, [&](std::uint64_t word) { return std::ranges::find(words, word) != words.end(); });
  });
}

Evidence PageJudge::LinkEvidenceOf(const std::string& url, const PathParts& parts,
                                   const LinkFrontier& frontier) const {
  Evidence evidence;
  evidence.anchor = frontier.CalledAs(url);
  evidence.name = TrigramLikeness(NameTrigrams(ReadableSegment(parts.name())), old_name_);
  evidence.worth = name_worth_ * (IsElsewhere(parts) ? kWorthElsewhere : 1);
  // "lamp-1000-pro" is not "lamp-1000", but /x/7/ may be /x/7.html.
  if (knows_little_ && evidence.name < 1) evidence.worth *= kWorthNearly;
  const bool has_moved_host = BareHost(parts.site) != BareHost(old_path_.site);
  if (!has_moved_host && parts.segments == old_path_.segments)
    evidence.worth = std::max(evidence.worth, name_worth_);
  evidence.path = SegmentOverlap(parts.segments, old_path_.segments);
  evidence.in_place = url == old_url_;
  if (!options_.is_known && beside_.empty()) return evidence;
  const std::string spelling = SpellingOf(url);
  if (options_.is_known && spelling != old_spelling_) {
    evidence.was_known = options_.is_known(url);
    evidence.is_new = !evidence.was_known;
  }
  // The page itself is none that it linked to; of others nothing is known by that.
  if (beside_.contains(spelling)) {
    evidence.was_known = true;
    evidence.is_new = false;
  }
  return evidence;
}

Evidence PageJudge::EvidenceOf(const Read& page, const LinkFrontier& frontier) const {
  Evidence evidence = LinkEvidenceOf(page.url, page.parts, frontier);
  evidence.has_text = !page.shingles.empty() && !old_shingles_.empty();
  evidence.has_title = !page.title.empty() && !old_title_.empty();
  evidence.text = shingles_.Likeness(page.shingles, old_shingles_);
  evidence.title = titles_.Likeness(page.title, old_title_);
  if (evidence.title > kSameTitle && page.title_numbers != old_title_numbers_)
    evidence.title = kOtherNumbers;
  evidence.redirect = page.hint == Hint::kRedirect;
  evidence.rule = page.hint == Hint::kRule;
  evidence.solved = page.hint == Hint::kSolved;
  // Wherever it is: the whole title, or somebody who knows, says more than the folder.
  if (evidence.title > kSameTitle || evidence.redirect || evidence.rule || evidence.solved)
    evidence.worth = std::max(evidence.worth, name_worth_);
  // Where another text is in its place, that the URL is the same says nothing.
  if (evidence.in_place && evidence.has_text && evidence.text < kAnotherText)
    evidence.name = evidence.path = 0;
  evidence.headings = titles_.Likeness(page.headings, old_headings_);
  return evidence;
}

bool PageJudge::IsCopyByCanonical(std::size_t page, std::span<const double> odds) const {
  const auto found = by_url_.find(pages_[page].canonical);
  if (found == by_url_.end() || found->second == page) return false;
  const std::size_t other = found->second;
  if (pages_[other].is_discarded) return false;
  if (odds[other] * kAboutAsLikely < odds[page]) return false;  // a canonical URL that is wrong
  const bool mutual = pages_[other].canonical == pages_[page].url;
  return !mutual || std::tuple(odds[other], page) > std::tuple(odds[page], other);
}

double PageJudge::LatestOdds(const LinkFrontier& frontier) const {
  return pages_.empty() ? 0 : OddsOf(EvidenceOf(pages_[latest_], frontier));
}

std::vector<PageJudge::Judged> PageJudge::RankRead(const LinkFrontier& frontier,
                                                   std::vector<double>& odds) const {
  std::vector<Judged> all;
  std::vector<double> all_odds;
  for (const Read& page : pages_) {
    Judged judged{.url = page.url, .evidence = EvidenceOf(page, frontier)};
    judged.requests = page.requests;
    all_odds.push_back(OddsOf(judged.evidence));
    all.push_back(std::move(judged));
  }
  std::vector<Judged> judged;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (pages_[i].is_discarded || IsCopyByCanonical(i, all_odds)) continue;
    judged.push_back(std::move(all[i]));
    odds.push_back(all_odds[i]);
  }
  if (!judged.empty()) return judged;
  for (std::size_t i = 0; i < all.size(); ++i) {  // they name each other in a circle
    if (pages_[i].is_discarded) continue;
    judged.push_back(std::move(all[i]));
    odds.push_back(all_odds[i]);
  }
  return judged;
}

std::optional<PageJudge::Judged> PageJudge::Leader(const LinkFrontier& frontier) const {
  std::vector<double> odds;
  std::vector<Judged> judged = RankRead(frontier, odds);
  if (judged.empty()) return std::nullopt;
  const auto first = static_cast<std::size_t>(std::ranges::max_element(odds) - odds.begin());
  judged[first].score = SharedScores(odds)[first];
  return std::move(judged[first]);
}

std::vector<PageJudge::Judged> PageJudge::Rank(const LinkFrontier& frontier) const {
  std::vector<double> odds;
  std::vector<Judged> ranked = RankRead(frontier, odds);
  const auto likeliest = std::ranges::max_element(odds);
  const double best = likeliest == odds.end() ? 0 : *likeliest;
  const bool hides =
      likeliest != odds.end() &&
      HidesCopyOf(PartsOf(ranked[static_cast<std::size_t>(likeliest - odds.begin())].url));
  AddForbidden(frontier, ranked, odds);
  if (hides) odds.push_back(best);  // as likely as what can be seen, and no candidate
  const std::vector<double> scores = SharedScores(odds);
  for (std::size_t i = 0; i < ranked.size(); ++i)
    ranked[i].score = scores[i];
  std::ranges::stable_sort(ranked, std::greater<>(), &Judged::score);
  return ranked;
}

// What a page that may not be read would say for itself nobody knows. If its links speak for it as
// much as those of the likeliest page speak for that, it may be as like the old one: manuals are
// copied from version to version. All of these together are no likelier than what was read.
void PageJudge::AddForbidden(const LinkFrontier& frontier, std::vector<Judged>& ranked,
                             std::vector<double>& odds) const {
  struct Unread {
    double odds;
    Judged judged;
  };
  const auto likeliest = std::ranges::max_element(odds);
  const bool has_read = likeliest != odds.end() && *likeliest >= 1;
  const double best = has_read ? *likeliest : 1;
  const double best_links =
      has_read ? LinkOddsOf(ranked[static_cast<std::size_t>(likeliest - odds.begin())].evidence)
               : 1;
  std::set<std::vector<std::string>> paths;  // a page with another query is the same one
  for (const Read& page : pages_)
    paths.insert(page.parts.segments);
  std::vector<Unread> unread;
  frontier.ForEachForbidden([&](const std::string& url) {
    const PathParts parts = PartsOf(url);
    if (parts.is_home() || paths.contains(parts.segments)) return;
    Judged judged{.url = url, .evidence = LinkEvidenceOf(url, parts, frontier)};
    judged.is_read = false;
    const double links = LinkOddsOf(judged.evidence);
    const double alike = best * std::min(1.0, links / best_links);
    if (links < kPlausible || alike < kWorthNaming * best) return;
    paths.insert(parts.segments);
    unread.push_back({.odds = alike, .judged = std::move(judged)});
  });
  std::ranges::stable_sort(unread, std::greater<>(), &Unread::odds);
  if (unread.size() > kMostUnread) unread.resize(kMostUnread);
  double sum = 0;
  for (const Unread& each : unread)
    sum += each.odds;
  for (Unread& each : unread) {
    ranked.push_back(std::move(each.judged));
    odds.push_back(each.odds * std::min(1.0, best / sum));
  }
}

void PageJudge::HidePaths(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < std::min(paths.size(), kMostHiddenPaths); ++i)
    hidden_folders_.push_back(PartsOf(paths[i]));
}

bool PageJudge::HidesCopyOf(const PathParts& page) const {
  if (old_is_hidden_) return true;
  const auto at = NewVersionAt(page, old_path_);
  return at && std::ranges::any_of(hidden_folders_, [&](const PathParts& folder) {
           return IsOtherVersion(folder, page, *at);
         });
}

bool PageJudge::IsPartHidden(const LinkFrontier& frontier) const {
  const std::optional<Judged> leader = Leader(frontier);
  return leader && HidesCopyOf(PartsOf(leader->url));
}

bool PageJudge::HasRival(const Judged& judged, const LinkFrontier& frontier, double times) const {
  const double least = LinkOddsOf(judged.evidence) / times;
  return frontier.AnyLeft([&](const std::string& url) {
    return LinkOddsOf(LinkEvidenceOf(url, PartsOf(url), frontier)) >= least && !HasRead(url);
  });
}

void PageJudge::Discard(const std::string& url) {
  const auto found = by_url_.find(url);
  if (found != by_url_.end()) pages_[found->second].is_discarded = true;
}

bool PageJudge::HasBothTexts(const SitePage& page) const {
  return !old_shingles_.empty() && !ShinglesOf(page.text).empty();
}

double PageJudge::LikenessToOld(const SitePage& page) const {
  const std::vector<std::uint64_t> shingles = ShinglesOf(page.text);
  if (!shingles.empty() && !old_shingles_.empty())
    return ShingleCounts().Likeness(shingles, old_shingles_);
  const std::vector<std::uint64_t> title = WordsOf(page.title);
  if (!title.empty() && !old_title_.empty()) return WordWeights().Likeness(title, old_title_);
  return -1;
}

std::vector<std::string> ReasonsFor(const PageJudge::Judged& judged,
                                    const LinkFrontier::Mention& mention) {
  const Evidence& evidence = judged.evidence;
  std::vector<std::string> reasons;
  if (!judged.is_read) reasons.emplace_back("robots.txt forbids to read it");
  if (evidence.in_place) reasons.emplace_back("it is at the old URL");
  if (evidence.redirect) reasons.emplace_back("the old URL redirects to it");
  if (evidence.rule) reasons.emplace_back("by moves of the site that are solved");
  if (evidence.solved) reasons.emplace_back("this move was solved before");
  if (evidence.has_title && evidence.title > kSameTitle) {
    reasons.emplace_back("same title");
  } else if (evidence.has_title && evidence.title >= kWorthSaying) {
    reasons.push_back("title " + Percent(evidence.title) + " alike");
  }
  if (evidence.has_text) reasons.push_back("text " + Percent(evidence.text) + " alike");
  if (evidence.name > 0.999) {
    reasons.emplace_back("same name in the URL");
  } else if (evidence.name >= kWorthSaying) {
    reasons.emplace_back("similar name in the URL");
  }
  if (mention.text >= kWorthSaying && !mention.anchor.empty()) {
    reasons.push_back("linked from " + PathOf(mention.linked_from) + " as “" +
                      Shortened(mention.anchor) + "”");
  }
  if (evidence.is_new) reasons.emplace_back("a new URL");
  if (evidence.was_known) reasons.emplace_back("but it was there before");
  return reasons;
}

}  // namespace meguri::moved
