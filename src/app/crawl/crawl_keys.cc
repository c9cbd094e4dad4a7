#include "app/crawl/crawl_keys.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "app/crawl/crawl_values.h"

namespace meguri::app {
namespace {

using Texts = const std::vector<std::string>&;
using enum KeyKind;

constexpr std::uint64_t kLeastArchiveFile = 1'000'000;
constexpr std::uint64_t kLeastMemory = 64'000'000;  // an empty store's caches, and some pages

template <class Number>
Status Count(Texts texts, std::uint64_t least, std::uint64_t most, Number& into) {
  MEGURI_TRY(const std::uint64_t number, ParseCount(texts.front(), least, most));
  into = static_cast<Number>(number);
  return {};
}

// "Not more than": 0 of them would be no crawl.
Status Limit(Texts texts, std::optional<std::uint64_t>& into) {
  MEGURI_TRY(into, ParseCount(texts.front(), 1, std::numeric_limits<std::uint64_t>::max()));
  return {};
}

Status Time(Texts texts, Duration& into) {
  MEGURI_TRY(into, ParseTime(texts.front()));
  return {};
}

Status TimeAbove0(Texts texts, Duration& into) {
  MEGURI_CHECK_STATUS(Time(texts, into));
  if (into.count() > 0) return {};
  return NotWhatIsWanted(texts.front(), "time in which something could happen", "more than 0");
}

Status Text(Texts texts, ValueCheck check, std::string& into) {
  MEGURI_TRY(into, check(texts.front()));
  return {};
}

Status List(Texts texts, ValueCheck check, std::vector<std::string>& into) {
  MEGURI_TRY(into, CheckAllOfLists(texts, check));
  return {};
}

Status Switch(Texts texts, bool& into, bool value = true) {
  into = (texts.front() == "true") == value;
  return {};
}

template <class Value>
Status OneOf(Texts texts, const std::vector<std::pair<std::string_view, Value>>& names,
             Value& into) {
  std::string want;
  for (const auto& [name, value] : names) {
    if (name == texts.front()) {
      into = value;
      return {};
    }
    want.append(want.empty() ? "one of " : ", ").append(name);
  }
  return NotWhatIsWanted(texts.front(), "name that is known here", want);
}

CrawlKeyGroup WhatToFetch() {
  return {
      "What to fetch",
      {
          {"seeds", kText, "FILE", "more URLs, one a line, # for remarks; - for stdin",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.seeds_file); }},
          {"scope", kText, "KIND",
           "host, site (registered domain), prefix (up to the last /): the seeds'; any (host)",
           [](Texts t, CrawlPlan& p) {
             using enum ScopeKind;
             return OneOf<ScopeKind>(
                 t, {{"host", kHost}, {"site", kSite}, {"prefix", kPrefix}, {"any", kAny}},
                 p.settings.scope.kind);
           }},
          {"include", kList, "RULE", "these too: host:NAME, site:NAME, surt:PREFIX, regex:PATTERN",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.scope.include, CheckAll(t, CheckScopeRule));
             return {};
           }},
          {"exclude", kList, "RULE", "but never these",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.scope.exclude, CheckAll(t, CheckScopeRule));
             return {};
           }},
          {"depth", kNumber, "N", "at most so many links from a seed; 0: just the seeds",
           [](Texts t, CrawlPlan& p) { return Count(t, 0, 65535, p.settings.scope.max_depth); }},
          {"content", kList, "TYPE", "keep these types alone: text/html, image/* (all)",
           [](Texts t, CrawlPlan& p) {
             return List(t, CheckContentType, p.settings.scope.content);
           }},
          {"no-requisites", kSwitch, "", "no images, styles and scripts that are out of scope",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.settings.scope.requisites, false); }},
          {"drop-parameter", kList, "NAME",
           "of queries, that doesn't matter: sid, utm_* (trackers); for a new folder",
           [](Texts t, CrawlPlan& p) {
             return List(t, CheckLine, p.settings.canonical.drop_parameters);
           }},
          {"sort-query", kSwitch, "", "?b&a is the same as ?a&b; for a new folder",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.settings.canonical.sort_query); }},
      }};
}

CrawlKeyGroup WhenToStop() {
  return {
      "When to stop",
      {
          {"max-pages", kNumber, "N", "pages in the archive",
           [](Texts t, CrawlPlan& p) { return Limit(t, p.settings.limits.pages); }},
          {"max-bytes", kText, "SIZE", "received: 500MB, 2GB",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.limits.bytes, ParseBytes(t.front()));
             return {};
           }},
          {"max-time", kText, "TIME", "30m, 2h",
           [](Texts t, CrawlPlan& p) { return TimeAbove0(t, p.settings.limits.time.emplace()); }},
          {"max-pages-per-host", kNumber, "N", "of any one host",
           [](Texts t, CrawlPlan& p) { return Limit(t, p.settings.limits.pages_per_host); }},
          {"max-pages-per-site", kNumber, "N", "of any one registered domain",
           [](Texts t, CrawlPlan& p) { return Limit(t, p.settings.limits.pages_per_site); }},
      }};
}

