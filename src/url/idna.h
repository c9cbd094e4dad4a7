// International domain names: the URL Standard's "domain to ASCII" and "domain to Unicode".
//
// A wholly ASCII domain is lower-cased and nothing else: "xn--" labels are taken as they
// are, valid or not, as the standard has it since 2026. A domain with any other character
// goes through UTS #46 ToASCII (non-transitional, CheckBidi, CheckJoiners; no hyphen, STD3 or
// DNS length rules), in which a label that is not valid fails the whole domain.
//
// Stateless and thread-safe. Cost: linear in the length of the domain.
#pragma once

#include <string>
#include <string_view>

namespace meguri::url {

// Appends the ASCII form of `domain` to `out`; false, with `out` unchanged, where the
// standard says "failure" or the result would be empty. `domain` is any bytes, read as
// UTF-8; what is not UTF-8 fails. Forbidden domain code points are left to the caller.
[[nodiscard]] bool DomainToAscii(std::string_view domain, std::string& out);

// For display: the domain with its valid "xn--" labels decoded, as UTF-8. Never fails: a
// label that is not valid stays as it is.
std::string DomainToUnicode(std::string_view domain);

}  // namespace meguri::url
