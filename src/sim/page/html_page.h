// A page as it would be on the real web, made of nothing but a key: title, headings, prose,
// navigation, images, style sheet, in a language and a charset.
//
// The same HtmlPage gives the same bytes everywhere. Prose comes in whole sentences that the
// ProseBank holds ready in every charset, so that a page costs little more than its copying:
// a 20 kB page with 50 links about 5 µs (bench/sim). The heap is asked only if `out` has no room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/page/prose_bank.h"

namespace meguri {

struct PageLink {
  std::string_view url;         // as it stands in the href; ASCII
  std::uint64_t title_key = 0;  // of the page it leads to: its title is the anchor text
};

struct HtmlPage {
  std::uint64_t key = 0;      // title, headings and prose follow from it
  std::uint64_t version = 0;  // a new one has a tenth of the paragraphs rewritten, one at least
  std::uint64_t trivial = 0;  // shown as a visitor counter; nothing else changes with it
  WallTime updated;           // shown as the date of this version
  Language language = Language::kEnglish;
  PageCharset charset = PageCharset::kUtf8;
  std::uint32_t bytes = 20'000;  // about so many, if the links leave room
  std::string_view site_name;    // ASCII; in the header and the footer
  std::string_view style_sheet;  // URLs; empty: none
  std::string_view script;
  std::string_view feed;
  std::string_view canonical;
  std::span<const PageLink> navigation;  // in <nav>
  std::span<const PageLink> links;       // spread over the prose, each once, in this order
  std::span<const std::string_view> images;
};

// At the end of `out`.
void AppendHtmlPage(const ProseBank& bank, const HtmlPage& page, std::string& out);

}  // namespace meguri