CrawlKeyGroup WhatFirst() {
  return {
      "What comes first",
      {
          {"strategy", kText, "NAME",
           "meguri, ipr:ar2, ipr:dl1: importance; blc: links to it; bf: as found (meguri)",
           [](Texts t, CrawlPlan& p) -> Status {
             const auto strategy = ParseStrategy(t.front());
             if (!strategy) {
               return NotWhatIsWanted(t.front(), "strategy",
                                      "one of bf, blc, ipr:dl1, ipr:ar2, meguri");
             }
             p.settings.strategy = *strategy;
             return {};
           }},
          {"overflow", kText, "WHAT", "spill: keep all that waits; discard: the least (spill)",
           [](Texts t, CrawlPlan& p) {
             return OneOf<Overflow>(t,
                                    {{"spill", Overflow::kSpill}, {"discard", Overflow::kDiscard}},
                                    p.settings.overflow);
           }},
          {"waiting-per-host", kNumber, "N", "URLs that may wait with --overflow discard (1024)",
           [](Texts t, CrawlPlan& p) {
             return Count(t, 1, 1'000'000'000, p.settings.waiting_per_host);
           }},
          {"site-budget", kText, "WHAT",
           "star: more of sites that many others link to; none (none)",
           [](Texts t, CrawlPlan& p) {
             return OneOf<SiteBudget>(t, {{"none", SiteBudget::kNone}, {"star", SiteBudget::kStar}},
                                      p.settings.site_budget);
           }},
          {"scheduler", kText, "WHAT",
           "wheel; paper: what has no room in H x B/2 is dropped (wheel)",
           [](Texts t, CrawlPlan& p) {
             return OneOf<Scheduler>(t,
                                     {{"wheel", Scheduler::kWheel}, {"paper", Scheduler::kPaper}},
                                     p.settings.scheduler);
           }},
          {"queues", kNumber, "B", "of --scheduler paper: how many steps ahead (1024)",
           [](Texts t, CrawlPlan& p) { return Count(t, 3, 1U << 20U, p.settings.paper.queues); }},
          {"slots", kNumber, "H", "of --scheduler paper: residues of addresses (1024)",
           [](Texts t, CrawlPlan& p) { return Count(t, 1, 1U << 20U, p.settings.paper.slots); }},
      }};
}

CrawlKeyGroup Manners() {
  return {
      "Manners",
      {
          {"contact", kText, "MAIL|URL", "of who answers for this crawl; every server gets it",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckContact, p.settings.contact); }},
          {"user-agent", kText, "TEXT", "all of it (meguri and the contact)",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.settings.user_agent); }},
          {"interval", kText, "TIME", "between two requests to a host, and to a server (5s)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.manners.interval); }},
          {"max-crawl-delay", kText, "TIME", "of robots.txt that is heeded (5m)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.manners.max_crawl_delay); }},
          {"back-off", kText, "TIME", "after 429, 503 or no answer, at first; it doubles (30s)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.manners.first_back_off); }},
          {"max-back-off", kText, "TIME", "up to this (1h)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.manners.max_back_off); }},
          {"max-retry-after", kText, "TIME", "that a server may ask for (24h)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.manners.max_retry_after); }},
          {"ignore-robots", kList, "HOST", "and all below it: only where that was agreed",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(const auto hosts, CheckAllOfLists(t, CheckHost));
             for (const std::string& host : hosts)
               SettingsOfHost(host, p.settings).ignore_robots = true;
             return {};
           }},
          {"allow-address", kList, "CIDR",
           "not public ones too: 127.0.0.0/8; without --contact, no others",
           [](Texts t, CrawlPlan& p) {
             return List(t, CheckAddressRange, p.settings.allow_addresses);
           }},
          {"shared-address", kList, "CIDR", "of servers that many hosts share, as CDNs do",
           [](Texts t, CrawlPlan& p) {
             return List(t, CheckAddressRange, p.settings.shared_addresses);
           }},
          {"shared-interval", kText, "TIME", "between two requests to such a server (--interval)",
           [](Texts t, CrawlPlan& p) { return Time(t, p.settings.shared_interval.emplace()); }},
      }};
}

CrawlKeyGroup Fetching() {
  return {
      "Fetching",
      {
          {"connections", kNumber, "N", "at once, of all servers (500)",
           [](Texts t, CrawlPlan& p) { return Count(t, 1, 60000, p.settings.connections); }},
          {"max-rate", kText, "SIZE", "bytes a second, of all servers together: 5MB",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.limits.max_rate, ParseByteRate(t.front()));
             return {};
           }},
          {"max-size", kText, "SIZE", "of an answer; what is beyond is cut off (64MiB)",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.fetch.max_body_bytes, ParseBytes(t.front()));
             return {};
           }},
          {"timeout", kText, "TIME", "to connect, and without a byte (20s)",
           [](Texts t, CrawlPlan& p) -> Status {
             FetchLimits& limits = p.settings.fetch;
             MEGURI_CHECK_STATUS(TimeAbove0(t, limits.max_idle));
             limits.max_connect = limits.max_idle;
             limits.max_total = std::max(limits.max_total, limits.max_idle);
             return {};
           }},
          {"retries", kNumber, "N", "of a URL that gives no answer, 429 or 503 (3)",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_CHECK_STATUS(Count(t, 0, 1000, p.settings.max_attempts));
             ++p.settings.max_attempts;
             return {};
           }},
          {"max-host-failures", kNumber, "N", "in a row; then a host is given up (8)",
           [](Texts t, CrawlPlan& p) { return Count(t, 1, 65535, p.settings.max_host_failures); }},
          {"max-redirects", kNumber, "N", "in a row (20)",
           [](Texts t, CrawlPlan& p) { return Count(t, 0, 255, p.settings.max_redirects); }},
          {"resolver", kText, "ADDR:PORT", "the name server to ask (the machine's)",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckResolver, p.settings.resolver); }},
          {"ca-file", kText, "FILE", "certificates to trust (the machine's)",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.settings.ca_file); }},
          {"insecure", kSwitch, "", "whatever certificate a server has",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.settings.insecure); }},
      }};
}

