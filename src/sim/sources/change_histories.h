// Reads when real pages changed, for replay (ReplayedChanges() of sim/change/change_process.h).
//
// The file: tab separated, plain or packed, a header line with the names of its columns, then one
// line per page. Of the columns these count, the others may be there or not:
//
//   t0   creation, seconds since 1970 UTC
//   dt   seconds between consecutive events, with commas between; empty if there is one event
//   v    the version that each event sets, with commas; 0: absent; "-" for 1, 2, …
//
// Events of the same second become one, the last. Linear; holds 16 bytes an event.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "sim/change/change_process.h"

namespace meguri {

// Fails with kCorrupt, "FILE:LINE: what is wrong there", if a line is not as above or there is
// none.
Result<std::vector<ChangeHistory>> ReadChangeHistories(Files& files, const std::string& path);

}  // namespace meguri
