// What fetched pages link to: the only copy, append-only, packed in blocks.
//
// It serves as redo log for discoveries and scores, outbox of the exchange, graph export, and as
// the answer to "who links to this?". A page's entry has all of its links in the order of the page.
//
//   links.log      | block | block | …      a block: size, checksum, zstd of entries, about 256 kB
//   targets.log    raw: for each scored link of each page the shard and fingerprint, 10 bytes: what
//                  a share that is passed on later needs, without unpacking
//
// A torn tail is cut when it is opened. Writing: one thread. Reading: any, of what is flushed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "html/links/link.h"
#include "store/page_record.h"

namespace meguri {

struct LinkTarget {
  std::uint32_t shard = 0;
  std::uint64_t fingerprint = 0;

  bool operator==(const LinkTarget&) const = default;
};

struct LoggedLink {
  html::LinkKind kind = html::LinkKind::kAnchor;
  bool nofollow = false;
  bool redirect = false;  // the Location of an answer, not a link of a page
  bool scored = false;    // takes a share; set on one of several to the same target
  std::string url;        // absolute, no fragment
  std::string text;       // anchor text, cut at 256 bytes
};

struct LoggedPage {
  UrlKey page;
  std::string url;
  WallTime date;
  double share = 0;  // for each scored link
  std::uint16_t depth = 0;
  std::vector<LoggedLink> links;
  std::vector<LinkTarget> targets;  // of the scored links, in their order
};

// Where a page's entry lies: of the block, and which of its entries.
struct LinkPlace {
  std::uint64_t block = 0;
  std::uint32_t entry = 0;
};

}  // namespace meguri