CrawlKeyGroup TheFolder() {
  return {
      "The folder and the machine",
      {
          {"dir", kText, "DIR", "archive, links, what became of each URL (crawl-HOST)",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.settings.directory); }},
          {"memory", kText, "SIZE", "that the crawl may take (2GiB)",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.memory_bytes, ParseBytes(t.front()));
             if (p.settings.memory_bytes >= kLeastMemory) return {};
             return NotWhatIsWanted(t.front(), "memory to work in", "64MB or more");
           }},
          {"shards", kNumber, "N", "parts of the folder; for a new one (16)",
           [](Texts t, CrawlPlan& p) { return Count(t, 1, 1024, p.settings.shards); }},
          {"seed", kNumber, "N", "of what is random; for a new folder (random)",
           [](Texts t, CrawlPlan& p) {
             return Count(t, 0, std::numeric_limits<std::uint64_t>::max(), p.settings.seed);
           }},
          {"bare-links", kSwitch, "", "keep who links to whom without the links' texts",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.settings.log_links, false); }},
          {"metadata-links", kSwitch, "", "each page's links in the archive, too",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.settings.metadata_links); }},
          {"archive-file", kText, "SIZE", "after which the next file of the archive begins (1GiB)",
           [](Texts t, CrawlPlan& p) -> Status {
             MEGURI_TRY(p.settings.archive_file_bytes, ParseBytes(t.front()));
             if (p.settings.archive_file_bytes >= kLeastArchiveFile) return {};
             return NotWhatIsWanted(t.front(), "a file for an archive", "1MB or more");
           }},
          {"operator", kText, "NAME", "in the archive: who made it",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.settings.operator_name); }},
          {"description", kText, "TEXT", "in the archive: what it is",
           [](Texts t, CrawlPlan& p) { return Text(t, CheckLine, p.settings.description); }},
          {"json", kSwitch, "", "how it stands as a line of JSON each second, and one at the end",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.json); }},
          {"quiet", kSwitch, "", "only what goes wrong; with --json, only the last line",
           [](Texts t, CrawlPlan& p) { return Switch(t, p.quiet); }},
      }};
}

}  // namespace

const std::vector<CrawlKeyGroup>& CrawlKeys() {
  static const std::vector<CrawlKeyGroup> kGroups = {WhatToFetch(), WhenToStop(), WhatFirst(),
                                                     Manners(),     Fetching(),   TheFolder()};
  return kGroups;
}

HostSettings& SettingsOfHost(const std::string& host, CrawlSettings& settings) {
  const auto found = std::ranges::find(settings.hosts, host, &HostSettings::host);
  if (found != settings.hosts.end()) return *found;
  settings.hosts.push_back({.host = host});
  return settings.hosts.back();
}

}  // namespace meguri::app
