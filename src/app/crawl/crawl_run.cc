#include "app/crawl/crawl_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/crawl/crawl_signals.h"
#include "app/crawl/crawl_summary.h"
#include "app/crawl/crawl_words.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

constexpr Duration kSlice = std::chrono::milliseconds(200);

// Lines of the log, of whatever thread, until the loop shows them between two frames.
class HeldLines final : public LogSink {
 public:
  void Write(std::string_view line) override MEGURI_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (lines_.size() < kMost) {
      lines_.emplace_back(line.substr(0, line.find('\n')));
    } else {
      ++left_out_;
    }
  }
  std::vector<std::string> Take() MEGURI_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (left_out_ > 0) lines_.push_back(fmt::format("and {} more lines", left_out_));
    left_out_ = 0;
    return std::exchange(lines_, {});
  }

 private:
  static constexpr std::size_t kMost = 100;  // in a fifth of a second

  Mutex mutex_;
  std::vector<std::string> lines_ MEGURI_GUARDED_BY(mutex_);
  std::size_t left_out_ MEGURI_GUARDED_BY(mutex_) = 0;
};

bool HasView(const CrawlPlan& plan, const CrawlOutputs& outputs) {
  return outputs.terminal && !plan.json && !plan.quiet;
}

// `view`: null if it isn't one.
std::unique_ptr<CrawlReport> MakeReport(const CrawlPlan& plan, const CrawlOutputs& outputs,
                                        CrawlView*& view) {
  if (HasView(plan, outputs)) {
    auto made = std::make_unique<CrawlView>(CrawlViewOptions{.directory = plan.settings.directory,
                                                             .bold = outputs.bold,
                                                             .output = outputs.err,
                                                             .size = outputs.size});
    view = made.get();
    return made;
  }
  if (plan.json && !plan.quiet) return MakeJsonReport(outputs.out);
  return MakePlainReport(outputs.err, plan.quiet);
}

// Until its end.
void Watch(Crawl& crawl, CrawlSignals& signals, const CrawlPlan& plan, const CrawlOutputs& outputs,
           HeldLines& lines, ServiceNotifier& service) {
  CrawlView* view = nullptr;
  const std::unique_ptr<CrawlReport> report = MakeReport(plan, outputs, view);
  const auto say_lines = [&] {
    for (const std::string& line : lines.Take()) {
      if (view != nullptr) {
        view->Say(line);
      } else {
        outputs.err(line + "\n");
      }
    }
  };
  RateMeter meter;
  while (crawl.status().end == CrawlEnd::kRunning) {
    crawl.RunFor(kSlice);
    if (view != nullptr && signals.TakeContinued()) view->Forget();
    say_lines();
    const CrawlStatus& status = crawl.status();
    service.Alive(status);
    if (status.end == CrawlEnd::kRunning) report->Show(status, meter.Update(status));
  }
  report->Close();
  say_lines();
}

void PrintSummary(const CrawlPlan& plan, const CrawlStatus& status, const CrawlOutputs& outputs) {
  if (plan.json) {
    outputs.out(JsonLine(SummaryAsJson(plan.settings.directory, status)));
  } else if (!plan.quiet) {
    outputs.out(SummaryInWords(plan.settings.directory, status));
  }
}

// A failure that is not the user's.
int Failed(const CrawlOutputs& outputs, std::string_view what) {
  outputs.err(fmt::format("meguri crawl: {}\n", what));
  return kExitNo;
}

// Does what may take its time, and says so on a terminal meanwhile.
auto Saying(std::string_view what, const CrawlPlan& plan, const CrawlOutputs& outputs,
            const auto& work) {
  const bool say = HasView(plan, outputs);
  if (say) outputs.err(fmt::format("{} {} ...", what, Printable(plan.settings.directory)));
  auto result = work();
  if (say) outputs.err("\r\x1b[K");
  return result;
}

// How far the folder is read: in place on a terminal, else a line after a second and then every
// ten.
class OpeningReport {
 public:
  OpeningReport(const CrawlPlan& plan, const CrawlOutputs& outputs, const Clock& clock)
      : outputs_(outputs),
        clock_(clock),
        in_place_(HasView(plan, outputs)),
        silent_(plan.quiet || plan.json),
        next_(clock.Now() + std::chrono::seconds(1)) {}

  void Show(std::string_view what, std::uint64_t count) {
    if (silent_ || clock_.Now() < next_) return;
    next_ = clock_.Now() + (in_place_ ? kSlice : Duration(std::chrono::seconds(10)));
    const std::string text = fmt::format("reading {}: {}", what, Grouped(count));
    outputs_.err(in_place_ ? "\r\x1b[K" + text : fmt::format("meguri crawl: {}\n", text));
  }

 private:
  const CrawlOutputs& outputs_;
  const Clock& clock_;
  const bool in_place_;
  const bool silent_;
  TimePoint next_;
};

}  // namespace

CrawlOutputs StandardOutputs() {
  const auto to = [](std::FILE* stream) {
    return [stream](std::string_view text) {
      std::fwrite(text.data(), 1, text.size(), stream);
      std::fflush(stream);
    };
  };
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return {.out = to(stdout),
          .err = to(stderr),
          .terminal = ::isatty(STDERR_FILENO) == 1 && !dumb,
          .bold = no_color == nullptr || *no_color == '\0',
          .size = [] { return TerminalSizeOf(STDERR_FILENO); },
          .service = ServiceManager::FromEnvironment()};
}

Result<int> RunCrawl(const CrawlPlan& plan, const CrawlEngine& engine, const Clock& clock,
                     Files& files, const CrawlOutputs& outputs) {
  const auto give_up = [&outputs](const Error& error) -> Result<int> {
    if (error.code == ErrorCode::kInvalidArgument) return tl::unexpected<Error>(error);
    return Failed(outputs, error.context);
  };
  const auto fetcher = engine.make_fetcher(plan.settings, clock);
  if (!fetcher) return give_up(fetcher.error());
  HeldLines lines;
  LogOutput log(clock, lines, {.level = LogLevel::kWarning});
  OpeningReport opening(plan, outputs, clock);
  ServiceNotifier service(outputs.service, clock);
  const CrawlParts parts{.files = files,
                         .clock = clock,
                         .fetcher = **fetcher,
                         .log = Logger(log, "crawl"),
                         .opening = [&](std::string_view what, std::uint64_t count) {
                           opening.Show(what, count);
                           service.Opening();
                         }};
  auto opened = Saying("opening", plan, outputs, [&] { return engine.open(plan.settings, parts); });
  if (!opened) return give_up(opened.error());
  Crawl& crawl = **opened;
  // Until it is closed: one Ctrl-C doesn't hurt that.
  CrawlSignals signals(crawl, HasView(plan, outputs) ? "\r\n\x1b[?25h" : "");
  service.Ready();
  Watch(crawl, signals, plan, outputs, lines, service);
  service.Stopping();
  const Status closed = Saying("closing", plan, outputs, [&crawl] { return crawl.Close(); });
  PrintSummary(plan, crawl.status(), outputs);
  if (!closed) {
    return Failed(outputs,
                  fmt::format("the folder is not closed: {}; the same command goes on from "
                              "what was committed",
                              closed.error().context));
  }
  if (crawl.status().end != CrawlEnd::kFailed) return kExitYes;
  return plan.quiet || plan.json ? Failed(outputs, Printable(crawl.status().trouble)) : kExitNo;
}

}  // namespace meguri::app
