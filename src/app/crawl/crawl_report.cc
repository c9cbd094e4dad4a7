#include "app/crawl/crawl_report.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "app/crawl/crawl_words.h"
#include "base/printable.h"
#include "base/size_text.h"
#include "store/page_record.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

double Seconds(Duration time) { return std::chrono::duration<double>(time).count(); }

// What makes a line come out of its turn.
struct Turn {
  std::string trouble;
  bool stopping = false;

  bool operator==(const Turn&) const = default;
};

class PlainReport final : public CrawlReport {
 public:
  PlainReport(TextOutput output, bool quiet) : output_(std::move(output)), quiet_(quiet) {}

  void Show(const CrawlStatus& status, const CrawlRates& rates) override {
    if (status.trouble != last_.trouble) {
      Say(status.trouble.empty() ? "over: " + Printable(std::exchange(last_.trouble, ""))
                                 : "trouble: " + Printable(status.trouble));
      last_.trouble = status.trouble;
    }
    if (quiet_) return;
    if (status.stopping && !std::exchange(last_.stopping, status.stopping)) {
      Say(StoppingText(status));
    }
    if (status.running < next_) return;
    next_ = status.running + kEvery;
    Say(fmt::format(
        "{}: {} pages, {}; {}, {}; {} of {} URLs wait; {} requests under way; memory "
        "{}",
        TimeText(status.running), Grouped(status.pages), RateText(rates.pages_per_second),
        FormatSize(status.bytes_now), ByteRateText(rates.bytes_per_second),
        Grouped(status.waiting_urls), Grouped(status.known_urls), Grouped(status.fetches_under_way),
        FormatSize(status.memory_bytes)));
  }
  void Say(std::string_view line) override { output_(fmt::format("meguri crawl: {}\n", line)); }

 private:
  static constexpr Duration kFirst = seconds(1);
  static constexpr Duration kEvery = seconds(10);

  const TextOutput output_;
  const bool quiet_;
  Turn last_;
  Duration next_ = kFirst;
};

class JsonReport final : public CrawlReport {
 public:
  explicit JsonReport(TextOutput output) : output_(std::move(output)) {}

  void Show(const CrawlStatus& status, const CrawlRates& rates) override {
    const Turn turn{status.trouble, status.stopping};
    if (status.running < next_ && turn == last_) return;
    last_ = turn;
    next_ = status.running + kEvery;
    output_(JsonLine(StatusAsJson(status, rates)));
  }
  void Say(std::string_view /*line*/) override {}  // a program has no use for it

 private:
  static constexpr Duration kEvery = seconds(1);

  const TextOutput output_;
  Turn last_;
  Duration next_{0};
};

}  // namespace

CrawlRates RateMeter::Update(const CrawlStatus& status) {
  const Sample now{status.running, status.pages_now, status.bytes_now};
  if (samples_.empty() || now.at - samples_.back().at >= milliseconds(100)) samples_.push_back(now);
  // The first sample is the last that is not within the window.
  while (samples_.size() > 1 && now.at - samples_[1].at >= kWindow)
    samples_.pop_front();
  const Sample& first = samples_.front();
  const double span = Seconds(now.at - first.at);
  if (span <= 0) return {};
  return {static_cast<double>(now.pages - first.pages) / span,
          static_cast<double>(now.bytes - first.bytes) / span};
}

std::unique_ptr<CrawlReport> MakePlainReport(TextOutput output, bool quiet) {
  return std::make_unique<PlainReport>(std::move(output), quiet);
}

std::unique_ptr<CrawlReport> MakeJsonReport(TextOutput output) {
  return std::make_unique<JsonReport>(std::move(output));
}

std::string StoppingText(const CrawlStatus& status) {
  return fmt::format(
      "stopping: {} requests under way; Ctrl-C again ends at once, losing at most the last half "
      "second",
      status.fetches_under_way);
}

std::string JsonLine(const Answer& json) {
  return json.dump(-1, ' ', true, Answer::error_handler_t::replace) + "\n";
}

Answer StatusAsJson(const CrawlStatus& status, const CrawlRates& rates) {
  Answer json;
  json["running_s"] = Seconds(std::chrono::floor<milliseconds>(status.running));
  json["stopping"] = status.stopping;
  json["trouble"] = status.trouble;
  json["pages"] = status.pages;
  json["pages_now"] = status.pages_now;
  json["pages_per_s"] = rates.pages_per_second;
  json["requests_now"] = status.requests_now;
  json["bytes_now"] = status.bytes_now;
  json["bytes_per_s"] = rates.bytes_per_second;
  json["archive_bytes"] = status.archive_bytes;
  json["links_now"] = status.links_now;
  json["table_reads_now"] = status.table_reads_now;
  json["table_writes_now"] = status.table_writes_now;
  json["known_urls"] = status.known_urls;
  json["waiting_urls"] = status.waiting_urls;
  json["discarded_now"] = status.discarded_now;
  if (status.places) {
    json["places"] = *status.places;
    json["places_taken"] = status.places_taken;
    json["places_awaited"] = status.places_awaited;
  }
  if (status.round) json["round"] = *status.round;
  json["hosts_known"] = status.hosts_known;
  json["hosts_waiting"] = status.hosts_waiting;
  json["fetches_under_way"] = status.fetches_under_way;
  json["lookups_under_way"] = status.lookups_under_way;
  Answer& answers = json["answers"] = Answer::object();
  for (std::size_t i = 0; i < status.by_status.size(); ++i) {
    if (status.by_status[i] > 0) {
      answers[i == 0 ? "other" : fmt::format("{}xx", i)] = status.by_status[i];
    }
  }
  Answer& ended = json["ended"] = Answer::object();
  ended["fetched"] = status.ended[static_cast<std::size_t>(PageEnd::kFetched)];
  for (const EndCount& end : EndsWithoutPage(status))
    ended[end.name] = end.urls;
  json["score_fetched"] = status.score_fetched;
  json["score_known"] = status.score_known;
  json["memory_bytes"] = status.memory_bytes;
  json["memory_cap_bytes"] = status.memory_cap_bytes;
  if (status.time_left) json["time_left_s"] = Seconds(*status.time_left);
  if (status.pages_left) json["pages_left"] = *status.pages_left;
  if (status.bytes_left) json["bytes_left"] = *status.bytes_left;
  json["fetch_ms"] = {{"p50", static_cast<double>(status.fetch_micros.Quantile(0.5)) / 1000},
                      {"p99", static_cast<double>(status.fetch_micros.Quantile(0.99)) / 1000}};
  return json;
}

}  // namespace meguri::app
