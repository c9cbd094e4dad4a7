// Figures of a crawl, as people read them; and text cut to fit a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "crawl/crawl_status.h"

namespace meguri::app {

// "1,234,567".
std::string Grouped(std::uint64_t number);
// "0/s", "0.4/s", "41/s", "1,204/s".
std::string RateText(double per_second);
// "7s", "2m 05s", "1h 02m", "3d 04h".
std::string TimeText(Duration time);
// "3.4 MB/s".
std::string ByteRateText(double bytes_per_second);
// Of 100, from 0 on: 0 of nothing is 0.
double PercentOf(double part, double whole);

struct EndCount {
  std::string name;  // of PageEnd; "end-17" for one that isn't known here
  std::string_view reason;
  std::uint64_t urls = 0;
};
// URLs done with that have no page, largest first, then by name; those that occur.
std::vector<EndCount> EndsWithoutPage(const CrawlStatus& status);

// "2xx 11,000", "3xx 900", … of those that occur.
std::vector<std::string> AnswerCounts(const CrawlStatus& status);

// "1,204 discarded": URLs for which there was no room; "" if none were.
std::string DiscardText(const CrawlStatus& status);
// "places 120 of 4,096, 3 wait for one", of --scheduler paper; else "".
std::string PlacesText(const CrawlStatus& status);
// "round 3", of --site-budget; else "".
std::string RoundText(const CrawlStatus& status);

// At most `columns` wide, as its beginning and "..." if need be. What is not ASCII counts for two
// from U+1100 on, as East Asian terminals have it, so that nothing wraps. REQUIRES: `text` is
// printable UTF-8.
std::string CutToWidth(std::string_view text, std::size_t columns);
std::size_t WidthOf(std::string_view text);

}  // namespace meguri::app
