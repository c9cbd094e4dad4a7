// What the public tokenizer tests don't ask: tags by number, views, cuts at every byte.
#include "html/tokenizer.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "html/entities.h"
#include "html/tag.h"

namespace meguri::html {
namespace {

TEST(TagTest, NamesInAnyCase) {
  EXPECT_EQ(FindTag("a"), Tag::kA);
  EXPECT_EQ(FindTag("ForeignObject"), Tag::kForeignObject);
  EXPECT_EQ(FindTag("annotation-xml"), Tag::kAnnotationXml);
  EXPECT_EQ(FindTag("H1"), Tag::kH1);
  EXPECT_EQ(FindTag("TextArea"), Tag::kTextarea);
  EXPECT_EQ(FindTag("plaintext"), Tag::kPlaintext);
  for (const std::string_view other :
       {std::string_view(""), std::string_view("h7"), std::string_view("h\x11"),
        std::string_view("\0", 1), std::string_view("aa"), std::string_view("texture-atlas"),
        std::string_view("annotation-xmls"), std::string_view("scrip"),
        std::string_view("a\0", 2)}) {
    EXPECT_EQ(FindTag(other), Tag::kOther) << other;
  }
}

TEST(TagTest, WithinALongerTextItIsTheSame) {
  const std::string text = "blockquote H1 h\x11 a nav textareas!";
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    for (std::size_t size = 0; size <= text.size() - begin; ++size) {
      const std::string_view name = std::string_view(text).substr(begin, size);
      EXPECT_EQ(FindTagIn(name, text.data() + text.size()), FindTag(name)) << name;
    }
  }
}

TEST(EntitiesTest, TheLongestNameCounts) {
  EXPECT_EQ(MatchEntity("notin;")->code_points[0], 0x2209U);
  EXPECT_EQ(MatchEntity("notit;")->length, 3U);
  EXPECT_EQ(MatchEntity("NotEqualTilde;")->code_points[1], 0x338U);
  EXPECT_EQ(MatchEntity("CounterClockwiseContourIntegral;")->length, 32U);
  EXPECT_FALSE(MatchEntity("nosuch;").has_value());
  EXPECT_FALSE(MatchEntity("").has_value());
  EXPECT_FALSE(MatchEntity(";").has_value());
}

TEST(TokenizerTest, AttributesAreViewsOfThePage) {
  const std::string page = "<A Href=\"x&amp;y\" HREF=z checked>";
  Tokenizer tokenizer;
  tokenizer.Reset(page);
  const Token& token = tokenizer.Next();
  ASSERT_EQ(token.kind, TokenKind::kStartTag);
  EXPECT_EQ(token.tag, Tag::kA);
  ASSERT_EQ(token.attributes.size(), 3U);
  std::string scratch;
  EXPECT_EQ(token.Find("href")->Value(scratch), "x&y");
  EXPECT_EQ(token.Find("checked")->Value(scratch), "");
  EXPECT_EQ(token.Find("id"), nullptr);
  EXPECT_EQ(token.Find("href")->raw_value.data(), page.data() + 9);
}

// Whatever is cut off, the tokenizer comes to its end, and its views stay within the page.
TEST(TokenizerTest, APageCutAnywhere) {
  const std::string page =
      "<!DOCTYPE html PUBLIC \"a\" 'b'><html lang=en><!-- c --><title>t &amp; u</title>"
      "<script><!-- <script> </script> --></script><p class='x y' id=z hidden/>&#x41;&copy "
      "</p ><svg><![CDATA[ d ]]></svg><?e?></ f><textarea>g</textarea";
  Tokenizer tokenizer;
  for (const TokenizerState state :
       {TokenizerState::kData, TokenizerState::kRcdata, TokenizerState::kRawtext,
        TokenizerState::kScriptData, TokenizerState::kPlaintext, TokenizerState::kCdataSection}) {
    for (std::size_t size = 0; size <= page.size(); ++size) {
      const std::string cut = page.substr(0, size);  // its end is the heap block's
      tokenizer.Reset(cut, state, "p");
      tokenizer.set_cdata_allowed(true);
      std::size_t tokens = 0;
      std::string text;
      for (;; ++tokens) {
        const Token& token = tokenizer.Next();
        token.AppendText(text);
        if (token.kind == TokenKind::kDoctype) (void)ParseDoctype(token);
        if (token.kind == TokenKind::kEnd) break;
      }
      EXPECT_LE(tokens, size);
      EXPECT_EQ(tokenizer.Next().kind, TokenKind::kEnd);
    }
  }
}

TEST(TokenizerTest, AnEmptyPage) {
  Tokenizer tokenizer;
  EXPECT_EQ(tokenizer.Next().kind, TokenKind::kEnd);
  tokenizer.Reset({});
  EXPECT_EQ(tokenizer.Next().kind, TokenKind::kEnd);
}

}  // namespace
}  // namespace meguri::html
