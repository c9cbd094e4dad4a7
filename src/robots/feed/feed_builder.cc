// What start tags do. What ends do: feed_builder_finish.cc.
#include "robots/feed/feed_builder.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace meguri::robots {
namespace {

using enum FeedElement;
using xml::Vocabulary;
using xml::XmlAttribute;
using xml::XmlReader;

struct Versions {
  std::string_view attribute;
  std::string_view name;
};

constexpr std::array kRssVersions = {Versions{"0.91", "rss091u"}, Versions{"0.92", "rss092"},
                                     Versions{"0.93", "rss093"}, Versions{"0.94", "rss094"}};
constexpr std::array kAtomVersions = {Versions{"0.1", "atom01"}, Versions{"0.2", "atom02"},
                                      Versions{"0.3", "atom03"}};

std::string Dashed(std::string language) {
  std::ranges::replace(language, '_', '-');
  return language;
}

bool ContainsIgnoringCase(std::string_view text, std::string_view word) {
  return AsciiLowered(text).find(word) != std::string::npos;
}

// Between the children of the others there are but blanks.
bool HasText(FeedElement element) {
  switch (element) {
    case kUnknown:
    case kRss:
    case kFeed:
    case kChannel:
    case kEntry:
    case kImage:
    case kTextInput:
      return false;
    default:
      return true;
  }
}

// The attribute that has a link in it, by any of the names that feeds give it.
std::string HrefOf(const XmlReader& reader) {
  for (const std::string_view name : {"url", "uri", "href"}) {
    std::string text = reader.AttributeText(name);
    if (!text.empty()) return text;
  }
  return {};
}

bool IsPageType(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml" || type == "html" ||
         type == "xhtml";
}

}  // namespace

FeedBuilder::FeedBuilder(const FeedSource& source, const FeedLimits& limits) : limits_(limits) {
  bases_.push_back({.depth = 0, .base = LinkBase(source.url)});
  feed_.language = Dashed(std::string(source.language));
}

Feed FeedBuilder::Build(XmlReader& reader) {
  for (xml::XmlEvent event = reader.Next(); event != xml::XmlEvent::kEndOfDocument;
       event = reader.Next()) {
    if (event == xml::XmlEvent::kStart) {
      Start(reader);
    } else if (event == xml::XmlEvent::kEnd) {
      End(reader);
    } else if (!frames_.empty() && HasText(frames_.back().element)) {
      Collect(&FeedText::AddText, reader);
    }
  }
  if (ContainsIgnoringCase(reader.doctype().external_id().substr(0, 1024), "netscape")) {
    feed_.version = "rss091n";
  }
  feed_.truncated |= resolver_.is_exhausted();
  return std::move(feed_);
}

void FeedBuilder::Start(XmlReader& reader) {
  if (feed_.version.empty()) TrackVersion(reader);
  FeedElement element = FeedElementOf(reader.vocabulary(), reader.local_name());
  if (!frames_.empty() && frames_.back().text.has_markup()) {
    if (element != kEntry || frames_.back().element == kContent) {
      Collect(&FeedText::AddStartTag, reader);
      return;
    }
    // The text's end tag was forgotten. Only Atom's content may hold an entry.
    FinishFrame(reader);
  }
  TrackScope(reader);
  if (too_many_) element = kUnknown;
  StartElement(element, reader);
  frames_.push_back(
      {.element = element, .depth = reader.depth(), .text = TextFor(element, reader)});
}

void FeedBuilder::End(XmlReader& reader) {
  if (frames_.empty()) return;
  if (frames_.back().depth != reader.depth()) {
    Collect(&FeedText::AddEndTag, reader);
    return;
  }
  FinishFrame(reader);
}

void FeedBuilder::FinishFrame(const XmlReader& reader) {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  Finish(frame, reader);
  while (bases_.size() > 1 && bases_.back().depth >= frame.depth)
    bases_.pop_back();
}

void FeedBuilder::Collect(void (FeedText::*add)(const XmlReader&, std::size_t),
                          const XmlReader& reader) {
  FeedText& text = frames_.back().text;
  const std::size_t before = text.size();
  const std::size_t room = limits_.max_total_text_bytes - text_bytes_;
  (text.*add)(reader, std::min(limits_.max_text_bytes, before + room));
  text_bytes_ += text.size() - before;
  feed_.truncated |= text.is_full();
}

