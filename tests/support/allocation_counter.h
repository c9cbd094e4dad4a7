// How often this thread asked the heap for memory: for code that promises not to.
#pragma once

#include <cstddef>

namespace meguri::testing_support {

// Allocations by operator new on this thread so far (in sanitizer builds: by malloc). Only
// differences mean something.
std::size_t AllocationCount();

}  // namespace meguri::testing_support
