// `meguri find-moved URL`: where a page went, by a few polite questions to its site.
#include "app/find_moved/find_moved.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_flags.h"
#include "app/crawl/crawl_run.h"
#include "app/crawl/crawl_seeds.h"
#include "app/find_moved/find_moved_report.h"
#include "app/find_moved/old_site.h"
#include "app/find_moved/solved_moves.h"
#include "app/progress.h"
#include "app/read_input.h"
#include "app/simulate/stop_signal.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/printable.h"
#include "crawl/site/live_site.h"
#include "crawl/site/polite_client.h"
#include "moved/moved_search.h"
#include "url/site.h"

namespace meguri::app {
namespace {

constexpr const char* kCommand = "meguri find-moved";
constexpr double kLesson = 0.5;  // texts as alike as this are of one page

constexpr std::array<SharedFlag, 15> kShared = {{
    {"max-time", "30s, 10m; then what was found so far is the answer"},
    {"contact", "of who answers for these requests; the server gets it"},
    {"user-agent", ""},
    {"interval", "between two requests to a host, and to a server (1s)"},
    {"max-crawl-delay", ""},
    {"back-off", ""},
    {"max-back-off", ""},
    {"max-retry-after", ""},
    {"ignore-robots", ""},
    {"allow-address", ""},
    {"max-size", "of an answer; what is beyond is cut off (16MiB)"},
    {"timeout", ""},
    {"resolver", ""},
    {"ca-file", ""},
    {"insecure", ""},
}};

struct FindMovedFlags {
  std::string url;
  std::string content;
  std::vector<std::string> archives;
  std::string title;
  std::string learn;
  int budget = 100;
  double threshold = moved::SearchOptions{}.threshold;
  bool json = false;
  CrawlFlags asking;
};

// A search is a hundred requests at the most, and somebody waits for it.
CrawlPlan Defaults() {
  CrawlPlan plan;
  plan.settings.manners.interval = std::chrono::seconds(1);
  plan.settings.fetch.max_body_bytes = std::size_t{16} << 20U;
  plan.settings.fetch.max_total = std::chrono::seconds(30);
  plan.settings.connections = 1;
  return plan;
}

void Warn(std::string_view what) { fmt::print(stderr, "{}: {}\n", kCommand, what); }

Status Learn(const FindMovedFlags& flags, const Clock& clock, OldSite& site) {
  RealFiles files;
  if (!flags.archives.empty()) {
    MEGURI_CHECK_STATUS(ReadArchives(flags.archives, files, clock, site));
    if (!site.has_content() && flags.content.empty()) {
      Warn(fmt::format("{} is not in the archive as a page; searching by the URL{} alone",
                       Printable(flags.url), !site.has_links() ? "" : " and the links to it"));
    }
  }
  if (flags.content.empty()) return {};
  MEGURI_TRY(const std::string html, ReadInput(flags.content));
  if (site.TakeContent(html)) {
    if (site.Page().title.empty() && site.Page().text.empty())
      Warn("--content has neither title nor text; searching without it");
    return {};
  }
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("--content: {} is not HTML", Printable(flags.content)));
}

class Search {
 public:
  Search(const FindMovedFlags& flags, const CrawlSettings& settings, const url::Url& url)
      : flags_(flags), settings_(settings), url_(url), old_(sites_, url) {}

  Status Prepare() {
    MEGURI_CHECK_STATUS(Learn(flags_, clock_, old_));
    if (!flags_.learn.empty()) {
      RealFiles files;
      MEGURI_TRY(rules_, ReadSolvedMoves(files, flags_.learn));
    }
    MEGURI_TRY(fetcher_, MakeFetcher(settings_, clock_));
    return {};
  }

  Result<FindMovedReport> Run() {
    moved::OldPage page = old_.Page();
    if (!flags_.title.empty()) page.title = flags_.title;
    MEGURI_TRY(const AddressRule addresses, AddressRuleOf(settings_));
    const StopSignal signal(stop_);
    const TimePoint start = clock_.Now();
    const auto stop = [&] {
      const auto& most = settings_.limits.time;
      return stop_.load() || (most && clock_.Now() - start >= *most);
    };
    Progress progress("find-moved:");
    PoliteClient* asking = nullptr;
    const auto wait = [&](std::string_view url) {
      progress.Say(fmt::format("{} of {} requests; next {}", asking->requests(), flags_.budget,
                               Printable(url)));
    };
    PoliteClient client({.manners = settings_.manners,
                         .addresses = addresses,
                         .user_agent = UserAgentOf(settings_),
                         .limits = settings_.fetch,
                         .hosts = settings_.hosts,
                         .max_requests = flags_.budget},
                        clock_, *fetcher_, {.stop = stop, .wait = wait});
    asking = &client;
    LiveSite site(client, sites_, url_);
    moved::SearchOptions options;
    options.budget = flags_.budget;
    options.threshold = flags_.threshold;
    options.rules = &rules_;
    if (old_.known_urls() > 0) {
      options.is_known = [this](std::string_view url) { return old_.Knows(url); };
    }
    FindMovedReport report;
    report.result = moved::FindMoved(page, site, options);
    progress.Clear();
    report.stopped = stop();
    report.url = page.url;
    report.threshold = flags_.threshold;
    report.trouble = site.trouble();
    if (report.result.verdict == moved::Verdict::kNotFound) report.advice = Advice(page);
    report.result.requests = site.requests();
    if (site.was_read(page.url)) report.old_status = site.Read(page.url)->status;
    return report;
  }

