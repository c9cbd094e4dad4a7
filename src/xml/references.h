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

// Appends the text of `raw`. `doctype` may be null.
void AppendText(std::string_view raw, const Doctype* doctype, std::string& out);

// Appends what the reference at the front of `text` stands for, and returns its length in
// `text`; 0 if there is none that is known. REQUIRES: `text` begins with '&'.
std::size_t AppendReference(std::string_view text, const Doctype* doctype, std::string& out);

}  // namespace meguri::xml
