#include "robots/feed/feed_element.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"

namespace meguri::robots {
namespace {

using enum FeedElement;
using xml::Vocabulary;

struct Row {
  std::string_view name;
  FeedElement element;
};

// RSS and Atom share one table: feeds of either kind borrow from the other, with and without
// saying so.
constexpr std::array kCore = {
    Row{"rss", kRss},
    Row{"rdf", kRss},
    Row{"feed", kFeed},
    Row{"channel", kChannel},
    Row{"item", kEntry},
    Row{"entry", kEntry},
    Row{"title", kTitle},
    Row{"link", kLink},
    Row{"guid", kId},
    Row{"id", kId},
    Row{"description", kDescription},
    Row{"summary", kSummary},
    Row{"content", kContent},
    Row{"pubdate", kPublished},
    Row{"published", kPublished},
    Row{"issued", kPublished},
    Row{"updated", kUpdated},
    Row{"modified", kUpdated},
    Row{"lastbuilddate", kUpdated},
    Row{"created", kCreated},
    Row{"expirationdate", kExpired},
    Row{"category", kCategory},
    Row{"keywords", kCategory},
    Row{"author", kAuthor},
    Row{"managingeditor", kAuthor},
    Row{"contributor", kContributor},
    Row{"webmaster", kPublisher},
    Row{"name", kName},
    Row{"email", kEmail},
    Row{"url", kUrl},
    Row{"uri", kUrl},
    Row{"homepage", kUrl},
    Row{"enclosure", kEnclosure},
    Row{"image", kImage},
    Row{"textinput", kTextInput},
    Row{"source", kSource},
    Row{"subtitle", kSubtitle},
    Row{"tagline", kSubtitle},
    Row{"rights", kRights},
    Row{"copyright", kRights},
    Row{"language", kLanguage},
    Row{"generator", kGenerator},
    Row{"comments", kComments},
    Row{"docs", kDocs},
    Row{"icon", kIcon},
    Row{"logo", kLogo},
    Row{"abstract", kAbstract},
    Row{"info", kInfo},
    Row{"body", kBody},
    Row{"fullitem", kEncodedContent},
};

constexpr std::array kDublinCore = {
    Row{"title", kTitle},      Row{"description", kDescription},
    Row{"date", kUpdated},     Row{"creator", kAuthor},
    Row{"author", kAuthor},    Row{"contributor", kContributorName},
    Row{"subject", kCategory}, Row{"publisher", kPublisher},
    Row{"rights", kRights},    Row{"language", kLanguage},
};

constexpr std::array kDublinCoreTerms = {
    Row{"created", kCreated},
    Row{"issued", kPublished},
    Row{"modified", kUpdated},
};

constexpr std::array kItunes = {
    Row{"author", kAuthor},     Row{"name", kName},
    Row{"email", kEmail},       Row{"owner", kOwner},
    Row{"subtitle", kSubtitle}, Row{"summary", kSummary},
    Row{"image", kItunesImage}, Row{"category", kItunesCategory},
};

constexpr std::array kMediaRss = {
    Row{"title", kMediaTitle}, Row{"description", kDescription}, Row{"content", kMedia},
    Row{"thumbnail", kMedia},  Row{"category", kCategory},
};

constexpr std::array kContentModule = {Row{"encoded", kEncodedContent}};
constexpr std::array kXhtml = {Row{"body", kBody}};
constexpr std::array kRdf = {Row{"rdf", kRss}};

std::span<const Row> TableOf(Vocabulary vocabulary) {
  switch (vocabulary) {
    case Vocabulary::kNone:
    case Vocabulary::kRss:
    case Vocabulary::kAtom:
      return kCore;
    case Vocabulary::kDublinCore:
      return kDublinCore;
    case Vocabulary::kDublinCoreTerms:
      return kDublinCoreTerms;
    case Vocabulary::kItunes:
      return kItunes;
    case Vocabulary::kMedia:
      return kMediaRss;
    case Vocabulary::kContent:
      return kContentModule;
    case Vocabulary::kXhtml:
      return kXhtml;
    case Vocabulary::kRdf:
      return kRdf;
    default:
      return {};
  }
}

}  // namespace

FeedElement FeedElementOf(Vocabulary vocabulary, std::string_view name) {
  const std::span<const Row> table = TableOf(vocabulary);
  const auto found = std::ranges::find_if(
      table, [name](const Row& row) { return EqualsIgnoringAsciiCase(row.name, name); });
  return found == table.end() ? kUnknown : found->element;
}

}  // namespace meguri::robots
