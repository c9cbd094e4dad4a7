// How a crawl that runs is shown: in place on a terminal (crawl_view.h), as plain lines, as JSON
// lines, or not at all. And how fast it is just now.
//
// Time is CrawlStatus::running, so that nothing here has a clock. Called by one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "app/json_lines.h"
#include "base/clock.h"
#include "crawl/crawl_status.h"

namespace meguri::app {

// Over the last seconds.
struct CrawlRates {
  double pages_per_second = 0;
  double bytes_per_second = 0;
};

class RateMeter {
 public:
  static constexpr Duration kWindow = std::chrono::seconds(5);

  // Takes note of where it stands, and says how fast it went.
  CrawlRates Update(const CrawlStatus& status);

 private:
  struct Sample {
    Duration at{0};
    std::uint64_t pages = 0;
    std::uint64_t bytes = 0;
  };
  std::deque<Sample> samples_;  // from the window's begin on, not more than 10 a second
};

// Text for a stream; whole lines, or a whole frame.
using TextOutput = std::function<void(std::string_view)>;

class CrawlReport {
 public:
  virtual ~CrawlReport() = default;
  // Often: each decides what is worth showing.
  virtual void Show(const CrawlStatus& status, const CrawlRates& rates) = 0;
  // A line of our own in between.
  virtual void Say(std::string_view line) = 0;
  // Nothing more comes; the output is as it was before.
  virtual void Close() {}
};

// A line after a second and then every ten, and when it stops, gets into trouble or out of it.
// `quiet`: the latter alone.
std::unique_ptr<CrawlReport> MakePlainReport(TextOutput output, bool quiet);
// A line of JSON each second, and when it stops or the trouble changes.
std::unique_ptr<CrawlReport> MakeJsonReport(TextOutput output);

// "stopping: 12 requests under way; Ctrl-C again ends …".
std::string StoppingText(const CrawlStatus& status);

// All facts, as one object.
Answer StatusAsJson(const CrawlStatus& status, const CrawlRates& rates);
// With its newline, in ASCII: safe to look at, too.
std::string JsonLine(const Answer& json);

}  // namespace meguri::app
