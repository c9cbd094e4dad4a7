// A link of a page: where it leads, what it is, and what the page says of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace meguri::html {

enum class LinkKind : std::uint8_t {
  kAnchor,      // <a href>, SVG's too
  kArea,        // <area href>
  kFrame,       // <frame src>
  kIframe,      // <iframe src>
  kForm,        // <form action>, method GET
  kRefresh,     // <meta http-equiv=refresh>, the Refresh header
  kCanonical,   // <link rel=canonical>
  kAlternate,   // <link rel=alternate>: another language, another form, a feed
  kRelated,     // <link> to a further page: next, prev, author, license, …
  kStylesheet,  // <link rel=stylesheet>, @import
  kIcon,        // <link rel=icon> and its many names
  kPreload,     // <link rel=preload>, modulepreload, and the web app's manifest
  kService,     // <link> to what is neither: preconnect, pingback, search, …
  kImage,       // <img src>, <input type=image>, background=, poster=, SVG's <image>
  kSrcset,      // a candidate of srcset= or imagesrcset=
  kScript,      // <script src>
  kMedia,       // <video>, <audio>, <source>, <track>
  kObject,      // <object data>, <embed src>
  kCss,         // url(…) in a style sheet, a <style> or a style=
};

// "a", "area", …: for people, and for `meguri parse --json`.
std::string_view LinkKindName(LinkKind kind);

// A page to crawl; with kIframe and kFrame both hold.
bool IsPageLink(LinkKind kind);
// Needed to show the page: to be archived with it.
bool IsRequisiteLink(LinkKind kind);

// The words of rel= that change what we do.
struct LinkRel {
  bool nofollow = false;  // nofollow, ugc, sponsored: not a vote of the page's author
  bool stylesheet = false;
  bool alternate = false;
  bool canonical = false;
  bool icon = false;
  bool preload = false;
  bool related = false;

  bool operator==(const LinkRel&) const = default;
};

LinkRel ParseRel(std::string_view rel);
// Of a <link> or a Link header with that rel.
LinkKind KindOfRel(const LinkRel& rel);

// Views live as long as the PageLinks they are from.
struct Link {
  LinkKind kind;
  bool nofollow;              // by its rel; not by the page's robots directives
  std::string_view url;       // absolute, http or https, without a fragment
  std::string_view text;      // <a>: its text, with the alt of images; <area>: its alt
  std::string_view rel;       // as written
  std::string_view hreflang;  // as written
};

}  // namespace meguri::html
