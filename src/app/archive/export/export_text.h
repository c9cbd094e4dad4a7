// `meguri archive export --text`: what pages say, for those who index it.
#pragma once

#include <string>
#include <vector>

#include "app/archive/archive_scan.h"
#include "app/archive/line_output.h"
#include "app/archive/record_filter.h"
#include "base/files.h"
#include "base/result.h"

namespace meguri::app {

// Writes a line of JSON for every page of `archives`: a response of status 200 or a resource that
// is HTML, XHTML or plain text; in the archives' order, the same URL as often as it was captured.
//   {"url": …, "date": …, "title": …, "language": …, "text": …}
// Unknown date, title or language: null. A page over CapturedPage::kMaxBytes is told to `damage`
// and left out. One page is in memory at a time.
Status ExportText(Files& disk, const std::vector<std::string>& archives, const RecordFilter& filter,
                  LineOutput& output, DamageReport& damage);

}  // namespace meguri::app
