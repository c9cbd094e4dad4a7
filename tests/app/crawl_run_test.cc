// The loop of `meguri crawl` on an engine that is made up, and the command as a program.
#include "app/crawl/crawl_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/mem_files.h"
#include "tests/app/crawl_status_sample.h"
#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class NoFetcher final : public Fetcher {
 public:
  void Resolve(ResolveTask /*task*/) override {}
  void Fetch(FetchTask /*task*/) override {}
  void CancelAll() override {}
  void Run(TimePoint /*until*/, FetchSink& /*sink*/) override {}
  void Wake() override {}
  std::size_t fetches_under_way() const override { return 0; }
};

// What a made-up crawl does in each slice of time.
using Slice = std::function<void(int slice, CrawlStatus& status)>;

class FakeCrawl final : public Crawl {
 public:
  FakeCrawl(Slice slice, Status closed, Logger log)
      : slice_(std::move(slice)), closed_(std::move(closed)), log_(log) {}

  void RunFor(Duration time) override {
    status_.running += time;
    if (stopped_) {
      status_.stopping = true;
      if (++slices_stopped_ == 3) status_.end = CrawlEnd::kStopped;
    }
    slice_(++slices_, status_);
    if (slices_ == 2) log_.Warning("look out", {{"slice", slices_}});
  }
  void Stop() override { stopped_ = true; }
  const CrawlStatus& status() override { return status_; }
  Status ForEachUrl(const std::function<void(const LedgerUrl& url)>& /*sink*/) override {
    return {};
  }
  Status Close() override { return closed_; }

 private:
  const Slice slice_;
  const Status closed_;
  const Logger log_;
  CrawlStatus status_;
  bool stopped_ = false;
  int slices_ = 0;
  int slices_stopped_ = 0;
};

class CrawlRunTest : public testing::Test {
 protected:
  CrawlRunTest() {
    plan_.settings.directory = "d";
    engine_.make_fetcher = [](const CrawlSettings&, const Clock&) {
      return Result<std::unique_ptr<Fetcher>>(std::make_unique<NoFetcher>());
    };
  }

  Result<int> Run(const Slice& slice, const Status& closed = {}) {
    engine_.open = [&](const CrawlSettings&, const CrawlParts& parts) {
      return Result<std::unique_ptr<Crawl>>(std::make_unique<FakeCrawl>(slice, closed, parts.log));
    };
    return RunEngine();
  }
  Result<int> RunEngine() {
    return RunCrawl(plan_, engine_, clock_, files_,
                    {.out = [this](std::string_view text) { out_ += text; },
                     .err = [this](std::string_view text) { err_ += text; },
                     .terminal = terminal_});
  }

  static Slice EndAfter(int slices, CrawlEnd end) {
    return [=](int slice, CrawlStatus& status) {
      if (slice == slices) status.end = end;
    };
  }

  CrawlPlan plan_;
  CrawlEngine engine_;
  ManualClock clock_;
  MemFiles files_;
  bool terminal_ = false;
  std::string out_;
  std::string err_;
};

TEST_F(CrawlRunTest, ToItsEndInPlainLines) {
  const auto code = Run(EndAfter(10, CrawlEnd::kFinished));
  EXPECT_EQ(code.value_or(-1), 0);
  EXPECT_THAT(out_, StartsWith("Finished: nothing is left to fetch.\n"));
  EXPECT_THAT(err_, HasSubstr("WARN  crawl: look out slice=2\n"));
  EXPECT_THAT(err_, HasSubstr("meguri crawl: 1s: 0 pages"));
  EXPECT_THAT(err_, Not(HasSubstr("\x1b")));
}

TEST_F(CrawlRunTest, OnATerminal) {
  terminal_ = true;
  EXPECT_EQ(Run(EndAfter(5, CrawlEnd::kPageLimit)).value_or(-1), 0);
  EXPECT_THAT(err_, StartsWith("opening d ...\r\x1b[K\x1b[?25l\r"));
  EXPECT_THAT(err_, HasSubstr("look out slice=2\r\n\x1b[?25l\r")) << "above the view";
  EXPECT_THAT(err_, EndsWith("\x1b[J\x1b[?25hclosing d ...\r\x1b[K"));
  EXPECT_THAT(out_, StartsWith("Stopped at --max-pages"));
  EXPECT_THAT(out_, Not(HasSubstr("\x1b")));
}

