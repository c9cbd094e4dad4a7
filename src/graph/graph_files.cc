#include "graph/graph_files.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "graph/bv_graph.h"
#include "graph/files/binary_graph.h"
#include "graph/files/graph_path.h"
#include "graph/files/packed_file.h"
#include "graph/files/text_graph.h"

namespace meguri {
namespace {

bool IsThere(Files& files, const std::string& path) { return files.OpenToRead(path).has_value(); }

// `first`, or else NAME.ending in one of the packings. nullopt if there is none.
Result<std::optional<PackedLines>> OpenLines(Files& files, const std::string& first,
                                             const std::string& name) {
  std::array<std::string, kPackings.size() + 1> paths;
  paths[0] = first;
  for (std::size_t i = 0; i < kPackings.size(); ++i)
    paths[i + 1] = name + std::string(kPackings[i]);
  for (const std::string& path : paths) {
    auto lines = PackedLines::Open(files, path);
    if (lines) return std::optional<PackedLines>(*std::move(lines));
    if (lines.error().code != ErrorCode::kNotFound) return tl::unexpected(lines.error());
  }
  return std::optional<PackedLines>();
}

class Finder {
 public:
  Finder(Files& files, const std::string& path)
      : files_(files), path_(path), place_(SplitGraphPath(path)) {}

  Result<StoredGraph> Read() {
    MEGURI_TRY(const GraphForm form, FindForm());
    if (form == GraphForm::kBinary) return ReadBinary();
    MEGURI_CHECK_STATUS(ReadUrls());
    return form == GraphForm::kBvGraph ? ReadBv() : ReadText(form);
  }

 private:
  Result<GraphForm> FindForm() {
    if (place_.form) return *place_.form;
    for (const GraphForm form :
         {GraphForm::kBvGraph, GraphForm::kAdjacency, GraphForm::kArcs, GraphForm::kBinary}) {
      const bool may_be_packed = form == GraphForm::kAdjacency || form == GraphForm::kArcs;
      for (const std::string_view packing : kPackings) {
        if (!packing.empty() && !may_be_packed) continue;
        if (IsThere(files_, fmt::format("{}{}{}", place_.name, EndingOf(form), packing)))
          return form;
      }
    }
    return Fail(ErrorCode::kNotFound,
                fmt::format("{0}: no graph is there; want {0}.graph with {0}.properties, {0}.adj, "
                            "{0}.arcs (they may end in .gz or .zst) or {0}.mgraph",
                            place_.name));
  }

  Status ReadUrls() {
    // Those that are packed as the path is come first: they were written with it.
    const std::string name = place_.name + ".urls";
    MEGURI_TRY(auto lines, OpenLines(files_, name + std::string(place_.packing), name));
    if (!lines) return {};
    MEGURI_TRY(urls_, ReadUrlLines(*lines));
    known_ = KnownPages{urls_.size(), lines->path()};
    return {};
  }

  Result<StoredGraph> ReadBinary() {
    const std::string path = place_.name + ".mgraph";
    MEGURI_TRY(BinaryGraph read, ReadBinaryGraph(files_, path));
    if (!read.urls.empty()) {
      return StoredGraph{std::move(read.graph), std::move(read.urls), GraphForm::kBinary, path,
                         std::nullopt};
    }
    MEGURI_CHECK_STATUS(ReadUrls());
    return WithUrls(std::move(read.graph), GraphForm::kBinary, path);
  }

  Result<StoredGraph> ReadBv() {
    MEGURI_TRY(BvGraph read, ReadBvGraph(files_, place_.name));
    MEGURI_TRY(StoredGraph stored,
               WithUrls(std::move(read.graph), GraphForm::kBvGraph, place_.name + ".graph"));
    stored.bv = BvStorage{read.properties, read.counts, read.bits};
    return stored;
  }

  Result<StoredGraph> ReadText(GraphForm form) {
    const std::string name =
        place_.name + std::string(place_.form ? place_.ending : EndingOf(form));
    MEGURI_TRY(auto lines, OpenLines(files_, place_.form ? path_ : name, name));
    if (!lines) {
      return Fail(ErrorCode::kNotFound,
                  fmt::format("{0}: there is none, nor {0}.gz nor {0}.zst", name));
    }
    const std::string path = lines->path();
    MEGURI_TRY(WebGraph graph, form == GraphForm::kAdjacency ? ReadAdjacencyLines(*lines, known_)
                                                             : ReadArcLines(*lines, known_));
    return WithUrls(std::move(graph), form, path);
  }

  Result<StoredGraph> WithUrls(WebGraph graph, GraphForm form, const std::string& path) {
    if (known_ && known_->count != graph.page_count()) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: has {} lines; {} has {} pages", known_->path, known_->count,
                              path, graph.page_count()));
    }
    return StoredGraph{std::move(graph), std::move(urls_), form, path, std::nullopt};
  }

  Files& files_;
  const std::string& path_;
  const GraphPath place_;
  UrlList urls_;
  std::optional<KnownPages> known_;  // of NAME.urls
};

}  // namespace

std::string_view GraphFormName(GraphForm form) {
  switch (form) {
    case GraphForm::kBvGraph:
      return "BVGraph";
    case GraphForm::kAdjacency:
      return "adjacency list";
    case GraphForm::kArcs:
      return "arc list";
    case GraphForm::kBinary:
      return "mgraph";
  }
  return "";
}

Result<StoredGraph> ReadGraph(Files& files, const std::string& path) {
  return Finder(files, path).Read();
}

}  // namespace meguri
