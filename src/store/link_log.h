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

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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
  bool nofollow = false;  // by what the page says of robots: no link of it is followed as a page
  std::vector<LoggedLink> links;
  std::vector<LinkTarget> targets;  // of the scored links, in their order
};

// A redirect has its Location alone.
inline bool IsRedirect(const LoggedPage& page) {
  return !page.links.empty() && page.links.back().redirect;
}

// Where a page's entry lies: of the block, and which of its entries.
struct LinkPlace {
  std::uint64_t block = 0;
  std::uint32_t entry = 0;

  bool operator==(const LinkPlace&) const = default;
};
// As PageRecord::links_at has it: never 0.
constexpr std::uint64_t PackLinkPlace(const LinkPlace& place) {
  return ((place.block << 16U) | place.entry) + 1;
}
// REQUIRES: packed > 0.
constexpr LinkPlace UnpackLinkPlace(std::uint64_t packed) {
  return {(packed - 1) >> 16U, static_cast<std::uint32_t>((packed - 1) & 0xFFFFU)};
}

// Of what is kept of a page: URLs and texts of links beyond this many bytes are left out. Pages
// that are no trap have a thousandth of it.
inline constexpr std::size_t kMaxLoggedLinkBytes = std::size_t{64} << 20;

// An entry of a block. `targets_at`: as PageRecord's; the targets themselves are not in it.
void AppendLinkEntry(const LoggedPage& page, std::uint64_t targets_at, std::string& out);
// Total: false if `bytes` is no entry. Uses the memory that `page` has; its targets are emptied.
bool ParseLinkEntry(std::string_view bytes, LoggedPage& page, std::uint64_t& targets_at);

// A block in the file: head and packed entries. `raw`: entries, each with its length in front.
void AppendLinkBlock(std::string_view raw, std::uint32_t entries, std::string& out);
struct LinkBlock {
  std::size_t size = 0;  // in the file
  std::uint32_t entries = 0;
};
// The block at the front of `bytes`, unpacked into `raw`. Total; `needed` as ParseUrlEntry()'s.
std::optional<LinkBlock> ParseLinkBlock(std::string_view bytes, std::string& raw,
                                        std::size_t* needed);

class AppendLog;

class LinkLog {
 public:
  // What is behind `committed` is cut: no record knows of it, and its pages are fetched again.
  // kCorrupt if the file is shorter.
  static Result<std::unique_ptr<LinkLog>> Open(Files& files, const std::string& path,
                                               std::uint64_t committed);
  static Result<std::unique_ptr<LinkLog>> OpenToRead(Files& files, const std::string& path,
                                                     std::uint64_t committed);
  ~LinkLog();

  // --- The writer's thread.
  LinkPlace Append(const LoggedPage& page, std::uint64_t targets_at);
  // Ends the block, and gives where the next one will be.
  std::uint64_t EndBlock();
  // Ends the block; all is durable.
  Status Flush();

  // --- Any thread; of what is flushed. The page's targets are not filled in.
  using Sink = std::function<Status(LoggedPage& page, std::uint64_t targets_at)>;
  // All entries from the block at `from` on. The page is reused for the next.
  Status Replay(std::uint64_t from, const Sink& sink) const;
  Status Read(const LinkPlace& place, LoggedPage& page, std::uint64_t& targets_at) const;
  std::uint64_t durable_end() const;

 private:
  explicit LinkLog(std::unique_ptr<AppendLog> log);

  Result<std::uint64_t> ReadBlock(std::uint64_t at, std::string& packed, std::string& raw) const;
  Error Damaged(std::uint64_t at) const;

  std::unique_ptr<AppendLog> log_;
  std::string raw_;  // of the block that grows
  std::uint32_t entries_ = 0;
  std::string entry_;   // scratch
  std::string packed_;  // scratch
};

}  // namespace meguri
