// What the folder of a crawl says of itself, read from a disk in whatever state a crash left it:
// the known URLs, the pages' records, the links. For checkers. A value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "store/link_log.h"
#include "store/page_record.h"
#include "url/canonical.h"

namespace meguri {

struct AccountUrl {
  UrlKey key;
  std::uint64_t fingerprint = 0;
  std::string url;
};

struct DiskAccount {
  std::uint64_t seed = 0;
  std::uint32_t shards = 0;
  url::CanonicalRules canonical;
  std::vector<AccountUrl> urls;                           // in the order of discovery
  std::unordered_map<std::uint64_t, std::size_t> by_key;  // UrlKey::packed()
  std::unordered_map<std::uint64_t, std::size_t> by_fingerprint;
  std::unordered_map<std::uint64_t, PageRecord> pages;  // by UrlKey::packed()
  std::vector<LoggedPage> links;                        // with targets, without texts
  std::vector<std::string> archives;                    // paths, by number; as they are on disk
};

// nullopt: there is no crawl yet. Any Error is a finding: no crash may leave such a folder.
Result<std::optional<DiskAccount>> ReadAccount(Files& files, const Clock& clock,
                                               const std::string& directory);

}  // namespace meguri
