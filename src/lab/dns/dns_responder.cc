#include "lab/dns/dns_responder.h"

#include <algorithm>
#include <array>
#include <limits>

namespace meguri {
namespace {

constexpr std::uint32_t kZoneTtl = 3600;
constexpr std::uint32_t kNegativeTtl = 60;
constexpr std::size_t kMaxTcpBytes = std::numeric_limits<std::uint16_t>::max();

IpAddress LoopbackV6() {
  std::array<std::uint8_t, 16> bytes{};
  bytes.back() = 1;
  return IpAddress::V6(bytes);
}

std::string_view LastLabel(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

bool IsTransfer(DnsType type) { return type == DnsType::kAxfr || type == DnsType::kIxfr; }

}  // namespace

DnsResponder::DnsResponder(const VirtualWeb& web, std::size_t max_udp_bytes)
    : web_(web), max_udp_bytes_(max_udp_bytes) {
  for (const VirtualHost& host : web.hosts()) {
    std::string_view name = host.name;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
      name.remove_prefix(dot + 1);
      if (!above_.insert(name).second) break;
    }
  }
}

DnsResponder::Outcome DnsResponder::Respond(std::string_view message, bool udp, std::string& out) {
  ParseDnsQuery(message, query_);
  if (!query_.answerable) return Outcome::kSilent;
  answer_.answers.clear();
  answer_.authority.clear();
  answer_.code = query_.code;
  answer_.authoritative = false;
  if (query_.code == DnsCode::kNoError && !Answer()) return Outcome::kSilent;
  const std::size_t client_takes = std::max<std::size_t>(query_.udp_bytes, kPlainUdpBytes);
  const std::size_t max_bytes = udp ? std::min(client_takes, max_udp_bytes_) : kMaxTcpBytes;
  WriteDnsAnswer(query_, answer_, max_bytes, out);
  constexpr unsigned kTcOfThirdByte = 0x02;
  if ((static_cast<unsigned>(out[2]) & kTcOfThirdByte) != 0) return Outcome::kTruncated;
  if (!answer_.answers.empty()) return Outcome::kAnswered;
  return answer_.authority.empty() ? Outcome::kError : Outcome::kNegative;
}

DnsResponder::Name DnsResponder::Find() const {
  Name name;
  name.labels = LabelCount(query_.wire_name);
  name.zone_cut = name.labels;  // the root's zone, for names of no other
  // A dot within a label is nobody's, and would make a wrong last label.
  if (query_.name.find('\\') == std::string::npos && name.labels > 0) {
    const std::string_view zone = LastLabel(query_.name);
    if (above_.contains(zone) || web_.FindHost(zone) != nullptr) name.zone_cut = name.labels - 1;
  }
  name.host = web_.FindHost(query_.name);
  name.exists = name.host != nullptr || above_.contains(query_.name) || name.zone_cut == 0;
  return name;
}

bool DnsResponder::Answer() {
  if (query_.klass != kDnsClassIn || IsTransfer(query_.type)) {
    answer_.code = DnsCode::kRefused;
    return true;
  }
  const Name name = Find();
  if (name.host != nullptr && name.host->names == NameService::kTimesOut) return false;
  answer_.authoritative = true;
  AnswerName(name);
  return true;
}

void DnsResponder::AnswerName(const Name& name) {
  // The name server of each zone, unless a host has its name.
  const bool is_name_server =
      !name.exists && (query_.name == "ns" ||
                       (query_.name.starts_with("ns.") && name.labels == 2 && name.zone_cut == 1));
  if (!name.exists && !is_name_server) {
    answer_.code = DnsCode::kNxDomain;
    AddSoa(name);
    return;
  }
  const bool apex = name.zone_cut == 0;
  if (query_.type == DnsType::kAny) {
    answer_.answers.push_back({.type = DnsType::kHinfo, .ttl = kZoneTtl});
  } else if (apex && (query_.type == DnsType::kSoa || query_.type == DnsType::kNs)) {
    answer_.answers.push_back({.type = query_.type, .ttl = kZoneTtl});
  } else if (query_.type == DnsType::kA || query_.type == DnsType::kAaaa) {
    if (is_name_server) {
      const bool v6 = query_.type == DnsType::kAaaa;
      answer_.answers.push_back({.type = query_.type,
                                 .ttl = kZoneTtl,
                                 .address = v6 ? LoopbackV6() : IpAddress::V4(0x7F000001)});
    } else if (name.host != nullptr) {
      AnswerAddresses(name);
    }
  }
  if (answer_.answers.empty()) AddSoa(name);
}

void DnsResponder::AnswerAddresses(const Name& name) {
  const VirtualHost& host = *name.host;
  if (query_.type == DnsType::kAaaa) {
    if (!host.has_v6) return;
    answer_.answers.push_back(
        {.type = DnsType::kAaaa, .ttl = host.ttl_seconds, .address = LoopbackV6()});
    return;
  }
  const std::uint64_t ordinal = host.names == NameService::kRebinds ? ordinals_[&host]++ : 0;
  for (const IpAddress& address : web_.Resolve(host, ordinal)) {
    answer_.answers.push_back({.type = DnsType::kA, .ttl = host.ttl_seconds, .address = address});
  }
}

void DnsResponder::AddSoa(const Name& name) {
  answer_.authority.push_back(
      {.labels_cut = name.zone_cut, .type = DnsType::kSoa, .ttl = kNegativeTtl});
}

}  // namespace meguri
