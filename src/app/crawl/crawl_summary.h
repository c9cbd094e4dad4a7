// What a crawl came to, at its end: in words for people, or as a line of JSON.
#pragma once

#include <string>
#include <string_view>

#include "app/json_lines.h"
#include "crawl/crawl_status.h"

namespace meguri::app {

// Why it ended, figures, what became of the URLs without a page, and what to do next in
// `directory`. Nothing in it can move somebody's cursor.
std::string SummaryInWords(std::string_view directory, const CrawlStatus& status);

// StatusAsJson() of the whole run, with "end" (CrawlEndName()) and "directory".
Answer SummaryAsJson(std::string_view directory, const CrawlStatus& status);

}  // namespace meguri::app
