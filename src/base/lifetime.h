// MEGURI_LIFETIME_BOUND marks a returned view that lives no longer than the object or
// argument it came from; clang warns when such a view outlives a temporary.
#pragma once

#if defined(__clang__)
#define MEGURI_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define MEGURI_LIFETIME_BOUND
#endif
