// The pages of a simulated revisit crawl: when each changed, on one clock.
//
// Of each trace the last 730 days are taken and laid on the days 0 to 730; a page that was made
// within them begins later. One whose last event is that it went away lives until then; one that
// was gone before is left out. 20 bytes an event. Constant once made: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "revisit/overload.h"

namespace meguri {

inline constexpr double kRevisitDays = 730;

struct RevisitPage {
  std::uint32_t site = 0;
  std::uint64_t key = 0;  // what is drawn for the page is drawn of this
  double begin = 0;       // days: the first access
  double end = 0;         // and until when it lives
  // Events, in RevisitPages: those with begin < time; `initial` is what there was at the beginning.
  std::uint64_t first_event = 0;
  std::uint64_t last_event = 0;  // behind the last
  std::uint32_t initial = 0;
  std::uint64_t initial_fingerprint = 0;
  bool initial_has_fingerprint = false;
  // Distinct contents that appear after the beginning, other than that of the beginning.
  std::uint32_t new_versions = 0;
  double rate = 0;  // changes a day: those of the trace, or what they were drawn with
  // Of the site's pages whose paths differ in a parameter alone (parameter_groups.h).
  std::uint32_t group = kNoGroup;
};

struct RevisitPages {
  std::vector<std::string> sites;
  std::vector<RevisitPage> pages;  // those of a site one after the other
  // By event.
  std::vector<double> times;             // days
  std::vector<std::uint32_t> versions;   // numbered by page from 1 on; 0: absent
  std::vector<std::uint64_t> simhashes;  // 0 where there is none
  std::vector<bool> has_simhash;
  std::uint64_t new_versions = 0;  // of all pages
  double live_days = 0;

  // A page of the given events; of `page` only site, key, begin, end, rate and group are read (rate
  // 0: is counted). Contents may have any numbers but 0.
  struct Event {
    double time = 0;
    std::uint64_t version = 0;
    std::uint64_t simhash = 0;
    bool has_simhash = false;
  };
  // REQUIRES: events ascend, the first of them no later than `page.begin`.
  void Add(RevisitPage page, const std::vector<Event>& events);
};

// `path`: the file of trace_lines.h, or a folder with traces.tsv.zst or traces.tsv.
Result<RevisitPages> ReadRevisitPages(Files& files, const std::string& path);

}  // namespace meguri
