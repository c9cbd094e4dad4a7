// Where programs put files that nobody is to find.
#pragma once

#include <string>

namespace meguri::app {

// $TMPDIR, or /tmp.
std::string TemporaryFolder();

}  // namespace meguri::app
