// What the lab's name server says of a virtual web's hosts: an authority for all names there are.
//
//   "www.kitamori.test"  a host            A, AAAA (::1) if it has one, with the host's TTL
//   "kitamori.test"      has hosts below   no data (NOERROR with SOA), as RFC 8020 wants
//   "test"               apex of a zone    SOA, NS
//   "ns.test"            its name server   A 127.0.0.1, AAAA ::1
//   "x.test"             nobody            NXDOMAIN with the SOA of test.
//   "x.example"          no such zone      NXDOMAIN with the SOA of the root
//
// ANY gets HINFO (RFC 8482), transfers and classes other than IN are refused. A host that times
// out gets no answer to anything. The A queries of each host that rebinds are counted: if both
// families are asked for at once, the honest answer is still the first one for A.
//
// Cost: one look-up, below 1 µs; a view for each name above a host. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "lab/dns/dns_message.h"
#include "sim/web/virtual_web.h"

namespace meguri {

class DnsResponder {
 public:
  // `web` must outlive this. No answer over UDP is longer than `max_udp_bytes`.
  DnsResponder(const VirtualWeb& web, std::size_t max_udp_bytes);

  enum class Outcome : std::uint8_t { kAnswered, kTruncated, kNegative, kError, kSilent };

  // The answer to `message` into `out`, unless kSilent. kNegative: the name or the type isn't
  // there; kError: FORMERR and the like.
  Outcome Respond(std::string_view message, bool udp, std::string& out);

 private:
  struct Name {
    const VirtualHost* host = nullptr;
    bool exists = false;
    std::size_t labels = 0;
    std::size_t zone_cut = 0;  // labels that are not the zone's
  };

  Name Find() const;
  // False: silence.
  bool Answer();
  void AnswerName(const Name& name);
  void AnswerAddresses(const Name& name);
  void AddSoa(const Name& name);

  const VirtualWeb& web_;
  const std::size_t max_udp_bytes_;
  std::unordered_set<std::string_view> above_;  // names above hosts; views of web_'s
  std::unordered_map<const VirtualHost*, std::uint64_t> ordinals_;  // of those that rebind
  DnsQuery query_;
  DnsAnswer answer_;
};

}  // namespace meguri
