#include "app/feed_json.h"

#include <chrono>
#include <string>

namespace meguri::app {
namespace {

void Put(Answer& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

void PutBoth(Answer& object, const char* name, const char* alias, const std::string& text) {
  Put(object, name, text);
  Put(object, alias, text);
}

void PutDate(Answer& object, const std::string& name, const robots::FeedDate& date) {
  if (date.text.empty()) return;
  object[name] = date.text;
  if (!date.time) {
    object[name + "_parsed"] = nullptr;
    return;
  }
  const auto day = std::chrono::floor<std::chrono::days>(*date.time);
  const std::chrono::year_month_day calendar(day);
  const std::chrono::hh_mm_ss clock(*date.time - day);
  const auto new_year = std::chrono::sys_days(calendar.year() / std::chrono::January / 1);
  object[name + "_parsed"] = {static_cast<int>(calendar.year()),
                              static_cast<unsigned>(calendar.month()),
                              static_cast<unsigned>(calendar.day()),
                              clock.hours().count(),
                              clock.minutes().count(),
                              clock.seconds().count(),
                              std::chrono::weekday(day).iso_encoding() - 1,
                              (day - new_year).count() + 1,
                              0};
}

Answer AsJson(const robots::FeedLink& link, bool with_rel) {
  Answer object = Answer::object();
  PutBoth(object, "href", "url", link.href);
  if (with_rel) Put(object, "rel", link.rel);
  Put(object, "type", link.type);
  Put(object, "length", link.length);
  Put(object, "title", link.title);
  Put(object, "hreflang", link.hreflang);
  return object;
}

Answer AsJson(const robots::FeedPerson& person) {
  Answer object = Answer::object();
  Put(object, "name", person.name);
  Put(object, "email", person.email);
  PutBoth(object, "href", "url", person.href);
  return object;
}

Answer AsJson(const robots::FeedBox& box) {
  Answer object = Answer::object();
  Put(object, "title", box.title);
  Put(object, "link", box.link);
  PutBoth(object, "href", "url", box.href);
  Put(object, "description", box.description);
  Put(object, "name", box.name);
  return object;
}

void PutPersons(Answer& object, const robots::FeedPart& part) {
  Put(object, "author", part.author);
  if (!part.author_detail.empty()) object["author_detail"] = AsJson(part.author_detail);
  for (const robots::FeedPerson& person : part.authors)
    object["authors"].push_back(AsJson(person));
  for (const robots::FeedPerson& person : part.contributors)
    object["contributors"].push_back(AsJson(person));
  Put(object, "publisher", part.publisher);
  if (!part.publisher_detail.empty()) object["publisher_detail"] = AsJson(part.publisher_detail);
}

void PutPart(Answer& object, const robots::FeedPart& part) {
  Put(object, "title", part.title);
  Put(object, "link", part.link);
  PutBoth(object, "id", "guid", part.id);
  if (part.id_is_link) object["guidislink"] = *part.id_is_link;
  Put(object, "subtitle", part.subtitle);
  Put(object, "summary", part.summary);
  PutDate(object, "published", part.published);
  PutDate(object, "updated", part.updated);
  PutDate(object, "created", part.created);
  PutDate(object, "expired", part.expired);
  Put(object, "language", part.language);
  Put(object, "rights", part.rights);
  PutPersons(object, part);
  Put(object, "icon", part.icon);
  Put(object, "logo", part.logo);
  Put(object, "comments", part.comments);
  PutBoth(object, "href", "url", part.href);
  if (part.generator) {
    Put(object, "generator", part.generator->name);
    Answer& detail = object["generator_detail"] = Answer::object();
    Put(detail, "name", part.generator->name);
    PutBoth(detail, "href", "url", part.generator->href);
    Put(detail, "version", part.generator->version);
  }
  for (const robots::FeedTag& tag : part.tags) {
    Answer row = Answer::object();
    row["term"] = tag.term.empty() ? Answer(nullptr) : Answer(tag.term);
    row["scheme"] = tag.scheme.empty() ? Answer(nullptr) : Answer(tag.scheme);
    row["label"] = tag.label.empty() ? Answer(nullptr) : Answer(tag.label);
    object["tags"].push_back(std::move(row));
  }
  object["links"] = Answer::array();
  for (const robots::FeedLink& link : part.links)
    object["links"].push_back(AsJson(link, /*with_rel=*/true));
}

Answer AsJson(const robots::FeedEntry& entry) {
  Answer object = Answer::object();
  PutPart(object, entry);
  object["enclosures"] = Answer::array();
  for (const robots::FeedLink& link : robots::EnclosuresOf(entry))
    object["enclosures"].push_back(AsJson(link, /*with_rel=*/false));
  for (const robots::FeedContent& content : entry.content) {
    object["content"].push_back({{"type", content.type}, {"value", content.value}});
    Put(object["content"].back(), "src", content.src);
  }
  for (const robots::FeedLink& media : entry.media)
    object["media_" + media.rel].push_back(AsJson(media, /*with_rel=*/false));
  if (entry.source) PutPart(object["source"] = Answer::object(), *entry.source);
  return object;
}

}  // namespace

Answer FeedAsJson(const robots::Feed& feed) {
  Answer object = Answer::object();
  object["version"] = feed.version;
  PutPart(object, feed);
  if (feed.image) object["image"] = AsJson(*feed.image);
  if (feed.text_input) object["textinput"] = AsJson(*feed.text_input);
  Put(object, "info", feed.info);
  Put(object, "docs", feed.docs);
  object["entries"] = Answer::array();
  for (const robots::FeedEntry& entry : feed.entries)
    object["entries"].push_back(AsJson(entry));
  object["truncated"] = feed.truncated;
  return object;
}

}  // namespace meguri::app
