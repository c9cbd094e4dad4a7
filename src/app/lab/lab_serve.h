// Runs a lab until it is told to stop: Ctrl-C, SIGTERM, or after a while.
#pragma once

#include "app/lab/lab_plan.h"
#include "base/result.h"

namespace meguri::app {

// Prints how to reach the lab when it is up, a status line each second if stderr is a terminal,
// and a summary at the end. The exit code is 0 unless the log could not be written.
Result<int> ServeLab(const LabPlan& plan);

}  // namespace meguri::app
