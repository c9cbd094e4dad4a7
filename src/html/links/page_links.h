// The links of one page, as found: three buffers and a row per link, all reused from page to
// page, so that a warm PageLinks takes nothing from the heap.
//
// Links are added unresolved, since a <base> may come after them, and resolved together at the
// page's end. Views of links live until the next Reset(). Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "html/links/link.h"
#include "url/query_encoder.h"
#include "url/url.h"

namespace meguri::html {

class PageLinks {
 public:
  // What exceeds these is dropped, and counted in over_limit(): no page that was written for
  // people comes near, and a hostile one costs bounded memory.
  static constexpr std::size_t kMaxLinks = 100'000;
  static constexpr std::size_t kMaxUrlBytes = 16'384;         // of a link as written
  static constexpr std::size_t kMaxTotalBytes = 32UL << 20U;  // of all links, resolved
  static constexpr std::size_t kMaxNoteBytes = 1024;          // of a text, rel or hreflang: cut

  using Index = std::size_t;
  static constexpr Index kDropped = static_cast<Index>(-1);

  void Reset();

  // `value`: the attribute's value, decoded. It is copied, unless `in_page`: then it must
  // outlive Resolve(). Returns what the setters below take; kDropped does them no harm.
  Index Add(LinkKind kind, std::string_view value, bool in_page);
  void SetRel(Index index, std::string_view rel, bool nofollow);
  void SetHreflang(Index index, std::string_view hreflang);
  void SetText(Index index, std::string_view text);

  // Resolves all against `base`; those that are no http(s) URLs are dropped, and counted.
  // `encoder`: for queries, if the page is in a legacy encoding; may be null. Indexes from
  // before don't count any longer.
  void Resolve(const url::Url& base, const url::QueryEncoder* encoder);

  std::size_t size() const { return rows_.size(); }
  Link at(Index index) const MEGURI_LIFETIME_BOUND;
  // All that were left out, and how many of them because of the limits.
  std::size_t dropped() const { return dropped_; }
  std::size_t over_limit() const { return over_limit_; }

 private:
  struct Span {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Row {
    LinkKind kind = LinkKind::kAnchor;
    bool nofollow = false;
    const char* in_page = nullptr;  // the URL as written; null if it is in written_
    Span written;
    Span url;  // after Resolve()
    Span text;
    Span rel;
    Span hreflang;
  };

  static std::string_view WithoutFragment(std::string_view value);
  static Span Append(std::string_view from, std::string& to);
  Span AppendNote(std::string_view note);
  static std::string_view View(const std::string& from, Span span) {
    return std::string_view(from).substr(span.begin, span.size);
  }
  std::string_view Written(const Row& row) const;
  // False if it is no http(s) URL, or there is no more room.
  bool ResolveRow(Row& row, const url::Url& base, const url::QueryEncoder* encoder);

  std::vector<Row> rows_;
  std::string written_;  // URLs as written, where they are not in the page as such
  std::string urls_;     // resolved
  std::string notes_;    // texts, rels, hreflangs: at most kMaxTotalBytes
  std::size_t dropped_ = 0;
  std::size_t over_limit_ = 0;
  url::Url scratch_;
  // Pages repeat their links: by a hash of what is written, the row (+ 1) that was resolved last.
  // Two thirds of the links on the benchmark's pages are such repetitions.
  std::array<std::uint32_t, 256> resolved_{};
};

}  // namespace meguri::html
