// Can packing make bytes smaller? Told by a look at some of them.
#pragma once

#include <string_view>

namespace meguri::warc {

// True if the bytes look as those of gzip, Brotli, JPEG, PNG or video do: all values are about
// equally frequent. Looks at 1,024 of them, in about a microsecond; false if there are fewer than
// 2,048. Text is never taken for packed, base64 isn't, either. Any thread.
bool LooksPacked(std::string_view bytes);

}  // namespace meguri::warc