void FeedBuilder::TrackVersion(const XmlReader& reader) {
  for (const XmlAttribute& attribute : reader.attributes()) {
    if (attribute.vocabulary != Vocabulary::kXmlns) continue;
    const std::string_view uri = TrimAsciiSpace(attribute.raw_value);
    if (EqualsIgnoringAsciiCase(uri, "http://my.netscape.com/rdf/simple/0.9/") &&
        attribute.local_name.empty()) {
      feed_.version = "rss090";
    } else if (EqualsIgnoringAsciiCase(uri, "http://purl.org/rss/1.0/")) {
      feed_.version = "rss10";
    } else if (EqualsIgnoringAsciiCase(uri, "http://www.w3.org/2005/Atom")) {
      feed_.version = "atom10";
    }
    if (!feed_.version.empty()) return;
  }
}

// xml:base and xml:lang; without their prefix too, as feeds have them.
void FeedBuilder::TrackScope(const XmlReader& reader) {
  const XmlAttribute* written = reader.FindAttribute(Vocabulary::kXml, "base");
  if (written == nullptr) written = reader.FindAttribute("base");
  if (written != nullptr) {
    bases_.push_back(
        {.depth = reader.depth(), .base = LinkBase(Resolve(reader.TextOf(*written)), base())});
  }
}

FeedText FeedBuilder::TextFor(FeedElement element, const XmlReader& reader) const {
  switch (element) {
    case kTitle:
    case kMediaTitle:
    case kSubtitle:
    case kSummary:
    case kContent:
    case kRights:
    case kInfo:
    case kAbstract:
      return {reader, "text/plain"};
    case kDescription:
    case kEncodedContent:
      return {reader, "text/html"};
    case kBody:
      return {reader, "application/xhtml+xml"};
    default:
      return {};
  }
}

// May change `element`, if it means something else at this place.
void FeedBuilder::StartElement(FeedElement& element, const XmlReader& reader) {
  switch (element) {
    case kRss:
    case kFeed:
    case kChannel:
      return StartRoot(element, reader);
    case kEntry:
      return StartEntry(reader);
    case kImage:
      return StartBox(feed_.image);
    case kTextInput:
      return StartBox(feed_.text_input);
    case kSource:
      if (!in_entry_) element = kUnknown;
      return StartSource(reader);
    case kAuthor:
    case kContributor:
    case kContributorName:
    case kOwner:
      return StartPerson(element);
    case kLink:
      return StartLink(reader);
    case kEnclosure:
      (void)AddLink(reader, "enclosure");
      return;
    case kMedia:
      return AddMedia(reader);
    case kId:
      id_is_link_ = reader.FindAttribute("ispermalink") == nullptr ||
                    EqualsIgnoringAsciiCase(reader.AttributeText("ispermalink"), "true");
      return;
    case kGenerator:
      return StartGenerator(reader);
    case kCategory:
    case kItunesCategory:
      return StartCategory(element == kItunesCategory, reader);
    case kItunesImage:
      if (!in_entry_ && !HrefOf(reader).empty()) {
        feed_.image = FeedBox{.href = Resolve(HrefOf(reader))};
      }
      return;
    case kDescription:
    case kSummary:
      // The second of the two is the longer one.
      if (in_entry_ && !in_source_ && !part().summary.empty() && !has_content_) element = kContent;
      return;
    default:
      return;
  }
}

void FeedBuilder::StartBox(std::optional<FeedBox>& box) {
  if (in_entry_) {
    box_ = &ignored_box_;
    return;
  }
  if (!box) box.emplace();
  box_ = &*box;
}

void FeedBuilder::StartSource(const XmlReader& reader) {
  in_source_ = in_entry_;
  source_ = FeedPart();
  if (reader.FindAttribute("url") != nullptr) {
    source_.href = Resolve(reader.AttributeText("url"));
  }
}

void FeedBuilder::StartCategory(bool itunes, const XmlReader& reader) {
  FeedTag tag{.term = reader.AttributeText(itunes ? "text" : "term"),
              .scheme = itunes ? "http://www.itunes.com/" : reader.AttributeText("scheme"),
              .label = reader.AttributeText("label")};
  if (tag.scheme.empty()) tag.scheme = reader.AttributeText("domain");
  AddTag(std::move(tag));
}

void FeedBuilder::StartRoot(FeedElement element, const XmlReader& reader) {
  const std::string version = reader.AttributeText("version");
  const auto named = [&version](const auto& table) {
    const auto* found = std::ranges::find(table, version, &Versions::attribute);
    return found == table.end() ? std::string_view() : found->name;
  };
  const XmlAttribute* language = reader.FindAttribute(Vocabulary::kXml, "lang");
  if (language == nullptr) language = reader.FindAttribute("lang");
  if (language != nullptr && element != kChannel && !reader.TextOf(*language).empty()) {
    feed_.language = Dashed(reader.TextOf(*language));
  }
  if (element == kChannel) {
    box_ = nullptr;
    AddAttributesOfCdf(reader);
  } else if (element == kFeed && feed_.version.empty()) {
    feed_.version = named(kAtomVersions);
    if (feed_.version.empty()) feed_.version = "atom";
  } else if (element == kRss && EqualsIgnoringAsciiCase(reader.local_name(), "rss") &&
             !feed_.version.starts_with("rss")) {
    // An <rss> that borrows from Atom is RSS.
    feed_.version = named(kRssVersions);
    if (feed_.version.empty()) feed_.version = version.starts_with("2.") ? "rss20" : "rss";
  }
}

