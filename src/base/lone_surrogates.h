// Half a character in JSON. JavaScript strings may hold half a surrogate pair, as when a text is
// cut in the middle of an emoji, and JSON from there "\ud83d"; no UTF-8 text can, and a strict
// reader refuses the whole document. Linear; no state: any thread may call this.
#pragma once

#include <string>
#include <string_view>

namespace meguri {

// `json` with "\ufffd" for each such escape, as the web's own conversions have it.
std::string ReplaceLoneSurrogates(std::string_view json);

}  // namespace meguri
