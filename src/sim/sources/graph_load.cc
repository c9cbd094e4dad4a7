#include "sim/sources/graph_load.h"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "graph/graph_files.h"
#include "url/host_name.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kMaxNodes = 0x7FFFFFFF;
constexpr std::size_t kMaxLabel = 40;

std::uint64_t HashOf(std::uint32_t host, std::string_view target) {
  // An odd multiplier keeps the hosts apart; the table takes the low bits.
  const std::uint64_t hash = StableHash64(target) + (std::uint64_t{host} + 1) * 0x9E3779B97F4A7C15;
  return hash ^ (hash >> 32U);
}

// A host of a graph without URLs has so many pages: near ids are mostly of the same site.
constexpr std::uint32_t kMadeUpHostPages = 1000;

// NAME of dir/NAME.adj.gz.
std::string_view NameOf(std::string_view path) {
  path.remove_prefix(path.find_last_of('/') + 1);
  for (const std::string_view packing : {".gz", ".zst"}) {
    if (path.ends_with(packing)) path.remove_suffix(packing.size());
  }
  return path.substr(0, path.find_last_of('.'));
}

// It as a label of a host name.
std::string LabelOf(std::string_view name) {
  std::string label;
  for (const char c : name.substr(0, kMaxLabel))
    label += IsAsciiAlphanumeric(c) ? AsciiToLower(c) : '-';
  return "g-" + label;
}

class Loader {
 public:
  void TakeUrls(const UrlList& urls) {
    graph_.target_starts.push_back(0);
    graph_.table.resize(1024);
    for (PageId page = 0; page < urls.size(); ++page)
      node_of_.push_back(Add(urls.url(page)));
  }

  // For a graph that has no URLs: http://g-NAME-HOST.test/NODE.
  void MakeUrls(std::string_view name, std::size_t nodes) {
    graph_.target_starts.push_back(0);
    graph_.table.resize(1024);
    const std::string label = LabelOf(name);
    for (std::size_t node = 0; node < nodes; ++node) {
      node_of_.push_back(
          Add(fmt::format("http://{}-{}.test/{}", label, node / kMadeUpHostPages, node)));
    }
  }

  // Nodes keep the order of their lines, so the successors come in the order of nodes.
  void TakeArcs(const WebGraph& graph) {
    graph_.arc_starts.reserve(std::size_t{graph_.size()} + 1);
    graph_.arc_starts.push_back(0);
    graph_.arcs.reserve(graph.arc_count());
    for (PageId from = 0; from < graph.page_count(); ++from) {
      if (!is_first(from)) continue;
      for (const PageId to : graph.successors(from))
        AddArc(node_of_[from], node_of_[to]);
      graph_.arc_starts.push_back(graph_.arcs.size());
    }
    graph_.arcs.shrink_to_fit();
  }

  std::uint32_t nodes() const { return graph_.size(); }

  PageGraph Finish() {
    const std::uint32_t nodes = graph_.size();
    graph_.host_starts.assign(graph_.hosts.size() + 1, 0);
    for (std::uint32_t node = 0; node < nodes; ++node)
      ++graph_.host_starts[graph_.host(node) + 1];
    for (std::size_t host = 0; host < graph_.hosts.size(); ++host)
      graph_.host_starts[host + 1] += graph_.host_starts[host];
    graph_.by_host.resize(nodes);
    std::vector<std::uint32_t> next(graph_.host_starts.begin(), graph_.host_starts.end() - 1);
    for (std::uint32_t node = 0; node < nodes; ++node)
      graph_.by_host[next[graph_.host(node)]++] = node;
    graph_.targets.shrink_to_fit();
    return std::move(graph_);
  }

 private:
  // The node of a new URL, that of an earlier one, or kNone.
  std::uint32_t Add(std::string_view line) {
    const bool named = url_.Assign(line) && url_.is_http() &&
                       url_.host_kind() == url::HostKind::kDomain && url::IsHostName(url_.host());
    if (!named) {
      ++graph_.skipped;
      return kNone;
    }
    const auto [host, new_host] = host_numbers_.try_emplace(
        std::string(url_.host()), static_cast<std::uint32_t>(graph_.hosts.size()));
    if (new_host) graph_.hosts.push_back(host->first);
    const std::string_view target = url_.path_and_query();
    if (const auto found = graph_.Find(host->second, target)) {
      ++graph_.merged;
      return *found;
    }
    const std::uint32_t node = graph_.size();
    const bool https = url_.scheme() == "https";
    graph_.host_of.push_back(host->second | (https ? PageGraph::kHttps : 0));
    graph_.targets += target;
    graph_.target_starts.push_back(graph_.targets.size());
    if (std::size_t{node} * 3 > graph_.table.size() * 2) GrowTable();
    Insert(node);
    is_first_.resize(node_of_.size() + 1);
    is_first_.back() = true;
    return node;
  }

  void GrowTable() {
    graph_.table.assign(graph_.table.size() * 2, 0);
    for (std::uint32_t node = 0; node + 1 < graph_.size(); ++node)
      Insert(node);
  }

  void Insert(std::uint32_t node) {
    const std::size_t mask = graph_.table.size() - 1;
    std::size_t at = HashOf(graph_.host(node), graph_.target(node)) & mask;
    while (graph_.table[at] != 0)
      at = (at + 1) & mask;
    graph_.table[at] = node + 1;
  }

  bool is_first(std::size_t line) const { return line < is_first_.size() && is_first_[line]; }
  void AddArc(std::uint32_t from, std::uint32_t to) {
    if (to != kNone && to != from) graph_.arcs.push_back(to);
  }

  PageGraph graph_;
  url::Url url_;
  std::unordered_map<std::string, std::uint32_t> host_numbers_;
  std::vector<std::uint32_t> node_of_;  // of each line, or kNone
  std::vector<bool> is_first_;          // of each line: it has its node for the first time
};

}  // namespace

std::optional<std::uint32_t> PageGraph::Find(std::uint32_t host, std::string_view wanted) const {
  const std::size_t mask = table.size() - 1;
  for (std::size_t at = HashOf(host, wanted) & mask; table[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t node = table[at] - 1;
    if (this->host(node) == host && target(node) == wanted) return node;
  }
  return std::nullopt;
}

std::uint32_t PageGraph::CountReached(std::uint32_t node) const {
  std::vector<bool> seen(size());
  std::vector<std::uint32_t> waiting{node};
  seen[node] = true;
  std::uint32_t count = 0;
  while (!waiting.empty()) {
    const std::uint32_t from = waiting.back();
    waiting.pop_back();
    ++count;
    for (const std::uint32_t to : successors(from)) {
      if (seen[to]) continue;
      seen[to] = true;
      waiting.push_back(to);
    }
  }
  return count;
}

Result<PageGraph> LoadGraph(Files& files, const std::string& path) {
  MEGURI_TRY(const StoredGraph stored, ReadGraph(files, path));
  const std::size_t nodes = stored.graph.page_count();
  if (nodes == 0) return Fail(ErrorCode::kCorrupt, stored.path + ": has no page");
  if (nodes > kMaxNodes)
    return Fail(ErrorCode::kUnsupported, stored.path + ": more than 2^31 - 1 nodes");
  Loader loader;
  if (stored.urls.empty()) {
    loader.MakeUrls(NameOf(stored.path), nodes);
  } else {
    loader.TakeUrls(stored.urls);
  }
  if (loader.nodes() == 0)
    return Fail(ErrorCode::kCorrupt, stored.path + ": none of its pages has an http URL");
  loader.TakeArcs(stored.graph);
  return loader.Finish();
}

}  // namespace meguri