void FeedBuilder::StartEntry(const XmlReader& reader) {
  in_entry_ = true;
  in_source_ = false;
  box_ = nullptr;
  person_ = Person::kNobody;
  has_content_ = false;
  id_is_link_ = false;
  set_at_.fill(0);
  too_many_ = feed_.entries.size() == limits_.max_entries;
  if (too_many_) {
    feed_.truncated = true;
    in_entry_ = false;
    return;
  }
  feed_.entries.emplace_back();
  if (const XmlAttribute* about = reader.FindAttribute(Vocabulary::kRdf, "about")) {
    feed_.entries.back().id = reader.TextOf(*about);
  }
  AddAttributesOfCdf(reader);
}

// The Channel Definition Format has links and dates in attributes.
void FeedBuilder::AddAttributesOfCdf(const XmlReader& reader) {
  if (reader.FindAttribute("lastmod") != nullptr) {
    part().updated = {.text = reader.AttributeText("lastmod"),
                      .time = ParseFeedDate(reader.AttributeText("lastmod"))};
  }
  if (reader.FindAttribute("href") != nullptr) {
    (void)AddLink(reader, "alternate");
    part().link = Resolve(reader.AttributeText("href"));
  }
}

void FeedBuilder::StartPerson(FeedElement element) {
  person_ = Person::kOwner;
  if (element == kOwner) return;
  person_ = element == kAuthor ? Person::kAuthor : Person::kContributor;
  std::vector<FeedPerson>& persons = element == kAuthor ? part().authors : part().contributors;
  if (persons.size() < limits_.max_links) persons.emplace_back();
}

void FeedBuilder::StartLink(const XmlReader& reader) {
  link_is_open_ = false;
  if (in_box()) return;
  const std::string rel = AsciiLowered(reader.AttributeText("rel"));
  if (!AddLink(reader, rel.empty() ? "alternate" : rel)) return;
  const FeedLink& link = part().links.back();
  const bool has_href = reader.FindAttribute("href") != nullptr || !HrefOf(reader).empty();
  link_is_open_ = !has_href;
  if (has_href && link.rel == "alternate" && IsPageType(link.type)) part().link = link.href;
}

bool FeedBuilder::AddLink(const XmlReader& reader, std::string_view rel) {
  std::vector<FeedLink>& links = part().links;
  if (links.size() >= limits_.max_links) {
    feed_.truncated = true;
    return false;
  }
  FeedLink& link = links.emplace_back();
  link.rel = rel;
  link.type = AsciiLowered(reader.AttributeText("type"));
  if (link.type.empty() && rel != "enclosure") {
    link.type = rel == "self" ? "application/atom+xml" : "text/html";
  }
  link.length = reader.AttributeText("length");
  link.title = reader.AttributeText("title");
  link.hreflang = reader.AttributeText("hreflang");
  const std::string href = HrefOf(reader);
  // Atom's empty href is the document itself.
  const bool is_document = href.empty() && reader.FindAttribute("href") != nullptr;
  link.href = is_document ? resolver_.Document(base()) : Resolve(href);
  return true;
}

void FeedBuilder::AddMedia(const XmlReader& reader) {
  if (!in_entry_ || HrefOf(reader).empty()) return;
  std::vector<FeedLink>& media = feed_.entries.back().media;
  if (media.size() == limits_.max_links) return;
  media.push_back({.href = Resolve(HrefOf(reader)),
                   .rel = AsciiLowered(reader.local_name()),
                   .type = AsciiLowered(reader.AttributeText("type")),
                   .length = reader.AttributeText("filesize")});
}

void FeedBuilder::StartGenerator(const XmlReader& reader) {
  if (in_box()) return;
  const std::string href = HrefOf(reader);
  part().generator =
      FeedGenerator{.href = Resolve(href), .version = reader.AttributeText("version")};
}

void FeedBuilder::AddTag(FeedTag tag) {
  if (in_box()) return;
  std::vector<FeedTag>& tags = part().tags;
  if (tag == FeedTag() || tags.size() == limits_.max_links) return;
  if (tags.empty() || !(tags.back() == tag)) tags.push_back(std::move(tag));
}

}  // namespace meguri::robots
