// JSON Feed 1.0 and 1.1 (jsonfeed.org).
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/lone_surrogates.h"
#include "robots/feed/feed.h"
#include "robots/feed/feed_author.h"
#include "robots/feed/feed_text.h"
#include "robots/feed/link_base.h"
#include "url/scheme.h"

namespace meguri::robots {
namespace {

using Json = nlohmann::json;

// The library's tree takes 16 bytes for a value, 64 more for one that is no number, and as much
// for a name: for "[[[[" or "{},{}," far more than the text does.
constexpr std::size_t kMaxDepth = 100;
constexpr std::size_t kMaxValues = 1'000'000;

// Where the string ends that begins at `at`.
std::size_t EndOfString(std::string_view text, std::size_t at) {
  do {
    at = text.find_first_of("\"\\", at + 1);
    if (at == std::string_view::npos || text[at] == '"') return std::min(at, text.size());
    ++at;  // what the backslash escapes
  } while (at < text.size());
  return text.size();
}

// Whether the tree of `text` will be within the bounds. Linear. Of what is no JSON any answer will
// do: then there is no tree.
bool IsWithinBounds(std::string_view text) {
  std::size_t depth = 0;
  std::size_t values = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = EndOfString(text, at);
        break;
      case '[':
      case '{':
        ++values;
        if (++depth > kMaxDepth) return false;
        break;
      case ']':
      case '}':
        if (depth > 0) --depth;
        break;
      case ',':
        ++values;
        break;
      default:
        break;
    }
  }
  return values <= kMaxValues;
}

// The objects in the array `name`, at most `limit`.
std::vector<const Json*> Objects(const Json& object, const char* name, std::size_t limit,
                                 bool& truncated) {
  std::vector<const Json*> found;
  const auto field = object.find(name);
  if (field == object.end() || !field->is_array()) return found;
  for (const Json& element : *field) {
    if (!element.is_object()) continue;
    if (found.size() == limit) {
      truncated = true;
      break;
    }
    found.push_back(&element);
  }
  return found;
}

class JsonFeedReader {
 public:
  JsonFeedReader(const FeedSource& source, const FeedLimits& limits)
      : base_(source.url), limits_(limits) {}

  Feed Read(const Json& document) {
    const std::string version = Text(document, "version");
    feed_.version = "json";
    if (version.ends_with("/version/1")) feed_.version = "json1";
    if (version.ends_with("/version/1.1")) feed_.version = "json11";
    feed_.title = Text(document, "title");
    feed_.subtitle = Text(document, "description");
    feed_.info = Text(document, "user_comment");
    feed_.icon = Link(document, "favicon");
    if (const std::string icon = Link(document, "icon"); !icon.empty()) {
      feed_.image = FeedBox{.href = icon};
    }
    feed_.id = Link(document, "feed_url");
    feed_.link = Link(document, "home_page_url");
    AddLink(feed_, feed_.id, "self");
    AddLink(feed_, feed_.link, "alternate");
    AddLink(feed_, Link(document, "next_url"), "next");
    for (const Json* hub : Objects(document, "hubs", limits_.max_links, feed_.truncated)) {
      AddLink(feed_, Link(*hub, "url"), "hub");
    }
    feed_.language = Text(document, "language");
    AddAuthors(document, feed_);
    for (const Json* item : Objects(document, "items", limits_.max_entries, feed_.truncated)) {
      AddEntry(*item);
    }
    feed_.truncated |= resolver_.is_exhausted();
    return std::move(feed_);
  }

 private:
  // The text `name`, blanks around it off; a number or a truth value as it is written (an id may
  // be one); "" for anything else.
  std::string Text(const Json& object, const char* name) {
    const auto field = object.find(name);
    if (field == object.end()) return {};
    if (field->is_string()) return Text(field->get_ref<const std::string&>());
    if (field->is_number() || field->is_boolean()) return field->dump();
    return {};
  }

  std::string Text(std::string_view whole) {
    whole = TrimAsciiSpace(whole);
    const std::size_t room = limits_.max_total_text_bytes - text_bytes_;
    const std::string_view text = CutAtCharacter(whole, std::min(limits_.max_text_bytes, room));
    feed_.truncated |= text.size() < whole.size();
    text_bytes_ += text.size();
    return std::string(text);
  }

  std::string Link(const Json& object, const char* name) {
    const std::string text = Text(object, name);
    return resolver_.Resolve(base_, text);
  }

