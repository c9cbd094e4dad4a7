// Text from anywhere, put into HTML, SVG, JSON within HTML, and CSV, so that it stays text.
//
// All of them write U+FFFD for bytes that are no UTF-8 and for characters that XML can't hold or
// that turn a reader's text round (base/printable.h), but for tabs and line ends.
#pragma once

#include <string>
#include <string_view>

namespace meguri::report {

// For text and for quoted attributes, of HTML as of XML.
void AppendMarkup(std::string_view text, std::string& out);
std::string Markup(std::string_view text);

// With its quotes; nothing in it can end a <script> or begin a comment.
void AppendJsonString(std::string_view text, std::string& out);

// A field by RFC 4180, in quotes if it needs them.
void AppendCsvField(std::string_view text, std::string& out);

// Whole numbers below 10^15 in full, others to ten digits. Read again it is finite, too.
// REQUIRES: finite.
void AppendDouble(double number, std::string& out);

}  // namespace meguri::report
