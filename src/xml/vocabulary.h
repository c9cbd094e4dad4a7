// The vocabularies (namespaces) that sitemaps and feeds are written in.
//
// A document says which vocabulary an element is of by a URI that its prefix is bound to. The
// URI decides, in any case of letters, as feed readers have it; where a prefix is not bound at
// all, the one it usually stands for is meant.
// No state: any thread may call these functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace meguri::xml {

enum class Vocabulary : std::uint8_t {
  kNone,   // no prefix, and no default namespace or one that nobody knows
  kOther,  // a prefix that nobody knows
  kXml,    // xml:base, xml:lang
  kXmlns,  // a declaration of a namespace
  kRss,    // RSS of any version: most files have it without a namespace
  kAtom,   // 0.3 and 1.0 and what came before them
  kRdf,
  kDublinCore,
  kDublinCoreTerms,
  kContent,  // content:encoded
  kItunes,
  kMedia,
  kXhtml,
  kSitemap,
  kImage,  // of sitemaps
  kVideo,
  kNews,
  kForeign,  // known to be none of these: admin, geo, slash, thr, ...
};

// Of a namespace's URI; kOther if it is none of these.
Vocabulary VocabularyOfUri(std::string_view uri);

// Of a prefix that is not declared; kOther if it usually stands for nothing.
Vocabulary VocabularyOfPrefix(std::string_view prefix);

}  // namespace meguri::xml
