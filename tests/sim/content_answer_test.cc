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

}  // namespace
}  // namespace meguri
