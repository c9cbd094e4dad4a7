// SURT keys: the host turned around, the URL reduced, so that an index sorted by key keeps a
// domain together and finds a page under any spelling of its address.
//
//   http://www.archive.org:8080/goo/?b&a   →   org,archive:8080)/goo?a&b
//
// They are the keys of CDXJ indexes as Python's surt, cdxj-indexer and pywb make them; an
// archive written by us can be read by them, and theirs by us. A URL without a host keeps its
// scheme ("dns:example.com", "urn:uuid:…"). Where their tools give up (a port that is no
// number) the key is the URL itself, as in cdxj-indexer.
//
// Total: any bytes give a key, in linear time (n log n in a query's fields). A key is never
// empty and has no space and no control byte, so it can't break the line it starts.
// The steps, and where we differ: docs/design/surt.md.
#pragma once

#include <string>
#include <string_view>

#include "url/surt/ia_canonical.h"

namespace meguri::url {

struct SurtOptions {
  bool with_scheme = false;         // "http://(org,archive)/"
  bool trailing_comma = false;      // "org,archive,)/": a prefix then ends where a label does
  bool host_massage = true;         // remove "www.", "www2."
  bool reverse_ipaddr = true;       // "4,3,2,1)/" rather than "1.2.3.4)/"
  bool query_lowercase = true;      // else a=B and a=b differ
  bool non_utf8_is_latin1 = false;  // read a URL that isn't UTF-8 as Latin-1, as warcio does
                                    // with a header line; else its bytes are escaped as they are
};

std::string Surt(std::string_view url, const SurtOptions& options = {});

// Makes keys one after the other. Keeps its buffers: warm, it allocates only for hosts that
// aren't ASCII and for URLs with tabs or line breaks inside. Not thread-safe.
class SurtWriter {
 public:
  explicit SurtWriter(const SurtOptions& options = {}) : options_(options) {}

  // Appends the key of `url` to `out`.
  // REQUIRES: `url` doesn't lie within `out`.
  void Append(std::string_view url, std::string& out);

 private:
  void AppendKey(std::string_view url, std::string& out);

  SurtOptions options_;
  ia::IaUrl parts_;
  ia::QuerySorter sorter_;
  std::string recoded_;  // the URL in UTF-8, if it wasn't
};

// "www.archive.org" → "org,archive,www". Without `reverse_ipaddr` four numbers of one to
// three digits stay as they are.
void AppendSurtHost(std::string_view host, bool reverse_ipaddr, std::string& out);

}  // namespace meguri::url
