#include "app/crawl/crawl_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/crawl/crawl_words.h"
#include "tests/app/crawl_status_sample.h"

namespace meguri::app {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const CrawlRates kRates{41.2, 3'400'000};

std::string Joined(const std::vector<ViewLine>& lines) {
  std::string text;
  for (const ViewLine& line : lines)
    text += line.text + "\n";
  return text;
}

std::string View(const CrawlStatus& status, const TerminalSize& size = {}) {
  return Joined(ViewLines("crawl-a.test", status, kRates, size));
}

TEST(CrawlWordsTest, Figures) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(RateText(0), "0/s");
  EXPECT_EQ(RateText(0.35), "0.3/s");
  EXPECT_EQ(RateText(9.96), "10/s");
  EXPECT_EQ(RateText(1204.4), "1,204/s");
  EXPECT_EQ(TimeText(milliseconds(7900)), "7s");
  EXPECT_EQ(TimeText(seconds(125)), "2m 05s");
  EXPECT_EQ(TimeText(minutes(62)), "1h 02m");
  EXPECT_EQ(TimeText(hours(76)), "3d 04h");
  EXPECT_EQ(TimeText(seconds(-1)), "0s");
  EXPECT_EQ(PercentOf(1, 0), 0);
}

TEST(CrawlWordsTest, SchedulersAndBudgets) {
  CrawlStatus status = SampleStatus();
  EXPECT_EQ(DiscardText(status), "");
  EXPECT_EQ(PlacesText(status), "");
  EXPECT_EQ(RoundText(status), "");
  EXPECT_THAT(View(status), Not(HasSubstr("schedule")));
  status.discarded_now = 1204;
  status.places = 4096;
  status.places_taken = 120;
  status.round = 3;
  EXPECT_THAT(View(status), HasSubstr("934,211 waiting   1,204 discarded\n"));
  EXPECT_THAT(View(status), HasSubstr("schedule  places 120 of 4,096   round 3\n"));
  status.places_awaited = 7;
  EXPECT_EQ(PlacesText(status), "places 120 of 4,096, 7 wait for one");
}

TEST(CrawlWordsTest, CutsToTheWidthOfATerminal) {
  EXPECT_EQ(CutToWidth("abcdef", 6), "abcdef");
  EXPECT_EQ(CutToWidth("abcdef", 5), "ab...");
  EXPECT_EQ(CutToWidth("abcdef", 2), "..");
  EXPECT_EQ(CutToWidth("日本語", 6), "日本語");
  EXPECT_EQ(CutToWidth("日本語です", 8), "日本...");
  EXPECT_EQ(CutToWidth("größer", 6), "größer");
}

TEST(CrawlViewTest, EightyColumns) {
  EXPECT_EQ(View(SampleStatus()),
            "meguri crawl: crawl-a.test                                       running 12m 34s\n"
            "pages     12,345   41/s\n"
            "received  1.2 GB   3.4 MB/s   archive 310 MB\n"
            "URLs      1,234,567 known   934,211 waiting\n"
            "hosts     1,202 known   311 waiting for their turn\n"
            "under way 120 requests   3 lookups\n"
            "answers   2xx 11,000   3xx 900   4xx 400   5xx 45   half within 210 ms\n"
            "no page   robots 1,200   no-such-name 34   timed-out 12\n"
            "score     33.3 % of what is known   [##########....................]\n"
            "memory    512 MB of 2.0 GB   25 %\n"
            "Ctrl-C stops; the same command goes on.\n");
}

TEST(CrawlViewTest, LimitsTroubleAndStopping) {
  CrawlStatus status = SampleStatus();
  status.pages = 20000;
  status.pages_left = 37655;
  status.bytes_left = 800'000'000;
  status.time_left = minutes(62);
  status.trouble = "the disk is full";
  status.stopping = true;
  const std::string view = View(status);
  EXPECT_THAT(view, HasSubstr("pages     20,000   41/s   12,345 in this run\n"));
  EXPECT_THAT(view, HasSubstr("left      37,655 pages (about 15m 13s)   800 MB   1h 02m\n"));
  EXPECT_THAT(view, HasSubstr("\n! the disk is full\n"));
  EXPECT_THAT(view, EndsWith("stopping: 120 requests under way; Ctrl-C again ends at once\n"));
  EXPECT_THAT(
      View(status, {.columns = 120}),
      EndsWith("stopping: 120 requests under way; Ctrl-C again ends at once, losing at most "
               "the last half second\n"));
  EXPECT_THAT(Joined(ViewLines("d", status, {}, {})), HasSubstr("left      37,655 pages   800 MB"));
}

