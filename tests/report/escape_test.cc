#include "report/escape.h"

#include <gtest/gtest.h>

#include <limits>

namespace meguri::report {
namespace {

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(text, out);
  return out;
}

std::string Csv(std::string_view text) {
  std::string out;
  AppendCsvField(text, out);
  return out;
}

std::string Number(double number) {
  std::string out;
  AppendDouble(number, out);
  return out;
}

TEST(EscapeTest, MarkupStaysText) {
  EXPECT_EQ(Markup("a<b>&\"c\" 'd'"), "a&lt;b&gt;&amp;&quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(Markup("</script><script>"), "&lt;/script&gt;&lt;script&gt;");
  EXPECT_EQ(Markup("巡り ü\n\t"), "巡り ü\n\t");
}

TEST(EscapeTest, WhatXmlCannotHoldIsReplaced) {
  EXPECT_EQ(Markup("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(Markup(std::string_view("\0\x1B", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(Markup("\uFFFE"), "\uFFFD");
  EXPECT_EQ(Markup("abc\u202Etxt"), "abc\uFFFDtxt");  // would be read backwards
  EXPECT_EQ(Json("\xC3"), "\"\uFFFD\"");
  EXPECT_EQ(Csv("\xC3("), "\uFFFD(");
}

TEST(EscapeTest, JsonCannotEndItsScript) {
  EXPECT_EQ(Json("</script>"), R"("\u003c/script\u003e")");
  EXPECT_EQ(Json("<!--"), R"("\u003c!--")");
  EXPECT_EQ(Json("a\"b\\c\nd"), R"("a\"b\\c\u000ad")");
  EXPECT_EQ(Json("\u2028"), "\"\uFFFD\"");
  EXPECT_EQ(Json("ü"), "\"ü\"");
}

TEST(EscapeTest, CsvByRfc4180) {
  EXPECT_EQ(Csv("plain name"), "plain name");
  EXPECT_EQ(Csv("a,b"), "\"a,b\"");
  EXPECT_EQ(Csv("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(Csv("two\r\nlines"), "\"two\r\nlines\"");
}

TEST(EscapeTest, NumbersToTenDigits) {
  EXPECT_EQ(Number(0), "0");
  EXPECT_EQ(Number(-0.0), "0");
  EXPECT_EQ(Number(123'456'789'012'345), "123456789012345");
  EXPECT_EQ(Number(0.1), "0.1");
  EXPECT_EQ(Number(1.0 / 3), "0.3333333333");
  EXPECT_EQ(Number(-2.5e-7), "-2.5e-07");
  EXPECT_EQ(Number(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

}  // namespace
}  // namespace meguri::report
