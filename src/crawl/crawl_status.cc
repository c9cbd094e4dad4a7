#include "crawl/crawl_status.h"

namespace meguri {

std::string_view CrawlEndName(CrawlEnd end) {
  switch (end) {
    case CrawlEnd::kRunning:
      return "running";
    case CrawlEnd::kFinished:
      return "finished";
    case CrawlEnd::kPageLimit:
      return "page-limit";
    case CrawlEnd::kByteLimit:
      return "byte-limit";
    case CrawlEnd::kTimeLimit:
      return "time-limit";
    case CrawlEnd::kStopped:
      return "stopped";
    case CrawlEnd::kFailed:
      break;
  }
  return "failed";
}

}  // namespace meguri
