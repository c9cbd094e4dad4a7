# Language level, warnings, sanitizers and ccache: what every target here shares.
option(MEGURI_TESTS "Build the tests" ON)
option(MEGURI_BENCH "Build the benchmarks" OFF)
option(MEGURI_FUZZ "Build the libFuzzer targets (clang only)" OFF)
option(MEGURI_WERROR "Warnings are errors; off only for users with another compiler" ON)
option(MEGURI_PRECOMPILE "Read the standard library's headers once (g++ only)" ON)
set(MEGURI_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

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
# What is tested is optimised and watched; the tests themselves need not be, and take two thirds of the
# time to compile so.
set(MEGURI_TEST_FLAGS -O0 -g1)
if(MEGURI_SANITIZE MATCHES "undefined")
  list(APPEND MEGURI_TEST_FLAGS -fno-sanitize=undefined)
endif()

# What is hot asks for more (meguri_component's HOT), what waits for people or disks for less (COLD):
# a third of the compile time for nothing that anybody would notice.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# The headers that most files include, read once for all: a sixth of the compile time. What forgets
# an #include is found by clang, which reads every header where it is asked for.
if(MEGURI_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(MEGURI_PRECOMPILED ON)
  # It no longer knows then which code is the library's own, and warns of what it inlines of it. Such
  # things are found in build/dev, by clang and its sanitizers.
  target_compile_options(meguri_flags INTERFACE -Wno-array-bounds -Wno-stringop-overread
                                                -Wno-stringop-overflow -Wno-maybe-uninitialized)
  # One set of flags for all files, as the compiler wants it.
  add_compile_options(-pthread)
  add_compile_definitions(FMT_SHARED)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It tidies up its memory from 300 MB on, not from what it thinks of the machine: a tenth of the
  # time of a file with much JSON.
  add_compile_options(--param=ggc-min-heapsize=300000)
endif()

find_program(MEGURI_CCACHE ccache)
if(MEGURI_CCACHE)
  # -Werror makes no other object: ./run's build, which is without, finds those of ./test.
  # Nor does the folder that the project lies in: another clone finds them, too.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_IGNOREOPTIONS=-Werror CCACHE_NOHASHDIR=1
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
      "${MEGURI_CCACHE}")
  if(MEGURI_PRECOMPILED) # what ccache needs to know a precompiled header by
    add_compile_options(-fpch-preprocess)
  endif()
endif()
