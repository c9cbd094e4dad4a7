# Language level, warnings, sanitizers and ccache: what every target here shares.
option(MEGURI_TESTS "Build the tests" ON)
option(MEGURI_BENCH "Build the benchmarks" OFF)
option(MEGURI_FUZZ "Build the libFuzzer targets (clang only)" OFF)
option(MEGURI_WERROR "Warnings are errors; off only for users with another compiler" ON)
option(MEGURI_TIDY "Run clang-tidy on every file as it is compiled" OFF)
option(MEGURI_VERIFY_HEADERS "Prove that each header stands alone" OFF)
set(MEGURI_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ${MEGURI_VERIFY_HEADERS})

add_library(meguri_flags INTERFACE)
target_compile_options(meguri_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
                                              -Wno-missing-field-initializers)
if(MEGURI_WERROR)
  target_compile_options(meguri_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(meguri_flags INTERFACE -Wthread-safety)
  add_link_options(-fuse-ld=lld-14)
endif()

if(MEGURI_SANITIZE)
  add_compile_options(-fsanitize=${MEGURI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${MEGURI_SANITIZE})
endif()
if(MEGURI_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(MEGURI_TIDY)
  set(MEGURI_CLANG_TIDY "${CMAKE_SOURCE_DIR}/tools/clang_tidy_once;clang-tidy-14;--quiet")
endif()

find_program(MEGURI_CCACHE ccache)
if(MEGURI_CCACHE)
  # -Werror makes no other object: ./run's build, which is without, finds those of ./test.
  # Nor does the folder that the project lies in: another clone finds them, too.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_IGNOREOPTIONS=-Werror CCACHE_NOHASHDIR=1
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "${MEGURI_CCACHE}")
endif()
