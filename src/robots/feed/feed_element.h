// The elements of all feed formats, by what they mean: RSS's <pubDate>, Atom's <published> and
// <dcterms:issued> are one.
#pragma once

#include <cstdint>
#include <string_view>

#include "xml/vocabulary.h"

namespace meguri::robots {

enum class FeedElement : std::uint8_t {
  kUnknown,
  // What holds others.
  kRss,
  kFeed,
  kChannel,
  kEntry,
  kImage,
  kTextInput,
  kSource,
  // Persons.
  kAuthor,
  kContributor,
  kContributorName,  // dc:contributor: just a name
  kPublisher,        // webMaster, dc:publisher: just a name
  kOwner,            // itunes:owner: holds name and e-mail
  kName,
  kEmail,
  kUrl,
  // Texts that may have markup in them.
  kTitle,
  kMediaTitle,
  kSubtitle,
  kDescription,
  kAbstract,
  kSummary,
  kContent,
  kEncodedContent,
  kBody,
  kRights,
  kInfo,
  // The rest.
  kLanguage,
  kPublished,
  kUpdated,
  kCreated,
  kExpired,
  kCategory,
  kItunesCategory,
  kLink,
  kEnclosure,
  kId,
  kGenerator,
  kComments,
  kDocs,
  kIcon,
  kLogo,
  kItunesImage,
  kMedia,
};

// `name` in any case.
FeedElement FeedElementOf(xml::Vocabulary vocabulary, std::string_view name);

}  // namespace meguri::robots
