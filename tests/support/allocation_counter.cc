#include "tests/support/allocation_counter.h"

#include <cstdlib>
#include <new>

#include "tests/support/sanitizers.h"

namespace {
thread_local std::size_t g_allocations = 0;
}

// A sanitizer has an operator new of its own, which must stay for its checks; it calls a hook.
#if defined(MEGURI_ASAN) || defined(MEGURI_TSAN)

// Of <sanitizer/allocator_interface.h>, which g++ doesn't install; 0 means failure.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void*,
                                                                             std::size_t),
                                                         void (*free_hook)(const volatile void*));

namespace {
void CountMalloc(const volatile void* /*memory*/, std::size_t /*size*/) { ++g_allocations; }
void CountNothing(const volatile void* /*memory*/) {}
}  // namespace

std::size_t meguri::testing_support::AllocationCount() {
  static const int kInstalled =
      __sanitizer_install_malloc_and_free_hooks(CountMalloc, CountNothing);
  if (kInstalled == 0) std::abort();  // or every count would be a false 0
  return g_allocations;
}

#else

namespace {
void* CountedAllocation(std::size_t size) noexcept {
  ++g_allocations;
  return std::malloc(size == 0 ? 1 : size);
}
}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = CountedAllocation(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return CountedAllocation(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return CountedAllocation(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

std::size_t meguri::testing_support::AllocationCount() { return g_allocations; }

#endif
