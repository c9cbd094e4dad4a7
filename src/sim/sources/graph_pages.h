// A real web's graph as pages: each node is a page at its own URL, with made-up prose and links to
// its successors, in their order.
//
// Any file form of graph/graph_files.h, as NAME.adj.gz with NAME.urls.gz. If there are no URLs,
// node 1234 is made http://g-NAME-1.test/1234, a host for a thousand of them.
//
// What becomes of the URLs: scheme and fragment don't tell pages apart, nor does the port, since
// all hosts are served at the web's own; of several lines with the same host and target the first
// stands for all. Lines that are no http(s) URL, and those whose host is an IP address (a client
// would ask the real one) or a name that no client asks for (url/host_name.h), are left out and
// counted in skipped(). Links from a page to itself are left out. Pages never change. Files by
// their extension: a PDF is labelled as one.
//
// Memory: about 24 bytes a node, 4 an arc, and the URLs without their hosts; 10 million nodes with
// 100 million arcs take about 1.2 GB. Reading: about 4 s per million nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "sim/page/prose_bank.h"
#include "sim/web/page_source.h"

namespace meguri {

struct PageGraph;  // graph_load.h

class GraphPages final : public PageSource {
 public:
  // `path`: any of the graph's files, or NAME. Pages say that they were last changed at `start`.
  // Fails with kNotFound if a file isn't there, else with kCorrupt, "FILE:LINE: what".
  static Result<std::unique_ptr<GraphPages>> Create(Files& files, const std::string& path,
                                                    const WebPorts& ports, WallTime start);
  ~GraphPages() override;

  std::uint32_t host_count() const override;
  std::string HostName(std::uint32_t host) const override;
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  std::uint64_t PageCount(std::uint32_t host, WallTime now) const override;
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override;
  // Of some pages with many links, that from which the most others are reached.
  std::string SeedUrl() const override;

  std::uint64_t node_count() const;
  std::uint64_t skipped() const;  // lines without a page of their own: no URL, no name
  std::uint64_t merged() const;   // and those whose page an earlier line has

 private:
  GraphPages(std::unique_ptr<PageGraph> graph, const WebPorts& ports, WallTime start);

  bool IsHtml(std::uint32_t node) const;
  void AppendUrl(std::uint32_t node, std::string& out) const;
  void AppendPage(std::uint32_t host, std::uint32_t node, std::string& out) const;

  std::unique_ptr<const PageGraph> graph_;
  WebPorts ports_;
  WallTime start_;
  ProseBank bank_;
  std::uint32_t seed_node_ = 0;
};

}  // namespace meguri
