#include "sim/web/virtual_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/random.h"

namespace meguri {
namespace {

constexpr std::uint32_t kLoopbackEnd = 0x80000000;  // behind 127.255.255.255
constexpr std::uint32_t kShortTtl = 60;
constexpr std::uint32_t kLongTtl = 3600;

TlsService TlsOf(Misbehaviour kind) {
  switch (kind) {
    case Misbehaviour::kTlsBroken:
      return TlsService::kBroken;
    case Misbehaviour::kTlsExpired:
      return TlsService::kExpired;
    case Misbehaviour::kTlsWrongName:
      return TlsService::kWrongName;
    default:
      return TlsService::kValid;
  }
}

NameService NamesOf(Misbehaviour kind) {
  switch (kind) {
    case Misbehaviour::kDnsTimeout:
      return NameService::kTimesOut;
    case Misbehaviour::kDnsLies:
      return NameService::kLies;
    case Misbehaviour::kDnsRebinding:
      return NameService::kRebinds;
    default:
      return NameService::kNormal;
  }
}

// A misbehaving host has its server for itself, or it would spoil that of the others.
bool WantsOwnServer(const VirtualHost& host) { return host.misbehaviour != Misbehaviour::kNone; }

}  // namespace

Result<VirtualWeb> VirtualWeb::Create(const ServerSpec& servers, const WebPorts& ports,
                                      WallTime start, std::vector<Source> sources) {
  VirtualWeb web(servers, ports, start);
  web.sources_ = std::move(sources);
  web.forbidden_host_ = servers.forbidden.ToString();
  std::size_t hosts = 0;
  for (const Source& source : web.sources_)
    hosts += source.pages->host_count();
  if (hosts == 0) return Fail(ErrorCode::kInvalidArgument, "a web needs a host at least");
  web.hosts_.reserve(hosts);  // by_name_ has views of the names
  web.by_name_.reserve(hosts);
  for (std::uint32_t source = 0; source < web.sources_.size(); ++source) {
    MEGURI_CHECK_STATUS(web.AddHosts(source));
  }
  const auto own = static_cast<std::uint32_t>(std::ranges::count_if(web.hosts_, WantsOwnServer));
  const std::uint32_t shared = static_cast<std::uint32_t>(hosts) - own;
  web.server_count_ =
      own +
      (servers.servers == 0 ? shared : std::min(std::max(servers.servers, own + 1) - own, shared));
  if (!servers.first.is_v4() || servers.first.v4_number() >> 24U != 127 ||
      std::uint64_t{servers.first.v4_number()} + web.server_count_ > kLoopbackEnd) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} servers from {} on don't stay in 127.0.0.0/8", web.server_count_,
                            servers.first.ToString()));
  }
  web.PlaceOnServers();
  return web;
}

Status VirtualWeb::AddHosts(std::uint32_t source) {
  const Source& from = sources_[source];
  for (std::uint32_t i = 0; i < from.pages->host_count(); ++i) {
    VirtualHost host;
    host.name = from.pages->HostName(i);
    host.source = source;
    host.source_host = i;
    if (i < from.misbehaviours.size()) host.misbehaviour = from.misbehaviours[i];
    host.tls = TlsOf(host.misbehaviour);
    host.names = NamesOf(host.misbehaviour);
    if (host.misbehaviour == Misbehaviour::kMirror) host.source_host = 0;
    hosts_.push_back(std::move(host));
    const auto number = static_cast<std::uint32_t>(hosts_.size() - 1);
    if (!by_name_.emplace(hosts_.back().name, number).second) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("two sources bring the host {}", hosts_.back().name));
    }
  }
  return {};
}

