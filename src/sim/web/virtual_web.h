// A whole web, to be served by the lab or crawled in a simulation: hosts on servers, with names,
// certificates and manners, and pages from one or several sources.
//
//   name ─▶ VirtualHost ─┬─▶ servers ─▶ addresses 127.1.0.1 …
//                        ├─▶ misbehaviour ─▶ Delivery, false answers
//                        └─▶ PageSource ─▶ pages
//
// Everything follows from the WebSpec and the time: same spec, same web, on any machine. Constant
// once made: any thread may ask it. About 200 bytes a host; pages take none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"
#include "base/lifetime.h"
#include "base/result.h"
#include "sim/web/misbehaviour.h"
#include "sim/web/page_source.h"
#include "sim/web/web_message.h"

namespace meguri {

enum class TlsService : std::uint8_t { kValid, kExpired, kWrongName, kBroken };
enum class NameService : std::uint8_t { kNormal, kTimesOut, kLies, kRebinds };

struct VirtualHost {
  std::string name;                  // lower case
  std::vector<IpAddress> addresses;  // IPv4 of its servers; the first is the one that it asks for
  bool has_v6 = false;               // ::1 too
  std::uint32_t ttl_seconds = 300;   // of its DNS records
  TlsService tls = TlsService::kValid;
  NameService names = NameService::kNormal;
  Misbehaviour misbehaviour = Misbehaviour::kNone;
  std::uint32_t source = 0;       // which of the web's
  std::uint32_t source_host = 0;  // and which of its hosts
  std::uint64_t key = 0;          // for what is drawn for this host
};

// How hosts are spread over servers.
struct ServerSpec {
  std::uint64_t seed = 7;
  std::uint32_t servers = 0;                        // 0: one per host
  double several_addresses = 0.02;                  // share of hosts with two or three
  double v6 = 0.05;                                 // share of hosts with ::1 besides
  IpAddress first = IpAddress::V4(0x7F010001);      // 127.1.0.1; the others follow it
  IpAddress forbidden = IpAddress::V4(0x7F424242);  // 127.66.66.66
};

class VirtualWeb {
 public:
  struct Source {
    std::unique_ptr<PageSource> pages;
    // Of its hosts: empty, or one for each.
    std::vector<Misbehaviour> misbehaviours;
  };

  // Fails with kInvalidArgument if there is no host, if two sources bring the same host, or the
  // addresses don't stay in 127/8.
  static Result<VirtualWeb> Create(const ServerSpec& servers, const WebPorts& ports, WallTime start,
                                   std::vector<Source> sources);

  const VirtualHost* FindHost(std::string_view name) const MEGURI_LIFETIME_BOUND;
  std::span<const VirtualHost> hosts() const MEGURI_LIFETIME_BOUND { return hosts_; }
  std::uint32_t server_count() const { return server_count_; }
  const IpAddress& forbidden_address() const { return spec_.forbidden; }
  const WebPorts& ports() const { return ports_; }
  WallTime start() const { return start_; }
  // One for each source.
  std::vector<std::string> SeedUrls() const;

  // `answer` is cleared first. A host that isn't there gets 421 (Misdirected Request).
  void Answer(const WebRequest& request, WallTime now, WebAnswer& answer) const;

  // What the name servers say of `host` at the `ordinal`-th query (from 0). Empty: no answer.
  std::vector<IpAddress> Resolve(const VirtualHost& host, std::uint64_t ordinal) const;

  std::uint64_t PageCount(WallTime now) const;
  void ForEachPage(
      WallTime now,
      const std::function<void(const VirtualHost& host, std::string_view url)>& visit) const;

 private:
  VirtualWeb(const ServerSpec& servers, const WebPorts& ports, WallTime start)
      : spec_(servers), ports_(ports), start_(start) {}

  Status AddHosts(std::uint32_t source);
  void PlaceOnServers();

  ServerSpec spec_;
  WebPorts ports_;
  WallTime start_;
  std::string forbidden_host_;
  std::uint32_t server_count_ = 0;
  std::vector<Source> sources_;
  std::vector<VirtualHost> hosts_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  // views of hosts_' names
};

}  // namespace meguri
