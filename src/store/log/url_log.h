// Every known URL, once, in the order of discovery: urls.log.
//
// An entry is the URL and about 20 bytes, with a checksum of its own: it can be read by its place
// in one short read, and a torn end is found without any other file. Replay reads large pieces:
// a few million URLs a second. Grammar: docs/formats/crawl_folder.md.
//
// Threads: Append() the loop's, Flush() the writer's, Read() any (append_log.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/result.h"
#include "store/log/append_log.h"
#include "store/stored_url.h"

namespace meguri {

// Longer ones are not accepted by any crawl, and mean damage when they are read.
inline constexpr std::size_t kMaxStoredUrlBytes = std::size_t{1} << 20;

void AppendUrlEntry(const StoredUrl& url, std::string& out);

struct ParsedUrlEntry {
  StoredUrl url;         // a view of the bytes
  std::size_t size = 0;  // of the entry
};
// The entry at the front of `bytes`. nullopt: it is none. If `needed` isn't null and the entry may
// go on behind `bytes`, it is set to how many bytes would tell more, else to 0.
std::optional<ParsedUrlEntry> ParseUrlEntry(std::string_view bytes, std::size_t* needed);

class UrlLog {
 public:
  // Whole entries behind `committed` are kept, a torn end is cut. Fails with kCorrupt if the file
  // is shorter than `committed`.
  static Result<std::unique_ptr<UrlLog>> Open(Files& files, const std::string& path,
                                              std::uint64_t committed);
  // The first `committed` bytes, while another process may write.
  static Result<std::unique_ptr<UrlLog>> OpenToRead(Files& files, const std::string& path,
                                                    std::uint64_t committed);

  // Where it will lie. REQUIRES: url.url.size() <= kMaxStoredUrlBytes.
  std::uint64_t Append(const StoredUrl& url);
  Status Flush() { return log_->Flush(); }

  // `text` holds what `url` refers to. kCorrupt if no entry is there.
  Status Read(std::uint64_t place, std::string& text, StoredUrl& url) const;
  using Sink = std::function<void(const StoredUrl& url, std::uint64_t place)>;
  // What was there when it was opened. kCorrupt if there is damage inside.
  Status Replay(const Sink& sink) const;

  std::uint64_t durable_end() const { return log_->durable_end(); }
  std::uint64_t end() const { return log_->end(); }

 private:
  explicit UrlLog(std::unique_ptr<AppendLog> log) : log_(std::move(log)) {}

  // Goes from entry to entry; gives the place of the first that is none, or `end`.
  Result<std::uint64_t> Scan(std::uint64_t from, std::uint64_t end, const Sink& sink) const;

  std::unique_ptr<AppendLog> log_;
  std::uint64_t replay_end_ = 0;
  std::string scratch_;  // Append()'s
};

}  // namespace meguri
