// What a name server answered, read for the addresses of one name.
//
// Total: any bytes give a DnsAnswerRead. Names are followed through at most 128 pointers, and no
// more than kMaxRecords records are read, so that the cost is bounded whatever comes. Only records
// of the name that was asked for, or of the one that it is an alias for (CNAME, 16 at most), count.
// No state: any thread may call it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"

namespace meguri {

enum class AddressFamily : std::uint8_t { kV4, kV6 };  // A, AAAA

struct DnsAnswerRead {
  static constexpr std::size_t kMaxRecords = 256;

  bool readable = false;             // false: cut off or broken; the rest is what came before
  std::uint8_t code = 0;             // RCODE
  std::vector<IpAddress> addresses;  // as they came
  // The least of the records that led to the addresses; without any, how long their absence holds
  // (RFC 2308: the SOA's own TTL, or its minimum, if that is less).
  std::optional<std::uint32_t> ttl;
  // Those records as in a zone file, a line each, names in lower case.
  std::vector<std::string> lines;
};

// `host` in any case, with or without the root's dot.
DnsAnswerRead ReadDnsAnswer(std::string_view message, std::string_view host, AddressFamily family);

}  // namespace meguri
