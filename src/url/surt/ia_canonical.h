// The Internet Archive's reading of a URL and its two canonical forms.
//
// This is how the makers of CDX and CDXJ indexes take a URL apart, not how a browser does
// (that is url.h): the split is the one of RFC 2396, appendix B, no scheme means http, user
// and password are dropped, and "http:/host", "http:host" and "http://http://host" are
// repaired. The forms are lossy on purpose; they name things in an archive and are never
// fetched.
//
//   Parse() → CanonicalizeLikeGoogle() → CanonicalizeLikeIa() → AppendUrl(), or surt.h
//
// Any bytes are taken, in time linear in their number (n log n for a query's fields).
// A warm IaUrl allocates only for hosts that aren't ASCII. docs/design/surt.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "url/surt/ia_rules.h"

namespace meguri::url::ia {

struct IaUrl {
  std::string scheme;      // as written: "HTTP" stays
  std::string host;        // without brackets; "" means there is none, and no port either
  std::uint16_t port = 0;  // 0: none
  std::string path;
  std::string query;                     // without the '?'
  std::string fragment;                  // without the '#'
  bool ends_with_question_mark = false;  // "http://a/?": a query that is there, but empty
};

// Splits `text`, keeping the buffers of `url`. False, with `url` in no particular state, if
// `text` is blank or its port isn't a number up to 65535.
[[nodiscard]] bool Parse(std::string_view text, IaUrl& url);

// The form of Google's Safe Browsing, version 2: fragment off, host cleaned, dot segments
// resolved if there is a host, every part unescaped as often as possible and escaped once.
void CanonicalizeLikeGoogle(IaUrl& url);

struct IaOptions {
  bool host_massage = true;     // remove "www.", "www2."
  bool query_lowercase = true;  // else a=B and a=b differ
};

// The Archive's own reduction, after Google's: default port, "www." (but for dns), session
// ids, trailing '/', empty query off; all in lower case; the query's fields sorted.
void CanonicalizeLikeIa(IaUrl& url, const IaOptions& options, QuerySorter& sorter);

// "://", or ":" for dns, whose URLs have a host only by mistake.
std::string_view SchemeEnd(const IaUrl& url);

// "scheme://host:port/path?query#fragment", or "scheme:path…" without a host.
void AppendUrl(const IaUrl& url, std::string& out);

// The part of it behind the host: path, query and fragment.
void AppendPathAndMore(const IaUrl& url, std::string& out);

// 80, 443, or 0 for all but http and https (in any case).
std::uint16_t DefaultPort(std::string_view scheme);

}  // namespace meguri::url::ia