TEST(CrawlViewTest, NoLineIsWiderThanTheTerminalNorAreThereTooMany) {
  CrawlStatus status = SampleStatus();
  status.trouble = "日本語 " + std::string(300, 'x');
  status.pages_left = 1;
  for (std::uint64_t& count : status.ended)
    count = 123456789;
  for (std::size_t columns = 1; columns < 200; ++columns) {
    for (const ViewLine& line : ViewLines(std::string(50, 'd'), status, kRates, {columns, 24})) {
      EXPECT_LE(WidthOf(line.text), columns) << line.text;
    }
  }
  for (std::size_t rows = 1; rows < 30; ++rows) {
    const auto lines = ViewLines("d", status, kRates, {80, rows});
    EXPECT_LE(lines.size(), std::max<std::size_t>(rows, 2) - 1);
    EXPECT_THAT(Joined(lines), HasSubstr("! 日本語"));  // the last to go
  }
  EXPECT_THAT(View(SampleStatus(), {80, 3}),
              "meguri crawl: crawl-a.test                                       running 12m 34s\n"
              "pages     12,345   41/s\n");
}

TEST(CrawlViewTest, NothingFromOutsideReachesTheTerminalAsItIs) {
  CrawlStatus status = SampleStatus();
  status.trouble =
      "evil\x1b]0;pwn\x07\x1b[2J\xC2\x9B"
      "31m\nline\xFF\xE2\x80\xAE";
  const std::string view = Joined(ViewLines("d\x1b[H\ne", status, kRates, {200, 24}));
  for (const char c : view) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << view;
  }
  EXPECT_THAT(view, Not(HasSubstr("\xC2\x9B")));
  EXPECT_THAT(view, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_THAT(view, HasSubstr("d\\u001b[H\\ne"));
  EXPECT_EQ(std::ranges::count(view, '\n'), 12);
}

class CrawlViewScreenTest : public testing::Test {
 protected:
  CrawlViewOptions Options(bool bold = false) {
    return {.directory = "d",
            .bold = bold,
            .output = [this](std::string_view text) { written_ += text; },
            .size = [this] { return size_; }};
  }
  std::string Take() { return std::exchange(written_, ""); }

  std::string written_;
  TerminalSize size_{80, 4};  // three lines
};

TEST_F(CrawlViewScreenTest, RedrawsInPlace) {
  CrawlStatus status = SampleStatus();
  status.pages_left = 5;
  CrawlView view(Options());
  view.Show(status, {});
  const std::string title = "meguri crawl: d" + std::string(49, ' ') + "running 12m 34s";
  EXPECT_EQ(Take(), "\x1b[?25l\r" + title +
                        "\x1b[K\r\npages     12,345   0/s\x1b[K\r\nleft      5 pages\x1b[K\x1b[J");
  view.Show(status, {});
  EXPECT_EQ(Take(), "") << "at most five times a second";
  status.running += milliseconds(199);
  view.Show(status, {});
  EXPECT_EQ(Take(), "");
  status.running += milliseconds(1);
  view.Show(status, {});
  EXPECT_THAT(Take(), StartsWith("\x1b[?25l\r\x1b[2Ameguri crawl: d"));
  status.trouble = "the disk is full";
  view.Show(status, {});
  EXPECT_THAT(Take(), HasSubstr("! the disk is full")) << "at once";
  view.Close();
  EXPECT_EQ(Take(), "\r\x1b[2A\x1b[J\x1b[?25h");
  view.Close();
  EXPECT_EQ(Take(), "") << "once";
}

TEST_F(CrawlViewScreenTest, BoldOnlyWhereAllowed) {
  CrawlStatus status = SampleStatus();
  status.trouble = "the disk is full";
  CrawlView bold(Options(true));
  bold.Show(status, {});
  EXPECT_THAT(Take(), HasSubstr("\x1b[1m! the disk is full\x1b[m\x1b[K"));
  CrawlView plain(Options(false));
  plain.Show(status, {});
  const std::string frame = Take();
  EXPECT_THAT(frame, HasSubstr("\n! the disk is full\x1b[K"));
  EXPECT_THAT(frame, Not(HasSubstr("m\x1b[K")));
}

TEST_F(CrawlViewScreenTest, LinesInBetweenStayAbove) {
  CrawlView view(Options());
  view.Say("before");
  EXPECT_EQ(Take(), "before\r\n");
  view.Show(SampleStatus(), {});
  Take();
  view.Say("something");
  EXPECT_EQ(Take(), "\r\x1b[2A\x1b[J\x1b[?25hsomething\r\n");
  view.Show(SampleStatus(), {});
  EXPECT_THAT(Take(), StartsWith("\x1b[?25l\rmeguri")) << "drawn anew, without waiting";
}

TEST_F(CrawlViewScreenTest, ANarrowerTerminalHasWrappedTheOldLines) {
  CrawlView view(Options());
  CrawlStatus status = SampleStatus();
  view.Show(status, {});
  Take();
  size_.columns = 40;
  status.running += seconds(1);
  view.Show(status, {});
  // Of 79, 22 and 41 columns: two lines of 40, one, and two.
  EXPECT_THAT(Take(), StartsWith("\x1b[?25l\r\x1b[4A"));
}

