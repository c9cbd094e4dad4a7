// The canonical form of a URL: the key by which we recognise it, never what is fetched.
//
// On top of what the URL parser has evened out already (case, default port, dot segments,
// escapes): the fragment goes, and so do parameters that only track the visitor or carry a
// session, in the query ("?utm_source=x") and in the path ("/a;jsessionid=1"). Sorting the
// query is an option: some sites give order a meaning. Only special URLs (http, https, ws, wss,
// ftp, file) have parameters; of others just the fragment goes.
//
// The rules decide keys, so a crawl folder keeps those that it began with.
// The list and its reasons: docs/design/canonical_form.md.
// Immutable, thread-safe. Cost: one scan of the query; no copy when nothing is to be dropped.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "base/result.h"
#include "url/url.h"

namespace meguri::url {

// utm_*, gclid, fbclid, …; PHPSESSID, jsessionid, …
const std::vector<std::string>& DefaultDroppedParameters();

struct CanonicalRules {
  // Names of parameters to drop, compared without regard to case; a '*' at the end stands
  // for any rest.
  std::vector<std::string> drop_parameters = DefaultDroppedParameters();
  bool sort_query = false;  // "?b&a" as "?a&b"; equal names keep their order
};

class Canonicalizer {
 public:
  // Fails with kInvalidArgument on a rule that is empty, bare "*", or has '*' elsewhere.
  static Result<Canonicalizer> Create(const CanonicalRules& rules);
  Canonicalizer();  // the default rules

  // The canonical form: a view into `url` when that is canonical as it stands, else into
  // `scratch`, which is overwritten.
  std::string_view Form(const Url& url MEGURI_LIFETIME_BOUND,
                        std::string& scratch MEGURI_LIFETIME_BOUND) const;

 private:
  explicit Canonicalizer(const CanonicalRules& rules);

  bool Drops(std::string_view parameter) const;
  bool DropsAny(std::string_view parameters, char separator) const;
  bool IsCanonical(const Url& url) const;
  void AppendPath(std::string_view path, std::string& out) const;
  void AppendKept(std::string_view parameters, char separator, char first, std::string& out) const;
  void AppendSorted(std::string_view query, std::string& out) const;

  std::vector<std::string> names_;     // lower case
  std::vector<std::string> prefixes_;  // lower case
  std::bitset<256> initials_;          // first letters of all of them, in both cases
  bool sort_query_ = false;
};

}  // namespace meguri::url
