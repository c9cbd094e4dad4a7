#include "app/crawl/crawl_summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "app/crawl/crawl_report.h"
#include "app/crawl/crawl_words.h"
#include "base/ascii.h"
#include "base/printable.h"
#include "base/size_text.h"

namespace meguri::app {
namespace {

std::string WhyItEnded(const CrawlStatus& status) {
  switch (status.end) {
    case CrawlEnd::kRunning:
      return "Not ended.";
    case CrawlEnd::kFinished:
      return "Finished: nothing is left to fetch.";
    case CrawlEnd::kPageLimit:
      return "Stopped at --max-pages; a higher one goes on.";
    case CrawlEnd::kByteLimit:
      return "Stopped at --max-bytes; a higher one goes on.";
    case CrawlEnd::kTimeLimit:
      return "Stopped at --max-time; the same command goes on.";
    case CrawlEnd::kStopped:
      return "Stopped, as you wished; the same command goes on.";
    case CrawlEnd::kFailed:
      break;
  }
  return fmt::format("Failed: {}. What was committed is safe; the same command goes on from there.",
                     status.trouble.empty() ? "the disk" : Printable(status.trouble));
}

// Of the whole run, not of its last seconds.
CrawlRates WholeRates(const CrawlStatus& status) {
  const double seconds = std::chrono::duration<double>(status.running).count();
  if (seconds <= 0) return {};
  return {static_cast<double>(status.pages_now) / seconds,
          static_cast<double>(status.bytes_now) / seconds};
}

// As a shell takes it for one word.
std::string ShellWord(std::string_view text) {
  const bool plain =
      !text.empty() && !text.starts_with('-') && std::ranges::all_of(text, [](char c) {
        return IsAsciiAlphanumeric(c) || c == '.' || c == '/' || c == '-' || c == '_' || c == ',' ||
               c == '+' || c == ':';
      });
  if (plain) return std::string(text);
  std::string word = text.starts_with('-') ? "'./" : "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return Printable(word + "'");
}

class Words {
 public:
  void Line(std::string_view label, std::string_view text) {
    out_ += fmt::format("  {:<10}{}\n", label, text);
  }
  void Text(std::string_view text) { out_.append(text).append("\n"); }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

void SayFigures(const CrawlStatus& status, Words& words) {
  const CrawlRates rates = WholeRates(status);
  words.Line("pages", fmt::format("{} in {}, {}{}", Grouped(status.pages_now),
                                  TimeText(status.running), RateText(rates.pages_per_second),
                                  status.pages == status.pages_now
                                      ? ""
                                      : fmt::format("; {} in all runs", Grouped(status.pages))));
  words.Line("received",
             fmt::format("{} in {} requests, {}", FormatSize(status.bytes_now),
                         Grouped(status.requests_now), ByteRateText(rates.bytes_per_second)));
  words.Line("archive", FormatSize(status.archive_bytes));
  words.Line("URLs",
             fmt::format("{} known on {} hosts, {} still waiting", Grouped(status.known_urls),
                         Grouped(status.hosts_known), Grouped(status.waiting_urls)));
  if (status.discarded_now > 0) {
    words.Line("", DiscardText(status) + ": no room, found again or never fetched");
  }
  if (status.round) words.Line("budgets", RoundText(status));
  const std::vector<std::string> answers = AnswerCounts(status);
  if (!answers.empty()) words.Line("answers", fmt::format("{}", fmt::join(answers, "   ")));
  if (status.fetch_micros.count() > 0) {
    words.Line("took", fmt::format("half of the answers within {} ms, 99 % within {} ms",
                                   Grouped((status.fetch_micros.Quantile(0.5) + 500) / 1000),
                                   Grouped((status.fetch_micros.Quantile(0.99) + 500) / 1000)));
  }
  if (status.score_known > 0) {
    words.Line("score", fmt::format("{:.1f} % of what is known was fetched",
                                    PercentOf(status.score_fetched, status.score_known)));
  }
}

void SayEnds(const CrawlStatus& status, Words& words) {
  const std::vector<EndCount> ends = EndsWithoutPage(status);
  if (ends.empty()) return;
  words.Text("URLs that gave no page:");
  std::size_t name_width = 0;
  for (const EndCount& end : ends)
    name_width = std::max(name_width, end.name.size());
  const std::size_t count_width = Grouped(ends.front().urls).size();  // the largest comes first
  for (const EndCount& end : ends) {
    std::string line = fmt::format("  {:>{}}  {:<{}}  {}", Grouped(end.urls), count_width, end.name,
                                   name_width, end.reason);
    line.erase(line.find_last_not_of(' ') + 1);
    words.Text(line);
  }
}

void SayWhatNext(std::string_view directory, const CrawlStatus& status, Words& words) {
  const std::string folder = ShellWord(directory);
  words.Text("Look into it:");
  if (status.pages > 0) {
    words.Text(fmt::format("  meguri archive ls {}", folder));
    words.Text(fmt::format("  meguri archive export {} --html offline", folder));
  }
  words.Text(fmt::format("  meguri url {} URL", folder));
  words.Text(fmt::format("  meguri audit {}", folder));
}

}  // namespace

std::string SummaryInWords(std::string_view directory, const CrawlStatus& status) {
  Words words;
  words.Text(WhyItEnded(status));
  SayFigures(status, words);
  SayEnds(status, words);
  SayWhatNext(directory, status, words);
  return words.Take();
}

Answer SummaryAsJson(std::string_view directory, const CrawlStatus& status) {
  Answer json;
  json["end"] = CrawlEndName(status.end);
  json["directory"] = directory;
  json.update(StatusAsJson(status, WholeRates(status)));
  return json;
}

}  // namespace meguri::app
