// What a page itself says of its encoding, in ASCII, before anything is decoded.
// Total, linear, no state.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::html {

// How many bytes the standard lets be prescanned.
inline constexpr std::size_t kPrescanBytes = 1024;

// "prescan a byte stream to determine its encoding", to its letter, over all of `bytes` (give
// it the first kPrescanBytes). It doesn't know of scripts: a <meta> in one counts.
std::optional<encoding::Encoding> PrescanCharset(std::string_view bytes);

// The <meta> that a parser would meet first: found by the tokenizer, so not one in a comment, a
// script or any other element of raw text. The heap is asked a few times for all of it.
std::optional<encoding::Encoding> FindMetaCharset(std::string_view bytes);

// "extracting a character encoding from a meta element": "text/html; charset=x".
std::optional<encoding::Encoding> CharsetOfMetaContent(std::string_view content);

}  // namespace meguri::html
