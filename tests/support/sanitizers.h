// Which sanitizer watches this build: MEGURI_ASAN and MEGURI_TSAN are defined or not. g++ and
// clang++ tell it each in its own way.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define MEGURI_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define MEGURI_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MEGURI_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define MEGURI_TSAN 1
#endif
#endif
