#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/append_number.h"
#include "graph/files/text_graph.h"

namespace meguri {
namespace {

constexpr PageId kProgressPages = 4096;

}  // namespace

Status WriteUrlLines(const UrlList& urls, PackedWriter& out) {
  std::string line;
  for (PageId page = 0; page < urls.size(); ++page) {
    const std::string_view url = urls.url(page);
    if (url.find('\n') != std::string_view::npos || url.ends_with('\r')) {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("the URL of page {} has a line break; .mgraph can keep it", page));
    }
    line = url;
    line += '\n';
    MEGURI_CHECK_STATUS(out.Append(line));
  }
  return {};
}

Status WriteAdjacencyLines(const WebGraph& graph, PackedWriter& out, const PagesDone& progress) {
  std::string line;
  for (PageId page = 0; page < graph.page_count(); ++page) {
    if (progress && page % kProgressPages == 0) progress(page);
    line.clear();
    for (const PageId target : graph.successors(page)) {
      if (!line.empty()) line += ' ';
      AppendNumber(target, line);
    }
    line += '\n';
    MEGURI_CHECK_STATUS(out.Append(line));
  }
  return {};
}

Status WriteArcLines(const WebGraph& graph, PackedWriter& out, const PagesDone& progress) {
  MEGURI_CHECK_STATUS(
      out.Append(fmt::format("# Nodes: {} Edges: {}\n", graph.page_count(), graph.arc_count())));
  std::string lines;
  std::string from;
  for (PageId page = 0; page < graph.page_count(); ++page) {
    if (progress && page % kProgressPages == 0) progress(page);
    from.clear();
    AppendNumber(page, from);
    from += '\t';
    lines.clear();
    for (const PageId target : graph.successors(page)) {
      lines += from;
      AppendNumber(target, lines);
      lines += '\n';
    }
    MEGURI_CHECK_STATUS(out.Append(lines));
  }
  return {};
}

}  // namespace meguri
