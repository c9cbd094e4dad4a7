// What the commands of `meguri graph` say in the same way.
#pragma once

#include <string>

#include "app/json_lines.h"
#include "app/progress.h"
#include "graph/graph_files.h"

namespace meguri::app {

// One line of JSON on stdout; bytes that are no UTF-8, as in URLs, are replaced.
void PrintJson(const Answer& answer);

// "web.graph, web.offsets and web.properties: 1.2 MB; 2.9 bits a link", and what was dropped.
std::string WrittenInWords(const WrittenGraph& written, std::uint64_t arcs);
Answer WrittenAsJson(const WrittenGraph& written, std::uint64_t pages, std::uint64_t arcs);

// Shows "wrote 12 of 1000 pages". `progress` must outlive it.
PagesDone ShowPages(Progress& progress, std::uint64_t all);

// The URL of a page, safe to show; "" if the graph has none.
std::string ShownUrl(const UrlList& urls, PageId page);

}  // namespace meguri::app
