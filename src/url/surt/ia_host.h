// The host part of a SURT key: what the Internet Archive's tools make of one.
//
// Looser than the URL Standard in every way: nothing is refused, "017.1" is an IPv4 address,
// any number is one, and a host that IDNA won't have stays as it is, escaped. Linear in the
// host's length. Order and reasons: docs/design/surt.md. Stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::url::ia {

// Unescapes, maps to ASCII by IDNA 2003, lowers, trims dots, rewrites IPv4 addresses as four
// decimal numbers and escapes what is left. The result is visible ASCII, possibly empty.
void CanonicalizeHost(std::string& host);

// An IPv4 address as inet_aton() reads it, without hex: two to four numbers, octal after a
// leading zero, the last filling the bytes left. If the first number has the zero, none may
// have an 8 or 9. A lone number is decimal and cut to 32 bits, however long it is.
std::optional<std::uint32_t> ParseLooseIpv4(std::string_view host);

// Dotted decimal.
std::string Ipv4Text(std::uint32_t address);

// Removes a leading "www." or "www12.".
// REQUIRES: `host` is lower case.
void StripWww(std::string& host);

}  // namespace meguri::url::ia
