#include "robots/feed/feed.h"

#include <algorithm>

#include "base/ascii.h"
#include "robots/feed/feed_builder.h"
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
  std::string scratch;
  const std::string_view text = xml::DecodeDocument(bytes, source.content_type, scratch).text;
  if (LooksLikeJson(text, source.content_type)) return ReadJsonFeed(text, source, limits);
  return ReadXmlFeed(text, source, limits);
}

Feed ReadXmlFeed(std::string_view text, const FeedSource& source, const FeedLimits& limits) {
  xml::XmlReader reader(text);
  return FeedBuilder(source, limits).Build(reader);
}

std::vector<FeedLink> EnclosuresOf(const FeedPart& part) {
  std::vector<FeedLink> enclosures;
  std::ranges::copy_if(part.links, std::back_inserter(enclosures),
                       [](const FeedLink& link) { return link.rel == "enclosure"; });
  return enclosures;
}

}  // namespace meguri::robots
