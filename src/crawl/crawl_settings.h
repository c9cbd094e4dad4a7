// All that a user may set about a crawl. Its keys in a file (TOML) are the flags' names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fetch/address_rule.h"
#include "fetch/fetcher.h"
#include "order/strategy.h"
#include "polite/manners.h"
#include "polite/paper_scheduler.h"
#include "polite/star_budget.h"
#include "url/canonical.h"

namespace meguri {

enum class Overflow : std::uint8_t { kSpill, kDiscard };
enum class SiteBudget : std::uint8_t { kNone, kStar };
// Who decides when a host may ask for a turn.
enum class Scheduler : std::uint8_t {
  kWheel,  // its own interval alone
  kPaper,  // a slot of the O(1) scheduler
};

// What belongs to the crawl beside the seeds themselves (scope.h).
enum class ScopeKind : std::uint8_t {
  kHost,    // the seeds' hosts
  kSite,    // their registered domains
  kPrefix,  // URLs that begin as a seed does, up to its last '/'
  kAny,     // the whole web
};

struct ScopeSettings {
  ScopeKind kind = ScopeKind::kHost;
  // "host:www.example.org", "site:example.org", "surt:org,example,)/docs/", "regex:…"
  std::vector<std::string> include;        // these too
  std::vector<std::string> exclude;        // but never these
  std::optional<std::uint16_t> max_depth;  // links from a seed; 0: just the seeds
  std::vector<std::string> content;        // MIME types that are kept, "text/*"; none: all
  bool requisites = true;                  // of pages in scope, off-site ones too
};

struct CrawlLimits {
  std::optional<std::uint64_t> pages;
  std::optional<std::uint64_t> bytes;  // received
  std::optional<Duration> time;
  std::optional<std::uint64_t> pages_per_host;
  std::optional<std::uint64_t> pages_per_site;
  std::optional<std::uint64_t> max_rate;  // bytes a second, over all servers
};

struct HostSettings {  // for a host and all below it
  std::string host;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string cookies;  // the value of a Cookie header
  std::string user;     // Basic authentication
  std::string password;
  std::optional<Duration> interval;  // longer than the crawl's
  bool ignore_robots = false;
};

// Is `host` that host, or below it?
bool Covers(const HostSettings& settings, std::string_view host);

struct CrawlSettings {
  std::vector<std::string> seeds;
  std::string directory;
  ScopeSettings scope;
  CrawlLimits limits;
  Strategy strategy = Strategy::kMeguri;
  Overflow overflow = Overflow::kSpill;
  std::uint32_t waiting_per_host = 1024;  // with kDiscard
  SiteBudget site_budget = SiteBudget::kNone;
  StarRange star;  // of the budgets; not a user's to choose
  Scheduler scheduler = Scheduler::kWheel;
  PaperSchedulerOptions paper;  // with kPaper; `overflow` counts for nothing then

  IntervalOptions manners;
  std::vector<std::string> allow_addresses;  // CIDR
  std::string contact;                       // a mail address or URL: in the user agent
  std::string user_agent;  // the whole of it; "": made of the program's name and the contact
  std::vector<HostSettings> hosts;
  std::vector<std::string> shared_addresses;  // CIDR: servers of many, for which
  std::optional<Duration> shared_interval;    // the server's interval is this

  std::uint32_t connections = 500;
  // Pages are read beside the loop. False: within it, so that nothing is asked for before all that
  // came is known. Not a user's to choose.
  bool reading_thread = true;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  FetchLimits fetch;
  std::uint16_t max_attempts = 4;       // of a URL that gives no answer, or 429 or 503
  std::uint16_t max_host_failures = 8;  // in a row; then the host is given up
  std::uint8_t max_redirects = 20;
  std::string resolver;  // "127.0.0.1:5353"; "": the machine's
  std::string ca_file;   // "": the machine's
  bool insecure = false;

  Duration save_every = std::chrono::minutes(10);  // of scores; not a user's to choose, either
  std::uint32_t shards = 0;                        // 0: the folder's; of a new one 16
  std::optional<std::uint64_t> seed;               // of a new folder
  url::CanonicalRules canonical;
  std::uint64_t archive_file_bytes = std::uint64_t{1} << 30;  // then the next file begins
  bool log_links = true;        // false: bare graph without anchor texts
  bool metadata_links = false;  // outlinks in the archive's metadata records
  std::string operator_name;
  std::string description;
};

// Longer ones are not asked for: no server takes them.
inline constexpr std::size_t kMaxUrlBytes = std::size_t{32} << 10;

// Debian's list of public suffixes, of which a new folder gets a copy.
inline constexpr std::string_view kSuffixListFile =
    "/usr/share/publicsuffix/public_suffix_list.dat";

// Of servers that the user has not named with `allow_addresses`.
inline constexpr Duration kLeastPublicInterval = std::chrono::milliseconds(100);

// What the user said, or the program's name and the contact.
std::string UserAgentOf(const CrawlSettings& settings);
// True if public addresses may be asked: there is a contact, and the interval is one for strangers.
bool AsksStrangers(const CrawlSettings& settings);
// Who may be asked: those, if so, and what the user allows. Fails with kInvalidArgument on a range
// that is none, or much of the internet.
Result<AddressRule> AddressRuleOf(const CrawlSettings& settings);

}  // namespace meguri
