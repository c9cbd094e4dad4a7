// The links of a site that were seen and not yet followed, the most promising first.
//
// What speaks for a link is what a person would look at: its text against the old page's title,
// headings, anchors and file name (rare words count), the look of its URL, whether the URL is new,
// the standing of the page that it is on. What speaks against it: that much was read in its
// directory or in its part of the site, in vain; other parts get their turn. And a text that
// many links share ("Comments", "next") names nothing.
//
// Weights, what each is worth, and what was tried in vain: docs/design/moved_pages.md.
//
// Adding a link costs its length; Best() goes over all links, since words lose their weight with
// every page read: some 100 ns each, and one request is made for it. How alike texts are is
// computed anew only when a twentieth more links are known. At most kMaxLinks are kept, then only
// those with words of the old page, up to twice as many. /x/index.html, /x/ and /x are one link.
// Not thread-safe: one search's own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moved/likeness/text_likeness.h"
#include "moved/likeness/url_likeness.h"
#include "moved/moved_search.h"
#include "moved/search_weights.h"
#include "moved/site_page.h"
#include "moved/site_tree.h"

namespace meguri::moved {

class LinkFrontier {
 public:
  static constexpr std::size_t kMaxLinks = 100'000;
  static constexpr std::size_t kMaxSpellings = 4 * kMaxLinks;
  // As `from` of Add(): an archive's page links to it, which need not be so any more.
  static constexpr std::string_view kFromArchive = "an archive";

  struct Pick {
    std::string url;
    double priority = 0;
  };
  // How a page is linked to, for its ranking.
  struct Mention {
    double text = 0;          // likeness of the best of its anchors to the old title and anchors
    std::string anchor;       // that one
    std::string linked_from;  // where that stands
    bool is_new = false;
  };

  // REQUIRES: `is_known` may be empty; what it borrows outlives this.
  LinkFrontier(const OldPage& old, const SearchWeights& weights,
               std::function<bool(std::string_view)> is_known);

  // A link on the page `from`, which had the priority `standing`. True if no page linked to its URL
  // before.
  bool Add(const SiteLink& link, std::string_view from, double standing);
  // A page that linked to the old one, or was on the way to it; one of so many.
  void AddParent(const std::string& url, std::size_t of);
  // A parent wasn't there: others are less likely to be.
  void MissParent() { ++dead_parents_; }
  bool IsParent(std::string_view url) const;
  // It is not picked any more, as it is spelt here.
  void MarkRead(std::string_view url);
  // Nothing was there: if the page is linked to under another spelling, now or later, that is to be
  // picked.
  void TakeOtherSpelling(std::string_view url);
  // Nor is this one; it still counts as a page that there is.
  void MarkForbidden(std::string_view url);

  // What `is_one` holds of is not picked any more.
  template <class IsOne>
  void Drop(const IsOne& is_one) {
    for (Link& link : links_)
      link.is_read = link.is_read || is_one(link.url);
  }

  // The link to follow next; nullopt if none is left.
  std::optional<Pick> Best();

  // True if `is_one` holds of a link that is left.
  template <class IsOne>
  bool AnyLeft(const IsOne& is_one) const {
    return std::ranges::any_of(links_, [&](const Link& link) {
      return !link.is_read && !link.is_forbidden && is_one(link.url);
    });
  }
  template <class Visit>
  void ForEachForbidden(const Visit& visit) const {
    if (forbidden_ == 0) return;
    for (const Link& link : links_) {
      if (link.is_forbidden) visit(link.url);
    }
  }
  std::size_t forbidden() const { return forbidden_; }

  // Of a URL added before, else nothing.
  Mention MentionOf(std::string_view url) const;
  // How alike what it is called is to the old page's names, by the links to it or by its URL.
  double CalledAs(std::string_view url) const;
  bool contains(std::string_view url) const { return by_url_.contains(std::string(url)); }
  // True if another page of the site links to it that is linked to itself; what is at the old URL
  // now doesn't count, which may be made for whoever asks, nor does what it alone leads to.
  bool IsLinked(std::string_view url) const;
  std::size_t size() const { return links_.size(); }
  // Links seen to what is below the directory.
  std::size_t CountBelow(const PathParts& directory);
  const WordWeights& words() const { return words_; }

 private:
  struct Phrase {
    std::vector<std::uint64_t> words;
    double trust = 1;  // of a heading less than of a title
  };
  struct Named {  // an anchor, or the name in the URL, with words of the old page
    std::vector<std::uint64_t> words;
    std::uint64_t text = 0;  // in uses_; 0: a URL's name
    std::string anchor;
    std::size_t from = 0;  // in pages_
    // Likeness to the best of phrases_, when so many links were counted in words_.
    mutable double alike = 0;
    mutable std::size_t counted = 0;
  };
  struct Link {
    std::string url;
    std::string other;     // another spelling of it
    std::size_t from = 0;  // in pages_
    double fixed = 0;      // what of the priority doesn't change
    double standing = 0;   // of the best page that it is on
    SiteTree::Node node = SiteTree::kRoot;
    bool is_new = false;
    bool is_linked = false;  // as IsLinked() has it
    bool is_read = false;
    bool is_in_vain = false;    // it was read, and nothing was there
    bool is_forbidden = false;  // and so not to be read
    double parent = 0;          // it linked to the old page, as one of 1/x²
    std::vector<Named> names;
    std::vector<std::uint64_t> anchors;  // hashes of all of them
    std::vector<std::uint64_t> places;   // words of the old directories
  };

  struct Page {  // that links are on
    std::string url;
    std::optional<std::size_t> link;  // to it, in links_
    bool is_linked = false;
  };

  Link* Find(const SiteLink& link);
  Link* FindOtherSpelling(const std::string& url, const std::string& key);
  // It is asked for under this spelling from now on.
  void Respell(Link& link, const std::string& url);
  void TakeAnchor(Link& link, const std::string& anchor, std::size_t from);
  double FixedPriority(const PathParts& parts) const;
  // To the old page's names, the best of the link's texts, and of its URL's name unless
  // `links_only`.
  double TextLikeness(const Link& link, bool links_only, const Named** best = nullptr) const;
  double PhraseLikeness(const Named& name) const;
  double Priority(const Link& link, double place_weight) const;
  bool HasSoughtWord(const std::vector<std::uint64_t>& words) const;

  std::size_t NumberOf(std::string_view page);

  const SearchWeights weights_;
  const std::string old_url_;
  PathParts old_path_;
  std::vector<std::uint32_t> old_name_;  // its trigrams
  std::vector<Phrase> phrases_;
  std::vector<std::uint64_t> sought_;  // all words of phrases_, sorted
  std::vector<std::uint64_t> places_;  // words of the old URL's directories, sorted
  std::function<bool(std::string_view)> is_known_;

  WordWeights words_;
  SiteTree tree_;
  std::vector<Link> links_;
  std::vector<Page> pages_ = {{}};  // none at first
  std::unordered_map<std::string, std::size_t> by_url_;
  std::unordered_map<std::string, std::size_t> by_spelling_;  // by SpellingKey()
  std::unordered_map<std::uint64_t, std::uint32_t> uses_;     // URLs that an anchor text leads to
  std::size_t new_links_ = 0;
  std::size_t forbidden_ = 0;
  int dead_parents_ = 0;
};

}  // namespace meguri::moved