  static void AddLink(FeedPart& part, const std::string& href, std::string_view rel) {
    if (!href.empty()) part.links.push_back({.href = href, .rel = std::string(rel)});
  }

  // 1.1 has "authors"; 1.0 had one "author".
  void AddAuthors(const Json& object, FeedPart& part) {
    std::vector<const Json*> authors =
        Objects(object, "authors", limits_.max_links, feed_.truncated);
    const auto single = object.find("author");
    if (authors.empty() && single != object.end() && single->is_object()) {
      authors.push_back(&*single);
    }
    for (const Json* author : authors) {
      constexpr std::string_view kMailto = "mailto:";
      FeedPerson person{.name = Text(*author, "name"), .href = Link(*author, "url")};
      if (person.href.starts_with(kMailto)) {
        person.email = person.href.substr(kMailto.size());
        person.email.resize(std::min(person.email.size(), person.email.find('?')));
      }
      if (!person.empty()) part.authors.push_back(std::move(person));
    }
    if (part.authors.empty()) return;
    part.author_detail = part.authors.front();
    part.author = AuthorLine(part.authors.front());
  }

  FeedDate Date(const Json& item, const char* name) {
    std::string text = Text(item, name);
    const std::optional<FeedTime> time = ParseFeedDate(text);
    return {.text = std::move(text), .time = time};
  }

  void AddEntry(const Json& item) {
    FeedEntry& entry = feed_.entries.emplace_back();
    entry.id = Text(item, "id");
    entry.link = Link(item, "url");
    entry.title = Text(item, "title");
    entry.summary = Text(item, "summary");
    entry.language = Text(item, "language");
    AddLink(entry, entry.link, "alternate");
    AddLink(entry, Link(item, "external_url"), "related");
    if (entry.link.empty() && url::HasScheme(entry.id)) entry.link = entry.id;
    entry.published = Date(item, "date_published");
    entry.updated = Date(item, "date_modified");
    AddAuthors(item, entry);
    for (const auto& [name, type] :
         {std::pair("content_html", "text/html"), std::pair("content_text", "text/plain")}) {
      std::string value = Text(item, name);
      if (value.empty()) continue;
      if (entry.summary.empty()) entry.summary = value;
      entry.content.push_back({.type = type, .value = std::move(value)});
    }
    AddTags(item, entry);
    for (const Json* attachment :
         Objects(item, "attachments", limits_.max_links, feed_.truncated)) {
      const std::string href = Link(*attachment, "url");
      if (href.empty()) continue;
      entry.links.push_back({.href = href,
                             .rel = "enclosure",
                             .type = Text(*attachment, "mime_type"),
                             .length = Text(*attachment, "size_in_bytes"),
                             .title = Text(*attachment, "title")});
    }
  }

  void AddTags(const Json& item, FeedEntry& entry) {
    const auto tags = item.find("tags");
    if (tags == item.end() || !tags->is_array()) return;
    for (const Json& tag : *tags) {
      if (!tag.is_string() || entry.tags.size() == limits_.max_links) continue;
      entry.tags.push_back({.term = Text(tag.get_ref<const std::string&>())});
    }
  }

  LinkBase base_;
  LinkResolver resolver_;
  FeedLimits limits_;
  std::size_t text_bytes_ = 0;  // taken so far
  Feed feed_;
};

}  // namespace

Feed ReadJsonFeed(std::string_view text, const FeedSource& source, const FeedLimits& limits) {
  Feed nothing;
  nothing.truncated = text.size() > limits.max_bytes || !IsWithinBounds(text);
  if (nothing.truncated) return nothing;
  // No callback that would leave out what is deep: with one, the library looks through all of an
  // array or object at the end of each element in it. Neither parsing nor freeing recurses.
  Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded() && text.find("\\u") != std::string_view::npos) {
    document = Json::parse(ReplaceLoneSurrogates(text), nullptr, /*allow_exceptions=*/false);
  }
  if (!document.is_object()) return nothing;
  // Any program's JSON is an object.
  const auto items = document.find("items");
  const bool has_items = items != document.end() && items->is_array();
  const auto version = document.find("version");
  const bool has_version =
      version != document.end() && version->is_string() &&
      version->get_ref<const std::string&>().find("jsonfeed.org/") != std::string::npos;
  if (!has_items && !has_version) return nothing;
  return JsonFeedReader(source, limits).Read(document);
}

}  // namespace meguri::robots
