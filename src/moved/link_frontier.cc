#include "moved/link_frontier.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/hash.h"
#include "moved/likeness/page_spelling.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMaxHeadings = 20;
// Of the old page: what most links call it is its name; the rest is "next" and "permalink".
constexpr std::size_t kMaxAnchors = 3;
constexpr std::size_t kMaxWay = 16;
constexpr std::size_t kMaxLinkAnchors = 16;  // of one link
constexpr std::size_t kRecomputeShare = 20;
constexpr double kFullIndex = 5;  // log₂ of the pages below that make it a full one

std::vector<std::uint64_t> Common(const std::vector<std::uint64_t>& a,
                                  const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common;
}

void Unite(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& more) {
  std::vector<std::uint64_t> all;
  std::ranges::set_union(into, more, std::back_inserter(all));
  into = std::move(all);
}

}  // namespace

LinkFrontier::LinkFrontier(const OldPage& old, const SearchWeights& weights,
                           std::function<bool(std::string_view)> is_known)
    : weights_(weights),
      old_url_(old.url),
      old_path_(PartsOf(old.url)),
      old_name_(NameTrigrams(ReadableSegment(old_path_.name()))),
      is_known_(std::move(is_known)) {
  const auto add = [this](std::string_view text, double trust) {
    std::vector<std::uint64_t> words = WordsOf(text);
    const auto equal = [&](const Phrase& phrase) { return phrase.words == words; };
    if (words.empty() || std::ranges::any_of(phrases_, equal)) return;
    Unite(sought_, words);
    phrases_.push_back({.words = std::move(words), .trust = trust});
  };
  add(old.title, 1);
  add(ReadableSegment(old_path_.name()), 1);
  for (std::size_t i = 0; i < std::min(old.anchors.size(), kMaxAnchors); ++i)
    add(old.anchors[i], 1);
  for (std::size_t i = 0; i < std::min(old.headings.size(), kMaxHeadings); ++i)
    add(old.headings[i], weights_.heading_trust);
  for (std::size_t i = 0; i + 1 < old_path_.segments.size(); ++i)
    Unite(places_, WordsOf(ReadableSegment(old_path_.segments[i])));
  for (std::size_t i = 0; i < std::min(old.way.size(), kMaxWay); ++i)
    Unite(places_, WordsOf(old.way[i]));
}

bool LinkFrontier::HasSoughtWord(const std::vector<std::uint64_t>& words) const {
  return std::ranges::any_of(
      words, [this](std::uint64_t word) { return std::ranges::binary_search(sought_, word); });
}

double LinkFrontier::FixedPriority(const PathParts& parts) const {
  const double name = TrigramLikeness(NameTrigrams(ReadableSegment(parts.name())), old_name_);
  const double tail =
      static_cast<double>(std::min<std::size_t>(CommonTail(parts.segments, old_path_.segments), 3));
  return (weights_.name * name * name) +
         (weights_.path * SegmentOverlap(parts.segments, old_path_.segments)) +
         (weights_.tail * tail / 3) +
         (weights_.shallow / (1.0 + static_cast<double>(parts.segments.size())));
}

void LinkFrontier::Respell(Link& link, const std::string& url) {
  link.url = url;
  link.is_read = false;
  link.is_in_vain = false;
  if (!link.is_forbidden) return;
  link.is_forbidden = false;
  --forbidden_;
}

LinkFrontier::Link* LinkFrontier::FindOtherSpelling(const std::string& url,
                                                    const std::string& key) {
  const auto found = by_spelling_.find(key);
  if (found == by_spelling_.end()) return nullptr;
  Link& link = links_[found->second];
  if (by_url_.size() >= kMaxSpellings) return &link;
  by_url_.emplace(url, found->second);
  if (link.is_in_vain || link.is_forbidden) {
    Respell(link, url);
  } else if (link.other.empty()) {
    link.other = url;
  }
  return &link;
}

