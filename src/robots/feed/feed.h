// A feed as its publisher meant it: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed.
//
// The fields are named, and filled in, as the Universal Feed Parser documents it, so that what is
// known of it holds here: RSS's "description" of an entry is its summary, of a feed its subtitle;
// a guid is an id, and a link where there is no other; Dublin Core's and iTunes' elements stand
// for those of RSS and Atom. Markup in titles and summaries is neither resolved nor cleaned: what
// a title says is for whoever shows it to make safe.
//
// Reading is total and linear: any bytes give a feed, perhaps with version "" and no entries.
// Broken XML is read on (xml/xml_reader.h). Links are absolute where the feed's URL or xml:base
// allow it (link_base.h). Missing texts are "". Of a document that ends too early the last link or
// date is left out, since half of it is another one.
//
// No state: any thread may call ReadFeed(). Decisions: docs/design/sitemaps_and_feeds.md.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/feed/feed_date.h"

namespace meguri::robots {

struct FeedDate {
  std::string text;              // as written
  std::optional<FeedTime> time;  // nullopt if nobody can read it
};

struct FeedLink {
  std::string href;
  std::string rel;   // "alternate" if the feed says nothing
  std::string type;  // as declared, else what links of that rel usually are
  std::string length;
  std::string title;
  std::string hreflang;
};

struct FeedPerson {
  std::string name;
  std::string email;
  std::string href;

  bool empty() const { return name.empty() && email.empty() && href.empty(); }
};

struct FeedTag {
  std::string term;
  std::string scheme;
  std::string label;

  bool operator==(const FeedTag&) const = default;
};

struct FeedContent {
  std::string type;  // "text/plain", "text/html", "application/xhtml+xml", or as declared
  std::string value;
  std::string src;  // where it is, if it is not here
};

struct FeedGenerator {
  std::string name;
  std::string href;
  std::string version;
};

// A channel's <image> or <textInput>.
struct FeedBox {
  std::string title;
  std::string link;
  std::string href;  // the image itself
  std::string description;
  std::string name;
};

// What a feed, an entry and an entry's source have in common.
struct FeedPart {
  std::string title;
  std::string subtitle;
  std::string summary;
  std::string id;
  std::string link;  // the page: the last alternate link, or the id if it can be one
  std::vector<FeedLink> links;
  std::string author;  // "name (email)"
  FeedPerson author_detail;
  std::vector<FeedPerson> authors;
  std::vector<FeedPerson> contributors;
  std::string publisher;
  FeedPerson publisher_detail;
  FeedDate published;
  FeedDate updated;
  FeedDate created;
  FeedDate expired;
  std::string rights;
  std::string language;
  std::string icon;
  std::string logo;
  std::string comments;  // the page where the entry is discussed
  std::vector<FeedTag> tags;
  std::optional<FeedGenerator> generator;
  std::optional<bool> id_is_link;  // feedparser's guidislink; nullopt if there was no id
  std::string href;                // RSS: of an entry's source, its feed
};

struct FeedEntry : FeedPart {
  std::vector<FeedContent> content;
  std::vector<FeedLink> media;  // Media RSS: content and thumbnails
  std::unique_ptr<FeedPart> source;
};

struct Feed : FeedPart {
  std::string version;  // "rss20", "atom10", "json11", …; "" if this is no feed that we know
  std::vector<FeedEntry> entries;
  std::optional<FeedBox> image;
  std::optional<FeedBox> text_input;
  std::string info;
  std::string docs;
  bool truncated = false;  // there was more than FeedLimits allow
};

struct FeedLimits {
  // Of the document, as it came and in UTF-8. What is beyond is not read; of JSON, which can't be
  // read in part, nothing is.
  std::size_t max_bytes = std::size_t{16} << 20;
  // Of a text, references resolved and markup written out again, and of all of them. Cut at a
  // character.
  std::size_t max_text_bytes = std::size_t{1} << 20;
  std::size_t max_total_text_bytes = std::size_t{32} << 20;
  std::size_t max_entries = 10'000;
  std::size_t max_links = 1'000;  // of one entry; as many persons and tags
};

// Where the bytes come from.
struct FeedSource {
  std::string_view url;           // links are relative to it; may be ""
  std::string_view content_type;  // the header field; may be ""
  std::string_view language;      // Content-Language; may be ""
};

Feed ReadFeed(std::string_view bytes, const FeedSource& source, const FeedLimits& limits = {});

// The same from text in UTF-8 that is known to be XML.
Feed ReadXmlFeed(std::string_view text, const FeedSource& source, const FeedLimits& limits);
// The same from JSON.
Feed ReadJsonFeed(std::string_view text, const FeedSource& source, const FeedLimits& limits);

// The links of rel "enclosure", which feedparser lists by themselves.
std::vector<FeedLink> EnclosuresOf(const FeedPart& part);

}  // namespace meguri::robots
