// A set of scope's rules (scope.h says which there are), and whether one of them names a URL.
//
// Hosts and sites are looked up in hash tables; SURT prefixes in a sorted table in which no prefix
// begins with another, so that the entry before a URL's own place is the only one that can match;
// regular expressions one after the other, by RE2, which takes linear time whatever the pattern.
// The sites of hosts seen lately are remembered, since the public suffix list takes a microsecond:
// so it is not thread-safe, not even for reading.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/lifetime.h"
#include "base/result.h"
#include "url/site.h"
#include "url/url.h"

namespace re2 {
class RE2;
}

namespace meguri {

class ScopeRules {
 public:
  static constexpr std::size_t kMaxRegexBytes = 4096;
  static constexpr std::size_t kMaxRegexes = 100;
  static constexpr std::int64_t kRegexMemoryBytes = std::int64_t{1} << 20;  // of each

  // `sites` must outlive the rules.
  explicit ScopeRules(const url::SiteList& sites);
  ScopeRules(const ScopeRules&) = delete;
  ScopeRules& operator=(const ScopeRules&) = delete;
  ~ScopeRules();

  // A rule as the user writes it. kInvalidArgument, with what is wanted, if it is none.
  Status Add(std::string_view rule);

  // The same of what is known already. REQUIRES: `host` is as Url::host() gives it.
  void AddHost(std::string_view host);
  void AddSiteOf(std::string_view host);
  // All that begins as `url` does, up to the last '/' of its path.
  void AddPrefixOf(const url::Url& url);

  // The rule that names `url`, as it was written; nullopt if none does.
  // REQUIRES: url.is_http().
  std::optional<std::string_view> Find(const url::Url& url) const MEGURI_LIFETIME_BOUND;

 private:
  struct TextHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's
    std::size_t operator()(std::string_view text) const { return StableHash64(text); }
  };
  using Names = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

  // A URL's SURT: host, and what follows it.
  struct SplitKey {
    std::string_view host;  // with its ')'
    std::string_view rest;
  };
  struct PrefixLess {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's
    bool operator()(std::string_view a, std::string_view b) const { return a < b; }
    bool operator()(const SplitKey& key, std::string_view prefix) const;
    bool operator()(std::string_view prefix, const SplitKey& key) const;
  };
  // What the site of a host was: its last `site_bytes`.
  struct SiteMemo {
    std::uint8_t host_bytes = 0;  // 0: nothing yet
    std::uint8_t site_bytes = 0;
    std::array<char, 62> host{};
  };
  static constexpr std::size_t kSiteMemos = 256;

  struct Regex {
    std::unique_ptr<re2::RE2> pattern;
    std::string rule;
  };

  Status AddRegex(std::string_view pattern, std::string_view rule);
  void AddPrefix(std::string prefix, std::string rule);
  std::string_view SiteOf(std::string_view host) const;
  std::size_t SiteBytesOf(std::string_view host) const;  // of a domain
  std::optional<std::string_view> FindSite(const url::Url& url, std::string_view host) const;
  std::optional<std::string_view> FindPrefix(const url::Url& url, std::string_view host) const;

  const url::SiteList* sites_;
  Names host_rules_;
  Names site_rules_;
  std::map<std::string, std::string, PrefixLess> prefixes_;  // to their rules
  std::vector<Regex> regexes_;
  mutable std::vector<SiteMemo> site_memos_;  // by the host's hash; empty until needed
};

}  // namespace meguri
