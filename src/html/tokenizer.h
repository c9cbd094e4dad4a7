// The tokenizer of the HTML Standard (13.2.5), without a tree behind it.
//
//   Tokenizer tokenizer;
//   tokenizer.Reset(page);                       // UTF-8
//   ContentModel model;
//   Tokenize(tokenizer, model, sink);            // sink.OnToken(token) for each
//
// The standard's eighty states look at one character at a time. Here each construct is found as
// a whole (text up to the next '<', a value up to its quote) and handed out as views of the
// page; decoding is the reader's choice (token.h). So a page is read once, at the speed of
// memchr where there is text, and the heap is touched only when a tag has more attributes than
// any before it.
//
// Total: any bytes give tokens. Linear. What depends on the tree, that is which state follows a
// start tag, comes from outside: content_model.h for pages, the caller in tests.
// The standard's parse errors are not reported. Not thread-safe; one per thread, reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "html/token.h"

namespace meguri::html {

enum class TokenizerState : std::uint8_t {
  kData,
  kRcdata,
  kRawtext,
  kScriptData,
  kPlaintext,
  kCdataSection,
};

class Tokenizer {
 public:
  // Begins with `page`, which must outlive the tokens. `last_start_tag`, in lower case, is the
  // element whose end tag ends kRcdata, kRawtext and kScriptData; it must outlive them, too.
  void Reset(std::string_view page, TokenizerState state = TokenizerState::kData,
             std::string_view last_start_tag = {});

  // The next token; kEnd, again and again, when there is none. Valid until the next call. Two
  // texts may follow one another.
  const Token& Next() MEGURI_LIFETIME_BOUND;

  // For what follows the start tag that Next() gave last.
  void set_state(TokenizerState state) { state_ = state; }
  // What it is: Token::foreign.
  void set_foreign(bool foreign) { token_.foreign = foreign; }
  // Whether "<![CDATA[" begins a CDATA section (in SVG and MathML) or a bogus comment.
  void set_cdata_allowed(bool allowed) { cdata_allowed_ = allowed; }

 private:
  void NextInData();
  void NextInRawText();
  void TakeText(const char* end, TextMode mode);
  bool TakeMarkup();
  bool TakeDeclaration();
  bool TakeTag(TokenKind kind);
  bool TakeAttributes();
  const char* TakeAttribute(const char* at);
  void Keep(const Attribute& attribute);
  bool TakeComment(const char* begin);
  bool TakeBogusComment(const char* begin);
  bool TakeDoctype(const char* begin);
  bool EndPage();
  const char* FindRawTextEnd() const;

  std::string_view After(const char* from) const {
    return {from, static_cast<std::size_t>(end_ - from)};
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  TokenizerState state_ = TokenizerState::kData;
  bool cdata_allowed_ = false;
  std::string_view last_start_tag_;  // in any case of letters
  Token token_;
};

}  // namespace meguri::html
