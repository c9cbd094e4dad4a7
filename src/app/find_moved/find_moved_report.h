// What a search for a moved page came to, for people and for programs. What a site says is made
// printable.
#pragma once

#include <string>
#include <string_view>

#include "moved/moved_search.h"

namespace meguri::app {

struct FindMovedReport {
  moved::SearchResult result;
  std::string url;      // that was asked for
  int old_status = 0;   // what it answers now; 0: nothing
  std::string trouble;  // why the site didn't answer; "" if it did
  std::string advice;   // what would help a search that found nothing; "" if nothing would
  double threshold = 0;
  bool stopped = false;  // by the user, or by --max-time
};

// "found", "not-found", "not-gone", "down", "refused".
std::string_view VerdictName(moved::Verdict verdict);

// Several lines.
std::string FindMovedInWords(const FindMovedReport& report);
// One line.
std::string FindMovedAsJson(const FindMovedReport& report);
// Of the command: found, or still there, is yes.
int FindMovedExitCode(moved::Verdict verdict);

}  // namespace meguri::app
