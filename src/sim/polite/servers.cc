#include "sim/polite/servers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <unordered_map>

#include "base/ascii.h"
#include "base/duration_text.h"
#include "base/hash.h"
#include "base/random.h"
#include "polite/turn_keeper.h"
#include "url/site.h"

namespace meguri {
namespace {

constexpr std::string_view kBlanks = " \t\r";

// The next word of a line; "" at its end.
std::string_view Word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

std::uint64_t NumberOf(const IpAddress& address) {
  if (address.is_v4()) return address.v4_number();
  return std::accumulate(
      address.bytes().begin(), address.bytes().begin() + 8, std::uint64_t{0},
      [](std::uint64_t number, std::uint8_t byte) { return number << 8U | byte; });
}

// Numbers whatever comes, in the order in which it comes first.
template <class Key>
class Numbering {
 public:
  std::uint32_t Of(const Key& key) {
    return numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  std::unordered_map<Key, std::uint32_t> numbers_;
};

// Of each site, the host as URLs have it.
std::vector<std::string> HostsOf(const GraphOfSites& graph) {
  std::vector<std::string> hosts;
  for (PageId page = 0; page < graph.sites.size(); ++page) {
    if (graph.sites[page] != hosts.size()) continue;  // they are numbered as they come
    hosts.emplace_back(HostOfUrl(graph.urls.url(page)));
    AsciiLowerInPlace(hosts.back());
  }
  return hosts;
}

// The servers of graphs with URLs, by host; and what the file says of how fast they are.
void ServersOfHosts(const GraphOfSites& graph, const HostTable& table, Servers& servers) {
  const std::vector<std::string> hosts = HostsOf(graph);
  const url::SiteList list = url::SiteList::System();
  Numbering<std::string> domains;
  Numbering<std::string> addresses;
  std::vector<std::uint32_t> server_of(hosts.size());
  std::vector<std::uint32_t> domain_of(hosts.size());
  for (std::size_t site = 0; site < hosts.size(); ++site) {
    const std::string& host = hosts[site];
    domain_of[site] = domains.Of(std::string(list.RegisteredDomainByIcann(host).value_or(host)));
    const auto facts = table.find(host);
    const bool known = facts != table.end();
    server_of[site] = addresses.Of(known ? facts->second.server.ToString() : "host " + host);
    if (server_of[site] == servers.addresses.size()) {
      const std::uint64_t number = known           ? NumberOf(facts->second.server)
                                   : table.empty() ? std::uint64_t{server_of[site]}
                                                   : StableHash64(host);
      servers.addresses.push_back(number);
      servers.downloads.emplace_back(0);
    }
    if (known) {
      Duration& download = servers.downloads[server_of[site]];
      download = std::max(download, facts->second.download);
    }
  }
  servers.kind = table.empty() ? "hosts" : "addresses";
  servers.domain_count = domains.size();
  for (const std::uint32_t site : graph.sites) {
    servers.of_page.push_back(server_of[site]);
    servers.domains.push_back(domain_of[site]);
  }
}

void ServersOfIntervals(const GraphOfSites& graph, Servers& servers) {
  servers.kind = "pseudo-hosts";
  servers.of_page = PseudoHosts(graph.graph);
  servers.domains = servers.of_page;
  servers.domain_count = servers.of_page.empty() ? 0 : servers.of_page.back() + 1;
  servers.addresses.resize(servers.domain_count);
  std::iota(servers.addresses.begin(), servers.addresses.end(), std::uint64_t{0});
  servers.downloads.resize(servers.domain_count);
}

}  // namespace

Result<HostTable> ParseHosts(std::string_view text, const std::string& name) {
  HostTable table;
  std::size_t number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    const auto wrong = [&](std::string_view what) {
      return Fail(ErrorCode::kInvalidArgument, fmt::format("{}:{}: {}", name, number, what));
    };
    std::string host(Word(line));
    if (host.empty() || host.front() == '#') continue;
    AsciiLowerInPlace(host);
    const std::string_view address_text = Word(line);
    const auto address = IpAddress::Parse(address_text);
    if (!address)
      return wrong(fmt::format("'{}' is no address: want 'host address'", address_text));
    HostFacts facts{.server = ServerOf(*address)};
    if (const std::string_view time = Word(line); !time.empty()) {
      const auto download = ParseDuration(time);
      if (!download) return wrong(fmt::format("'{}' is no length of time, such as 120ms", time));
      facts.download = *download;
    }
    if (!Word(line).empty()) return wrong("more than 'host address 120ms'");
    table[std::move(host)] = facts;
  }
  if (table.empty()) {
    return Fail(ErrorCode::kInvalidArgument, name + ": no host in it; want lines 'host address'");
  }
  return table;
}

Result<HostTable> ReadHostsFile(Files& files, const std::string& path) {
  MEGURI_TRY(const std::string text, ReadWholeFile(files, path));
  return ParseHosts(text, path);
}

std::vector<std::uint32_t> PseudoHosts(const WebGraph& graph, std::uint32_t longest) {
  const auto pages = static_cast<PageId>(graph.page_count());
  // How many short links begin, less those that end, at each boundary: between a page and the one
  // before it.
  std::vector<std::int64_t> crossing(std::size_t{pages} + 1);
  for (PageId page = 0; page < pages; ++page) {
    for (const PageId to : graph.successors(page)) {
      const PageId low = std::min(page, to);
      const PageId high = std::max(page, to);
      if (high - low > longest) continue;
      ++crossing[std::size_t{low} + 1];
      --crossing[std::size_t{high} + 1];
    }
  }
  std::vector<std::uint32_t> hosts(pages);
  std::int64_t over = 0;
  std::uint32_t host = 0;
  for (PageId page = 1; page < pages; ++page) {
    over += crossing[page];
    if (over == 0) ++host;
    hosts[page] = host;
  }
  return hosts;
}

Servers FindServers(const GraphOfSites& graph, const ServerOptions& options) {
  Servers servers;
  if (graph.urls.empty()) {
    ServersOfIntervals(graph, servers);
  } else {
    ServersOfHosts(graph, options.hosts, servers);
  }
  servers.domain_of.resize(servers.count());
  for (PageId page = static_cast<PageId>(servers.of_page.size()); page-- > 0;)
    servers.domain_of[servers.of_page[page]] = servers.domains[page];
  const Random random = Random(options.seed).Split("downloads");
  for (std::size_t server = 0; server < servers.downloads.size(); ++server) {
    if (servers.downloads[server] > Duration::zero()) continue;
    const double factor = 0.25 + 1.5 * random.Split(servers.addresses[server]).Double();
    servers.downloads[server] =
        Duration(static_cast<std::int64_t>(static_cast<double>(options.download.count()) * factor));
  }
  return servers;
}

PoliteWeb::PoliteWeb(const GraphOfSites& graph, const Servers& all, const OrderWeb& reached)
    : web(reached), servers(all), urls(graph.urls) {
  server.reserve(web.size());
  domain.reserve(web.size());
  for (const PageId page : web.originals) {
    server.push_back(all.of_page[page]);
    domain.push_back(all.domains[page]);
  }
}

}  // namespace meguri
