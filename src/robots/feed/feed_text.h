// The text of one element while it is being read, with the markup that may be in it.
//
// Atom says by an attribute what a text is; RSS says nothing and means anything:
//   <title type="html">a &lt;b&gt;</title>      escaped markup: the text is "a <b>"
//   <title type="xhtml"><div>a &amp; <b>…       inline markup: written out again, "a &amp; <b>…",
//                                               without the <div> that Atom 1.0 wraps around
//   <title mode="base64">YSA8Yj4=</title>       decoded, if it can be
//   <title>a <b>…                               inline markup where none should be: as xhtml
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "xml/xml_reader.h"

namespace meguri::robots {

// The first bytes of `text`, at most `max_bytes`, without half a character at the end.
std::string_view CutAtCharacter(std::string_view text, std::size_t max_bytes);

class FeedText {
 public:
  FeedText() = default;
  // Of an element that may have markup in it: reads its type and mode attributes.
  FeedText(const xml::XmlReader& reader, std::string_view default_type);

  // What would make the text longer than `max_bytes` is left out, with all that follows: then it
  // is_full(). REQUIRES: the reader is at a text, at a start tag or an end tag inside the element.
  void AddText(const xml::XmlReader& reader, std::size_t max_bytes);
  void AddStartTag(const xml::XmlReader& reader, std::size_t max_bytes);
  void AddEndTag(const xml::XmlReader& reader, std::size_t max_bytes);

  // The finished text, blanks around it off. `unwrap`: take the <div> off that wraps it all.
  std::string Take(bool unwrap);

  std::size_t size() const { return text_.size(); }
  bool is_full() const { return is_full_; }
  bool has_markup() const { return !type_.empty(); }
  // "" if it can't have markup.
  const std::string& type() const { return type_; }
  // Where the text is if it is not here; as written.
  const std::string& src() const { return src_; }

 private:
  bool IsInline() const;
  void AppendTag(const xml::XmlReader& reader, std::string_view name, std::size_t max_bytes);

  std::string text_;
  std::string type_;
  std::string src_;
  bool base64_ = false;
  bool is_full_ = false;
  std::size_t markup_depth_ = 0;  // tags open inside the element
  std::size_t roots_ = 0;         // outermost tags so far
  std::size_t inner_begin_ = 0;   // of the first of them
  std::size_t inner_end_ = 0;
  bool root_is_div_ = false;
  bool text_outside_ = false;
};

}  // namespace meguri::robots
