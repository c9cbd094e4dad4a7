// A guess at an encoding that nobody declared.
#pragma once

#include <optional>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::html {

// nullopt if `bytes` are ASCII or look like nothing known. Reads what is not ASCII, and the
// ASCII around it, up to a sample of 16 KiB; ASCII alone is passed over at memory's speed.
// Never UTF-16, replacement or x-user-defined.
std::optional<encoding::Encoding> DetectCharset(std::string_view bytes);

}  // namespace meguri::html
