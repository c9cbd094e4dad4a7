// What Ctrl-C and its like do to a crawl. The first SIGINT, SIGTERM or SIGHUP stops it in order,
// the second ends the process at once, with exit code 130: what was committed is safe.
// Ctrl-Z gives the cursor back for as long as the process is stopped.
//
// One at a time in a process. A SIGHUP that was ignored before (nohup) stays ignored.
#pragma once

#include <array>
#include <csignal>
#include <string_view>

#include "crawl/crawl.h"

namespace meguri::app {

class CrawlSignals {
 public:
  // Both must outlive this. `farewell` goes to stderr when the process ends at once or is stopped.
  CrawlSignals(Crawl& crawl, std::string_view farewell);
  ~CrawlSignals();
  CrawlSignals(const CrawlSignals&) = delete;
  CrawlSignals& operator=(const CrawlSignals&) = delete;

  // True once after each time that the process was stopped and continued.
  bool TakeContinued();

 private:
  static constexpr std::array<int, 4> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGTSTP};
  const std::string_view farewell_;
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace meguri::app
