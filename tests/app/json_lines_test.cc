#include "app/json_lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace meguri::app {
namespace {

Result<Answer> Echo(const Question& question) {
  MEGURI_TRY(const std::string text, StringField(question, "x"));
  return Answer{{"x", text}};
}

TEST(AnswerLineTest, AnswersAnObject) {
  EXPECT_EQ(AnswerLine(R"({"x":"é"})", Echo), R"({"x":"é"})");
}

TEST(AnswerLineTest, ErrorsNameWhatIsWrong) {
  for (const char* line : {"", " ", "x", "7", "[]", "null", "{", "{\"x\":\"\xFF\"}", "{}{}"}) {
    EXPECT_EQ(AnswerLine(line, Echo), R"({"error":"not a JSON object"})") << line;
  }
  EXPECT_EQ(AnswerLine("{}", Echo), R"({"error":"\"x\" is missing"})");
  EXPECT_EQ(AnswerLine(R"({"x":null})", Echo), R"({"error":"\"x\" must be a string"})");
}

TEST(AnswerLineTest, LoneSurrogatesAreReplaced) {
  EXPECT_EQ(AnswerLine(R"({"x":"a\ud800b"})", Echo), "{\"x\":\"a\uFFFDb\"}");
  EXPECT_EQ(AnswerLine(R"({"x":"\udc00\ud83d\ude00\ud83d"})", Echo), "{\"x\":\"\uFFFD😀\uFFFD\"}");
  EXPECT_EQ(AnswerLine(R"({"x":"\\ud800\ud800"})", Echo), "{\"x\":\"\\\\ud800\uFFFD\"}");
  EXPECT_EQ(AnswerLine(R"({"x":"\ud800\u0041"})", Echo), "{\"x\":\"\uFFFDA\"}");
}

TEST(AnswerLineTest, DeepNestingIsJustAnError) {
  EXPECT_EQ(AnswerLine(std::string(1'000'000, '['), Echo), R"({"error":"not a JSON object"})");
}

TEST(BytesFieldTest, TakesTextOrBase64) {
  const auto bytes = [](const char* json) { return BytesField(Question::parse(json), "b"); };
  EXPECT_EQ(bytes(R"({"b":"x"})"), "x");
  EXPECT_EQ(bytes(R"({"b_base64":"/w=="})"), "\xFF");
  EXPECT_EQ(bytes(R"({"b_base64":"?"})").error().context, "\"b_base64\" is not base64");
  EXPECT_FALSE(bytes("{}"));
  EXPECT_FALSE(bytes(R"({"b":"x","b_base64":"eA=="})"));
}

// A pair of pipes with AnswerJsonLines between them.
class AnswerJsonLinesTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::pipe(questions_.data()), 0);
    ASSERT_EQ(::pipe(answers_.data()), 0);
    worker_ = std::thread([this] {
      EXPECT_TRUE(AnswerJsonLines(questions_[0], answers_[1], Echo));
      ::close(answers_[1]);
    });
  }
  void TearDown() override {
    worker_.join();
    ::close(questions_[0]);
    ::close(answers_[0]);
  }
  void Ask(std::string_view text) {
    ASSERT_EQ(::write(questions_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void EndQuestions() { ::close(questions_[1]); }
  // What has been answered, waiting for something first; "" at the end.
  std::string TakeAnswers() {
    std::array<char, 4096> buffer;
    const ssize_t got = ::read(answers_[0], buffer.data(), buffer.size());
    return std::string(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  }

 private:
  std::array<int, 2> questions_;
  std::array<int, 2> answers_;
  std::thread worker_;
};

TEST_F(AnswerJsonLinesTest, AnswersBeforeItWaitsForMore) {
  Ask("{\"x\":\"1\"}\n");
  EXPECT_EQ(TakeAnswers(), "{\"x\":\"1\"}\n");
  Ask("{\"x\":");
  Ask("\"2\"}\n");
  EXPECT_EQ(TakeAnswers(), "{\"x\":\"2\"}\n");
  EndQuestions();
  EXPECT_EQ(TakeAnswers(), "");
}

TEST_F(AnswerJsonLinesTest, BadLinesAndAMissingNewlineAtTheEnd) {
  Ask("nonsense\n\n{\"x\":\"3\"}");
  EndQuestions();
  std::string all;
  for (std::string some = TakeAnswers(); !some.empty(); some = TakeAnswers())
    all += some;
  EXPECT_EQ(
      all, "{\"error\":\"not a JSON object\"}\n{\"error\":\"not a JSON object\"}\n{\"x\":\"3\"}\n");
}

}  // namespace
}  // namespace meguri::app
