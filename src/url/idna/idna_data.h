// Character data of Unicode 17, as UTS #46 needs it: IDNA status and mapping, NFC, and the
// properties its bidi and joiner rules ask for.
//
// ICU holds the data of the Unicode version it was built for (15.0 at the oldest); a small
// generated table, idna_delta.inc, holds what changed since and wins. Its rows say what is
// true in Unicode 17, so a newer ICU below them changes nothing. docs/design/idna.md.
//
// Lookups cost a binary search in a table of some hundred rows, then ICU's trie.
// Stateless and thread-safe. Takes any number up to U+10FFFF.
#pragma once

#include <unicode/uchar.h>

#include <cstdint>
#include <string>

namespace meguri::url {

enum class IdnaStatus : std::uint8_t { kValid, kMapped, kIgnored, kDisallowed };

// With UseSTD3ASCIIRules=false and non-transitional: the deviations (ß, ς, the joiners) are
// valid.
IdnaStatus IdnaStatusOf(char32_t c);

// Appends what `c` becomes in UTS #46's mapping step: itself, its mapping (perhaps
// decomposed: ToNfc() must follow) or nothing. False if `c` is disallowed.
[[nodiscard]] bool AppendIdnaMapping(char32_t c, std::u32string& out);

// Unicode Normalization Form C. O(n log n) on hostile runs of marks, else linear.
void ToNfc(std::u32string& text);

UCharDirection BidiClassOf(char32_t c);
UJoiningType JoiningTypeOf(char32_t c);
bool IsMark(char32_t c);    // General_Category=Mark
bool IsVirama(char32_t c);  // Canonical_Combining_Class=Virama

}  // namespace meguri::url
