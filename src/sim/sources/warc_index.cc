#include "sim/sources/warc_index.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "sim/sources/file_type.h"
#include "url/url.h"
#include "warc/read/byte_source.h"
#include "warc/read/http_block.h"
#include "warc/read/record_reader.h"
#include "warc/revisit_original.h"

namespace meguri {
namespace {

using warc::RecordType;

constexpr std::int64_t kUnknownDate = std::numeric_limits<std::int64_t>::min();

std::int64_t NumberOf(std::optional<WallTime> date) {
  return date ? date->time_since_epoch().count() : kUnknownDate;
}

class Indexer {
 public:
  Status Read(Files& files, const std::string& path, std::uint32_t file) {
    MEGURI_TRY(const std::unique_ptr<warc::FileSource> source, warc::FileSource::Open(files, path));
    warc::RecordReader reader(*source);
    for (;;) {
      MEGURI_TRY(const bool there, reader.Next());
      if (!there) return {};
      MEGURI_CHECK_STATUS(Take(reader, file));
    }
  }

  WarcIndex Finish() {
    FindOriginals();
    Sort();
    return std::move(index_);
  }

 private:
  Status Take(warc::RecordReader& reader, std::uint32_t file) {
    const warc::RecordHead& head = reader.head();
    const bool revisit = head.type() == RecordType::kRevisit;
    if (!revisit && !warc::IsOriginal(head.type())) return {};
    if (!url_.Assign(head.target_uri()) || !url_.is_http() ||
        url_.host_kind() != url::HostKind::kDomain || url_.host().empty()) {
      return {};
    }
    WarcCapture capture{.url = UrlHashOf(url_.scheme() == "https", url_.path_and_query()),
                        .date = NumberOf(head.date()),
                        .offset = reader.extent().offset,
                        .id = IdHashOf(head.FindId("WARC-Record-ID")),
                        .host = HostNumber(url_.host()),
                        .file = file,
                        .revisit = revisit};
    keys_.push_back(revisit ? warc::KeysOfRevisit(head) : warc::KeysOfOriginal(head));
    if (!revisit) {
      MEGURI_TRY(capture.page, IsPage(reader));
    }
    if (capture.page && index_.first_page.empty()) index_.first_page = url_.without_fragment();
    index_.captures.push_back(capture);
    return {};
  }

  Result<bool> IsPage(warc::RecordReader& reader) {
    block_.Begin(reader.head());
    while (!block_.has_head()) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      if (!block_.Add(piece).empty()) break;  // all payload, or the head is over
    }
    block_.End();
    const bool ok =
        !block_.has_head() || block_.response() == nullptr || block_.response()->status == 200;
    return ok && IsHtmlType(warc::PayloadMime(reader.head(), block_));
  }

  std::uint32_t HostNumber(std::string_view name) {
    const auto [host, is_new] = host_numbers_.try_emplace(
        std::string(name), static_cast<std::uint32_t>(index_.hosts.size()));
    if (is_new) index_.hosts.push_back(host->first);
    return host->second;
  }

  void FindOriginals() {
    for (std::size_t key = 0; key < warc::RevisitKeys().size(); ++key) {
      std::unordered_map<std::uint64_t, std::uint32_t> originals;
      for (std::uint32_t i = 0; i < keys_.size(); ++i) {
        if (!index_.captures[i].revisit && keys_[i][key] != 0) originals.emplace(keys_[i][key], i);
      }
      for (std::uint32_t i = 0; i < keys_.size(); ++i) {
        WarcCapture& revisit = index_.captures[i];
        if (!revisit.revisit || revisit.original != WarcCapture::kNone) continue;
        const auto found = originals.find(keys_[i][key]);
        if (keys_[i][key] == 0 || found == originals.end()) continue;
        revisit.original = found->second;
        revisit.page = index_.captures[found->second].page;
      }
    }
    keys_ = {};
  }

  void Sort() {
    std::vector<std::uint32_t> order(index_.captures.size());
    std::iota(order.begin(), order.end(), 0U);
    // Stable: of captures of the same second the later in the archive is the newer.
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
      const WarcCapture& capture = index_.captures[i];
      return std::tuple(capture.host, capture.url, capture.date);
    });
    std::vector<std::uint32_t> place(order.size());
    std::vector<WarcCapture> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t i : order) {
      place[i] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(index_.captures[i]);
    }
    for (WarcCapture& capture : sorted) {
      if (capture.original != WarcCapture::kNone) capture.original = place[capture.original];
    }
    index_.captures = std::move(sorted);
  }

  WarcIndex index_;
  std::vector<warc::RevisitKeys> keys_;  // of each capture; of a revisit: of its original
  std::unordered_map<std::string, std::uint32_t> host_numbers_;
  url::Url url_;
  warc::HttpBlock block_;
};

}  // namespace

std::uint64_t UrlHashOf(bool https, std::string_view target) {
  return StableHash64(target) ^ (https ? 0x9E3779B97F4A7C15 : 0);
}

std::uint64_t IdHashOf(std::string_view record_id) { return StableHash64(record_id); }

Result<WarcIndex> IndexArchives(Files& files, const std::vector<std::string>& paths) {
  Indexer indexer;
  for (std::uint32_t file = 0; file < paths.size(); ++file) {
    MEGURI_CHECK_STATUS(indexer.Read(files, paths[file], file));
  }
  return indexer.Finish();
}

}  // namespace meguri
