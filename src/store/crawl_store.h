// All that a crawl keeps on disk beside its archive, and the thread that writes both.
//
//   DIR/crawl.json               what the crawl is: seed, shards, rules of canonical form, version
//   DIR/public_suffix_list.dat   as it was when the crawl began
//   DIR/lock                     held by the one process that writes
//   DIR/urls.log                 every known URL, once, in order of discovery (url_log.h)
//   DIR/links.log, targets.log   what fetched pages link to (link_log.h)
//   DIR/store/                   RocksDB: pages, hosts, archive files, positions
//   DIR/scores                   the order's state, and up to where in links.log it goes
//   DIR/archive/*.warc.gz        and a .cdxj beside each that is closed
//
// The order of writing: archive, links.log, urls.log and targets.log, synced together for many
// pages (group commit); then one batch of the store, synced. So the store says "fetched" only of
// what is safely archived, and at worst a page is fetched twice after a crash.
//
// Threads: the loop calls everything below; the writer thread inside does what waits for the disk:
// packing, digests, syncs, RocksDB. No call waits for the disk, except Open(), the Replay…() before
// the first Submit(), ReadUrl() of a URL that was written long ago, and Close().
//
// A full disk is no failure: the writer keeps what it has, tries again each second, and state()
// says so. Any other failure of the disk ends the crawl: state() has the error, and what is durable
// stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "store/link_log.h"
#include "store/page_record.h"
#include "store/page_table.h"
#include "store/stored_url.h"
#include "url/canonical.h"
#include "warc/write/archive_writer.h"

namespace meguri {

// What decides keys and owners: fixed when the folder is made.
struct CrawlIdentity {
  std::uint64_t seed = 0;  // of fingerprints; drawn anew for a new folder
  std::uint32_t shards = 16;
  url::CanonicalRules canonical;
};

struct CrawlStoreOptions {
  std::string directory;
  CrawlIdentity identity;  // for a new folder; `seed` 0: drawn; `shards` 0: the folder's, or 16
  // The list's text for a new folder.
  std::string public_suffix_list;
  warc::ArchiveWriterOptions archive;  // `directory` is set by this
  Duration commit_after = std::chrono::milliseconds(500);
  std::size_t commit_after_bytes = std::size_t{16} << 20;
  bool read_only = false;  // for `meguri url` and the like: no lock, no writer thread
  // Everything on `files`, RocksDB too, nothing in other threads (see Pump()), no lock, and what is
  // drawn is drawn from this seed: two runs are alike to the last byte.
  std::optional<std::uint64_t> simulated;
};

// One more attempt at a URL is over, and done with (an attempt that will be repeated is not
// submitted, unless it brought an answer to be archived).
struct Capture {
  UrlKey key;
  std::string url;
  // The store fills in: place, payload_digest, record_id, first_seen, visits, links_at, targets_at.
  // A visit that brought no payload or no links leaves what the ones before it had.
  PageRecord record;

  // What goes to the archive; nothing if `head` is "".
  std::string request;
  std::string head;
  std::string body;
  std::string ip;
  WallTime date;
  std::string truncated;  // "length", "time", "disconnect": why the body is not whole; "" if it is
  std::vector<std::pair<std::string, std::string>> metadata;  // fields of a metadata record
  bool has_record = true;  // false: only archived, as robots.txt and answers that are asked again
  // Nothing was submitted of this URL before, in this process or an earlier one: there are no older
  // visits to look for.
  bool first_visit = false;

  std::optional<LoggedPage> links;
};

// What others want of a DNS answer: goes to the archive as it is.
struct DnsCapture {
  std::string host;
  WallTime date;
  std::string records;
  std::string server;
};

struct StoreState {
  bool disk_full = false;
  std::string message;              // of a full disk: which path
  std::optional<Error> failure;     // nothing can be written any more
  std::uint64_t bytes_waiting = 0;  // submitted, not yet durable
  std::uint64_t archive_bytes = 0;  // written, packed
  TableUse table;                   // of the database, in this process
};

class CrawlStore {
 public:
  // `wake`: called by the writer thread when something is durable or state() changed; short, and
  // any thread's. Fails with kAlreadyExists if another process has the folder, with
  // kInvalidArgument if it is another crawl's (with the difference shown), with kCorrupt.
  static Result<std::unique_ptr<CrawlStore>> Open(const CrawlStoreOptions& options, Files& files,
                                                  const Clock& clock, std::function<void()> wake);
  virtual ~CrawlStore() = default;

