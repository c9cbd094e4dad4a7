#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "graph/files/binary_format.h"
#include "graph/files/binary_graph.h"

namespace meguri {
namespace {

using mgraph::BlockKind;

class Writer {
 public:
  explicit Writer(WritableFile& file) : file_(file) {}

  Status WriteHead(const mgraph::Head& head) {
    std::string bytes(mgraph::kMagic);
    mgraph::AppendFixed(mgraph::kVersion, bytes);
    mgraph::AppendFixed(head.flags, bytes);
    mgraph::AppendFixed(head.pages, bytes);
    mgraph::AppendFixed(head.arcs, bytes);
    mgraph::AppendFixed(head.url_bytes, bytes);
    mgraph::AppendFixed(std::uint64_t{0}, bytes);  // for later
    mgraph::AppendFixed(StableHash64(bytes), bytes);
    assert(bytes.size() == mgraph::kHeadBytes);
    return file_.Append(bytes);
  }

  Status WriteLinks(const WebGraph& graph) {
    const auto pages = static_cast<PageId>(graph.page_count());
    for (PageId page = 0; page < pages; ++page) {
      const auto successors = graph.successors(page);
      mgraph::AppendVarint(successors.size(), bytes_);
      std::int64_t before = page;
      for (const PageId target : successors) {
        mgraph::AppendVarint(mgraph::Folded(std::int64_t{target} - before), bytes_);
        before = target;
      }
      MEGURI_CHECK_STATUS(EndPage(BlockKind::kLinks, page + 1 == pages));
    }
    return {};
  }

  Status WriteUrls(const UrlList& urls) {
    const auto pages = static_cast<PageId>(urls.size());
    for (PageId page = 0; page < pages; ++page) {
      const std::string_view url = urls.url(page);
      std::size_t shared = 0;
      if (count_ > 0) {
        const std::string_view before = urls.url(page - 1);
        const std::size_t shorter = std::min({before.size(), url.size(), mgraph::kMaxShared});
        while (shared < shorter && before[shared] == url[shared])
          ++shared;
      }
      bytes_ += static_cast<char>(static_cast<unsigned char>(shared));
      mgraph::AppendVarint(url.size() - shared, bytes_);
      bytes_ += url.substr(shared);
      MEGURI_CHECK_STATUS(EndPage(BlockKind::kUrls, page + 1 == pages));
    }
    return {};
  }

 private:
  Status EndPage(BlockKind kind, bool is_last) {
    ++count_;
    if (bytes_.size() < mgraph::kBlockBytes && !is_last) return {};
    std::string head;
    mgraph::AppendFixed(std::uint64_t{bytes_.size()}, head);
    mgraph::AppendFixed(StableHash64(bytes_), head);
    mgraph::AppendFixed(static_cast<std::uint32_t>(kind), head);
    mgraph::AppendFixed(count_, head);
    MEGURI_CHECK_STATUS(file_.Append(head));
    MEGURI_CHECK_STATUS(file_.Append(bytes_));
    bytes_.clear();
    count_ = 0;
    return {};
  }

  WritableFile& file_;
  std::string bytes_;        // of the block
  std::uint32_t count_ = 0;  // pages in it
};

}  // namespace

Status WriteBinaryGraph(const WebGraph& graph, const UrlList& urls, WritableFile& file) {
  assert(urls.empty() || urls.size() == graph.page_count());
  Writer writer(file);
  MEGURI_CHECK_STATUS(writer.WriteHead({.flags = urls.empty() ? 0 : mgraph::kHasUrls,
                                        .pages = graph.page_count(),
                                        .arcs = graph.arc_count(),
                                        .url_bytes = urls.text_bytes()}));
  MEGURI_CHECK_STATUS(writer.WriteLinks(graph));
  return writer.WriteUrls(urls);
}

}  // namespace meguri
