#include "sim/sources/graph_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/printable.h"
#include "graph/bv_graph.h"
#include "sim/sources/packed_file.h"
#include "url/host_name.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kMaxNodes = 0x7FFFFFFF;
constexpr std::size_t kMaxLabel = 40;
constexpr auto kEndings = std::to_array<std::string_view>({".gz", ".zst", ""});

std::uint64_t HashOf(std::uint32_t host, std::string_view target) {
  // An odd multiplier keeps the hosts apart; the table takes the low bits.
  const std::uint64_t hash = StableHash64(target) + (std::uint64_t{host} + 1) * 0x9E3779B97F4A7C15;
  return hash ^ (hash >> 32U);
}

// A host of a graph without URLs has so many pages: near ids are mostly of the same site.
constexpr std::uint32_t kMadeUpHostPages = 1000;

// The common NAME of NAME.urls.gz and NAME.adj.gz or NAME.graph.
std::string_view NameOf(std::string_view path) {
  std::string_view name = path;
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  for (const std::string_view kind : {".urls", ".adj", ".graph", ".properties"}) {
    if (name.ends_with(kind)) return name.substr(0, name.size() - kind.size());
  }
  return path;
}

Result<PackedLines> OpenOneOf(Files& files, const std::string& name) {
  for (const std::string_view ending : kEndings) {
    auto lines = PackedLines::Open(files, name + std::string(ending));
    if (lines || lines.error().code != ErrorCode::kNotFound) return lines;
  }
  return Fail(
      ErrorCode::kNotFound,
      fmt::format("{}: there is none, nor {}.gz nor {}.zst; a graph is two files, NAME.urls and "
                  "NAME.adj, or NAME.graph and NAME.properties",
                  name, name, name));
}

// NAME of a path, as a label of a host name.
std::string LabelOf(std::string_view name) {
  name.remove_prefix(std::min(name.size(), name.find_last_of('/') + 1));
  std::string label;
  for (const char c : name.substr(0, kMaxLabel))
    label += IsAsciiAlphanumeric(c) ? AsciiToLower(c) : '-';
  return "g-" + label;
}

class Loader {
 public:
  Status ReadUrls(PackedLines& lines) {
    graph_.target_starts.push_back(0);
    graph_.table.resize(1024);
    std::string_view line;
    for (;;) {
      MEGURI_TRY(const bool there, lines.Next(line));
      if (!there) break;
      if (lines.number() > kMaxNodes) return lines.FailHere("more than 2^31 - 1 nodes");
      node_of_.push_back(Add(line));
    }
    if (graph_.size() == 0) return Fail(ErrorCode::kCorrupt, lines.path() + ": has no URL");
    return {};
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

  void TakeArcs(const WebGraph& graph) {
    graph_.arc_starts.push_back(0);
    for (PageId from = 0; from < graph.page_count(); ++from) {
      if (!is_first(from)) continue;
      for (const PageId to : graph.successors(from))
        AddArc(node_of_[from], node_of_[to]);
      graph_.arc_starts.push_back(graph_.arcs.size());
    }
  }

  std::size_t lines() const { return node_of_.size(); }

  Status ReadArcs(PackedLines& lines, const std::string& urls_path) {
    // Nodes keep the order of their lines, so the successors come in the order of nodes.
    graph_.arc_starts.reserve(std::size_t{graph_.size()} + 1);
    graph_.arc_starts.push_back(0);
    std::string_view line;
    for (;;) {
      MEGURI_TRY(const bool there, lines.Next(line));
      if (!there) break;
      if (lines.number() > node_of_.size()) {
        return lines.FailHere(
            fmt::format("more lines than the {} of {}", node_of_.size(), urls_path));
      }
      MEGURI_CHECK_STATUS(ReadSuccessors(lines, line));
    }
    if (lines.number() < node_of_.size()) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: ends at line {}; {} has {}", lines.path(),
                                                   lines.number(), urls_path, node_of_.size()));
    }
    graph_.arcs.shrink_to_fit();
    return {};
  }

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

  Status ReadSuccessors(const PackedLines& lines, std::string_view line) {
    const std::size_t from = lines.number() - 1;
    const std::uint32_t node = node_of_[from];
    // The links of a line without a page of its own are read, for their errors, but not kept.
    const bool keep = is_first(from);
    const char* at = line.data();
    const char* const end = at + line.size();
    for (;;) {
      while (at != end && *at == ' ')
        ++at;
      if (at == end) break;
      std::uint64_t number = 0;
      const auto [stop, error] = std::from_chars(at, end, number);
      if (error != std::errc() || (stop != end && *stop != ' ')) {
        return lines.FailHere(
            fmt::format("no number: \"{}\"", Printable(std::string_view(at, end).substr(0, 40))));
      }
      if (number >= node_of_.size()) {
        return lines.FailHere(
            fmt::format("successor {}, but there are {} nodes", number, node_of_.size()));
      }
      if (keep) AddArc(node, node_of_[number]);
      at = stop;
    }
    if (keep) graph_.arc_starts.push_back(graph_.arcs.size());
    return {};
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

namespace {

Result<PageGraph> LoadBvGraph(Files& files, const std::string& name, Result<PackedLines>& urls) {
  MEGURI_TRY(const BvGraph arcs, ReadBvGraph(files, name));
  const std::size_t nodes = arcs.graph.page_count();
  if (nodes == 0) return Fail(ErrorCode::kCorrupt, name + ".graph: has no page");
  if (nodes > kMaxNodes)
    return Fail(ErrorCode::kUnsupported, name + ".graph: more than 2^31 - 1 nodes");
  Loader loader;
  if (urls) {
    MEGURI_CHECK_STATUS(loader.ReadUrls(*urls));
    if (loader.lines() != nodes) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: has {} lines; {}.graph has {} nodes",
                                                   urls->path(), loader.lines(), name, nodes));
    }
  } else {
    loader.MakeUrls(name, nodes);
  }
  loader.TakeArcs(arcs.graph);
  return loader.Finish();
}

}  // namespace

Result<PageGraph> LoadGraph(Files& files, const std::string& path) {
  const std::string name(NameOf(path));
  auto urls = OpenOneOf(files, name + ".urls");
  if (!urls && urls.error().code != ErrorCode::kNotFound) return tl::unexpected(urls.error());
  auto arcs = OpenOneOf(files, name + ".adj");
  if (!arcs && arcs.error().code != ErrorCode::kNotFound) return tl::unexpected(arcs.error());
  if (!arcs && files.OpenToRead(name + ".graph")) return LoadBvGraph(files, name, urls);
  if (!urls) return tl::unexpected(urls.error());
  if (!arcs) return tl::unexpected(arcs.error());
  Loader loader;
  MEGURI_CHECK_STATUS(loader.ReadUrls(*urls));
  MEGURI_CHECK_STATUS(loader.ReadArcs(*arcs, urls->path()));
  return loader.Finish();
}

}  // namespace meguri