  // As the folder has it.
  virtual const CrawlIdentity& identity() const = 0;
  virtual bool is_new() const = 0;
  virtual std::string public_suffix_list_path() const = 0;

  // --- At the start, in this order, before anything else.
  // Every known URL, in the order of discovery; `place` for ReadUrl().
  virtual Status ReplayUrls(
      const std::function<void(const StoredUrl& url, std::uint64_t place)>& sink) = 0;
  virtual Status ReplayPages(
      const std::function<void(UrlKey key, const PageRecord& record)>& sink) = 0;
  // After that: the files of the archive that pages count on and that are gone, or end before what
  // they count on; a line each for people. They may have been moved away.
  virtual std::vector<std::string> LostArchives() const = 0;
  virtual Status ReplayHosts(
      const std::function<void(std::string_view host, std::string_view bytes)>& sink) = 0;
  struct Scores {
    std::uint64_t links_end = 0;      // all entries of links.log before this are in it
    std::vector<std::string> shards;  // bytes of the order's own; empty if there are none
  };
  virtual Result<Scores> LoadScores() = 0;
  // All entries from `from` (of Scores) on.
  virtual Status ReplayLinks(std::uint64_t from,
                             const std::function<void(const LoggedPage& page)>& sink) = 0;

  // --- While it runs.
  // Gives the URL's place. It is durable with the next commit. REQUIRES: key.id is the shard's
  // next; a URL of at most 1 MiB.
  virtual std::uint64_t AddUrl(const StoredUrl& url) = 0;
  // `text` holds what `url` refers to.
  virtual Status ReadUrl(std::uint64_t place, std::string& text, StoredUrl& url) = 0;
  // As it was submitted last, durable or not; nullopt: never tried. A short look-up in memory or on
  // disk.
  virtual Result<std::optional<PageRecord>> ReadPage(UrlKey key) = 0;
  virtual void Submit(Capture capture) = 0;
  virtual void Submit(DnsCapture capture) = 0;
  // The last value counts; durable with the next commit.
  virtual void PutHost(std::string_view host, std::string bytes) = 0;
  // The order's state, with all links that were submitted so far in it. Written behind them.
  virtual void SaveScores(std::vector<std::string> shards) = 0;

  // The scored links of a page that was submitted; "kNotFound" if it has none. From a buffer or one
  // short read.
  virtual Result<std::vector<LinkTarget>> ReadTargets(UrlKey key) = 0;

  // Those of Submit() that have become durable since the last call, in that order, with what the
  // writer filled in.
  struct Durable {
    UrlKey key;
    PageRecord record;
    bool has_record = true;
  };
  virtual std::vector<Durable> TakeDurable() = 0;
  virtual StoreState state() const = 0;

  // In a simulation, what the writer thread would have done by now, a step at a time; and when the
  // next is due. Else nothing, never.
  virtual void Pump(TimePoint now) = 0;
  virtual std::optional<TimePoint> NextPump() const = 0;

  // Everything durable, the archive's file closed and indexed. Nothing may be called after it.
  // Fails with kDiskFull if the disk is full now: what was not durable is lost then, as in a crash.
  virtual Status Close() = 0;

  // --- For looking around, also while another process writes (read_only).
  // Of what is durable. The pages that link to exactly this URL, each with those links alone: reads
  // the whole link log.
  virtual Result<std::vector<LoggedPage>> LinksTo(std::string_view url) = 0;
  // As they were at the last visit that read them; kNotFound if none did, kDiskFull if they are
  // there, but can't be read before the next commit.
  virtual Result<LoggedPage> LinksOf(UrlKey key) = 0;
  // In DIR/archive; without ".open", which it may still have on disk. "" if there is no such file.
  virtual std::string archive_file_name(std::uint32_t file) const = 0;
};

}  // namespace meguri
