// Fingerprints of URLs: the hash of the canonical form, keyed with the crawl's seed, so that
// no site can make two URLs collide on purpose.
//
// 64 bits for tables in memory (10⁹ URLs: 3 % chance of any collision), 128 for identity on disk.
// Not thread-safe: keeps a scratch buffer; one per thread. No heap allocation for a URL that
// is canonical as it stands.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/hash.h"
#include "url/canonical.h"
#include "url/url.h"

namespace meguri::url {

class Fingerprinter {
 public:
  explicit Fingerprinter(std::uint64_t seed, Canonicalizer canonicalizer = {})
      : hash_(seed), canonicalizer_(std::move(canonicalizer)) {}

  std::uint64_t Of(const Url& url) { return hash_.Hash64(canonicalizer_.Form(url, scratch_)); }
  HashValue128 Of128(const Url& url) { return hash_.Hash128(canonicalizer_.Form(url, scratch_)); }

 private:
  KeyedHash hash_;
  Canonicalizer canonicalizer_;
  std::string scratch_;
};

}  // namespace meguri::url
