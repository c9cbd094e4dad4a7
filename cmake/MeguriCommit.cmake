# meguri_commit(TARGET): compiles into it the name of the commit that it is built from, as
# CommitName() of src/app/version.h. Git is asked at each build, but the file written only if the
# answer is another one: then one small file is compiled and the program linked.
#
# MEGURI_COMMIT says it instead, where the sources are without their git.
#
# This file is also the script that writes it: cmake -DOUT=… -DROOT=… -DNAME=… -P
if(CMAKE_SCRIPT_MODE_FILE)
  if(NOT NAME)
    set(NAME "unknown")
    find_program(git git)
    if(git AND EXISTS "${ROOT}/.git")
      set(ENV{GIT_OPTIONAL_LOCKS} 0)
      execute_process(COMMAND "${git}" -C "${ROOT}" describe --always --abbrev=7 --dirty=+ --exclude=*
                      OUTPUT_VARIABLE said RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
      if(NOT failed)
        set(NAME "${said}")
      endif()
    endif()
  endif()
  set(text "// Written by cmake/MeguriCommit.cmake.\n#include \"app/version.h\"\n\nnamespace meguri::app {\n\n")
  string(APPEND text "std::string_view CommitName() { return \"${NAME}\"; }\n\n}  // namespace meguri::app\n")
  set(before "")
  if(EXISTS "${OUT}")
    file(READ "${OUT}" before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE "${OUT}" "${text}")
  endif()
  return()
endif()

set(MEGURI_COMMIT "" CACHE STRING "The commit's name for --version; empty: git is asked")

function(meguri_commit target)
  set(out "${CMAKE_CURRENT_BINARY_DIR}/commit.cc")
  add_custom_target(meguri_commit BYPRODUCTS "${out}"
    COMMAND "${CMAKE_COMMAND}" "-DOUT=${out}" "-DROOT=${CMAKE_SOURCE_DIR}" "-DNAME=${MEGURI_COMMIT}"
            -P "${CMAKE_SOURCE_DIR}/cmake/MeguriCommit.cmake"
    COMMENT "Asking git for the commit" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
  add_dependencies(${target} meguri_commit)
endfunction()
