// A parsed robots.txt (RFC 9309): groups of rules, each for some crawlers, and sitemaps.
//
//   User-agent: FooBot     a group's header: one or more user-agent lines; lines of other
//   User-agent: BarBot     kinds between them don't end it
//   Disallow: /private/    its rules; a user-agent line after a rule begins the next group
//   Crawl-delay: 2.5       holds for the agents above it in the same group
//   User-agent: *          for whoever no group names
//   Disallow: /tmp/
//   Sitemap: https://example.com/map.xml      belongs to no group
//
// Parse once, take the rules of our own crawler with RulesFor(), and drop the rest: what a
// crawl keeps per host is the RobotsRules.
//
// Parsing is total and linear: any bytes give a RobotsTxt, the bytes of a binary file one
// without rules. Only kMaxBytes are looked at; a line that they cut in two is left out whole,
// since half a rule is another rule. Whether there is a file to parse at all, and what holds
// if not: robots_access.h.
//
// A value, immutable after Parse(). Decisions: docs/design/robots_txt.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "robots/robots_line.h"
#include "robots/robots_rules.h"

namespace meguri::robots {

class RobotsTxt {
 public:
  // RFC 9309 section 2.5 asks for 500 KiB at least. A fetcher need not read more, but must
  // hand over one byte more if there is one: else the last line passes for a whole one.
  static constexpr std::size_t kMaxBytes = std::size_t{500} * 1024;
  // A longer Crawl-delay counts as this one.
  static constexpr std::chrono::seconds kMaxCrawlDelay = std::chrono::hours(24);

  // Without groups: everything is allowed to everybody.
  RobotsTxt() = default;

  static RobotsTxt Parse(std::string_view bytes);

  // The rules of all groups that name `agent`'s product token (product_token.h), case
  // ignored; if none does, those of the groups for "*". `agent` may be a whole User-Agent
  // header. Linear in the size of the file.
  RobotsRules RulesFor(std::string_view agent) const;

  // As written, in the order of the file: meant to be absolute URLs, but nobody has checked.
  const std::vector<std::string>& sitemaps() const MEGURI_LIFETIME_BOUND { return sitemaps_; }

  // True if the file was longer than kMaxBytes and its end was left out.
  bool truncated() const { return truncated_; }

 private:
  struct Slice {  // of bytes_
    std::uint32_t at;
    std::uint32_t size;
  };
  struct Rule {
    Slice text;
    Slice value;
    std::uint32_t line;
    bool allow;
  };
  struct Delay {
    std::uint32_t agents_before;  // it holds for those of the group's agents below this index
    std::chrono::milliseconds delay;
  };
  // Each group's lists end where the next group's begin.
  struct Group {
    std::uint32_t agents_begin;
    std::uint32_t rules_begin;
    std::uint32_t delays_begin;
  };

  // `in_header`: no rule has followed the latest user-agent line yet.
  void AddLine(const RobotsLine& line, bool& in_header);
  // Adds what the groups for `token` say; false if there are none.
  bool CollectRules(std::string_view token, RobotsRules& rules) const;

  Slice SliceOf(std::string_view part) const;
  std::string_view ViewOf(Slice slice) const;
  Group GroupEnd(std::size_t group) const;

  std::string bytes_;
  std::vector<Group> groups_;
  std::vector<Slice> agents_;  // product tokens, "*", or "" for what names nobody
  std::vector<Rule> rules_;
  std::vector<Delay> delays_;
  std::vector<std::string> sitemaps_;
  bool truncated_ = false;
};

}  // namespace meguri::robots
