// What belongs to pages besides HTML: images, style sheets, scripts, documents. Each is a file
// that programs open without complaint, made of nothing but a key, and of a size as usual on the
// web. The same key gives the same bytes everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/page/prose_bank.h"

namespace meguri {

// A landscape in colours of its own, as the images of html_page.h are to be: four to three.
// All at the end of `out`.
void AppendPng(std::uint64_t key, std::string& out);  // 160 × 120, 10 kB
void AppendGif(std::uint64_t key, std::string& out);  // 96 × 72, 7 kB
void AppendSvg(std::uint64_t key, std::string& out);  // 1 kB

// Makes the pages of html_page.h pleasant to read, in colours of the key's; about 3 kB.
// `image_url` (ASCII; empty: none) stands in it once, as the header's background.
void AppendStyleSheet(std::uint64_t key, std::string_view image_url, std::string& out);

// Harmless JavaScript that names no URL; about 2 kB.
void AppendScript(std::uint64_t key, std::string& out);

// One page of English text; about 4 kB. Its title is the key's, as in ProseBank.
void AppendPdf(const ProseBank& bank, std::uint64_t key, std::string& out);

}  // namespace meguri