void VirtualWeb::PlaceOnServers() {
  // What is drawn for a host depends on its name alone, so that one more host moves no other's
  // manners. Its server depends on its place: hosts 0, 1, … fill the servers evenly.
  const Random random = Random(spec_.seed).Split("servers");
  const auto own = static_cast<std::uint32_t>(std::ranges::count_if(hosts_, WantsOwnServer));
  const std::uint32_t shared = server_count_ - own;
  const std::uint32_t first = spec_.first.v4_number();
  std::uint32_t next_own = shared;
  std::uint32_t next_shared = 0;
  for (VirtualHost& host : hosts_) {
    Random draws = random.Split(StableHash64(host.name));
    host.key = draws.Next();
    const bool several = draws.Chance(spec_.several_addresses);
    const std::uint64_t more = 1 + draws.Uniform(2);
    const bool v6 = draws.Chance(spec_.v6);
    host.ttl_seconds = draws.Chance(0.5) ? kShortTtl : kLongTtl;
    if (WantsOwnServer(host)) {
      host.addresses.push_back(IpAddress::V4(first + next_own++));
      if (host.names == NameService::kRebinds) host.ttl_seconds = 0;
      continue;
    }
    const std::uint32_t place = next_shared++ % shared;
    host.addresses.push_back(IpAddress::V4(first + place));
    host.has_v6 = v6;
    for (std::uint64_t i = 1; several && i <= more && i < shared; ++i) {
      host.addresses.push_back(
          IpAddress::V4(first + static_cast<std::uint32_t>((place + i) % shared)));
    }
  }
}

const VirtualHost* VirtualWeb::FindHost(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &hosts_[found->second];
}

void VirtualWeb::Answer(const WebRequest& request, WallTime now, WebAnswer& answer) const {
  answer.Clear();
  const VirtualHost* const host = FindHost(request.host);
  if (host == nullptr) {
    answer.status = 421;
    answer.fields = "Content-Type: text/plain\r\n";
    answer.body = "No such host in this web.\n";
    return;
  }
  const MisbehaviourContext context{
      .ports = ports_, .forbidden_host = forbidden_host_, .start = start_, .key = host->key};
  const PageSource& pages = *sources_[host->source].pages;
  const Misbehaviour kind = host->misbehaviour;
  if (kind == Misbehaviour::kNone) return pages.Answer(host->source_host, request, now, answer);
  if (MisbehaveInstead(kind, request, now, context, answer)) return;
  std::string scratch;
  pages.Answer(host->source_host, MisbehaviourRequest(kind, request, scratch), now, answer);
  MisbehaveAfter(kind, request, now, context, answer);
}

std::vector<IpAddress> VirtualWeb::Resolve(const VirtualHost& host, std::uint64_t ordinal) const {
  switch (host.names) {
    case NameService::kTimesOut:
      return {};
    case NameService::kLies:
      return {spec_.forbidden};
    case NameService::kRebinds:
      if (ordinal > 0) return {spec_.forbidden};
      [[fallthrough]];
    case NameService::kNormal:
      return host.addresses;
  }
  return {};
}

std::vector<std::string> VirtualWeb::SeedUrls() const {
  std::vector<std::string> urls;
  for (const Source& source : sources_) {
    if (source.pages->host_count() > 0) urls.push_back(source.pages->SeedUrl());
  }
  return urls;
}

std::uint64_t VirtualWeb::PageCount(WallTime now) const {
  std::uint64_t pages = 0;
  for (const VirtualHost& host : hosts_) {
    pages += sources_[host.source].pages->PageCount(host.source_host, now);
  }
  return pages;
}

void VirtualWeb::ForEachPage(
    WallTime now,
    const std::function<void(const VirtualHost& host, std::string_view url)>& visit) const {
  std::string mirrored;
  for (const VirtualHost& host : hosts_) {
    const PageSource& pages = *sources_[host.source].pages;
    if (host.misbehaviour != Misbehaviour::kMirror) {
      pages.ForEachPage(host.source_host, now, [&](std::string_view url) { visit(host, url); });
      continue;
    }
    const std::string original = pages.HostName(host.source_host);
    pages.ForEachPage(host.source_host, now, [&](std::string_view url) {
      mirrored = url;
      mirrored.replace(mirrored.find("//") + 2, original.size(), host.name);
      visit(host, mirrored);
    });
  }
}

}  // namespace meguri
