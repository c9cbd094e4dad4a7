// What a tree builder would tell the tokenizer, without the tree: after which start tags the
// text is not markup, and whether we are in SVG or MathML, where <title>, <style> and <script>
// are ordinary elements and CDATA sections exist.
//
// In HTML proper the start tag alone decides. In foreign content a stack of the open foreign
// elements is kept, with the standard's rules for integration points and for the HTML tags that
// break out; what HTML elements are open around it is not known, so an end tag that fits nothing
// on the stack but is HTML's own ends the foreign part, as it would if its element were open.
// The stack is bounded: deeper elements are not tracked, and their end tags may end others.
//
// A start tag is marked as SVG's or MathML's (Token::foreign), the outermost <svg> and <math> too.
// Scripting counts as off: <noscript> is markup. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/token.h"
#include "html/tokenizer.h"

namespace meguri::html {

class ContentModel {
 public:
  // `xml`: the page is XHTML, served as such: "<script/>" is whole, and CDATA sections exist.
  void Reset(bool xml = false) {
    open_.clear();
    xml_ = xml;
  }

  // To be called with every token, in order, before the next one is taken: puts `tokenizer` into
  // the state for what follows.
  void Steer(const Token& token, Tokenizer& tokenizer) {
    if (token.kind != TokenKind::kStartTag && token.kind != TokenKind::kEndTag) return;
    tokenizer.set_state(OnTag(token));
    tokenizer.set_foreign(in_foreign());
    tokenizer.set_cdata_allowed(cdata_allowed());
  }

  // True within <svg> or <math>, outside of the HTML that these may hold.
  bool in_foreign() const { return !open_.empty() && !open_.back().integration; }
  bool cdata_allowed() const { return xml_ || (!open_.empty() && open_.back().html_depth == 0); }

 private:
  static constexpr std::size_t kMaxDepth = 512;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Open {
    std::string_view raw_name;
    bool math;
    bool integration;         // holds HTML: <foreignObject>, <desc>, <title>, <mi>, …
    bool within_integration;  // it, or an element around it
    std::size_t html_depth;   // HTML elements open right within it, about
  };

  TokenizerState OnTag(const Token& token);
  TokenizerState OnStart(const Token& token);
  void OnEnd(const Token& token);
  void Push(const Token& token, bool math);
  void BreakOut();
  // The innermost open element of that name, or kNone.
  std::size_t FindOpen(std::string_view name) const;

  std::vector<Open> open_;
  std::array<std::uint32_t, kMaxDepth> name_hashes_{};  // of open_; the rest is left from before
  bool xml_ = false;
};

// Runs `tokenizer` to its end with `model`, and calls sink.OnToken(token) for every token, the
// last one being kEnd.
template <class Sink>
void Tokenize(Tokenizer& tokenizer, ContentModel& model, Sink& sink) {
  for (;;) {
    const Token& token = tokenizer.Next();
    model.Steer(token, tokenizer);
    sink.OnToken(token);
    if (token.kind == TokenKind::kEnd) return;
  }
}

}  // namespace meguri::html
