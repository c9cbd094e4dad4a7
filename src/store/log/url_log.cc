#include "store/log/url_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint8_t kSeed = 1;
constexpr std::uint8_t kRequisite = 2;
constexpr std::uint8_t kFoundOn = 4;
constexpr std::uint8_t kHops = 8;
constexpr std::uint8_t kAllFlags = 15;

constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kMaxLengthBytes = 4;
constexpr std::size_t kMaxPayloadBytes = kMaxStoredUrlBytes + 64;

constexpr std::size_t kReadBytes = 512;  // of one entry: nearly all are shorter
constexpr std::size_t kScanBytes = std::size_t{1} << 20;

void AppendPayload(const StoredUrl& url, std::string& out) {
  const int flags = (url.seed ? kSeed : 0) | (url.requisite ? kRequisite : 0) |
                    (url.found_on ? kFoundOn : 0) | (url.hops > 0 ? kHops : 0);
  out += static_cast<char>(flags);
  AppendVarint(url.key.shard, out);
  AppendVarint(url.key.id, out);
  AppendFixed(url.fingerprint, out);
  AppendVarint(url.depth, out);
  if (url.hops > 0) out += static_cast<char>(url.hops);
  if (url.found_on) {
    AppendVarint(url.found_on->shard, out);
    AppendVarint(url.found_on->id, out);
  }
  out += url.url;
}

std::optional<StoredUrl> ParsePayload(std::string_view payload) {
  ByteReader in(payload);
  StoredUrl url;
  const auto flags = in.Fixed<std::uint8_t>();
  if (flags > kAllFlags) return std::nullopt;
  url.seed = (flags & kSeed) != 0;
  url.requisite = (flags & kRequisite) != 0;
  url.key.shard = in.VarintAs<std::uint32_t>();
  url.key.id = in.VarintAs<std::uint32_t>();
  url.fingerprint = in.Fixed<std::uint64_t>();
  url.depth = in.VarintAs<std::uint16_t>();
  if ((flags & kHops) != 0) url.hops = in.Fixed<std::uint8_t>();
  if ((flags & kFoundOn) != 0) {
    UrlKey& found_on = url.found_on.emplace();
    found_on.shard = in.VarintAs<std::uint32_t>();
    found_on.id = in.VarintAs<std::uint32_t>();
  }
  if (!in.ok()) return std::nullopt;
  url.url = in.rest();
  return url;
}

}  // namespace

// The length is written before the payload is: most fit one byte, else the payload moves.
void AppendUrlEntry(const StoredUrl& url, std::string& out) {
  assert(url.url.size() <= kMaxStoredUrlBytes);
  const std::size_t start = out.size();
  out.append(kChecksumBytes, '\0');
  std::string length;
  const std::size_t payload = out.size();
  AppendPayload(url, out);
  AppendVarint(out.size() - payload, length);
  out.insert(payload, length);
  const std::uint32_t checksum = Checksum32(std::string_view(out).substr(payload));
  for (std::size_t i = 0; i < kChecksumBytes; ++i) {
    out[start + i] = static_cast<char>(checksum >> (8 * i));
  }
}

std::optional<ParsedUrlEntry> ParseUrlEntry(std::string_view bytes, std::size_t* needed) {
  if (needed != nullptr) *needed = 0;
  ByteReader in(bytes);
  const auto checksum = in.Fixed<std::uint32_t>();
  const std::uint64_t length = in.Varint();
  if (!in.ok()) {
    const std::size_t head = kChecksumBytes + kMaxLengthBytes;
    if (needed != nullptr && bytes.size() < head) *needed = head;
    return std::nullopt;
  }
  if (length > kMaxPayloadBytes) return std::nullopt;
  const std::size_t head = bytes.size() - in.left();
  if (length > in.left()) {
    if (needed != nullptr) *needed = head + static_cast<std::size_t>(length);
    return std::nullopt;
  }
  const std::size_t size = head + static_cast<std::size_t>(length);
  if (Checksum32(bytes.substr(kChecksumBytes, size - kChecksumBytes)) != checksum) {
    return std::nullopt;
  }
  auto url = ParsePayload(bytes.substr(head, static_cast<std::size_t>(length)));
  if (!url) return std::nullopt;
  return ParsedUrlEntry{*url, size};
}

Result<std::unique_ptr<UrlLog>> UrlLog::Open(Files& files, const std::string& path,
                                             std::uint64_t committed) {
  MEGURI_TRY(auto file, AppendLog::Open(files, path));
  std::unique_ptr<UrlLog> log(new UrlLog(std::move(file)));
  // From the last commit on: what is before was synced, and is looked at by Replay().
  const auto nowhere = [](const StoredUrl&, std::uint64_t) {};
  MEGURI_TRY(log->replay_end_, log->Scan(committed, log->durable_end(), nowhere));
  MEGURI_CHECK_STATUS(log->log_->Cut(log->replay_end_));
  return log;
}

Result<std::unique_ptr<UrlLog>> UrlLog::OpenToRead(Files& files, const std::string& path,
                                                   std::uint64_t committed) {
  MEGURI_TRY(auto file, AppendLog::OpenToRead(files, path, committed));
  std::unique_ptr<UrlLog> log(new UrlLog(std::move(file)));
  log->replay_end_ = committed;
  return log;
}

std::uint64_t UrlLog::Append(const StoredUrl& url) {
  scratch_.clear();
  AppendUrlEntry(url, scratch_);
  return log_->Append(scratch_);
}

Status UrlLog::Read(std::uint64_t place, std::string& text, StoredUrl& url) const {
  std::size_t size = kReadBytes;
  while (size > 0) {
    MEGURI_CHECK_STATUS(log_->Read(place, size, text));
    std::size_t needed = 0;
    if (const auto entry = ParseUrlEntry(text, &needed)) {
      url = entry->url;
      return {};
    }
    if (text.size() < size) break;  // there is no more
    size = needed;
  }
  return Fail(ErrorCode::kCorrupt,
              fmt::format("{}: no URL at byte {}: the file is damaged", log_->path(), place));
}

Status UrlLog::Replay(const Sink& sink) const {
  MEGURI_TRY(const std::uint64_t end, Scan(0, replay_end_, sink));
  if (end == replay_end_) return {};
  return Fail(ErrorCode::kCorrupt,
              fmt::format("{}: damaged at byte {} of {}; put back a copy of the folder, or begin a "
                          "new crawl",
                          log_->path(), end, replay_end_));
}

Result<std::uint64_t> UrlLog::Scan(std::uint64_t from, std::uint64_t end, const Sink& sink) const {
  std::string piece;
  std::size_t want = kScanBytes;
  while (from < end) {
    const std::uint64_t left = end - from;
    MEGURI_CHECK_STATUS(
        log_->Read(from, static_cast<std::size_t>(std::min<std::uint64_t>(want, left)), piece));
    std::size_t at = 0;
    std::size_t needed = 0;
    while (const auto entry = ParseUrlEntry(std::string_view(piece).substr(at), &needed)) {
      sink(entry->url, from + at);
      at += entry->size;
      if (at == piece.size()) break;
    }
    if (at == 0 && (needed == 0 || piece.size() < want)) return from;  // no whole entry is here
    want = std::max(kScanBytes, at == 0 ? needed : std::size_t{0});
    from += at;
  }
  return from;
}

}  // namespace meguri
