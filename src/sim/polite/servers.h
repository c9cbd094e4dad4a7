// Who serves the pages of a graph, and how fast: the virtual servers of simulated politeness.
//
//   const auto servers = FindServers(graph, {.hosts = …});      // of a whole graph
//   const PoliteWeb web(servers, order_web);                     // of the part that seeds reach
//
// A page's server is its host, or the address that a file gives for the host; in a graph without
// URLs its pseudo-host: the maximal interval of ids that no short link crosses, as neighbours in
// LAW's order are of one site. Constant once made: any thread may read it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/ip_address.h"
#include "base/result.h"
#include "sim/order/order_web.h"

namespace meguri {

// What a file says of a host.
struct HostFacts {
  IpAddress server;      // an IPv4 address, or the /64 of an IPv6 one
  Duration download{0};  // of a page; 0: as it is drawn
};
using HostTable = std::map<std::string, HostFacts>;

// Lines "host address", or "host address 120ms"; empty ones and those that begin with # are passed
// over. kInvalidArgument names the line.
Result<HostTable> ReadHostsFile(Files& files, const std::string& path);
Result<HostTable> ParseHosts(std::string_view text, const std::string& name);

struct ServerOptions {
  HostTable hosts;  // empty: each host is a server
  // Of a page; each server has its own, drawn evenly from a quarter of it to seven quarters.
  Duration download = std::chrono::milliseconds(200);
  std::uint64_t seed = 1;
};

// Of a whole graph.
struct Servers {
  std::string kind;                    // "hosts", "addresses", "pseudo-hosts"
  std::vector<std::uint32_t> of_page;  // numbered in the order of their first pages
  // By page: registered domains by the ICANN section; without URLs the pseudo-hosts.
  std::vector<std::uint32_t> domains;
  std::vector<std::uint32_t> domain_of;  // by server: that of its first page
  // By server: what residues are made of. The IPv4 address, or the upper half of the IPv6 one, or
  // the hash of a host that the file doesn't have; without a file the server's number.
  std::vector<std::uint64_t> addresses;
  std::vector<Duration> downloads;  // by server
  std::uint32_t domain_count = 0;

  std::uint32_t count() const { return static_cast<std::uint32_t>(addresses.size()); }
};
Servers FindServers(const GraphOfSites& graph, const ServerOptions& options);

// By page, from 0 on in the order of ids: intervals between which no link goes that is no longer
// than `longest`. Linear.
inline constexpr std::uint32_t kLongestWithinHost = 5000;
std::vector<std::uint32_t> PseudoHosts(const WebGraph& graph,
                                       std::uint32_t longest = kLongestWithinHost);

// What the seeds reach, with its servers, as the whole graph numbers them.
struct PoliteWeb {
  // All must outlive this.
  PoliteWeb(const GraphOfSites& graph, const Servers& all, const OrderWeb& reached);

  const OrderWeb& web;
  const Servers& servers;
  const UrlList& urls;                // of the whole graph
  std::vector<std::uint32_t> server;  // by page of `web`
  std::vector<std::uint32_t> domain;

  std::size_t size() const { return web.size(); }
  Duration download(PageId page) const { return servers.downloads[server[page]]; }
};

}  // namespace meguri
