#include "sim/web/content_answer.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri {
namespace {

// RFC 9110 section 15.4.5.
TEST(ContentAnswerTest, A304RepeatsWhatThe200SaysOfCaching) {
  const ContentHead head{.content_type = "text/html; charset=utf-8",
                         .etag = "\"1\"",
                         .last_modified = ManualClock::kDefaultStart};
  WebAnswer whole;
  whole.body.assign(1000, 'x');
  FinishContent({}, head, whole);
  WebAnswer unchanged;
  ASSERT_TRUE(AnswerNotModified({.if_none_match = "W/\"1\""}, head, unchanged));
  EXPECT_EQ(unchanged.status, 304);
  for (const char* name : {"ETag", "Last-Modified", "Vary"}) {
    EXPECT_NE(AnswerField(whole, name), "") << name;
    EXPECT_EQ(AnswerField(unchanged, name), AnswerField(whole, name)) << name;
  }
  EXPECT_EQ(AnswerField(unchanged, "Content-Type"), "");
}

// RFC 9110 section 8.8.3.3.
TEST(ContentAnswerTest, ThePackedFormHasATagOfItsOwn) {
  const ContentHead head{
      .content_type = "text/html", .etag = "\"1\"", .last_modified = std::nullopt};
  WebAnswer packed;
  packed.body.assign(1000, 'x');
  FinishContent({.accepts_gzip = true}, head, packed);
  EXPECT_EQ(AnswerField(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(AnswerField(packed, "ETag"), "\"1-gz\"");
  WebAnswer unchanged;
  ASSERT_TRUE(AnswerNotModified({.if_none_match = "\"1-gz\""}, head, unchanged));
  EXPECT_EQ(AnswerField(unchanged, "ETag"), "\"1-gz\"");
  EXPECT_FALSE(AnswerNotModified({.if_none_match = "\"2-gz\""}, head, unchanged));
}

}  // namespace
}  // namespace meguri
