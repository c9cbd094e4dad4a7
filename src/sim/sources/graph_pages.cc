#include "sim/sources/graph_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/hash.h"
#include "sim/draws.h"
#include "sim/page/html_page.h"
#include "sim/sources/file_type.h"
#include "sim/sources/graph_load.h"
#include "sim/web/content_answer.h"

namespace meguri {
namespace {

constexpr std::string_view kRobots = "User-agent: *\nDisallow:\n";
constexpr std::uint32_t kPageBytes = 8000;

// Title, headings and prose of a node's page follow from it.
std::uint64_t KeyOf(std::uint32_t node) { return Draw(0, node); }

std::string_view PathOf(std::string_view target) { return target.substr(0, target.find('?')); }

// Enough for whoever looks at the first bytes to agree with the label.
std::string FileBody(std::string_view type, std::uint64_t key) {
  const std::string name = ToHex(key);
  if (type == "application/pdf") return "%PDF-1.4\n% " + name + "\n%%EOF\n";
  if (type == "image/gif") return "GIF89a" + name;
  if (type == "image/png") return "\x89PNG\r\n\x1a\n" + name;
  if (type == "image/jpeg") return "\xff\xd8\xff\xe0" + name;
  if (type == "application/gzip") return "\x1f\x8b\x08" + name;
  if (type == "application/zip") return "PK\x03\x04" + name;
  return "File " + name + "\n";
}

// From the page with the most links, that with the most links to it, and the first with any.
std::uint32_t FindSeed(const PageGraph& graph) {
  std::vector<std::uint32_t> degree(graph.size());
  for (const std::uint32_t to : graph.arcs)
    ++degree[to];
  std::uint32_t most_out = 0;
  std::uint32_t most_in = 0;
  std::uint32_t first = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const std::size_t out = graph.successors(node).size();
    if (out > graph.successors(most_out).size()) most_out = node;
    if (out > 0 && (graph.successors(most_in).empty() || degree[node] > degree[most_in])) {
      most_in = node;
    }
    if (out > 0 && graph.successors(first).empty()) first = node;
  }
  const std::array candidates{first, most_out, most_in};
  return *std::ranges::max_element(candidates, {},
                                   [&](std::uint32_t node) { return graph.CountReached(node); });
}

}  // namespace

GraphPages::GraphPages(std::unique_ptr<PageGraph> graph, const WebPorts& ports, WallTime start)
    : graph_(std::move(graph)), ports_(ports), start_(start), seed_node_(FindSeed(*graph_)) {}
GraphPages::~GraphPages() = default;

Result<std::unique_ptr<GraphPages>> GraphPages::Create(Files& files, const std::string& path,
                                                       const WebPorts& ports, WallTime start) {
  MEGURI_TRY(PageGraph graph, LoadGraph(files, path));
  // The constructor is private: make_unique can't call it.
  return std::unique_ptr<GraphPages>(
      new GraphPages(std::make_unique<PageGraph>(std::move(graph)), ports, start));
}

std::uint32_t GraphPages::host_count() const {
  return static_cast<std::uint32_t>(graph_->hosts.size());
}
std::string GraphPages::HostName(std::uint32_t host) const { return graph_->hosts[host]; }
std::uint64_t GraphPages::node_count() const { return graph_->size(); }
std::uint64_t GraphPages::skipped() const { return graph_->skipped; }
std::uint64_t GraphPages::merged() const { return graph_->merged; }

bool GraphPages::IsHtml(std::uint32_t node) const {
  return IsHtmlType(ContentTypeOfUrl(PathOf(graph_->target(node))));
}

void GraphPages::AppendUrl(std::uint32_t node, std::string& out) const {
  AppendOrigin(graph_->https(node), graph_->hosts[graph_->host(node)], ports_, out);
  out += graph_->target(node);
}

void GraphPages::AppendPage(std::uint32_t host, std::uint32_t node, std::string& out) const {
  const auto successors = graph_->successors(node);
  std::string urls;
  std::vector<std::size_t> ends;
  ends.reserve(successors.size());
  for (const std::uint32_t to : successors) {
    AppendUrl(to, urls);
    ends.push_back(urls.size());
  }
  std::vector<PageLink> links;
  links.reserve(successors.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    links.push_back({std::string_view(urls).substr(begin, ends[i] - begin), KeyOf(successors[i])});
    begin = ends[i];
  }
  AppendHtmlPage(bank_,
                 {.key = KeyOf(node),
                  .updated = start_,
                  .bytes = kPageBytes,
                  .site_name = graph_->hosts[host],
                  .links = links},
                 out);
}

void GraphPages::Answer(std::uint32_t host, const WebRequest& request, WallTime /*now*/,
                        WebAnswer& answer) const {
  if (request.target == "/robots.txt") {
    answer.body = kRobots;
    FinishContent(request, {.content_type = "text/plain; charset=utf-8"}, answer);
    return;
  }
  const auto node = graph_->Find(host, request.target);
  if (!node) return AnswerStatus(404, "Not Found", answer);
  const std::string etag = '"' + ToHex(KeyOf(*node)) + '"';
  const std::string_view type = ContentTypeOfUrl(PathOf(request.target));
  const bool html = IsHtmlType(type);
  const ContentHead head{.content_type = html ? std::string_view("text/html; charset=utf-8") : type,
                         .etag = etag,
                         .last_modified = start_};
  if (AnswerNotModified(request, head, answer)) return;
  if (html) {
    AppendPage(host, *node, answer.body);
  } else {
    answer.body = FileBody(type, KeyOf(*node));
  }
  FinishContent(request, head, answer);
}

std::uint64_t GraphPages::PageCount(std::uint32_t host, WallTime /*now*/) const {
  const auto begin = graph_->by_host.begin();
  return static_cast<std::uint64_t>(
      std::count_if(begin + graph_->host_starts[host], begin + graph_->host_starts[host + 1],
                    [&](std::uint32_t node) { return IsHtml(node); }));
}

void GraphPages::ForEachPage(std::uint32_t host, WallTime /*now*/,
                             const std::function<void(std::string_view url)>& visit) const {
  std::string url;
  for (std::uint32_t i = graph_->host_starts[host]; i < graph_->host_starts[host + 1]; ++i) {
    const std::uint32_t node = graph_->by_host[i];
    if (!IsHtml(node)) continue;
    url.clear();
    AppendUrl(node, url);
    visit(url);
  }
}

std::string GraphPages::SeedUrl() const {
  std::string url;
  AppendUrl(seed_node_, url);
  return url;
}

}  // namespace meguri
