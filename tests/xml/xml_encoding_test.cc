#include "xml/xml_encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace meguri::xml {
namespace {

using encoding::Encoding;

Encoding EncodingOf(std::string_view bytes, std::string_view content_type = "") {
  std::string scratch;
  return DecodeDocument(bytes, content_type, scratch).encoding;
}

std::string TextOf(std::string_view bytes, std::string_view content_type = "") {
  std::string scratch;
  return std::string(DecodeDocument(bytes, content_type, scratch).text);
}

TEST(XmlEncodingTest, TheFirstThatSaysSomething) {
  EXPECT_EQ(EncodingOf("<a/>"), Encoding::kUtf8);
  EXPECT_EQ(EncodingOf("<?xml version='1.0' encoding='koi8-r'?><a/>"), Encoding::kKoi8R);
  EXPECT_EQ(EncodingOf("\n <?xml encoding = \"Shift_JIS\" ?>"), Encoding::kShiftJis);
  EXPECT_EQ(EncodingOf("<?xml encoding='koi8-r'?>", "text/xml; Charset=\"euc-kr\"; q=1"),
            Encoding::kEucKr);
  EXPECT_EQ(EncodingOf("\xEF\xBB\xBF<?xml encoding='koi8-r'?>", "text/xml;charset=euc-kr"),
            Encoding::kUtf8);
  EXPECT_EQ(EncodingOf("<?xml encoding='koi8-r'?>", "text/xml; charset=nonsense"),
            Encoding::kKoi8R);
  EXPECT_EQ(EncodingOf("<?xml encoding='nonsense'?>"), Encoding::kUtf8);
  EXPECT_EQ(EncodingOf("<?xml encoding='utf-16'?>"), Encoding::kUtf8);  // it can't be
  EXPECT_EQ(EncodingOf("<?xml encoding='"), Encoding::kUtf8);
  EXPECT_EQ(EncodingOf(""), Encoding::kUtf8);
}

TEST(XmlEncodingTest, Utf16) {
  EXPECT_EQ(TextOf(std::string_view("\xFF\xFE<\0a\0/\0>\0", 10)), "<a/>");
  EXPECT_EQ(TextOf(std::string_view("\xFE\xFF\0<\0a\0/\0>", 10)), "<a/>");
  EXPECT_EQ(TextOf(std::string_view("<\0a\0/\0>\0", 8)), "<a/>");
  EXPECT_EQ(TextOf(std::string_view("\0<\0a\0/\0>", 8)), "<a/>");
}

TEST(XmlEncodingTest, WhatCantBeUtf8IsWindows1252) {
  EXPECT_EQ(TextOf("<a>\xE9t\xE9</a>"), "<a>été</a>");
  EXPECT_EQ(TextOf("<?xml encoding='utf-8'?>\x93q\x94"), "<?xml encoding='utf-8'?>“q”");
  // One broken character among others is one broken character.
  EXPECT_EQ(TextOf("<a>\xC3\xA9t\xE9</a>"), "<a>ét\uFFFD</a>");
  EXPECT_EQ(EncodingOf("<?xml encoding='koi8-r'?>\xC1", "text/xml; charset=utf-8"),
            Encoding::kKoi8R);
}

TEST(XmlEncodingTest, MarksAreNoText) {
  EXPECT_EQ(TextOf("\xEF\xBB\xBF<a/>"), "<a/>");
  EXPECT_EQ(TextOf("\xEF\xBB\xBF\xEF\xBB\xBF<a/>"), "<a/>");
}

}  // namespace
}  // namespace meguri::xml
