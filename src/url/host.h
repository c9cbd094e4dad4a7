// The URL Standard's host parser: domains, IPv4 in all its historical spellings, IPv6,
// and the opaque hosts of schemes that we know nothing about.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

namespace meguri::url {

// Parses the host `input` (without port) and appends its serialised form to `out`: a domain
// lower-cased and in punycode, an IPv4 address dotted, an IPv6 address compressed and in
// brackets. Returns what it is; nullopt = failure, and then what was appended is undefined.
// `special`: the scheme is one of the standard's special ones. Never kNone or kEmpty.
std::optional<HostKind> AppendHost(std::string_view input, bool special, std::string& out);

// Reads what may stand between the brackets of an IPv6 host, with an IPv4 tail if there is
// one; zone ids are not part of URLs. Eight 16-bit pieces in order.
std::optional<std::array<std::uint16_t, 8>> ParseIpv6(std::string_view text);

// Appends the eight pieces as RFC 5952 writes them, without brackets.
void AppendIpv6(const std::array<std::uint16_t, 8>& pieces, std::string& out);

// Reads an IPv4 host in any of the spellings that browsers take: "127.1", "0x7f.1",
// "017700000001", "2130706433". nullopt when it isn't one.
std::optional<std::uint32_t> ParseIpv4(std::string_view text);

// Appends a.b.c.d.
void AppendIpv4(std::uint32_t address, std::string& out);

}  // namespace meguri::url