LinkFrontier::Link* LinkFrontier::Find(const SiteLink& link) {
  if (const auto found = by_url_.find(link.url); found != by_url_.end())
    return &links_[found->second];
  std::string key = SpellingKey(link.url);
  if (Link* const same = FindOtherSpelling(link.url, key)) return same;
  if (links_.size() >= 2 * kMaxLinks) return nullptr;
  const PathParts parts = PartsOf(link.url);
  if (IsFileEnding(parts.ending) && parts.ending != old_path_.ending) return nullptr;
  const std::vector<std::uint64_t> name = WordsOf(ReadableSegment(parts.name()));
  if (links_.size() >= kMaxLinks && !HasSoughtWord(name) && !HasSoughtWord(WordsOf(link.anchor)))
    return nullptr;
  Link added{.url = link.url, .fixed = FixedPriority(parts)};
  added.node = tree_.Place(parts.segments, true);
  added.is_new = is_known_ && !is_known_(link.url);
  if (added.is_new) ++new_links_;
  words_.Count(name);
  for (const std::string& segment : parts.segments)
    Unite(added.places, Common(WordsOf(ReadableSegment(segment)), places_));
  if (HasSoughtWord(name)) added.names.push_back({.words = name});
  by_url_.emplace(link.url, links_.size());
  by_spelling_.emplace(std::move(key), links_.size());
  links_.push_back(std::move(added));
  return &links_.back();
}

void LinkFrontier::TakeAnchor(Link& link, const std::string& anchor, std::size_t from) {
  if (anchor.empty() || link.anchors.size() >= kMaxLinkAnchors) return;
  const std::uint64_t text = StableHash64(anchor);
  if (std::ranges::find(link.anchors, text) != link.anchors.end()) return;
  link.anchors.push_back(text);
  std::vector<std::uint64_t> words = WordsOf(anchor);
  words_.CountAlias(words);
  if (!HasSoughtWord(words)) return;
  ++uses_[text];
  Unite(link.places, Common(words, places_));
  link.names.push_back({.words = std::move(words), .text = text, .anchor = anchor, .from = from});
}

std::size_t LinkFrontier::NumberOf(std::string_view url) {
  if (pages_.back().url == url && pages_.size() > 1) return pages_.size() - 1;
  Page page{.url = std::string(url)};
  // Nor what is at the old URL's path elsewhere.
  page.is_linked = url != kFromArchive && PartsOf(url).segments != old_path_.segments;
  if (const auto found = by_url_.find(page.url); found != by_url_.end()) {
    const Link& link = links_[found->second];
    page.link = found->second;
    // The home page and those that linked to the old one nobody has to link to.
    page.is_linked = page.is_linked && (link.is_linked || pages_[link.from].url.empty());
  }
  pages_.push_back(std::move(page));
  return pages_.size() - 1;
}

bool LinkFrontier::Add(const SiteLink& link, std::string_view from, double standing) {
  Link* const at = Find(link);
  if (at == nullptr) return false;
  const bool is_first = at->from == 0;
  const std::size_t page = NumberOf(from);
  if (is_first) at->from = page;
  const auto number = static_cast<std::size_t>(at - links_.data());
  at->is_linked = at->is_linked || (pages_[page].is_linked && pages_[page].link != number);
  if (pages_[page].link != number) TakeAnchor(*at, link.anchor, page);  // not what it calls itself
  at->standing = std::max(at->standing, standing);
  return is_first;
}

bool LinkFrontier::IsLinked(std::string_view url) const {
  const auto found = by_url_.find(std::string(url));
  return found != by_url_.end() && links_[found->second].is_linked;
}

void LinkFrontier::AddParent(const std::string& url, std::size_t of) {
  Link* const link = Find({.url = url, .anchor = ""});
  if (link != nullptr) link->parent = 1 / std::sqrt(static_cast<double>(of));
}

bool LinkFrontier::IsParent(std::string_view url) const {
  const auto found = by_url_.find(std::string(url));
  return found != by_url_.end() && links_[found->second].parent > 0;
}

void LinkFrontier::MarkForbidden(std::string_view url) {
  const auto found = by_url_.find(std::string(url));
  if (found == by_url_.end() || links_[found->second].is_forbidden) return;
  links_[found->second].is_forbidden = true;
  ++forbidden_;
}

