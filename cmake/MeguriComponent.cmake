# meguri_component(NAME [HOT|COLD] [SHARDS n] [DEPENDS component...] [LINK library...])
#
# A component is the folder src/NAME: a static library meguri_NAME of all its .cc
# files (sub-folders too), the tests of tests/NAME/*_test.cc as one program NAME_tests, and the
# benchmarks of bench/NAME/*_bench.cc as one program NAME_bench. Adding a file needs
# no edit of a CMakeLists.txt. Files named main.cc are left to the caller.
function(meguri_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOT;COLD" "SHARDS" "DEPENDS;LINK")
  set(dir "${CMAKE_SOURCE_DIR}/src/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${dir}/*.cc")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${dir}/*.h")
  list(REMOVE_ITEM sources "${dir}/main.cc")
  set(lib "meguri_${name}")
  list(TRANSFORM arg_DEPENDS PREPEND meguri_ OUTPUT_VARIABLE dependencies)

  add_library(${lib} STATIC ${sources})
  target_sources(${lib} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_SOURCE_DIR}/src" FILES ${headers})
  target_include_directories(${lib} PUBLIC "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(${lib} PUBLIC ${dependencies} ${arg_LINK} PRIVATE meguri_flags)
  if(arg_HOT)
    target_compile_options(${lib} PRIVATE $<$<CONFIG:Release>:-O3>)
  elseif(arg_COLD)
    target_compile_options(${lib} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(MEGURI_FUZZ AND NOT arg_COLD) # the fuzzer is told where it gets to in what it is made for
    target_compile_options(${lib} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  meguri_precompile(${lib})

  if(MEGURI_TESTS)
    meguri_program(${name}_tests "${CMAKE_SOURCE_DIR}/tests/${name}/*_test.cc"
                   ${lib} meguri_test_support GTest::gmock_main)
    if(TARGET ${name}_tests)
      target_compile_options(${name}_tests PRIVATE ${MEGURI_TEST_FLAGS})
      meguri_precompile(${name}_tests TESTS)
      meguri_tests(${name} ${arg_SHARDS})
    endif()
  endif()
  if(MEGURI_BENCH)
    meguri_program(${name}_bench "${CMAKE_SOURCE_DIR}/bench/${name}/*_bench.cc"
                   ${lib} benchmark::benchmark_main)
  endif()
endfunction()

# meguri_program(NAME GLOB LIBRARY...): a program of the files that match, if any do.
function(meguri_program name pattern)
  file(GLOB sources CONFIGURE_DEPENDS "${pattern}")
  if(sources)
    add_executable(${name} ${sources})
    target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE ${ARGN} meguri_flags)
  endif()
endfunction()

# meguri_precompile(TARGET [TESTS]): its files begin with the headers that are read once for all; TESTS:
# with those of a test, compiled as tests are.
function(meguri_precompile target)
  if(NOT MEGURI_PRECOMPILED)
    return()
  endif()
  set(headers <fmt/format.h> <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map>
              <memory> <optional> <span> <string> <string_view> <tl/expected.hpp> <unordered_map>
              <utility> <vector>)
  set(owner meguri_precompiled)
  if("TESTS" IN_LIST ARGN)
    set(owner meguri_precompiled_tests)
    list(APPEND headers <gmock/gmock.h> <gtest/gtest.h>)
  endif()
  if(NOT TARGET ${owner})
    file(WRITE "${CMAKE_BINARY_DIR}/precompiled.cc" "")
    add_library(${owner} STATIC "${CMAKE_BINARY_DIR}/precompiled.cc")
    target_link_libraries(${owner} PRIVATE tl::expected)
    if("TESTS" IN_LIST ARGN)
      target_link_libraries(${owner} PRIVATE GTest::gmock)
      target_compile_options(${owner} PRIVATE ${MEGURI_TEST_FLAGS})
    endif()
    target_precompile_headers(${owner} PRIVATE ${headers})
    # What ccache takes it for, instead of 90 MB that are others in each clone.
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    string(SHA256 sum "${headers} ${CMAKE_CXX_COMPILER_VERSION} ${fmt_VERSION} ${tl-expected_VERSION}
                       ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${MEGURI_SANITIZE}")
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${owner}.dir/cmake_pch.hxx.gch.sum" "${sum}")
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# meguri_tests(NAME [SHARDS]): the tests of NAME_tests, in as many runs as SHARDS says: what takes
# long is begun first, and keeps no core waiting for the others at the end.
function(meguri_tests name)
  set(shards ${ARGN})
  if(NOT shards)
    set(shards 1)
  endif()
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    set(test ${name})
    if(shards GREATER 1)
      string(APPEND test "_${shard}")
    endif()
    add_test(NAME ${test} COMMAND ${name}_tests
             "--gtest_output=json:${CMAKE_BINARY_DIR}/test-results/${test}.json" --gtest_brief=1)
    set_tests_properties(${test} PROPERTIES COST ${shards}
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()
