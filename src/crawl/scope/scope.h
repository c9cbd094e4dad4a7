// What belongs to a crawl: each URL that is found is asked for here before it is kept.
//
//   MEGURI_TRY(Scope scope, Scope::Create(settings.scope, sites));
//   scope.AddSeed(seed);                            // each, and where a seed redirects to
//   if (scope.Check(link, depth).in()) …
//
// In are the seeds' hosts (or sites, or prefixes, or the whole web) and what a rule of `include`
// names; a rule of `exclude` beats all of that. Rules:
//
//   host:www.example.org      this host, on any port
//   site:example.org          this registered domain and all hosts below it
//   surt:org,example,)/docs/  URLs whose SURT begins so; "org,example," is the host and all below
//   it regex:\.pdf$              anywhere in the URL, RE2's syntax
//
// A SURT here is the host turned around, each label with its comma, a port other than the scheme's
// behind the last label, then path and query as they are in the URL. http and https are one:
// "http://(org,example,)/", as others write it, is read too.
//
// Check() takes 35 to 160 ns without regular expressions (bench/crawl/scope_bench.cc; a site whose
// host was not seen lately: a microsecond), allocates nothing in the steady state, and is linear in
// the URL with them. Owned by one thread, for reading too: it remembers sites.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "base/result.h"
#include "crawl/crawl_settings.h"
#include "url/site.h"
#include "url/url.h"

namespace meguri {

class ScopeRules;

enum class ScopeAnswer : std::uint8_t {
  kIn,
  kOutside,   // no rule names it; or it is neither http nor https
  kExcluded,  // by a rule
  kTooDeep,   // in, but for its depth
};
// "in", "outside", "excluded", "too-deep".
std::string_view ScopeAnswerName(ScopeAnswer answer);

struct ScopeVerdict {
  ScopeAnswer answer = ScopeAnswer::kOutside;
  // What decided, for people: a rule as the user wrote it, "host:a.example" for a seed's host,
  // "max-depth:3"; "" if nothing did. Lives as long as the scope is not changed.
  std::string_view rule;

  bool in() const { return answer == ScopeAnswer::kIn; }
};

class Scope {
 public:
  // kInvalidArgument, with what is wanted, for a rule or content type that is none. `sites` must
  // outlive the scope.
  static Result<Scope> Create(const ScopeSettings& settings, const url::SiteList& sites);
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;
  ~Scope();

  // Its host, site or prefix joins, by the settings' kind. Also for the target of a seed's
  // redirect.
  void AddSeed(const url::Url& seed);
  // The same for a host alone, as Url::host() gives it; with kPrefix the whole host joins.
  void AddHost(std::string_view host);

  // `depth`: links from a seed, 0 for seeds themselves.
  ScopeVerdict Check(const url::Url& url, std::uint16_t depth) const MEGURI_LIFETIME_BOUND;
  // The same for what a page in scope needs to be shown (images, styles, …), `depth` being one more
  // than the page's. In from any host and at any depth, unless excluded; with
  // ScopeSettings::requisites off it is a link as any other.
  ScopeVerdict CheckRequisite(const url::Url& url, std::uint16_t depth) const MEGURI_LIFETIME_BOUND;

  // By the value of a Content-Type header. Who says nothing of the type is kept.
  bool KeepsContent(std::string_view content_type) const;

 private:
  Scope(const ScopeSettings& settings, const url::SiteList& sites);

  ScopeKind kind_;
  bool requisites_;
  std::optional<std::uint16_t> max_depth_;
  std::string depth_rule_;
  std::vector<std::string> content_;     // "text/html", "text/" for "text/*", "" for "*/*"
  std::unique_ptr<ScopeRules> include_;  // and the seeds'
  std::unique_ptr<ScopeRules> exclude_;
};

}  // namespace meguri