 private:
  static std::string Advice(const moved::OldPage& page) {
    if (!page.text.empty()) return "";
    return fmt::format(
        "{} known of the page: its HTML (--content) or an archive that has it "
        "(--archive) would say more.",
        page.title.empty() ? "Only the URL is" : "Only URL and title are");
  }

  const FindMovedFlags& flags_;
  const CrawlSettings& settings_;
  const url::Url url_;
  const RealClock clock_{};
  const url::SiteList sites_ = url::SiteList::System();
  OldSite old_;
  moved::RenameRules rules_;
  std::unique_ptr<Fetcher> fetcher_;
  std::atomic<bool> stop_{false};
};

Result<int> Run(const FindMovedFlags& flags) {
  MEGURI_TRY(const CrawlPlan plan, ApplySharedFlags(flags.asking, Defaults()));
  MEGURI_TRY(const std::string text, ParseSeed(flags.url));
  const auto url = url::Url::Parse(text);
  Search search(flags, plan.settings, *url);
  MEGURI_CHECK_STATUS(search.Prepare());
  MEGURI_TRY(const FindMovedReport report, search.Run());
  // A page that isn't known by its text is too little to teach others.
  const moved::SearchResult& result = report.result;
  const bool is_lesson = !flags.learn.empty() && result.verdict == moved::Verdict::kFound &&
                         result.candidates.front().text >= kLesson;
  fmt::print("{}", flags.json ? FindMovedAsJson(report) : FindMovedInWords(report));
  if (is_lesson) {
    RealFiles files;
    MEGURI_CHECK_STATUS(
        AddSolvedMove(files, flags.learn, report.url, result.candidates.front().url));
  } else if (!flags.learn.empty() && result.verdict == moved::Verdict::kFound) {
    Warn(fmt::format("not kept in {}: only a page whose text is like the old one's teaches others",
                     Printable(flags.learn)));
  }
  return FindMovedExitCode(report.result.verdict);
}

Status IsNamed(const std::string& text) {
  if (text.empty()) return Fail(ErrorCode::kInvalidArgument, "want a name");
  return {};
}

void AddKnowledgeFlags(Command& command, FindMovedFlags& flags) {
  const std::string group = "What the page was";
  command.AddOption("--content", flags.content, "its HTML, as it was; - for stdin")
      .Type("FILE")
      .Check(IsNamed)
      .Group(group);
  command
      .AddOption("--archive", flags.archives,
                 "a crawl's folder, or WARC files or a folder of them: what the page was, who\n"
                 "linked to it and how, which pages there were; costs no request")
      .Type("DIR|FILE")
      .Check(IsNamed)
      .Group(group);
  command
      .AddOption("--title", flags.title,
                 "its title, instead of what its HTML or the archive says; a short one names many\n"
                 "pages and doesn't suffice alone")
      .Type("TEXT")
      .Group(group);
  command
      .AddOption("--learn", flags.learn,
                 "moves that are already solved, OLD and NEW a line, # a comment: how the site "
                 "renamed its\n"
                 "pages is tried first. What is found by its text is added; the file is\n"
                 "made if it isn't there")
      .Type("FILE")
      .Check(IsNamed)
      .Group(group);
}

}  // namespace

void AddFindMovedCommand(Command& app) {
  auto flags = std::make_shared<FindMovedFlags>();
  Command& command = app.AddCommand(
      "find-moved", "Where did a page go? Searches its site for it, in few requests");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri find-moved https://example.org/people.html --contact you@example.org\n"
      "  meguri find-moved https://example.org/people.html --contact you@example.org \\\n"
      "      --content old.html --learn moves.txt\n"
      "  meguri find-moved https://example.org/people.html --contact you@example.org \\\n"
      "      --archive crawl-example.org\n"
      "It asks the old URL first, then pages of the same site, the likeliest first, until one of\n"
      "them is the page beyond doubt or --budget requests are made. The more is known of the "
      "page,\n"
      "the surer the answer: an archive is best, then its HTML, then its title.\n"
      "Each candidate has a score from 0 to 1, how likely it is the page, and the reasons.\n"
      "Manners are those of `meguri crawl`: robots.txt is obeyed, one request at a time, a second\n"
      "between two, longer if the server is slow or asks for it. Ctrl-C stops, with what was "
      "found.\n"
      "What isn't told from a page that the site gives for made-up URLs, too, is no answer.\n"
      "Exit code: 0 found (or not gone at all); 1 not found, or the site doesn't answer; 2 the\n"
      "command line is wrong, or a file can't be read.");
  command.AddOption("URL", flags->url, "the page's old address; without a scheme, http is meant")
      .Required();
  AddKnowledgeFlags(command, *flags);
  const std::string group = "The search";
  command.AddOption("--budget", flags->budget, "requests at the most, robots.txt included")
      .Type("N")
      .Between(1, 10'000)
      .ShowDefault()
      .Group(group);
  command.AddOption("--threshold", flags->threshold, "the score from which on a candidate is found")
      .Type("SCORE")
      .Between(0, 1)
      .ShowDefault()
      .Group(group);
  command.AddFlag("--json", flags->json, "one line of JSON, all candidates").Group(group);
  AddSharedFlags(command, kShared, flags->asking);
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
