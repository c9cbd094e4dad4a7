#include "robots/feed/feed.h"

#include <algorithm>

#include "base/ascii.h"
#include "robots/feed/feed_builder.h"
#include "robots/feed/feed_text.h"
#include "xml/xml_encoding.h"
#include "xml/xml_reader.h"

namespace meguri::robots {
namespace {

bool LooksLikeJson(std::string_view text, std::string_view content_type) {
  text = TrimAsciiSpace(text.substr(0, 1024));
  if (text.starts_with('{')) return true;
  return AsciiLowered(content_type).find("json") != std::string::npos && !text.starts_with('<');
}

}  // namespace

Feed ReadFeed(std::string_view bytes, const FeedSource& source, const FeedLimits& limits) {
  const std::string_view read = CutAtCharacter(bytes, limits.max_bytes);
  const bool is_cut = read.size() < bytes.size();
  std::string scratch;
  const std::string_view text = xml::DecodeDocument(read, source.content_type, scratch).text;
  Feed feed;
  if (!LooksLikeJson(text, source.content_type)) {
    feed = ReadXmlFeed(text, source, limits);
  } else if (!is_cut) {
    feed = ReadJsonFeed(text, source, limits);
  }
  feed.truncated |= is_cut;
  return feed;
}

Feed ReadXmlFeed(std::string_view text, const FeedSource& source, const FeedLimits& limits) {
  const std::string_view read = CutAtCharacter(text, limits.max_bytes);
  xml::XmlReader reader(read);
  Feed feed = FeedBuilder(source, limits).Build(reader);
  feed.truncated |= read.size() < text.size();
  return feed;
}

std::vector<FeedLink> EnclosuresOf(const FeedPart& part) {
  std::vector<FeedLink> enclosures;
  std::ranges::copy_if(part.links, std::back_inserter(enclosures),
                       [](const FeedLink& link) { return link.rel == "enclosure"; });
  return enclosures;
}

}  // namespace meguri::robots
