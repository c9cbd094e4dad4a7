#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "graph/files/binary_format.h"
#include "graph/files/binary_graph.h"

namespace meguri {
namespace {

using mgraph::BlockHead;
using mgraph::BlockKind;
using mgraph::Head;

class Reader {
 public:
  Reader(std::unique_ptr<ReadableFile> file, const std::string& path, std::uint64_t size)
      : file_(std::move(file)), path_(path), size_(size) {}

  Result<BinaryGraph> Read() {
    MEGURI_CHECK_STATUS(ReadHead());
    starts_.reserve(head_.pages + 1);
    starts_.push_back(0);
    targets_.resize(head_.arcs);
    while (pages_ < head_.pages) {
      MEGURI_CHECK_STATUS(ReadBlock(BlockKind::kLinks, head_.pages - pages_));
      if (!TakeLinks()) return Damaged("the links are");
    }
    if (arcs_ != head_.arcs) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: has {} arcs; its head says {}", path_, arcs_, head_.arcs));
    }
    const bool has_urls = (head_.flags & mgraph::kHasUrls) != 0;
    if (has_urls) urls_.Reserve(head_.pages, head_.url_bytes);
    while (has_urls && urls_.size() < head_.pages) {
      MEGURI_CHECK_STATUS(ReadBlock(BlockKind::kUrls, head_.pages - urls_.size()));
      if (!TakeUrls()) return Damaged("the URLs are");
    }
    if (urls_.text_bytes() != head_.url_bytes) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: has {} bytes of URLs; its head says {}",
                                                   path_, urls_.text_bytes(), head_.url_bytes));
    }
    if (offset_ != size_) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: byte {}: something follows the graph", path_, offset_));
    }
    return BinaryGraph{WebGraph(std::move(starts_), std::move(targets_)), std::move(urls_)};
  }

 private:
  Status ReadBytes(std::uint64_t count) {
    if (count > size_ - offset_) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: byte {}: {} bytes should follow, but the file has {}", path_,
                              offset_, count, size_));
    }
    bytes_.resize(count);
    MEGURI_TRY(const std::size_t got, file_->ReadAt(offset_, bytes_));
    if (got != count) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: shrinks while it is read", path_));
    }
    start_ = offset_;
    offset_ += count;
    return {};
  }

  Status ReadHead() {
    if (size_ < mgraph::kHeadBytes) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: {} bytes are no .mgraph file", path_, size_));
    }
    MEGURI_CHECK_STATUS(ReadBytes(mgraph::kHeadBytes));
    if (!bytes_.starts_with(mgraph::kMagic)) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: is no .mgraph file", path_));
    }
    const auto version = mgraph::LoadNumber<std::uint32_t>(&bytes_[8]);
    if (version != mgraph::kVersion) {
      return Fail(ErrorCode::kUnsupported, fmt::format("{}: version {}; this program reads {}",
                                                       path_, version, mgraph::kVersion));
    }
    const std::size_t hashed = mgraph::kHeadBytes - 8;
    if (StableHash64(std::string_view(bytes_).substr(0, hashed)) !=
        mgraph::LoadNumber<std::uint64_t>(&bytes_[hashed])) {
      return Damaged("the head is");
    }
    head_ = {mgraph::LoadNumber<std::uint32_t>(&bytes_[12]),
             mgraph::LoadNumber<std::uint64_t>(&bytes_[16]),
             mgraph::LoadNumber<std::uint64_t>(&bytes_[24]),
             mgraph::LoadNumber<std::uint64_t>(&bytes_[32])};
    // A page takes a byte at least, an arc too, and a URL two.
    if (head_.pages > kMaxPages || head_.pages > size_ || head_.arcs > size_ ||
        head_.url_bytes / (mgraph::kMaxShared + 1) > size_) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: {} bytes can't hold {} pages, {} arcs and {} bytes of URLs",
                              path_, size_, head_.pages, head_.arcs, head_.url_bytes));
    }
    return {};
  }

  // Its bytes are in bytes_ then.
  Status ReadBlock(BlockKind kind, std::uint64_t most) {
    MEGURI_CHECK_STATUS(ReadBytes(mgraph::kBlockHeadBytes));
    block_ = {mgraph::LoadNumber<std::uint64_t>(bytes_.data()),
              mgraph::LoadNumber<std::uint64_t>(&bytes_[8]),
              static_cast<BlockKind>(mgraph::LoadNumber<std::uint32_t>(&bytes_[16])),
              mgraph::LoadNumber<std::uint32_t>(&bytes_[20])};
    if (block_.kind != kind || block_.count == 0 || block_.count > most) {
      return Damaged("the head of a block is");
    }
    MEGURI_CHECK_STATUS(ReadBytes(block_.bytes));
    if (StableHash64(bytes_) != block_.checksum) return Damaged("a block is");
    return {};
  }

  bool TakeLinks() {
    const char* at = bytes_.data();
    const char* const end = at + bytes_.size();
    PageId* const targets = targets_.data();
    for (std::uint32_t i = 0; i < block_.count; ++i, ++pages_) {
      std::uint64_t degree = 0;
      if (!mgraph::TakeVarint(at, end, degree) || degree > head_.arcs - arcs_) return false;
      std::uint64_t target = pages_;
      for (const std::uint64_t last = arcs_ + degree; arcs_ < last; ++arcs_) {
        std::uint64_t step = 0;
        if (!mgraph::TakeVarint(at, end, step)) return false;
        target += static_cast<std::uint64_t>(mgraph::Unfolded(step));
        if (target >= head_.pages) return false;
        targets[arcs_] = static_cast<PageId>(target);
      }
      starts_.push_back(arcs_);
    }
    return at == end;
  }

  bool TakeUrls() {
    const char* at = bytes_.data();
    const char* const end = at + bytes_.size();
    for (std::uint32_t i = 0; i < block_.count; ++i) {
      if (at == end) return false;
      const std::size_t shared = static_cast<unsigned char>(*at++);
      std::uint64_t rest = 0;
      if (!mgraph::TakeVarint(at, end, rest)) return false;
      // Nothing is shared with another block.
      const std::size_t before =
          i == 0 ? 0 : urls_.url(static_cast<PageId>(urls_.size() - 1)).size();
      if (shared > before || rest > static_cast<std::uint64_t>(end - at)) return false;
      if (shared + rest > head_.url_bytes - urls_.text_bytes()) return false;
      urls_.AddAfter(shared, {at, rest});
      at += rest;
    }
    return at == end;
  }

  tl::unexpected<Error> Damaged(std::string_view what) const {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: byte {}: {} damaged", path_, start_, what));
  }

  std::unique_ptr<ReadableFile> file_;
  const std::string& path_;
  const std::uint64_t size_;
  std::uint64_t offset_ = 0;  // behind bytes_
  std::uint64_t start_ = 0;   // of bytes_
  std::string bytes_;
  Head head_;
  BlockHead block_;
  std::uint64_t pages_ = 0;
  std::uint64_t arcs_ = 0;
  std::vector<std::uint64_t> starts_;
  std::vector<PageId> targets_;
  UrlList urls_;
};

}  // namespace

Result<BinaryGraph> ReadBinaryGraph(Files& files, const std::string& path) {
  MEGURI_TRY(std::unique_ptr<ReadableFile> file, files.OpenToRead(path));
  MEGURI_TRY(const std::uint64_t size, file->Size());
  return Reader(std::move(file), path, size).Read();
}

}  // namespace meguri
