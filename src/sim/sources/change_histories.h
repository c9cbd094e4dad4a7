// Reads when real pages changed, for replay (ReplayedChanges() of sim/change/change_process.h).
//
// The file is that of trace_lines.h. Events of the same second become
// one, the last. Linear; holds 16 bytes an event.
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
