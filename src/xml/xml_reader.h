// Reads XML from left to right, one event at a time; the caller pulls.
//
//   XmlReader reader(text);
//   while (reader.Next() != XmlEvent::kEndOfDocument) { … reader.local_name() … }
//
//   <a x="1">t<![CDATA[<]]><b/></a>   gives   start a, text, text, start b, end b, end a
//
// It reads what sites publish as XML, not only what is XML: any bytes give events, and what a
// broken document says up to and beyond the break is not lost.
//   - An end tag ends the innermost open element of its name (case ignored), with all that are
//     open inside; if there is none it is skipped. The end of the document ends all:
//     is_cut() then says that the end was not written.
//   - '<' and '&' that begin nothing are text. So is what precedes the root element.
//   - A tag that the end of the document cuts is no tag; an unfinished CDATA section is text, an
//     unfinished comment nothing. A quote without its partner ends at the next blank or '>'.
//   - Comments, processing instructions, DOCTYPE are skipped; entities: doctype.h. Nothing is
//     ever fetched, no entity is built of others.
// Bounds: elements deeper than kMaxDepth are passed over (their text is reported as that of the
// deepest one), attributes beyond kMaxAttributes of a tag are not there, and no more than
// kMaxNamespaces declarations are in force at a time.
//
// Linear in the input. No allocation in the steady state: names and raw values are views into
// the text. Thread-compatible. Decisions: docs/design/sitemaps_and_feeds.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "xml/doctype.h"
#include "xml/references.h"
#include "xml/vocabulary.h"

namespace meguri::xml {

enum class XmlEvent : std::uint8_t { kStart, kEnd, kText, kEndOfDocument };

struct XmlAttribute {
  std::string_view local_name;  // as written
  std::string_view raw_value;   // references not resolved
  Vocabulary vocabulary = Vocabulary::kNone;
};

class XmlReader {
 public:
  static constexpr std::size_t kMaxDepth = 256;
  static constexpr std::size_t kMaxAttributes = 256;
  static constexpr std::size_t kMaxNamespaces = 128;

  // REQUIRES: `text` outlives the reader. UTF-8; bytes that are not pass through.
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlEvent Next();

  // After kStart: the element's parent ended before it, and its end tag was forgotten. Gives no
  // event. REQUIRES: depth() > 0.
  void EndParent();

  // After kStart and kEnd: of that element. As written; compare without regard to case.
  std::string_view local_name() const { return current_.local_name; }
  Vocabulary vocabulary() const { return current_.vocabulary; }
  // How many elements were open around it. After kText: how many are open.
  std::size_t depth() const { return depth_; }
  // After kEnd: the document ended before the element did.
  bool is_cut() const { return is_cut_; }

  // After kStart. Lives until Next().
  std::span<const XmlAttribute> attributes() const MEGURI_LIFETIME_BOUND { return attributes_; }
  // The first attribute of that name without a namespace, or null.
  const XmlAttribute* FindAttribute(std::string_view name) const MEGURI_LIFETIME_BOUND;
  const XmlAttribute* FindAttribute(Vocabulary vocabulary,
                                    std::string_view name) const MEGURI_LIFETIME_BOUND;
  // Its value, references resolved and blanks around it off; "" if it isn't there.
  std::string AttributeText(std::string_view name) const;
  std::string TextOf(const XmlAttribute& attribute) const;

  // After kText: appends it, references resolved. Once `out` has more than `max_size` bytes it is
  // cut to that, at a character: then false.
  bool AppendTextTo(std::string& out, std::size_t max_size = kNoLimit) const;

  const Doctype& doctype() const MEGURI_LIFETIME_BOUND { return doctype_; }

 private:
  struct Element {
    std::string_view name;  // with the prefix
    std::string_view local_name;
    std::uint32_t name_hash = 0;
    std::uint32_t namespaces_before = 0;
    Vocabulary vocabulary = Vocabulary::kNone;
  };
  struct Binding {
    std::string_view prefix;
    Vocabulary vocabulary;
  };
  // What a search looks for; each remembers if there is none from here to the end.
  enum class Terminator : std::uint8_t { kQuote, kApostrophe, kComment, kCdata, kInstruction };

  bool ReadMarkup(XmlEvent& event);
  bool ReadStartTag(XmlEvent& event);
  bool ReadEndTag(XmlEvent& event);
  void SkipDeclaration();
  bool SkipTo(Terminator terminator);
  std::size_t Find(Terminator terminator, std::size_t from);
  bool ReadAttributes(bool& is_empty);
  void ReadAttribute();
  std::string_view ReadValue();
  void OpenElement(std::string_view name);
  XmlEvent CloseElement();
  std::size_t TextEnd() const;
  bool IsMarkupAt(std::size_t at) const;
  void SkipBlanks();
  void BindNamespaces();
  void ResolveAttributes();
  Vocabulary Resolve(std::string_view prefix) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Element> open_;
  std::vector<XmlAttribute> attributes_;
  std::vector<Binding> bindings_;
  Doctype doctype_;
  Element current_;
  std::string_view raw_text_;
  std::size_t depth_ = 0;
  std::size_t close_to_ = kNothingToClose;  // elements above this depth are being closed
  std::size_t too_deep_ = 0;                // open elements that were passed over
  bool close_current_ = false;              // after "<a/>"
  bool is_cdata_ = false;
  bool is_cut_ = false;
  bool doctype_seen_ = false;
  std::uint8_t absent_ = 0;  // bit per Terminator: not found between at_ and the end

  static constexpr std::size_t kNothingToClose = static_cast<std::size_t>(-1);
};

}  // namespace meguri::xml
