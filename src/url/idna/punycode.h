// Punycode (RFC 3492): Unicode labels in letters, digits and hyphens, without the "xn--".
//
// The textbook coder is quadratic: the encoder walks the label once per distinct character,
// the decoder inserts into the middle of an array. A page can make us do this on megabytes
// (the URL Standard puts no limit on labels), so both directions use a Fenwick tree over
// positions instead, and cost O(n log n). Numbers are 64 bits wide: nothing overflows that
// the format can express, and labels of any length go through.
//
// Stateless and thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace meguri::url {

// Appends the Punycode of `label` to `out`. ASCII characters go through as they are.
// REQUIRES: every element is at most U+10FFFF.
void EncodePunycode(std::u32string_view label, std::string& out);

// Appends what `text` decodes to; digits may be of either case. False, with `out` unchanged,
// if `text` is no Punycode or names a surrogate or a number above U+10FFFF.
[[nodiscard]] bool DecodePunycode(std::string_view text, std::u32string& out);

}  // namespace meguri::url
