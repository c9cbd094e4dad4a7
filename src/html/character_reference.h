// Character references: "&amp;", "&#x26;", "&#38;" and their broken relatives, by the HTML
// Standard's tokenizer. Total and linear; any thread may call it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::html {

// In an attribute "&copy=1" stands for itself, since it is most likely a URL's parameter.
enum class ReferencePlace : std::uint8_t { kText, kAttribute };

// What becomes of NUL characters.
enum class NulRule : std::uint8_t { kKeep, kReplace };

// What a reference by number stands for: U+FFFD where it is no character, and what windows-1252
// has for 0x80 to 0x9F.
char32_t CharacterOfNumber(std::uint32_t number);

// True if `raw` has something that decoding would change: '&', CR or NUL.
bool NeedsDecoding(std::string_view raw);

// Appends `raw` with references decoded, CR and CRLF as LF, and NUL as `nul` says.
void AppendDecoded(std::string_view raw, ReferencePlace place, NulRule nul, std::string& out);

// The same without references: comments, scripts, CDATA sections.
void AppendNormalised(std::string_view raw, NulRule nul, std::string& out);

}  // namespace meguri::html
