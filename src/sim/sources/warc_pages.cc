#include "sim/sources/warc_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "http/content_coding.h"
#include "http/http_date.h"
#include "http/response.h"
#include "sim/sources/warc_index.h"
#include "sim/web/content_answer.h"
#include "url/url.h"
#include "warc/read/byte_source.h"
#include "warc/read/http_block.h"
#include "warc/read/record_reader.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{256} << 20;
constexpr int kMaxDepth = 16;

// Those that speak of the content, not of the connection, the server's clock or its visitor.
constexpr auto kKeptFields = std::to_array<std::string_view>(
    {"Content-Type", "Content-Language", "Content-Disposition", "Content-Location", "Last-Modified",
     "ETag", "Location", "Refresh", "Link", "X-Robots-Tag", "Retry-After", "Vary"});

bool IsArchiveName(std::string_view name) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"});
  return std::ranges::any_of(kEndings, [&](std::string_view end) { return name.ends_with(end); });
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the folders, at most kMaxDepth
Status ListArchives(Files& files, const std::string& folder, int depth,
                    std::vector<std::string>& paths) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(folder));
  for (const DirectoryEntry& entry : entries) {
    const std::string path = folder + "/" + entry.name;
    if (!entry.is_directory && IsArchiveName(entry.name)) paths.push_back(path);
    if (entry.is_directory && depth < kMaxDepth) {
      MEGURI_CHECK_STATUS(ListArchives(files, path, depth + 1, paths));
    }
  }
  return {};
}

Result<std::vector<std::string>> FindArchives(Files& files, const std::string& path) {
  std::vector<std::string> paths;
  if (!files.List(path)) return std::vector{path};
  MEGURI_CHECK_STATUS(ListArchives(files, path, 0, paths));
  if (paths.empty()) return Fail(ErrorCode::kNotFound, path + ": has no archive in it");
  return paths;
}

struct StoredCapture {
  std::string url;
  std::string message;        // head and body
  std::size_t head_size = 0;  // 0: it is not one of HTTP
  std::string mime;           // as the record says it
};

Result<StoredCapture> ReadCapture(Files& files, const std::string& path,
                                  const WarcCapture& capture) {
  MEGURI_TRY(const std::unique_ptr<warc::FileSource> source, warc::FileSource::Open(files, path));
  warc::RecordReader reader(*source, capture.offset);
  for (;;) {
    MEGURI_TRY(const bool there, reader.Next());
    // A member may hold several records: the one that was meant is known by its id.
    if (!there)
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: byte {}: the record is gone", path, capture.offset));
    if (IdHashOf(reader.head().FindId("WARC-Record-ID")) == capture.id) break;
  }
  StoredCapture stored{.url = std::string(reader.head().target_uri()),
                       .mime = std::string(reader.head().Find("Content-Type"))};
  warc::HttpBlock block;
  block.Begin(reader.head());
  for (;;) {
    MEGURI_TRY(const std::string_view piece, reader.NextPiece());
    block.Add(piece);
    if (piece.empty()) break;
    if (stored.message.size() + piece.size() > kMaxRecordBytes) {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("{}: byte {}: a record of over 256 MiB", path, capture.offset));
    }
    stored.message += piece;
  }
  block.End();
  if (block.has_head()) stored.head_size = block.head_bytes().size();
  return stored;
}

void AppendField(std::string_view name, std::string_view value, std::string& fields) {
  // Archives hold what servers sent: only visible ASCII goes on.
  const bool sound = std::ranges::all_of(value, [](char c) { return c >= 0x20 && c < 0x7F; });
  if (sound) fmt::format_to(std::back_inserter(fields), "{}: {}\r\n", name, value);
}

bool HasSame(const WebRequest& request, const http::HeaderList& headers) {
  return HasAlready(request, headers.Find("ETag").value_or(""),
                    http::ParseHttpDate(headers.Find("Last-Modified").value_or("")));
}

// The capture as a client gets it.
void AnswerCapture(const StoredCapture& stored, const WebRequest& request, WebAnswer& answer) {
  if (stored.head_size == 0) {
    AppendField("Content-Type", stored.mime, answer.fields);
    answer.body = stored.message;
    return;
  }
  const http::Response response = http::ParseResponse(stored.message, {});
  if (!response.has_head) return AnswerStatus(502, "Bad Gateway", answer);
  answer.status = response.head.status;
  std::string scratch;
  const http::HeaderList& headers = response.head.headers;
  for (const std::string_view name : kKeptFields) {
    const auto value = headers.Combined(name, scratch);
    if (value) AppendField(name, *value, answer.fields);
  }
  if (answer.status == 200 && HasSame(request, headers)) {
    answer.status = 304;
    return;
  }
  // Chunks that can't be read were undone before they were archived.
  const bool broken = response.state == http::BodyState::kBroken || !response.framing.error.empty();
  const std::string_view body =
      broken ? std::string_view(stored.message).substr(stored.head_size) : response.body();
  const std::string_view coding = headers.Combined("Content-Encoding", scratch).value_or("");
  const bool is_gzip = body.starts_with("\x1f\x8b") && (EqualsIgnoringAsciiCase(coding, "gzip") ||
                                                        EqualsIgnoringAsciiCase(coding, "x-gzip"));
  if (is_gzip && request.accepts_gzip) {
    answer.fields += "Content-Encoding: gzip\r\n";
    answer.body = body;
    return;
  }
  http::DecodedContent content = http::DecodeContent(body, coding);
  const bool undone_before = content.mark == http::DecodeMark::kBroken && content.content.empty();
  answer.body = undone_before ? std::string(body) : std::move(content.content);
  if (!content.left.empty()) AppendField("Content-Encoding", content.left, answer.fields);
}

}  // namespace

