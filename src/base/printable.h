// Text from outside, made safe to show: nothing that a server sends may move somebody's
// cursor, ring his bell, forge a line or turn text round on his screen.
#pragma once

#include <string>
#include <string_view>

namespace meguri {

// True for what must not reach a screen as it is: C0 and C1 controls, DEL, bidi controls, line
// separators, the byte order mark.
bool IsUnprintable(char32_t code_point);

// Appends `text` with such characters as \n, \t or \u001b and with bytes that are no UTF-8 as
// \xff. A backslash stays, so this is for reading, not for parsing back.
void AppendPrintable(std::string_view text, std::string& out);
std::string Printable(std::string_view text);

}  // namespace meguri