TEST_F(CrawlViewScreenTest, AfterCtrlZTheCursorIsShownAtTheEnd) {
  {
    CrawlView view(Options());
    view.Show(SampleStatus(), {});
    view.Forget();
    Take();
  }
  EXPECT_EQ(Take(), "\r\x1b[J\x1b[?25h");
}

TEST(RateMeterTest, OverTheLastSeconds) {
  RateMeter meter;
  CrawlStatus status;
  EXPECT_EQ(meter.Update(status).pages_per_second, 0);
  for (int i = 1; i <= 100; ++i) {  // ten seconds of ten pages a second
    status.running += milliseconds(100);
    status.pages_now += 1;
    status.bytes_now += 500;
    meter.Update(status);
  }
  EXPECT_DOUBLE_EQ(meter.Update(status).pages_per_second, 10);
  EXPECT_DOUBLE_EQ(meter.Update(status).bytes_per_second, 5000);
  for (int i = 1; i <= 50; ++i) {
    status.running += milliseconds(100);
    meter.Update(status);
  }
  EXPECT_DOUBLE_EQ(meter.Update(status).pages_per_second, 0) << "the past is forgotten";
}

class CrawlLinesTest : public testing::Test {
 protected:
  TextOutput Output() {
    return [this](std::string_view text) { written_ += text; };
  }
  std::string Take() { return std::exchange(written_, ""); }
  std::string written_;
};

TEST_F(CrawlLinesTest, PlainLinesEveryTenSeconds) {
  const auto report = MakePlainReport(Output(), false);
  CrawlStatus status = SampleStatus();
  std::vector<int> shown;
  for (int i = 0; i < 250; ++i) {
    status.running = milliseconds(100 * i);
    report->Show(status, kRates);
    if (!Take().empty()) shown.push_back(100 * i);
  }
  EXPECT_THAT(shown, ElementsAre(1000, 11000, 21000));
  status.running = seconds(754);
  report->Show(status, kRates);
  EXPECT_EQ(
      Take(),
      "meguri crawl: 12m 34s: 12,345 pages, 41/s; 1.2 GB, 3.4 MB/s; 934,211 of 1,234,567 URLs "
      "wait; 120 requests under way; memory 512 MB\n");
  report->Close();
  EXPECT_EQ(Take(), "");
}

TEST_F(CrawlLinesTest, TroubleAndStoppingAtOnce) {
  for (const bool quiet : {false, true}) {
    const auto report = MakePlainReport(Output(), quiet);
    CrawlStatus status;
    report->Show(status, kRates);
    EXPECT_EQ(Take(), "");
    status.trouble = "the disk\nis full";
    report->Show(status, kRates);
    EXPECT_EQ(Take(), "meguri crawl: trouble: the disk\\nis full\n");
    report->Show(status, kRates);
    EXPECT_EQ(Take(), "");
    status.trouble = "";
    report->Show(status, kRates);
    EXPECT_EQ(Take(), "meguri crawl: over: the disk\\nis full\n");
    status.stopping = true;
    report->Show(status, kRates);
    report->Show(status, kRates);
    EXPECT_EQ(Take(), quiet ? ""
                            : "meguri crawl: stopping: 0 requests under way; Ctrl-C again ends at "
                              "once, losing at most the last half second\n");
    status.running = seconds(60);
    report->Show(status, kRates);
    EXPECT_EQ(Take().empty(), quiet);
  }
}

TEST_F(CrawlLinesTest, JsonEachSecond) {
  const auto report = MakeJsonReport(Output());
  CrawlStatus status = SampleStatus();
  status.running = milliseconds(1234);
  status.pages_left = 7;
  report->Show(status, kRates);
  const std::string line = Take();
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["running_s"], 1.234);
  EXPECT_EQ(json["pages"], 12345);
  EXPECT_EQ(json["pages_per_s"], 41.2);
  EXPECT_EQ(json["answers"],
            nlohmann::json::parse(R"({"2xx":11000,"3xx":900,"4xx":400,"5xx":45})"));
  EXPECT_EQ(
      json["ended"],
      nlohmann::json::parse(R"({"fetched":12345,"robots":1200,"no-such-name":34,"timed-out":12})"));
  EXPECT_EQ(json["pages_left"], 7);
  EXPECT_FALSE(json.contains("bytes_left"));
  EXPECT_FALSE(json.contains("end"));
  EXPECT_EQ(json["stopping"], false);
  status.running += milliseconds(999);
  report->Show(status, kRates);
  report->Say("a line");
  EXPECT_EQ(Take(), "");
  status.trouble = "\x1b[2J\xFF\xC2\x9B";
  report->Show(status, kRates);
  const std::string trouble = Take();
  for (const char c : trouble)
    EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F));
  EXPECT_EQ(nlohmann::json::parse(trouble)["trouble"], "\x1b[2J\xEF\xBF\xBD\xC2\x9B");
  status.running += seconds(1);
  report->Show(status, kRates);
  EXPECT_THAT(Take(), Not(IsEmpty()));
}

}  // namespace
}  // namespace meguri::app
