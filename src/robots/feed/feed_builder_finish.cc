// What end tags do: the text of the element goes where it belongs.
#include <utility>

#include "base/ascii.h"
#include "robots/feed/feed_author.h"
#include "robots/feed/feed_builder.h"

namespace meguri::robots {
namespace {

using enum FeedElement;

// Written into a CDATA section with the escapes of somebody who was careful twice.
void UnescapeAmpersands(std::string& link) {
  constexpr std::string_view kEscaped = "&amp;";
  std::size_t kept = 0;
  for (std::size_t at = 0; at < link.size(); ++kept) {
    const bool escaped = std::string_view(link).substr(at).starts_with(kEscaped);
    link[kept] = link[at];
    at += escaped ? kEscaped.size() : 1;
  }
  link.resize(kept);
}

}  // namespace

void FeedBuilder::Finish(Frame& frame, const xml::XmlReader& reader) {
  if (frame.element == kEntry) {
    in_entry_ = false;
    too_many_ = false;
    has_content_ = false;
    return;
  }
  if (frame.element == kUnknown) return;
  // A link or date that the end of the document or a limit cuts is another one.
  const bool is_cut = !frame.text.has_markup() && (reader.is_cut() || frame.text.is_full());
  if (is_cut && frame.element == kUrl) return;
  std::string text = frame.text.Take(feed_.version == "atom10");
  switch (frame.element) {
    case kImage:
    case kTextInput:
    case kSource:
      return FinishContainer(frame.element, std::move(text));
    case kAuthor:
    case kContributor:
    case kContributorName:
    case kOwner:
    case kPublisher:
    case kName:
    case kEmail:
    case kUrl:
      return FinishPerson(frame.element, text);
    default:
      break;
  }
  if (is_cut) return;
  if (in_box()) return FinishBox(frame.element, std::move(text));
  if (frame.text.has_markup()) {
    FinishText(frame.element, frame.text, std::move(text), frame.depth);
  } else {
    FinishValue(frame.element, std::move(text), frame.depth);
  }
}

void FeedBuilder::FinishContainer(FeedElement element, std::string text) {
  if (element != kSource) {
    box_ = nullptr;
    return;
  }
  if (!in_source_) return;
  in_source_ = false;
  if (!text.empty()) source_.title = std::move(text);
  feed_.entries.back().source = std::make_unique<FeedPart>(std::move(source_));
  source_ = FeedPart();
}

void FeedBuilder::FinishPerson(FeedElement element, const std::string& text) {
  FeedPerson* who = person();
  switch (element) {
    case kAuthor: {
      person_ = Person::kNobody;
      if (part().authors.empty()) return;
      FeedPerson& last = part().authors.back();
      if (last.empty()) {
        if (text.empty()) {
          part().authors.pop_back();
          return;
        }
        last = SplitAuthor(text);
        part().author = text;
        part().author_detail = last;
      } else {
        part().author = AuthorLine(last);
      }
      return;
    }
    case kContributorName:
      if (who != nullptr) who->name = text;
      [[fallthrough]];
    case kContributor:
    case kOwner:
      person_ = Person::kNobody;
      return;
    case kPublisher:
      part().publisher = text;
      part().publisher_detail = SplitAuthor(text);
      return;
    default:
      break;
  }
  if (in_box()) return FinishBox(element, element == kUrl ? Resolve(text) : text);
  if (who == nullptr) return;
  std::string FeedPerson::*field = element == kName    ? &FeedPerson::name
                                   : element == kEmail ? &FeedPerson::email
                                                       : &FeedPerson::href;
  who->*field = element == kUrl ? Resolve(text) : text;
  if (person_ == Person::kAuthor) part().author_detail.*field = who->*field;
  if (person_ == Person::kOwner) part().publisher = AuthorLine(*who);
}

void FeedBuilder::FinishBox(FeedElement element, std::string text) {
  switch (element) {
    case kTitle:
      box_->title = std::move(text);
      return;
    case kLink:
      box_->link = Resolve(text);
      return;
    case kUrl:
      box_->href = std::move(text);
      return;
    case kDescription:
      box_->description = std::move(text);
      return;
    case kName:
      box_->name = std::move(text);
      return;
    default:
      return;
  }
}

void FeedBuilder::FinishText(FeedElement element, FeedText& frame_text, std::string text,
                             std::size_t depth) {
  switch (element) {
    case kTitle:
    case kMediaTitle: {
      // The first title counts, unless it stood deeper: that of something inside.
      const bool is_entry = in_entry_ && !in_source_;
      std::size_t& set_at =
          is_entry ? set_at_[static_cast<std::size_t>(Field::kTitle)] : feed_title_at_;
      if (in_source_ || set_at == 0 || depth + 1 < set_at)
        part().title = std::move(text);
      else
        return;
      if (!in_source_ && element == kTitle && !part().title.empty()) set_at = depth + 1;
      return;
    }
    case kSubtitle:
      part().subtitle = std::move(text);
      return;
    case kDescription:
    case kAbstract:
    case kSummary:
      return FinishSummary(std::move(text), depth);
    case kRights:
      part().rights = std::move(text);
      return;
    case kInfo:
      feed_.info = std::move(text);
      return;
    case kContent:
    case kEncodedContent:
    case kBody:
      return AddContent(frame_text, std::move(text));
    default:
      return;
  }
}

void FeedBuilder::FinishSummary(std::string text, std::size_t depth) {
  if (in_entry_ && !in_source_) {
    if (MaySet(Field::kSummary, depth)) part().summary = std::move(text);
  } else {
    part().subtitle = std::move(text);
  }
}

void FeedBuilder::AddContent(const FeedText& frame_text, std::string text) {
  if (!in_entry_ || in_source_) return;
  FeedEntry& entry = feed_.entries.back();
  has_content_ = true;
  const std::string& type = frame_text.type();
  const bool readable =
      type == "text/plain" || type == "text/html" || type == "application/xhtml+xml";
  if (entry.summary.empty() && readable) entry.summary = text;
  if (entry.content.size() < limits_.max_links) {
    const std::string& src = frame_text.src();
    entry.content.push_back({.type = type, .value = std::move(text), .src = Resolve(src)});
  }
}

void FeedBuilder::FinishValue(FeedElement element, std::string text, std::size_t depth) {
  switch (element) {
    case kLink:
      return FinishLink(std::move(text));
    case kId:
      return FinishId(std::move(text), depth);
    case kPublished:
      return SetDate(&FeedPart::published, Field::kPublished, std::move(text), depth);
    case kUpdated:
      return SetDate(&FeedPart::updated, Field::kUpdated, std::move(text), depth);
    case kCreated:
      return SetDate(&FeedPart::created, Field::kCreated, std::move(text), depth);
    case kExpired:
      return SetDate(&FeedPart::expired, Field::kOther, std::move(text), depth);
    case kLanguage:
      part().language = std::move(text);
      return;
    case kCategory:
    case kItunesCategory:
      if (text.empty()) return;
      if (!part().tags.empty() && part().tags.back().term.empty()) {
        part().tags.back().term = std::move(text);
      } else {
        AddTag({.term = std::move(text)});
      }
      return;
    case kGenerator:
      if (part().generator) part().generator->name = std::move(text);
      return;
    case kComments:
      part().comments = Resolve(text);
      return;
    case kDocs:
      feed_.docs = Resolve(text);
      return;
    case kIcon:
      part().icon = Resolve(text);
      return;
    case kLogo:
      part().logo = Resolve(text);
      return;
    default:
      return;
  }
}

void FeedBuilder::FinishLink(std::string text) {
  if (!std::exchange(link_is_open_, false) || text.empty()) return;
  if (part().links.empty()) return;
  UnescapeAmpersands(text);
  FeedLink& link = part().links.back();
  link.href = Resolve(text);
  if (link.rel == "alternate") part().link = link.href;
}

void FeedBuilder::FinishId(std::string text, std::size_t depth) {
  std::string id = id_is_link_ ? Resolve(text) : std::move(text);
  FeedPart& where = part();
  const bool acts_as_link = id_is_link_ && where.link.empty();
  if (!where.id_is_link) where.id_is_link = acts_as_link;
  if (acts_as_link) where.link = id;
  if (!in_entry_ || in_source_ || MaySet(Field::kId, depth)) where.id = std::move(id);
}

void FeedBuilder::SetDate(FeedDate FeedPart::*date, Field field, std::string text,
                          std::size_t depth) {
  if (in_entry_ && !in_source_ && !MaySet(field, depth)) return;
  FeedDate& where = part().*date;
  where.time = ParseFeedDate(text);
  where.text = std::move(text);
}

bool FeedBuilder::MaySet(Field field, std::size_t depth) {
  std::size_t& set_at = set_at_[static_cast<std::size_t>(field)];
  if (set_at != 0 && depth + 1 > set_at) return false;
  set_at = depth + 1;
  return true;
}

FeedPart& FeedBuilder::part() {
  if (in_source_) return source_;
  if (in_entry_) return feed_.entries.back();
  return feed_;
}

FeedPerson* FeedBuilder::person() {
  switch (person_) {
    case Person::kAuthor:
      return part().authors.empty() ? nullptr : &part().authors.back();
    case Person::kContributor:
      return part().contributors.empty() ? nullptr : &part().contributors.back();
    case Person::kOwner:
      return &part().publisher_detail;
    case Person::kNobody:
      break;
  }
  return nullptr;
}

}  // namespace meguri::robots
