// Builds a Feed out of the events of an XML document. For feed.cc only.
//
// Every open element has a Frame with the text read in it so far; when the element ends, its text
// goes into the part that is being filled: the entry's source, the channel's image or text input,
// the entry, or else the feed. Inside of an element that may have markup, tags are text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/feed/feed.h"
#include "robots/feed/feed_element.h"
#include "robots/feed/feed_text.h"
#include "robots/feed/link_base.h"
#include "xml/xml_reader.h"

namespace meguri::robots {

class FeedBuilder {
 public:
  FeedBuilder(const FeedSource& source, const FeedLimits& limits);

  // Reads the whole document.
  Feed Build(xml::XmlReader& reader);

 private:
  struct Frame {
    FeedElement element;
    std::size_t depth;
    FeedText text;
  };
  struct ScopedBase {
    std::size_t depth;
    LinkBase base;
  };
  // Of the current entry: how deep the element was that set it; a deeper one must not overwrite.
  enum class Field : std::uint8_t {
    kTitle,
    kSummary,
    kId,
    kPublished,
    kUpdated,
    kCreated,
    kOther,
    kCount
  };
  enum class Person : std::uint8_t { kNobody, kAuthor, kContributor, kOwner };

  void Start(xml::XmlReader& reader);
  void End(xml::XmlReader& reader);
  void FinishFrame(const xml::XmlReader& reader);  // the innermost
  void TrackVersion(const xml::XmlReader& reader);
  void TrackScope(const xml::XmlReader& reader);
  FeedText TextFor(FeedElement element, const xml::XmlReader& reader) const;
  // Has the innermost frame's text take what the reader is at, within the limits.
  void Collect(void (FeedText::*add)(const xml::XmlReader&, std::size_t),
               const xml::XmlReader& reader);

  void StartElement(FeedElement& element, const xml::XmlReader& reader);
  void StartRoot(FeedElement element, const xml::XmlReader& reader);
  void StartEntry(const xml::XmlReader& reader);
  void StartBox(std::optional<FeedBox>& box);
  void StartSource(const xml::XmlReader& reader);
  void StartCategory(bool itunes, const xml::XmlReader& reader);
  void StartPerson(FeedElement element);
  void StartLink(const xml::XmlReader& reader);
  void StartGenerator(const xml::XmlReader& reader);
  // False if there is no more room.
  bool AddLink(const xml::XmlReader& reader, std::string_view rel);
  void AddMedia(const xml::XmlReader& reader);
  void AddTag(FeedTag tag);
  void AddAttributesOfCdf(const xml::XmlReader& reader);

  void Finish(Frame& frame, const xml::XmlReader& reader);
  void FinishContainer(FeedElement element, std::string text);
  void FinishPerson(FeedElement element, const std::string& text);
  void FinishText(FeedElement element, FeedText& frame_text, std::string text, std::size_t depth);
  void FinishValue(FeedElement element, std::string text, std::size_t depth);
  void FinishBox(FeedElement element, std::string text);
  void FinishLink(std::string text);
  void FinishId(std::string text, std::size_t depth);
  void FinishSummary(std::string text, std::size_t depth);
  void AddContent(const FeedText& frame_text, std::string text);
  void SetDate(FeedDate FeedPart::*date, Field field, std::string text, std::size_t depth);

  // True if a value for `field` at `depth` is to be kept.
  bool MaySet(Field field, std::size_t depth);
  FeedPart& part();
  FeedPerson* person();  // the one whose name is being read, or null
  const LinkBase& base() const { return bases_.back().base; }
  std::string Resolve(std::string_view link) { return resolver_.Resolve(base(), link); }
  bool in_box() const { return box_ != nullptr; }

  FeedLimits limits_;
  Feed feed_;
  std::vector<Frame> frames_;
  std::size_t text_bytes_ = 0;  // collected so far
  std::vector<ScopedBase> bases_;
  LinkResolver resolver_;
  std::array<std::size_t, static_cast<std::size_t>(Field::kCount)> set_at_{};
  FeedPart source_;
  FeedBox ignored_box_;     // an entry's image
  FeedBox* box_ = nullptr;  // the image or text input that is open
  std::size_t feed_title_at_ = 0;
  Person person_ = Person::kNobody;
  bool in_entry_ = false;
  bool in_source_ = false;
  bool id_is_link_ = true;
  bool has_content_ = false;   // the entry has content, so a second summary is one
  bool link_is_open_ = false;  // a <link> without href: its text is
  bool too_many_ = false;      // inside of an entry beyond the limit
};

}  // namespace meguri::robots
