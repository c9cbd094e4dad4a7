// Character data as written in a document, made into text: references resolved, line ends one.
//
// What a reference may be: &#60; &#x3c; &lt;, an entity that the document's own DOCTYPE declares
// and that is harmless (doctype.h), or one of HTML's names, since feeds have "&nbsp;" without
// declaring it. Any other stays as it is written, as does a bare '&'. Numbers that name no
// character become U+FFFD, 128 to 159 the windows-1252 characters that were meant, as in HTML.
//
// Total and linear: at most kMaxReference bytes are looked at per '&', and every kind of
// reference but a declared entity gives less than it takes; those are bounded by doctype.h.
// No state: any thread may call this.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meguri::xml {

class Doctype;

inline constexpr std::size_t kMaxReference = 40;

inline constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1) / 2;

// Appends the text of `raw`. `doctype` may be null. Once `out` has more than `max_size` bytes it
// is cut to that, at a character, and the rest is not looked at: then false.
bool AppendText(std::string_view raw, const Doctype* doctype, std::string& out,
                std::size_t max_size = kNoLimit);
// The same of what has no references, as in CDATA sections.
bool AppendPlain(std::string_view raw, std::string& out, std::size_t max_size);

// Appends what the reference at the front of `text` stands for, and returns its length in
// `text`; 0 if there is none that is known. REQUIRES: `text` begins with '&'.
std::size_t AppendReference(std::string_view text, const Doctype* doctype, std::string& out);

}  // namespace meguri::xml
