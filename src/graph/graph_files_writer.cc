#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "base/whole_file.h"
#include "graph/files/binary_graph.h"
#include "graph/files/graph_path.h"
#include "graph/files/packed_writer.h"
#include "graph/files/text_graph.h"
#include "graph/graph_files.h"

namespace meguri {
namespace {

class Writer {
 public:
  Writer(Files& files, const WebGraph& graph, const UrlList& urls, const PagesDone& progress)
      : files_(files), graph_(graph), urls_(urls), progress_(progress) {
    open_.reserve(4);
  }

  Status WriteBv(const std::string& name, const BvProperties& settings) {
    MEGURI_CHECK_STATUS(CheckBvSettings(settings));
    MEGURI_CHECK_STATUS(WriteUrls(name + ".urls"));
    if (HasSortedLinks(graph_)) return WriteSortedBv(graph_, name, settings);
    const WebGraph sorted = WithSortedLinks(graph_);
    written_.dropped = graph_.arc_count() - sorted.arc_count();
    return WriteSortedBv(sorted, name, settings);
  }

  Status WriteText(const GraphPath& place, const std::string& path) {
    MEGURI_CHECK_STATUS(WriteUrls(fmt::format("{}.urls{}", place.name, place.packing)));
    MEGURI_TRY(WritableFile* const file, Create(path));
    PackedWriter out(*file, path);
    MEGURI_CHECK_STATUS(place.form == GraphForm::kAdjacency
                            ? WriteAdjacencyLines(graph_, out, progress_)
                            : WriteArcLines(graph_, out, progress_));
    return out.Finish();
  }

  Status WriteBinary(const std::string& path) {
    MEGURI_TRY(WritableFile* const file, Create(path));
    return WriteBinaryGraph(graph_, urls_, *file);
  }

  // All get their names.
  Result<WrittenGraph> Commit() {
    for (WholeFile& file : open_) {
      written_.bytes += file.out().size();
      MEGURI_CHECK_STATUS(file.Commit());
    }
    return std::move(written_);
  }

 private:
  Result<WritableFile*> Create(const std::string& path) {
    MEGURI_TRY(WholeFile file, WholeFile::Create(files_, path));
    open_.push_back(std::move(file));
    written_.paths.push_back(path);
    return &open_.back().out();
  }

  Status WriteUrls(const std::string& path) {
    if (urls_.empty()) return {};
    MEGURI_TRY(WritableFile* const file, Create(path));
    PackedWriter out(*file, path);
    MEGURI_CHECK_STATUS(WriteUrlLines(urls_, out));
    return out.Finish();
  }

  Status WriteSortedBv(const WebGraph& graph, const std::string& name, BvProperties settings) {
    settings.nodes = graph.page_count();
    settings.arcs = graph.arc_count();
    MEGURI_TRY(WritableFile* const bits, Create(name + ".graph"));
    MEGURI_TRY(WritableFile* const offsets, Create(name + ".offsets"));
    MEGURI_TRY(written_.bv, WriteBvBits(graph, settings, *bits, *offsets, progress_));
    MEGURI_TRY(WritableFile* const properties, Create(name + ".properties"));
    return properties->Append(BvPropertiesText(settings, *written_.bv));
  }

  Files& files_;
  const WebGraph& graph_;
  const UrlList& urls_;
  const PagesDone& progress_;
  std::vector<WholeFile> open_;  // their addresses are handed out: four at most
  WrittenGraph written_;
};

}  // namespace

Result<GraphForm> FormToWrite(std::string_view path) {
  const GraphPath place = SplitGraphPath(path);
  const bool is_text = place.form == GraphForm::kAdjacency || place.form == GraphForm::kArcs;
  if (!place.form || (!place.packing.empty() && !is_text)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: its ending names no form that can be written; want .graph, "
                            ".mgraph, or .adj or .arcs, which may be followed by .gz or .zst",
                            path));
  }
  return *place.form;
}

Result<WrittenGraph> WriteGraph(Files& files, const std::string& path, const WebGraph& graph,
                                const UrlList& urls, const BvProperties& settings,
                                const PagesDone& progress) {
  assert(urls.empty() || urls.size() == graph.page_count());
  MEGURI_TRY(const GraphForm form, FormToWrite(path));
  const GraphPath place = SplitGraphPath(path);
  Writer writer(files, graph, urls, progress);
  if (form == GraphForm::kBvGraph) {
    MEGURI_CHECK_STATUS(writer.WriteBv(place.name, settings));
  } else if (form == GraphForm::kBinary) {
    MEGURI_CHECK_STATUS(writer.WriteBinary(path));
  } else {
    MEGURI_CHECK_STATUS(writer.WriteText(place, path));
  }
  return writer.Commit();
}

}  // namespace meguri
