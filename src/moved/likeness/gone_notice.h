// Pages that say of themselves that they aren't there, though the server says 200.
#pragma once

#include "moved/site_page.h"

namespace meguri::moved {

// A short page whose title, heading or text says so, in one of a few languages. Nothing is known by
// that it doesn't.
bool SaysItIsGone(const SitePage& page);

}  // namespace meguri::moved
