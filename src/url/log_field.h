// A text as a column of a log: the log of the lab and that of our requests write it alike.
#pragma once

#include <string>
#include <string_view>

namespace meguri::url {

// Appends `text` so that it is one word of visible ASCII: all else is percent-encoded; "-" for "".
void AppendLogField(std::string_view text, std::string& out);

}  // namespace meguri::url
