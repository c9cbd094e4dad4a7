#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/utf8.h"

namespace meguri {
namespace {

using testing::EndsWith;

// Not synchronised: the output promises to call it from one thread at a time.
class CapturingSink final : public LogSink {
 public:
  void Write(std::string_view line) override {
    for (const char c : line) {  // slowly, so that two writers would show
      text += c;
    }
  }
  std::string text;
};

constexpr WallTime kTime = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) +
                           std::chrono::seconds(3 * 3600 + 4 * 60 + 5) +
                           std::chrono::milliseconds(678);

struct Fixture {
  explicit Fixture(LogFormat format = LogFormat::kText)
      : output(clock, sink, {.level = LogLevel::kInfo, .format = format}) {}
  ManualClock clock{kTime};
  CapturingSink sink;
  LogOutput output;
  Logger log{output, "fetch"};
};

// What a single field looks like in a text line.
std::string TextOf(const LogValue& value) {
  Fixture f;
  f.log.Info("m", {{"k", value}});
  const std::string prefix = "2026-01-02T03:04:05.678Z INFO  fetch: m k=";
  EXPECT_EQ(f.sink.text.substr(0, prefix.size()), prefix);
  EXPECT_EQ(f.sink.text.find('\n'), f.sink.text.size() - 1);
  return f.sink.text.substr(prefix.size(), f.sink.text.size() - prefix.size() - 1);
}

// What it comes back as when the JSON line is read.
nlohmann::json JsonOf(const LogValue& value) {
  Fixture f(LogFormat::kJson);
  f.log.Info("m", {{"k", value}});
  EXPECT_EQ(f.sink.text.find('\n'), f.sink.text.size() - 1);
  EXPECT_TRUE(IsValidUtf8(f.sink.text));
  return nlohmann::json::parse(f.sink.text).at("k");
}

TEST(LogTest, TextLine) {
  Fixture f;
  f.log.Warning("connection refused", {{"host", "example.com"}, {"attempt", 3}});
  f.log.Error("bye");
  EXPECT_EQ(f.sink.text,
            "2026-01-02T03:04:05.678Z WARN  fetch: connection refused host=example.com attempt=3\n"
            "2026-01-02T03:04:05.678Z ERROR fetch: bye\n");
}

TEST(LogTest, JsonLine) {
  Fixture f(LogFormat::kJson);
  f.log.Warning("connection refused", {{"host", "example.com"}, {"attempt", 3}});
  EXPECT_EQ(f.sink.text,
            R"({"time":"2026-01-02T03:04:05.678Z","level":"warning","component":"fetch",)"
            R"("message":"connection refused","host":"example.com","attempt":3})"
            "\n");
}

TEST(LogTest, LinesBelowTheLevelAreDropped) {
  Fixture f;
  f.log.Debug("no");
  EXPECT_EQ(f.sink.text, "");
  EXPECT_FALSE(f.log.enabled(LogLevel::kDebug));
  f.output.SetLevel(LogLevel::kDebug);
  f.log.Debug("yes");
  EXPECT_THAT(f.sink.text, EndsWith("DEBUG fetch: yes\n"));
  f.output.SetLevel(LogLevel::kOff);
  f.sink.text.clear();
  f.log.Error("no");
  EXPECT_EQ(f.sink.text, "");
}

TEST(LogTest, LevelNamesComeBack) {
  for (const LogLevel level :
       {LogLevel::kDebug, LogLevel::kInfo, LogLevel::kWarning, LogLevel::kError, LogLevel::kOff}) {
    EXPECT_EQ(ParseLogLevel(LogLevelName(level)), level);
  }
  EXPECT_EQ(ParseLogLevel("loud"), std::nullopt);
}

TEST(LogTest, ValuesOfEveryKind) {
  EXPECT_EQ(TextOf(-5), "-5");
  EXPECT_EQ(TextOf(INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(TextOf(UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(TextOf(true), "true");
  EXPECT_EQ(TextOf(0.5), "0.5");
  EXPECT_EQ(TextOf(NAN), "nan");
  EXPECT_EQ(TextOf("text"), "text");
  EXPECT_EQ(TextOf(std::string("text")), "text");
  EXPECT_EQ(JsonOf(-5), -5);
  EXPECT_EQ(JsonOf(UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(JsonOf(false), false);
  EXPECT_EQ(JsonOf(0.1), 0.1);
  EXPECT_EQ(JsonOf(NAN), nullptr);
  EXPECT_EQ(JsonOf(INFINITY), nullptr);
}

TEST(LogTest, ValuesThatAreNotPlainAreQuoted) {
  EXPECT_EQ(TextOf("https://example.com/a;b?c&d"), "https://example.com/a;b?c&d");
  EXPECT_EQ(TextOf(""), R"("")");
  EXPECT_EQ(TextOf("a b"), R"("a b")");
  EXPECT_EQ(TextOf("a=b"), R"("a=b")");
  EXPECT_EQ(TextOf(R"(say "x")"), R"("say \"x\"")");
  EXPECT_EQ(TextOf(R"(C:\x)"), R"("C:\\x")");
  EXPECT_EQ(TextOf("日本語"), "\"日本語\"");
}

TEST(LogTest, HostileValuesAreEscaped) {
  EXPECT_EQ(TextOf("x\n2026-01-01T00:00:00.000Z ERROR fake: line"),
            R"("x\n2026-01-01T00:00:00.000Z ERROR fake: line")");
  EXPECT_EQ(TextOf("\r\t"), R"("\r\t")");
  EXPECT_EQ(TextOf("\x1b[2J"), R"("\u001b[2J")");  // clears the screen
  EXPECT_EQ(TextOf("\u009b2J"), R"("\u009b2J")");  // the same in C1
  EXPECT_EQ(TextOf("\x7f"), R"("\u007f")");
  EXPECT_EQ(TextOf("a\u202Eb"), R"("a\u202eb")");  // writes backwards from here
  EXPECT_EQ(TextOf("a\u2028b"), R"("a\u2028b")");  // a new line to some
  EXPECT_EQ(TextOf(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(TextOf("\xff\xc3("), R"("\xff\xc3(")");  // broken UTF-8, byte by byte
  EXPECT_EQ(TextOf("\x9b"
                   "2J"),
            R"("\x9b2J")");  // C1 as a raw byte
}

TEST(LogTest, JsonReadsBackAsItWas) {
  for (const std::string& value :
       {std::string("plain"), std::string("a b\"c\\d"), std::string("\0\n\r\t\x1b\x7f", 6),
        std::string("日本語 😀"), std::string("\u009b\u202E\u2028")}) {
    EXPECT_EQ(JsonOf(value), value);
  }
  EXPECT_EQ(JsonOf("a\xff"
                   "b"),
            "a\uFFFD"
            "b");
}

bool IsHarmless(char32_t c) {
  return c >= 0x20 && !(c >= 0x7F && c <= 0x9F) && !(c >= 0x2028 && c <= 0x202E) &&
         !(c >= 0x2066 && c <= 0x2069);
}

// Every character that could matter: a line is a line, and shows only what is harmless.
TEST(LogTest, NoCharacterGetsThroughThatActs) {
  constexpr char32_t kStep = 256;
  for (char32_t first = 0; first < 0x3000; first += kStep) {
    std::string value;
    for (char32_t c = first; c < first + kStep; ++c) {
      AppendUtf8(c, value);
    }
    const std::string text = TextOf(value);
    for (std::size_t at = 0; at < text.size();) {
      const Utf8Step step = DecodeUtf8(text, at);
      EXPECT_TRUE(step.valid && IsHarmless(step.code_point))
          << static_cast<std::uint32_t>(step.code_point);
      at += step.length;
    }
    EXPECT_EQ(JsonOf(value), value);
  }
}

TEST(LogTest, MessageComponentAndKeyAreEscapedToo) {
  Fixture f;
  Logger(f.output, "a\nb").Info("c\nd", {{"e\nf", 1}});
  EXPECT_THAT(f.sink.text, EndsWith("INFO  a\\nb: c\\nd e\\nf=1\n"));
}

TEST(LogTest, LongValuesAreCutBetweenCharacters) {
  EXPECT_EQ(TextOf(std::string(2048, 'x')), std::string(2048, 'x'));
  EXPECT_EQ(TextOf(std::string(3000, 'x')), '"' + std::string(2048, 'x') + "…[952 more bytes]\"");
  std::string euros = "x";
  for (int i = 0; i < 1000; ++i) {
    euros += "€";
  }
  EXPECT_THAT(TextOf(euros), EndsWith("€…[954 more bytes]\""));
  EXPECT_THAT(TextOf(std::string(3000, '\x80')), EndsWith("\\x80…[956 more bytes]\""));
}

TEST(LogTest, LinesOfSeveralThreadsDoNotMix) {
  constexpr int kThreads = 4;
  constexpr int kLines = 200;
  Fixture f;
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&f, i] {
        const std::string value(static_cast<std::size_t>(50 + i), static_cast<char>('a' + i));
        for (int n = 0; n < kLines; ++n) {
          f.log.Info("line", {{"thread", i}, {"value", value}});
          f.log.Debug("dropped");
        }
      });
    }
    f.output.SetLevel(LogLevel::kInfo);  // may change while others log
  }
  std::istringstream lines(f.sink.text);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::size_t at = line.find(" thread=");
    ASSERT_NE(at, std::string::npos) << line;
    const int thread = line[at + 8] - '0';
    ASSERT_EQ(line.substr(at + 9), " value=" + std::string(static_cast<std::size_t>(50 + thread),
                                                           static_cast<char>('a' + thread)));
  }
  EXPECT_EQ(count, kThreads * kLines);
}

TEST(StderrSinkTest, WritesTheLine) {
  testing::internal::CaptureStderr();
  StderrSink().Write("a line\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a line\n");
}

}  // namespace
}  // namespace meguri
