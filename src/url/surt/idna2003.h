// Host names to ASCII by IDNA 2003 (RFC 3490, 3491, 3492).
//
// Only for SURT keys, whose tools never moved on: keys made years ago have "ss" for "ß".
// Wherever a URL is fetched the rules are those of UTS 46, in idna.h.
//
// Nameprep comes from ICU with Unicode 3.2, as the RFC has it. For code points younger than
// that the RFC leaves room; we follow Python's codec: they are lowered, count as neither
// right-to-left nor left-to-right, and are not normalised.
//
// Linear in the length of the host: the time per label is bounded, however hostile. Stateless.
#pragma once

#include <string>

namespace meguri::url {

// Bytes that aren't UTF-8 are left out. False, with `host` untouched, if a label has no ASCII
// form: it is empty (but for the one after a final dot), longer than 63 bytes as ASCII, or
// has characters that nameprep forbids. Labels that are ASCII stay as they are, case included.
[[nodiscard]] bool HostToAsciiIdna2003(std::string& host);

}  // namespace meguri::url
