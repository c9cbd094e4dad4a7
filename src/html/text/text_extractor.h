// What a reader sees of a page, and the part of it that is the page's own: fed with the
// tokenizer's tokens in one pass, no tree.
//
//   title        first <title> of the page (not SVG's)
//   description  <meta name=description>, else og:description
//   headings     level and text of h1 … h6
//   text         what is visible, as innerText would have it but without styles: blocks on lines,
//                cells separated by tabs, white space collapsed except in <pre>
//   main_text    the blocks of it that are no navigation, teaser, footer or other boilerplate;
//                all of it if there is hardly any such block
//
// Instead of a tree there is a stack of open elements, each with what holds inside it (hidden, in
// a link, in navigation, …), and the rules by which start and end tags close others. Boilerplate is
// told apart per block from its element, its role, class and id, and from how much of it and its
// neighbours is text and how much links. Which element does what, and why:
// docs/design/page_text.md.
//
// Output is valid UTF-8 (ill-formed bytes become U+FFFD) without control characters other than
// newline and tab. Total and linear; memory bounded by the limits below. Reset() keeps the buffers:
// no allocation once they have grown. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "html/tag.h"
#include "html/token.h"

namespace meguri::html {

// What holds at a place of the page: bits, handed down to whatever is inside.
inline constexpr unsigned kHidden = 1U << 0U;         // not shown
inline constexpr unsigned kForeign = 1U << 1U;        // in <svg> or <math>
inline constexpr unsigned kInLink = 1U << 2U;         // or in a button
inline constexpr unsigned kInPre = 1U << 3U;          // white space counts
inline constexpr unsigned kInBoilerplate = 1U << 4U;  // <nav>, <footer>, … or a role like that
inline constexpr unsigned kInHinted = 1U << 5U;       // a class or id says that it is boilerplate
inline constexpr unsigned kInMain = 1U << 6U;         // <main>, <article>
inline constexpr unsigned kInHeading = 1U << 7U;

// True if a class or id attribute names something like "site-nav" or "sidebar".
bool NamesBoilerplate(std::string_view names);

// The elements that are open, innermost last, to a bounded depth.
class OpenElements {
 public:
  static constexpr std::size_t kMaxDepth = 256;  // deeper ones are counted only

  unsigned context() const { return depth_ == 0 ? 0U : stack_[depth_ - 1].context; }
  bool is_open(Tag tag) const { return open_[Index(tag)] != 0; }

  void Reset();
  // First closes what such a start tag closes without saying so; `own` is what it adds.
  void Open(Tag tag, unsigned own);
  void Close(Tag tag);

 private:
  struct Element {
    Tag tag;
    std::uint16_t own;
    std::uint16_t context;
  };
  class TagSet;

  static std::size_t Index(Tag tag) { return static_cast<std::size_t>(tag); }
  void CloseImplied(Tag opening);
  void LeaveForeign(Tag opening);
  void CloseNearest(const TagSet& closed, const TagSet& barriers);
  void PopTo(std::size_t depth);
  void Remove(std::size_t at);

  std::array<Element, kMaxDepth> stack_;  // the first depth_ are set
  std::size_t depth_ = 0;
  std::size_t too_deep_ = 0;               // open elements beyond the stack
  std::array<std::uint16_t, 256> open_{};  // by tag: how many of them are on the stack
};

// A run of text without a block's border in it, which is the unit of choosing.
struct TextBlock {
  std::uint32_t begin = 0;  // in text()
  std::uint32_t end = 0;
  std::uint32_t link_bytes = 0;  // how much of it is links
  std::uint16_t context = 0;     // where it began
  bool is_content = false;

  std::uint32_t size() const { return end - begin; }
};

// Sets is_content. Linear.
void ClassifyBlocks(std::span<TextBlock> blocks);

struct Heading {
  int level = 1;          // 1 to 6
  std::string_view text;  // on one line
};

class TextExtractor {
 public:
  // What is beyond these is cut off, at a character's border.
  static constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20U;
  static constexpr std::size_t kMaxTitleBytes = 1024;
  static constexpr std::size_t kMaxDescriptionBytes = 4096;
  static constexpr std::size_t kMaxHeadings = 512;
  static constexpr std::size_t kMaxHeadingBytes = 512;  // of each
  static constexpr std::size_t kMaxBlocks = 65'536;     // the last one takes what follows
  // A page with less main text than this (about twenty words) is taken as a whole.
  static constexpr std::size_t kMinMainBytes = 120;

  TextExtractor() = default;
  TextExtractor(const TextExtractor&) = delete;  // headings_ has views of heading_text_
  TextExtractor& operator=(const TextExtractor&) = delete;

  // Ready for the next page; views of the last one are gone.
  void Reset();
  void OnToken(const Token& token);
  // After the last token; what is below holds after it, until Reset().
  void Finish();

  std::string_view title() const MEGURI_LIFETIME_BOUND { return title_; }
  std::string_view description() const MEGURI_LIFETIME_BOUND { return description_; }
  std::string_view text() const MEGURI_LIFETIME_BOUND { return {text_.data(), used_}; }
  std::string_view main_text() const MEGURI_LIFETIME_BOUND;
  // As written in the page, up to 64 bytes: <html lang>, else xml:lang, else the pragma
  // content-language; "" if none.
  std::string_view declared_language() const MEGURI_LIFETIME_BOUND;
  std::span<const Heading> headings() const MEGURI_LIFETIME_BOUND { return headings_; }
  std::span<const TextBlock> blocks() const MEGURI_LIFETIME_BOUND { return blocks_; }
  bool truncated() const { return truncated_; }

 private:
  enum class Separator : std::uint8_t { kNone, kSpace, kTab, kNewline };
  struct HeadingPlace {
    int level;
    std::uint32_t serial;  // which heading element
    std::uint32_t begin;   // in heading_text_
    std::uint32_t end;
  };

  void OnStartTag(const Token& token);
  void OnEndTag(Tag tag);
  void OnText(const Token& token);
  void OnTitle(const Token& token);
  void OnMeta(const Token& token);
  void OnHtml(const Token& token);
  void OnBorder(unsigned traits);
  void TakeLanguage(std::string_view language, int rank);

  void Want(Separator separator) { wanted_ = wanted_ < separator ? separator : wanted_; }
  void AppendCollapsed(std::string_view text);
  void AppendPreserved(std::string_view text);
  char* BeginText(std::size_t bytes);
  void EndText(char* end);
  void EndBlock();
  void AddToHeading();
  void ChooseMainText();

  OpenElements open_elements_;
  Tag raw_text_of_ = Tag::kOther;  // the start tag seen last: whose raw text this is
  bool title_seen_ = false;
  bool skip_newline_ = false;  // right after <pre>
  bool truncated_ = false;
  int description_rank_ = 0;
  int language_rank_ = 0;

  std::string text_;  // a buffer: the first used_ bytes count
  std::size_t used_ = 0;
  Separator wanted_ = Separator::kNone;
  bool in_block_ = false;
  bool finishing_ = false;
  TextBlock block_;  // the one in the making
  std::vector<TextBlock> blocks_;

  int heading_level_ = 1;
  std::uint32_t heading_serial_ = 0;
  std::vector<HeadingPlace> heading_places_;
  std::string heading_text_;
  std::vector<Heading> headings_;

  std::string title_;
  std::string description_;
  std::string language_;
  std::string main_;
  bool all_is_main_ = false;
  std::string scratch_;
};

}  // namespace meguri::html
