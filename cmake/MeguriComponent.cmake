# meguri_component(NAME [DEPENDS component...] [LINK library...])
#
# A component is the folder src/NAME: a static library meguri_NAME of all its .cc
# files (sub-folders too), the tests of tests/NAME/*_test.cc as one program NAME_tests, and the
# benchmarks of bench/NAME/*_bench.cc as one program NAME_bench. Adding a file needs
# no edit of a CMakeLists.txt. Files named main.cc are left to the caller.
function(meguri_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LINK")
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
  set_target_properties(${lib} PROPERTIES CXX_CLANG_TIDY "${MEGURI_CLANG_TIDY}")

  if(MEGURI_TESTS)
    meguri_program(${name}_tests "${CMAKE_SOURCE_DIR}/tests/${name}/*_test.cc"
                   ${lib} meguri_test_support GTest::gmock_main)
    if(TARGET ${name}_tests)
      # What is tested is optimised; the tests themselves need not be, and take a third of the
      # time to compile so.
      target_compile_options(${name}_tests PRIVATE -O0 -g1)
      add_test(NAME ${name} COMMAND ${name}_tests
               "--gtest_output=json:${CMAKE_BINARY_DIR}/test-results/${name}.json" --gtest_brief=1)
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
    set_target_properties(${name} PROPERTIES CXX_CLANG_TIDY "${MEGURI_CLANG_TIDY}")
  endif()
endfunction()