Result<std::unique_ptr<WarcPages>> WarcPages::Create(Files& files, const std::string& path,
                                                     const WebPorts& ports) {
  // The constructor is private: make_unique can't call it.
  std::unique_ptr<WarcPages> pages(new WarcPages(files, ports));
  MEGURI_TRY(pages->paths_, FindArchives(files, path));
  MEGURI_TRY(WarcIndex index, IndexArchives(files, pages->paths_));
  if (index.captures.empty()) {
    return Fail(ErrorCode::kCorrupt, path + ": has no capture of an http or https URL");
  }
  pages->hosts_ = std::move(index.hosts);
  pages->captures_ = std::move(index.captures);
  pages->host_starts_.assign(pages->hosts_.size() + 1, 0);
  for (const WarcCapture& capture : pages->captures_)
    ++pages->host_starts_[capture.host + 1];
  for (std::size_t host = 0; host < pages->hosts_.size(); ++host)
    pages->host_starts_[host + 1] += pages->host_starts_[host];
  if (const auto url = url::Url::Parse(index.first_page)) {
    AppendOrigin(url->scheme() == "https", url->host(), ports, pages->seed_url_);
    pages->seed_url_ += url->path_and_query();
  } else {
    AppendOrigin(false, pages->hosts_.front(), ports, pages->seed_url_);
    pages->seed_url_ += '/';
  }
  return pages;
}

std::span<const WarcCapture> WarcPages::CapturesOf(std::uint32_t host) const {
  return std::span(captures_).subspan(host_starts_[host],
                                      host_starts_[host + 1] - host_starts_[host]);
}

std::span<const WarcCapture> WarcPages::CapturesOf(std::uint32_t host, std::uint64_t url) const {
  const auto all = CapturesOf(host);
  const auto begin = std::ranges::lower_bound(all, url, {}, &WarcCapture::url);
  const auto end = std::ranges::upper_bound(all, url, {}, &WarcCapture::url);
  return {begin, end};
}

namespace {

// The newest up to `now`, else the oldest. REQUIRES: not empty, by date.
const WarcCapture& CurrentOf(std::span<const WarcCapture> captures, WallTime now) {
  const auto later =
      std::ranges::upper_bound(captures, now.time_since_epoch().count(), {}, &WarcCapture::date);
  return later == captures.begin() ? captures.front() : *std::prev(later);
}

}  // namespace

void WarcPages::Answer(std::uint32_t host, const WebRequest& request, WallTime now,
                       WebAnswer& answer) const {
  auto captures = CapturesOf(host, UrlHashOf(request.https, request.target));
  if (captures.empty()) captures = CapturesOf(host, UrlHashOf(!request.https, request.target));
  if (captures.empty()) return AnswerStatus(404, "Not Found", answer);
  const WarcCapture* capture = &CurrentOf(captures, now);
  if (capture->revisit) {
    if (capture->original == WarcCapture::kNone) return AnswerStatus(404, "Not Found", answer);
    capture = &captures_[capture->original];
  }
  const auto stored = ReadCapture(files_, paths_[capture->file], *capture);
  if (!stored) return AnswerStatus(500, "Internal Server Error", answer);
  AnswerCapture(*stored, request, answer);
}

void WarcPages::ForEachCurrentPage(std::uint32_t host, WallTime now,
                                   const std::function<void(const WarcCapture&)>& visit) const {
  auto left = CapturesOf(host);
  while (!left.empty()) {
    const auto captures = CapturesOf(host, left.front().url);
    const WarcCapture& current = CurrentOf(captures, now);
    if (current.page) visit(current);
    left = left.subspan(captures.size());
  }
}

std::uint64_t WarcPages::PageCount(std::uint32_t host, WallTime now) const {
  std::uint64_t count = 0;
  ForEachCurrentPage(host, now, [&](const WarcCapture&) { ++count; });
  return count;
}

void WarcPages::ForEachPage(std::uint32_t host, WallTime now,
                            const std::function<void(std::string_view url)>& visit) const {
  url::Url url;
  std::string text;
  ForEachCurrentPage(host, now, [&](const WarcCapture& capture) {
    const auto stored = ReadCapture(files_, paths_[capture.file], capture);
    if (!stored || !url.Assign(stored->url)) return;
    text.clear();
    AppendOrigin(url.scheme() == "https", hosts_[host], ports_, text);
    text += url.path_and_query();
    visit(text);
  });
}

}  // namespace meguri
