// International domain names: the URL Standard's "domain to ASCII" and "domain to Unicode".
//
//   "Bücher.DE"  -> "xn--bcher-kva.de"     mapped, normalised, checked, Punycode
//   "xn--A.com"  -> "xn--a.com"            wholly ASCII: lower-cased and nothing else
//   "xn--a.ß"    -> failure                "xn--a" is no Punycode
//
// A wholly ASCII domain never fails: "xn--" labels are taken as they are, valid or not, as
// the standard has it since 2026. A domain with any other character goes through UTS #46
// ToASCII of Unicode 17 (non-transitional, CheckBidi, CheckJoiners; no hyphen, STD3 or DNS
// length rules), in which one label that is not valid fails the whole domain.
//
// Cost: linear for ASCII, O(n log n) at worst for hostile labels, however long.
// Stateless and thread-safe. Where the character data comes from: docs/design/idna.md.
#pragma once

#include <string>
#include <string_view>

namespace meguri::url {

// Appends the ASCII form of `domain` to `out`; false, with `out` unchanged, where the
// standard says "failure" or the result would be empty. `domain` is any bytes, read as
// UTF-8; what is not UTF-8 fails. Forbidden domain code points are left to the caller.
[[nodiscard]] bool DomainToAscii(std::string_view domain, std::string& out);

// For display: the domain with its "xn--" labels decoded. Never fails: unless all of it is
// valid, it is given back as it is. So whatever DomainToAscii() accepts and returns is also
// what it makes of its displayed form.
std::string DomainToUnicode(std::string_view domain);

}  // namespace meguri::url
