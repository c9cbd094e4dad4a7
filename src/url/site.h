// The site of a host: its registered domain, by the public suffix list.
//
// Sites are what shards own: all hosts of one site lie together. The private section of the
// list counts (alice.github.io and bob.github.io are two sites), a suffix that the list
// doesn't know is its last label, and an IP address is a site of its own.
//
// The list decides who owns what, so a crawl folder keeps the copy that it began with:
// load it from there with Load(); System() is for a first start and for looking around.
// Thread-safe once made. A look-up costs one walk over the labels, no allocation.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "base/result.h"
#include "url/url.h"

struct psl_ctx_st;

namespace meguri::url {

class SiteList {
 public:
  // The newer of the list that Debian's `publicsuffix` package installed and the one built
  // into libpsl.
  static SiteList System();

  // From a file in publicsuffix.org's format. Fails if it can't be read or has no rule.
  static Result<SiteList> Load(const std::string& path);
  // From its text; `name` is for the error.
  static Result<SiteList> Parse(std::string_view text, const std::string& name);

  SiteList(SiteList&&) noexcept;
  SiteList& operator=(SiteList&&) noexcept;
  ~SiteList();

  // The registered domain of `host` ("www.example.co.uk" → "example.co.uk"); nullopt if
  // the host is itself a public suffix ("co.uk", "github.io", "localhost") or has an empty
  // label. The view is a tail of `host`, less a trailing dot: "example.com." is the same site.
  // REQUIRES: `host` is a domain in lower case and punycode, as Url::host() gives it.
  std::optional<std::string_view> RegisteredDomain(
      std::string_view host MEGURI_LIFETIME_BOUND) const;

  // The same by the list's ICANN section alone: "alice.github.io" → "github.io". It is what one
  // pays a registrar for, and what studies of the web count.
  std::optional<std::string_view> RegisteredDomainByIcann(
      std::string_view host MEGURI_LIFETIME_BOUND) const;

  // The registered domain of the URL's host, or the host itself if that is an address;
  // nullopt for any other host and for none. The view is into `url`.
  std::optional<std::string_view> RegisteredDomainOrAddress(
      const Url& url MEGURI_LIFETIME_BOUND) const;

  // What owns `url`: the above, else the host itself, without a trailing dot; "" for a URL
  // without a host. The view is into `url`.
  std::string_view SiteOf(const Url& url MEGURI_LIFETIME_BOUND) const;

 private:
  struct Free {
    void operator()(psl_ctx_st* list) const;
  };
  explicit SiteList(psl_ctx_st* list);
  // The last bytes of `host`, so many as `length_of` says of it with a NUL at its end.
  template <class LengthOf>
  static std::optional<std::string_view> TailOf(std::string_view host, const LengthOf& length_of);
  static Result<SiteList> Read(std::FILE* file, const std::string& name);
  std::unique_ptr<psl_ctx_st, Free> list_;
};

}  // namespace meguri::url