void LinkFrontier::MarkRead(std::string_view url) {
  const auto found = by_url_.find(std::string(url));
  if (found == by_url_.end()) return;
  Link& link = links_[found->second];
  if (link.is_read || link.url != url) return;
  link.is_read = true;
  tree_.MarkRead(link.node);
}

void LinkFrontier::TakeOtherSpelling(std::string_view url) {
  const auto found = by_url_.find(std::string(url));
  if (found == by_url_.end()) return;
  Link& link = links_[found->second];
  if (link.url != url) return;
  if (link.other.empty()) {
    link.is_in_vain = true;
  } else {
    Respell(link, std::exchange(link.other, ""));
  }
}

double LinkFrontier::PhraseLikeness(const Named& name) const {
  const std::size_t things = words_.things();
  if (name.counted > 0 && things < name.counted + (name.counted / kRecomputeShare) + 1)
    return name.alike;
  name.counted = things;
  name.alike = 0;
  for (const Phrase& phrase : phrases_) {
    if (phrase.trust <= name.alike) continue;
    name.alike = std::max(name.alike, phrase.trust * words_.Likeness(name.words, phrase.words));
  }
  return name.alike;
}

double LinkFrontier::TextLikeness(const Link& link, bool links_only, const Named** best) const {
  double most = 0;
  for (const Named& name : link.names) {
    if (links_only && name.text == 0) continue;
    const auto used = uses_.find(name.text);
    // An anchor that leads to n places names each of them 1/√n.
    const double clear = used == uses_.end() ? 1.0 : 1.0 / std::sqrt(used->second);
    const double alike = clear * PhraseLikeness(name);
    if (alike <= most) continue;
    most = alike;
    if (best != nullptr) *best = &name;
  }
  return most;
}

double LinkFrontier::Priority(const Link& link, double place_weight) const {
  const double alike = TextLikeness(link, false);
  const double text = alike * alike;
  const double index = std::log2(1.0 + static_cast<double>(tree_.below(link.node))) / kFullIndex;
  const double known_share =
      1 - (static_cast<double>(new_links_) / static_cast<double>(links_.size()));
  double priority = link.fixed + (weights_.text * text) + (weights_.standing * link.standing) +
                    (weights_.index * std::min(1.0, index));
  if (link.is_new) priority += weights_.unknown * known_share;
  if (link.parent > 0) priority += weights_.parent * link.parent / (1 + dead_parents_);
  if (link.from == 0) priority -= weights_.dead_parent * dead_parents_;  // nothing links to it now
  if (!link.places.empty()) priority += weights_.places * words_.Sum(link.places) / place_weight;
  priority -= weights_.read_beside * tree_.ReadBeside(link.node) * (1 - text);
  priority -= weights_.read_around * tree_.ReadAround(link.node);
  return priority;
}

std::optional<LinkFrontier::Pick> LinkFrontier::Best() {
  const double place_weight = words_.Sum(places_);
  const Link* best = nullptr;
  double most = 0;
  for (const Link& link : links_) {
    if (link.is_read || link.is_forbidden) continue;
    const double priority = Priority(link, place_weight);
    if (best != nullptr && priority <= most) continue;
    best = &link;
    most = priority;
  }
  if (best == nullptr) return std::nullopt;
  return Pick{.url = best->url, .priority = most};
}

LinkFrontier::Mention LinkFrontier::MentionOf(std::string_view url) const {
  const auto found = by_url_.find(std::string(url));
  if (found == by_url_.end()) return {};
  const Link& link = links_[found->second];
  const Named* best = nullptr;
  Mention mention{.text = TextLikeness(link, true, &best)};
  mention.is_new = link.is_new;
  if (best != nullptr) {
    mention.anchor = best->anchor;
    mention.linked_from = pages_[best->from].url;
  }
  return mention;
}

double LinkFrontier::CalledAs(std::string_view url) const {
  const auto found = by_url_.find(std::string(url));
  return found == by_url_.end() ? 0 : TextLikeness(links_[found->second], false);
}

std::size_t LinkFrontier::CountBelow(const PathParts& directory) {
  return tree_.below(tree_.Place(directory.segments, false));
}

}  // namespace meguri::moved
