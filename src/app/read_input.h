// A file that a command was given on its command line, and the URL that it is from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "url/url.h"

namespace meguri::app {

// More than a page has, and less than a machine's memory.
inline constexpr std::size_t kMaxInputBytes = std::size_t{256} << 20U;

// The bytes of `path`, "-" for stdin, at most `max_bytes` of them.
Result<std::string> ReadInput(const std::string& path, std::size_t max_bytes = kMaxInputBytes);

// What --url says; fails if that is no URL by itself.
Result<url::Url> ParseUrlOption(std::string_view url);

}  // namespace meguri::app
