#include "xml/vocabulary.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace meguri::xml {
namespace {

struct Known {
  std::string_view name;
  Vocabulary vocabulary;
};

using enum Vocabulary;

constexpr std::array kUris = {
    Known{"http://www.sitemaps.org/schemas/sitemap/0.9", kSitemap},
    Known{"http://www.google.com/schemas/sitemap-image/1.1", kImage},
    Known{"http://www.google.com/schemas/sitemap-video/1.1", kVideo},
    Known{"http://www.google.com/schemas/sitemap-news/0.9", kNews},
    Known{"http://www.w3.org/1999/xhtml", kXhtml},
    Known{"http://www.w3.org/2005/atom", kAtom},
    Known{"http://purl.org/atom/ns#", kAtom},
    Known{"http://purl.org/echo/", kAtom},
    Known{"http://purl.org/pie/", kAtom},
    Known{"http://example.com/newformat#", kAtom},
    Known{"http://example.com/necho", kAtom},
    Known{"uri/of/echo/namespace#", kAtom},
    Known{"http://backend.userland.com/rss", kRss},
    Known{"http://blogs.law.harvard.edu/tech/rss", kRss},
    Known{"http://purl.org/rss/1.0/", kRss},
    Known{"http://my.netscape.com/rdf/simple/0.9/", kRss},
    Known{"http://channel.netscape.com/rdf/simple/0.9/", kRss},
    Known{"http://purl.org/rss/1.0/modules/rss091#", kRss},
    Known{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", kRdf},
    Known{"http://purl.org/dc/elements/1.1/", kDublinCore},
    Known{"http://purl.org/dc/terms/", kDublinCoreTerms},
    Known{"http://purl.org/rss/1.0/modules/content/", kContent},
    Known{"http://www.itunes.com/dtds/podcast-1.0.dtd", kItunes},
    Known{"http://example.com/dtds/podcast-1.0.dtd", kItunes},
    Known{"http://search.yahoo.com/mrss", kMedia},
    Known{"http://search.yahoo.com/mrss/", kMedia},
    Known{"http://www.w3.org/xml/1998/namespace", kXml},
    Known{"http://www.w3.org/2000/xmlns/", kXmlns},
    Known{"http://webns.net/mvcb/", kForeign},
    Known{"http://www.w3.org/2000/svg", kForeign},
    Known{"http://www.w3.org/1998/math/mathml", kForeign},
    Known{"http://purl.org/rss/1.0/modules/slash/", kForeign},
    Known{"http://purl.org/rss/1.0/modules/syndication/", kForeign},
    Known{"http://wellformedweb.org/commentapi/", kForeign},
    Known{"http://purl.org/syndication/thread/1.0", kForeign},
    Known{"http://www.georss.org/georss", kForeign},
    Known{"http://xmlns.com/foaf/0.1/", kForeign},
};

constexpr std::array kPrefixes = {
    Known{"xml", kXml},         Known{"xmlns", kXmlns},
    Known{"rss", kRss},         Known{"atom", kAtom},
    Known{"atom10", kAtom},     Known{"a10", kAtom},
    Known{"rdf", kRdf},         Known{"dc", kDublinCore},
    Known{"content", kContent}, Known{"dcterms", kDublinCoreTerms},
    Known{"itunes", kItunes},   Known{"media", kMedia},
    Known{"xhtml", kXhtml},     Known{"sitemap", kSitemap},
    Known{"image", kImage},     Known{"video", kVideo},
    Known{"news", kNews},
};

constexpr std::string_view kUserland = "http://backend.userland.com/rss";
constexpr std::string_view kHttp = "http:";
constexpr std::string_view kHttps = "https:";

bool StartsWith(std::string_view text, std::string_view prefix) {
  return EqualsIgnoringAsciiCase(text.substr(0, prefix.size()), prefix);
}

// A site that moved to https took its namespaces along.
bool IsSecured(std::string_view uri, std::string_view known) {
  return StartsWith(uri, kHttps) && StartsWith(known, kHttp) &&
         EqualsIgnoringAsciiCase(uri.substr(kHttps.size()), known.substr(kHttp.size()));
}

}  // namespace

Vocabulary VocabularyOfUri(std::string_view uri) {
  uri = TrimAsciiSpace(uri);
  if (StartsWith(uri, kUserland)) return kRss;  // with many endings: rss2, rss091, ...
  for (const Known& row : kUris) {
    if (EqualsIgnoringAsciiCase(row.name, uri) || IsSecured(uri, row.name)) return row.vocabulary;
  }
  return kOther;
}

Vocabulary VocabularyOfPrefix(std::string_view prefix) {
  const auto* found = std::ranges::find_if(
      kPrefixes, [prefix](const Known& row) { return EqualsIgnoringAsciiCase(row.name, prefix); });
  return found == kPrefixes.end() ? kOther : found->vocabulary;
}

}  // namespace meguri::xml
