// What one site asks of one crawler: may this path be fetched, and how long to wait between
// requests. What is kept in memory per host, once robots.txt has been read.
//
// The rule whose pattern has the most octets decides, Allow before Disallow if two are
// equally long (RFC 9309 section 2.2.2). No rule that matches means allowed. /robots.txt
// itself is always allowed.
//
// Cost of a check: every rule's pattern is compared once, so at most the size of robots.txt
// (500 KiB, times three if it is all escapes), plus the searches for what follows a '*'. Each
// such rule may have to search all of the path; a hostile site could write 40,000 of them
// and link to paths of 100 KB, so all searches of one check together may cover
// kMaxSearchedOctets. Beyond it the answer is "no", which harms nobody but that site.
//
// A value: copyable, immutable after it was made, safe to read from several threads.
// Decisions and measurements: docs/design/robots_txt.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/robots_pattern.h"

namespace meguri::robots {

enum class VerdictReason : std::uint8_t {
  kNoRule,           // nothing matches: allowed
  kRule,             // `rule` on line `line` decided
  kRobotsTxtItself,  // always allowed
  kWholeSite,        // DisallowAll(): robots.txt could not be had
  kTooCostly,        // forbidden, as the answer could not be had within kMaxSearchedOctets
};

struct Verdict {
  bool allowed = true;
  VerdictReason reason = VerdictReason::kNoRule;
  std::string_view rule;   // "Disallow: /private/", as written; lives as long as the rules
  std::uint32_t line = 0;  // in robots.txt, from 1; 0 if no rule decided

  bool operator==(const Verdict&) const = default;
};

class RobotsRules {
 public:
  // At worst about 40 ms (10 ns an octet, for pieces like "baaaaaaaaaaa"). Enough for any file
  // and a path of 70 octets, for 20,000 rules with wildcards and 200, for 2,000 and 2 KB.
  static constexpr std::size_t kMaxSearchedOctets = std::size_t{4} << 20;

  // No rules: everything is allowed. RobotsTxt::RulesFor() makes the others.
  RobotsRules() = default;

  // For a site whose robots.txt can't be had (robots_access.h): all but /robots.txt is forbidden.
  static RobotsRules DisallowAll();

  // May `path_and_query` ("/a/b.html?x=1", as url::Url::path_and_query() gives it) be fetched?
  // Any bytes have an answer. A path that is not in comparison form yet (comparison_form.h) is
  // brought into it in `scratch`: no allocation once that has grown to the longest path.
  Verdict Check(std::string_view path_and_query, std::string& scratch) const;
  // The same; allocates if the path is not in comparison form.
  Verdict Check(std::string_view path_and_query) const;

  // The longest Crawl-delay of the groups that hold for this crawler; nullopt if none has one.
  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  // The patterns of all Disallow rules, in comparison form, without a '$' at the end.
  std::vector<std::string> DisallowedPaths() const;

  std::size_t rule_count() const { return rules_.size(); }

 private:
  friend class RobotsTxt;  // the only one to add rules

  struct Rule {
    std::uint32_t text_at;  // in text_, as are the others
    std::uint32_t text_size;
    std::uint32_t pattern_at;  // within the rule's text if that is in comparison form already
    std::uint32_t pattern_size;
    std::uint32_t line;
    bool allow;
    bool to_end;
  };

  // `value` is the part of `text` that follows the colon; not empty.
  void Add(bool allow, std::string_view text, std::string_view value, std::uint32_t line);
  void AddCrawlDelay(std::chrono::milliseconds delay);
  void ShrinkToFit();

  RobotsPattern PatternOf(const Rule& rule) const;
  Verdict DecidedBy(const Rule& rule) const;

  std::string text_;
  std::vector<Rule> rules_;  // in the order of the file
  std::optional<std::chrono::milliseconds> crawl_delay_;
  bool disallow_all_ = false;
};

}  // namespace meguri::robots
