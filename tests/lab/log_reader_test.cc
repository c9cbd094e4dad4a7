#include "lab/judge/log_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/lab/written_log.h"

namespace meguri {
namespace {

const std::string kName = "access.log";

std::string LogOf(std::string_view lines) { return std::string(kLogHead).append(lines); }

constexpr std::string_view kLine =
    "17\t1043\t1190\t1355\t127.1.0.9\thttp\ta.test\tGET\thttp://a.test/x\t200\t312\tsent\tbot/1 "
    "x\n";

// The error of reading it all; "" if there is none.
std::string ErrorOf(std::string text) {
  const TextFile file(std::move(text));
  auto reader = LogReader::Open(file, kName);
  if (!reader) return reader.error().context;
  LogLine line;
  for (;;) {
    const auto more = reader->Next(line);
    if (!more) return more.error().context;
    if (!*more) return "";
  }
}

TEST(LogReaderTest, ReadsHeadAndLines) {
  std::string text = LogOf(kLine);
  text += "1\t2\t3\t4\t-\thttp\t-\t-\t-\t0\t0\tclosed\t-\n";
  text.insert(text.find("\t1\n") + 2, ".5");
  text.insert(text.find("#later"), "#spec\tseed = 7\n#spec\tips = 10\n");
  const TextFile file(text);
  auto reader = LogReader::Open(file, kName);
  ASSERT_TRUE(reader) << reader.error().context;
  EXPECT_EQ(reader->head().speed, 1.5);
  EXPECT_EQ(FormatIso8601(reader->head().VirtualAt(2'000'000)), "2026-01-01T00:00:03Z");
  EXPECT_EQ(reader->head().spec, "seed = 7\nips = 10\n");
  ASSERT_TRUE(reader->head().forbidden);
  EXPECT_EQ(reader->head().forbidden->ToString(), "127.66.66.66");
  for (int pass = 0; pass < 2; ++pass) {
    LogLine line;
    ASSERT_TRUE(*reader->Next(line));
    EXPECT_EQ(line.number, 8U);
    EXPECT_EQ(line.connection, 17U);
    EXPECT_EQ(line.opened, 1043);
    EXPECT_EQ(line.start, 1190);
    EXPECT_EQ(line.end, 1355);
    EXPECT_EQ(line.server, "127.1.0.9");
    EXPECT_EQ(line.scheme, "http");
    EXPECT_EQ(line.host, "a.test");
    EXPECT_EQ(line.method, "GET");
    EXPECT_EQ(line.url, "http://a.test/x");
    EXPECT_EQ(line.status, 200);
    EXPECT_EQ(line.bytes, 312U);
    EXPECT_EQ(line.ended, LogEnd::kSent);
    EXPECT_EQ(line.agent, "bot/1 x");
    ASSERT_TRUE(*reader->Next(line));
    EXPECT_EQ(line.method, "");
    EXPECT_EQ(line.ended, LogEnd::kClosed);
    EXPECT_FALSE(*reader->Next(line));
    EXPECT_FALSE(reader->cut_short());
    reader->Rewind();
  }
}

TEST(LogReaderTest, ColumnsMayComeInAnotherOrder) {
  const TextFile file(
      "#meguri-lab-log 1\n"
      "#columns\tagent\tended\tbytes\tstatus\turl\tmethod\thost\tscheme\tserver\tend\tstart\t"
      "opened\tconnection\tnew\n"
      "bot\treset\t5\t404\thttp://b/\tGET\tb\thttp\t127.1.0.1\t30\t20\t10\t1\t?\n");
  auto reader = LogReader::Open(file, kName);
  ASSERT_TRUE(reader) << reader.error().context;
  LogLine line;
  ASSERT_TRUE(*reader->Next(line));
  EXPECT_EQ(line.agent, "bot");
  EXPECT_EQ(line.start, 20);
  EXPECT_EQ(line.ended, LogEnd::kReset);
}

TEST(LogReaderTest, ALastLineWithoutEndIsPassedOver) {
  const std::string whole = LogOf(std::string(kLine).append(kLine));
  const std::size_t second = whole.size() - kLine.size();
  for (std::size_t size = second + 1; size < whole.size(); ++size) {
    const TextFile file(whole.substr(0, size));
    auto reader = LogReader::Open(file, kName);
    ASSERT_TRUE(reader);
    LogLine line;
    EXPECT_TRUE(*reader->Next(line));
    EXPECT_FALSE(*reader->Next(line));
    EXPECT_TRUE(reader->cut_short());
  }
}

TEST(LogReaderTest, SaysWhichLineIsWrongAndWhatToDo) {
  EXPECT_EQ(ErrorOf(LogOf(kLine)), "");
  EXPECT_EQ(ErrorOf("GET / 200\n"),
            "access.log:1: this is no access log of a lab, which begins with "
            "\"#meguri-lab-log 1\"; give the file that meguri lab --log wrote");
  EXPECT_THAT(ErrorOf(""), testing::StartsWith("access.log:1: this is no access log"));
  EXPECT_EQ(ErrorOf("#meguri-lab-log 1\n#columns\tconnection\topened\n"),
            "access.log:2: #columns lacks 'start'; all thirteen are needed");
  EXPECT_THAT(ErrorOf("#meguri-lab-log 1\n"), testing::StartsWith("access.log:1: no #columns"));
  EXPECT_EQ(ErrorOf("#meguri-lab-log 1\n#clock\tnow\t1\n"),
            "access.log:2: #clock wants microseconds and a speed, separated by a tab");
  EXPECT_EQ(ErrorOf(LogOf(std::string(kLine) + "a\tb\n")),
            "access.log:7: 2 fields, want 13: 'a\\tb'; take the line out, or the log as it was "
            "written");
  std::string line(kLine);
  line.replace(line.find("1190"), 4, "soon");
  EXPECT_EQ(ErrorOf(LogOf(line)),
            "access.log:6: start is 'soon', want a number; take the line out, or the log as it was "
            "written");
  line = kLine;
  line.replace(line.find("1355"), 4, "1189");
  EXPECT_THAT(ErrorOf(LogOf(line)), testing::HasSubstr("access.log:6: it ends at 1189, before"));
  // Differences of such times would be too large to compute.
  for (const char* never : {"-1", "-9223372036854775808", "9223372036854775807"}) {
    line = kLine;
    line.replace(line.find("1190"), 4, never);
    EXPECT_THAT(ErrorOf(LogOf(line)), testing::HasSubstr("access.log:6: its times are none"));
  }
  EXPECT_THAT(ErrorOf("#meguri-lab-log 1\n#clock\t9223372036854775807\t1\n"),
              testing::HasSubstr("access.log:2: #clock wants"));
  line = kLine;
  line.replace(line.find("1190"), 4, "-9223372036854775808");
  EXPECT_THAT(ErrorOf(LogOf(line)),
              testing::HasSubstr("none that a log can have; take the line out"));
  line = kLine;
  line.replace(line.find("sent"), 4, "gone");
  EXPECT_THAT(ErrorOf(LogOf(line)), testing::HasSubstr("ended is 'gone', want sent, closed"));
}

TEST(LogReaderTest, VirtualTimeHasAnEnd) {
  LogHead head;
  head.speed = 1e300;
  EXPECT_GT(head.VirtualAt(5'000'000), head.zero);
  EXPECT_EQ(head.VirtualAt(6'000'000), head.VirtualAt(5'000'000));
}

TEST(LogReaderTest, LinesMayLieAcrossPieces) {
  std::string text(kLogHead);
  constexpr std::size_t kLines = 30'000;  // 2.5 MB
  for (std::size_t i = 0; i < kLines; ++i)
    text += kLine;
  const TextFile file(text);
  auto reader = LogReader::Open(file, kName);
  ASSERT_TRUE(reader);
  LogLine line;
  std::size_t lines = 0;
  for (; *reader->Next(line); ++lines) {
    ASSERT_EQ(line.agent, "bot/1 x");
  }
  EXPECT_EQ(lines, kLines);
  EXPECT_EQ(line.number, kLines + 5);
}

}  // namespace
}  // namespace meguri