// Opens for 15 seconds, as a folder with many URLs does.
class CrawlOpeningTest : public CrawlRunTest {
 protected:
  CrawlOpeningTest() {
    engine_.open = [this](const CrawlSettings&, const CrawlParts& parts) {
      for (std::uint64_t second = 0; second < 15; ++second) {
        parts.opening("known URLs", second * 100'000);
        parts.opening("known URLs", second * 100'000 + 1024);
        clock_.Advance(seconds(1));
      }
      return Result<std::unique_ptr<Crawl>>(
          std::make_unique<FakeCrawl>(EndAfter(1, CrawlEnd::kFinished), Status(), parts.log));
    };
  }
};

TEST_F(CrawlOpeningTest, SaysHowFarItIsInPlainLines) {
  EXPECT_EQ(RunEngine().value_or(-1), 0);
  EXPECT_THAT(err_, StartsWith("meguri crawl: reading known URLs: 100,000\n"
                               "meguri crawl: reading known URLs: 1,100,000\n"));
  EXPECT_THAT(err_, Not(HasSubstr("1,101,024"))) << "every ten seconds";
}

TEST_F(CrawlOpeningTest, SaysHowFarItIsInPlaceOnATerminal) {
  terminal_ = true;
  EXPECT_EQ(RunEngine().value_or(-1), 0);
  EXPECT_THAT(err_, StartsWith("opening d ...\r\x1b[Kreading known URLs: 100,000"
                               "\r\x1b[Kreading known URLs: 200,000"));
  EXPECT_THAT(err_, HasSubstr("1,400,000\r\x1b[K"));
}

TEST_F(CrawlOpeningTest, SaysNothingToAProgram) {
  plan_.json = true;
  EXPECT_EQ(RunEngine().value_or(-1), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(CrawlRunTest, AsJson) {
  plan_.json = true;
  terminal_ = true;
  EXPECT_EQ(Run(EndAfter(12, CrawlEnd::kTimeLimit)).value_or(-1), 0);
  std::vector<nlohmann::json> lines;
  std::istringstream in(out_);
  for (std::string line; std::getline(in, line);)
    lines.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(lines.size(), 4U) << out_;  // at 0.2, 1.2, 2.2 seconds, and the end
  EXPECT_FALSE(lines[2].contains("end"));
  EXPECT_EQ(lines[3]["end"], "time-limit");
  EXPECT_THAT(err_, EndsWith("look out slice=2\n"));
  EXPECT_THAT(err_, Not(HasSubstr("\x1b")));
}

TEST_F(CrawlRunTest, Quiet) {
  plan_.quiet = true;
  terminal_ = true;
  EXPECT_EQ(Run([](int slice, CrawlStatus& status) {
              status.trouble = slice == 1 ? "the disk is full" : "";
              if (slice == 60) status.end = CrawlEnd::kFinished;
            }).value_or(-1),
            0);
  EXPECT_EQ(out_, "");
  EXPECT_THAT(err_, StartsWith("meguri crawl: trouble: the disk is full\n"));
  EXPECT_THAT(err_, Not(HasSubstr("pages")));
  plan_.json = true;
  EXPECT_EQ(Run(EndAfter(60, CrawlEnd::kFinished)).value_or(-1), 0);
  EXPECT_THAT(out_, StartsWith(R"({"end":"finished")"));
  EXPECT_EQ(std::ranges::count(out_, '\n'), 1);
}

TEST_F(CrawlRunTest, CtrlCStopsItInOrder) {
  EXPECT_EQ(Run([](int slice, CrawlStatus& status) {
              status.fetches_under_way = 7;
              if (slice == 2) ::raise(SIGINT);
            }).value_or(-1),
            0);
  EXPECT_THAT(err_, HasSubstr("meguri crawl: stopping: 7 requests under way; Ctrl-C again ends at "
                              "once, losing at most the last half second\n"));
  EXPECT_THAT(out_, StartsWith("Stopped, as you wished"));
  // And again, from the beginning.
  EXPECT_EQ(Run([](int slice, CrawlStatus&) {
              if (slice == 2) ::raise(SIGTERM);
            }).value_or(-1),
            0);
  struct sigaction action {};
  ::sigaction(SIGINT, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL) << "as it was before";
}

using CrawlRunDeathTest = CrawlRunTest;

TEST_F(CrawlRunDeathTest, CtrlCTwiceEndsItAtOnce) {
  terminal_ = true;
  EXPECT_EXIT(
      {
        const auto code = Run([](int slice, CrawlStatus&) {
          if (slice == 3) std::this_thread::sleep_for(milliseconds(350));
          if (slice == 2 || slice == 3) ::raise(SIGINT);
        });
        std::exit(code.value_or(99));
      },
      testing::ExitedWithCode(130), "\x1b\\[\\?25h")
      << "with the cursor shown";
}

TEST_F(CrawlRunTest, FailuresAre1AndMistakes2) {
  EXPECT_EQ(Run([](int slice, CrawlStatus& status) {
              if (slice < 3) return;
              status.trouble = "d/archive: input/output error";
              status.end = CrawlEnd::kFailed;
            }).value_or(-1),
            1);
  EXPECT_THAT(out_, StartsWith("Failed: d/archive: input/output error."));

  const auto closing = Run(EndAfter(1, CrawlEnd::kFinished), Fail(ErrorCode::kIo, "d/store: gone"));
  EXPECT_EQ(closing.value_or(-1), 1);
  EXPECT_THAT(err_, EndsWith("meguri crawl: the folder is not closed: d/store: gone; the same "
                             "command goes on from what was committed\n"));

  for (const auto& [code, exit_code] : std::vector<std::pair<ErrorCode, int>>{
           {ErrorCode::kAlreadyExists, 1}, {ErrorCode::kInvalidArgument, -1}}) {
    engine_.open = [code = code](const CrawlSettings&, const CrawlParts&) {
      return Result<std::unique_ptr<Crawl>>(Fail(code, "because"));
    };
    err_.clear();
    const auto opened = RunEngine();
    EXPECT_EQ(opened.value_or(-1), exit_code);
    EXPECT_EQ(err_, exit_code == 1 ? "meguri crawl: because\n" : "");
  }
}

TEST_F(CrawlRunTest, WhoMayBeAsked) {
  CrawlSettings settings;
  settings.allow_addresses = {"127.0.0.0/8"};
  EXPECT_TRUE(AddressRuleOf(settings)->IsNamed(IpAddress::V4(0x7F000001)));
  EXPECT_FALSE(AddressRuleOf(settings)->IsNamed(IpAddress::V4(0x08080808)));
  EXPECT_FALSE(AsksStrangers(settings)) << "without a contact";
  settings.contact = "me@a.test";
  EXPECT_TRUE(AsksStrangers(settings));
  settings.manners.interval = milliseconds(99);
  EXPECT_FALSE(AsksStrangers(settings)) << "that often";
  settings.allow_addresses = {"x"};
  EXPECT_FALSE(AddressRuleOf(settings));
}

class CrawlProgramTest : public ProgramTest {};

TEST_F(CrawlProgramTest, MistakesAreOneLine) {
  ExpectError("crawl", "");
  ExpectError("crawl", "http://a.test/");
  ExpectError("crawl", "http://a.test/ --contact me@a.test --interval 0");
  ExpectError("crawl", "http://a.test/ --contact me@a.test --seeds missing");
  ExpectError("crawl", "http://a.test/ --contact me@a.test --config missing");
  ExpectError("crawl", "http://a.test/ --contact me@a.test --depth 1 --depth 2");
  ExpectError("crawl", "http://a.test/ --frobnicate");
  ExpectError("crawl", "http://a.test/ --allow-address 0.0.0.0/0 --interval 0");
  ExpectError("url", "crawl http://a.test/ --links -1");
  ExpectError("audit", "crawl --limit -1");
  EXPECT_THAT(Names(), testing::IsEmpty()) << "nothing is made";
}

TEST_F(CrawlProgramTest, HelpNamesTheFlagsAndGivesExamples) {
  const Outcome help = Meguri("crawl --help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* part :
       {"--contact MAIL|URL", "--max-bytes SIZE", "--include RULE... ", "--no-requisites",
        "Manners:", "Examples:", "--allow-address 127.0.0.0/8"}) {
    EXPECT_THAT(help.output, HasSubstr(part));
  }
}

}  // namespace
}  // namespace meguri::app
