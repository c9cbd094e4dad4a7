// HTML: the tokenizer, the links and all that a page reader finds. Input: a byte of choices,
// then the page.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "fuzz/check.h"
#include "html/page_reader.h"
#include "html/tokenizer.h"
#include "url/url.h"

namespace {

using meguri::html::PageReader;
using meguri::html::Token;
using meguri::html::Tokenizer;
using meguri::html::TokenizerState;
using meguri::html::TokenKind;

void CheckAttributes(const Token& token, const char* name_end) {
  Check(token.attributes.size() <= Token::kMaxAttributes, "attributes are bounded");
  const char* at = name_end;
  std::string text;
  for (const meguri::html::Attribute& attribute : token.attributes) {
    Check(!attribute.raw_name.empty(), "attributes have names");
    Check(attribute.raw_name.data() >= at, "attributes follow one another");
    at = attribute.raw_name.data() + attribute.raw_name.size();
    if (!attribute.raw_value.empty()) {
      Check(attribute.raw_value.data() > at, "a value follows its name");
      at = attribute.raw_value.data() + attribute.raw_value.size();
    }
    attribute.AppendName(text);
    attribute.AppendValue(text);
  }
}

// Every view lies within the page, in order; the tokenizer always goes forward.
void CheckTokens(std::string_view page, TokenizerState state) {
  Tokenizer tokenizer;
  tokenizer.Reset(page, state, "title");
  tokenizer.set_cdata_allowed(page.size() % 2 == 0);
  const char* at = page.data();
  std::string text;
  for (std::size_t tokens = 0;; ++tokens) {
    const Token& token = tokenizer.Next();
    if (token.kind == TokenKind::kEnd) break;
    Check(tokens <= page.size(), "there are no more tokens than bytes");
    if (!token.raw.empty()) {
      Check(token.raw.data() >= at, "tokens go forward");
      at = token.raw.data() + token.raw.size();
      Check(at <= page.data() + page.size(), "tokens lie within the page");
    }
    if (token.kind == TokenKind::kStartTag) CheckAttributes(token, at);
    text.clear();
    token.AppendText(text);
    // A reference of three bytes can stand for one of four, never for more than twice its size;
    // a NUL becomes three bytes.
    Check(text.size() <= 3 * token.raw.size() + 4, "decoding doesn't blow up");
    if (token.kind == TokenKind::kDoctype) (void)ParseDoctype(token);
  }
  Check(tokenizer.Next().kind == TokenKind::kEnd, "the end stays the end");
}

void CheckPage(std::string_view page, const char* content_type) {
  static const meguri::url::Url kUrl = *meguri::url::Url::Parse("http://h.example/dir/page?q#f");
  static PageReader used;
  PageReader fresh;
  used.Read({.bytes = page, .url = &kUrl, .content_type = content_type});
  fresh.Read({.bytes = page, .url = &kUrl, .content_type = content_type});
  Check(used.links().size() == fresh.links().size(), "a used reader finds the same links");
  for (std::size_t i = 0; i < used.links().size(); ++i) {
    const meguri::html::Link link = used.links().at(i);
    Check(link.url == fresh.links().at(i).url, "a used reader finds the same URLs");
    Check(link.url.starts_with("http"), "links can be fetched");
    Check(link.url.find('#') == std::string_view::npos, "links have no fragment");
    const auto again = meguri::url::Url::Parse(link.url);
    Check(again && again->href() == link.url, "a link is a URL, in its own spelling");
    Check(meguri::IsValidUtf8(link.text), "texts of links are UTF-8");
    Check(link.text.size() <= meguri::html::PageLinks::kMaxNoteBytes, "texts are bounded");
    Check(link.text == fresh.links().at(i).text, "a used reader finds the same texts");
  }
  Check(meguri::IsValidUtf8(used.utf8()), "a page is UTF-8 once decoded");
  Check(meguri::IsValidUtf8(used.text().text()), "its text is UTF-8");
  Check(meguri::IsValidUtf8(used.text().title()), "its title is UTF-8");
  Check(used.text().text() == fresh.text().text(), "a used reader finds the same text");
  Check(used.fingerprint() == fresh.fingerprint(), "and gives it the same fingerprint");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string page(reinterpret_cast<const char*>(data + 1), size - 1);
  const unsigned choice = data[0];
  CheckTokens(page, static_cast<TokenizerState>(choice % 6));
  constexpr const char* kTypes[] = {
      "text/html", "", "application/xhtml+xml", "text/css", "text/html;charset=shift_jis",
      "text/plain"};
  CheckPage(page, kTypes[choice / 6 % 6]);
  return 0;
}
