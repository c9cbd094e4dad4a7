// Which links of a page become URLs of the crawl, which carry a share of its score, and whose
// shard gets them.
//
// Links that carry score: a, area, frame, iframe, refresh; not nofollow, not to the page itself,
// and one of several to the same target. A redirect carries it all. What is outside the scope still
// counts among a page's links, but gets nothing.
// Keeps its buffers; one for a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cluster/message.h"
#include "crawl/scope/scope.h"
#include "store/link_log.h"
#include "store/stored_url.h"
#include "url/fingerprint.h"
#include "url/site.h"
#include "url/url.h"

namespace meguri {

class LinkFinding {
 public:
  // All must outlive it.
  LinkFinding(const Scope& scope, const url::SiteList& sites, url::Fingerprinter& fingerprints,
              std::uint32_t shards)
      : scope_(scope), sites_(sites), fingerprints_(fingerprints), shards_(shards) {}

  // Marks the links of `page` that take a share and lists their targets in it; gives their number.
  // `from`: what is known of the page, `nofollow`: its links are not to be followed.
  std::size_t Prepare(const StoredUrl& from, const url::Url& url, bool nofollow, LoggedPage& page);

  // After Prepare(): the fingerprints of the shard's URLs that were accepted and take a share.
  template <class Each>
  void ForEachScored(std::uint32_t shard, const Each& each) const {
    for (const Accepted& accepted : accepted_)
      if (accepted.scored && accepted.shard == shard) each(accepted.fingerprint);
  }
  // After Prepare(), for what was accepted: by shard. They are numbered from `sequence` on, which
  // is set behind the last, those on other hosts first. `score`: of the page.
  std::vector<std::pair<std::uint32_t, FoundUrls>> Found(const LoggedPage& page, double share,
                                                         double score,
                                                         std::uint64_t& sequence) const;

  std::uint32_t ShardFor(const url::Url& url);

 private:
  struct Accepted {
    std::uint32_t link = 0;  // in the page
    std::uint32_t shard = 0;
    std::uint64_t fingerprint = 0;
    bool scored = false;
    bool requisite = false;
    bool other_host = false;
    std::uint8_t hops = 0;
    std::uint16_t depth = 0;
    bool seed = false;
  };

  bool Accepts(const StoredUrl& from, const LoggedLink& link, bool nofollow, Accepted& accepted);

  const Scope& scope_;
  const url::SiteList& sites_;
  url::Fingerprinter& fingerprints_;
  const std::uint32_t shards_;
  bool from_in_scope_ = false;
  std::vector<Accepted> accepted_;
  std::vector<std::uint64_t> seen_;  // fingerprints of scored links, an open table
  url::Url target_;

  // Of hosts that were asked for lately: most links lead to the same few, and the list of public
  // suffixes takes as long as all else that is done for a link. By hash of the name.
  struct KnownShard {
    std::string host;
    std::uint32_t shard = 0;
  };
  static constexpr std::size_t kKnownShards = 8192;
  std::vector<KnownShard> known_shards_ = std::vector<KnownShard>(kKnownShards);
};

}  // namespace meguri
